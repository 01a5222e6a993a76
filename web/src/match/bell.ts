/** Waiting for something to become true, with whoever changes it ringing a bell. */

export class Bell {
  readonly #waiting = new Set<() => void>();

  /** Something has changed: let all who wait look again. */
  ring(): void {
    for (const look of [...this.#waiting]) look();
  }

  /** Wait until it is so, but no longer than this many milliseconds. */
  until(so: () => boolean, most = Infinity): Promise<void> {
    if (so() || most <= 0) return Promise.resolve();
    return new Promise((done) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const finish = () => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        done();
      };
      const look = () => {
        if (so()) finish();
      };
      this.#waiting.add(look);
      if (most < Infinity) timer = setTimeout(finish, most);
    });
  }
}
