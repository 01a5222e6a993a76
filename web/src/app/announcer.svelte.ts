/** What is said by screen readers when something happens that they would not notice. */

class Announcer {
  /** The latest; two places take turns, so that the same words twice are said twice. */
  places = $state<[string, string]>(["", ""]);
  #next: 0 | 1 = 0;
  #waiting: string[] = [];
  #after: string[] = [];
  #timer: ReturnType<typeof setTimeout> | null = null;

  say(words: string, last: boolean): void {
    (last ? this.#after : this.#waiting).push(words);
    // What comes within one moment is one announcement: readers drop all but the last of several.
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
 * Have some words said by screen readers, politely: after what they are saying. With `last`, also after all that is
 * said at the same moment: first what has happened, then what is to be done.
 */
export function announce(words: string, { last = false } = {}): void {
  if (words) announcer.say(words, last);
}
