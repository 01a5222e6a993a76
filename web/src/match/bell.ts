/** A condition variable: waiters re-check their condition when it rings. */

export class Bell {
  readonly #waiting = new Set<() => void>();

  /** Something changed: wake all waiters. */
  ring(): void {
    for (const look of [...this.#waiting]) look();
  }

  /** Wait until the condition holds, at most this many milliseconds. */
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
