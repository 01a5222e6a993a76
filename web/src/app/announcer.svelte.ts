/** Announcements for screen readers. */

class Announcer {
  /** The latest texts. Two regions alternate, so that a repeated text is read again. */
  places = $state<[string, string]>(["", ""]);
  #next: 0 | 1 = 0;
  #waiting: string[] = [];
  #after: string[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;

  say(words: string, last: boolean): void {
    (last ? this.#after : this.#waiting).push(words);
    // Texts of the same moment become one announcement: readers drop all but the last of several.
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.places[this.#next] = [...this.#waiting, ...this.#after].join(" ");
      this.places[this.#next === 0 ? 1 : 0] = "";
      this.#next = this.#next === 0 ? 1 : 0;
      this.#waiting = [];
      this.#after = [];
    }, 60);
  }
}

export const announcer = new Announcer();

/**
 * Announce words politely, after the current speech. With `last`, also after everything else of the same moment: first
 * what happened, then what to do.
 */
export function announce(words: string, { last = false } = {}): void {
  if (words) announcer.say(words, last);
}
