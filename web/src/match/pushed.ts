/**
 * Views that the server pushed: a note after each event that changed the legal decisions. A note may be missing: the
 * socket broke, the client was too slow, or it has another language. Then the client requests it.
 */

import type { Story } from "../api/forms";
import type { Shown, Skipped } from "./messages";
import { joined } from "./story";

export class Pushed {
  readonly #notes = new Map<number, Shown>();
  /** A note follows each event above this number. */
  #from = Infinity;
  /** The last event with a note, or with the promise that none will come. */
  #newest = -1;

  /** Notes come from now on, for events after this number. */
  begin(last: number): void {
    this.#from = last;
  }

  /** The socket is lost: missing notes will not come. */
  end(): void {
    this.#from = Infinity;
  }

  /** Whether a note for an event has come or will come. */
  covers(n: number): boolean {
    return n > this.#from;
  }

  take(note: Shown | Skipped): void {
    this.#newest = Math.max(this.#newest, note.n);
    if (note.type === "shown") this.#notes.set(note.n, note);
  }

  /** Whether there is nothing to wait for: the note of this event or a later one has come, or none will. */
  settled(n: number): boolean {
    return this.#newest >= n || !this.covers(n);
  }

  /** The notes in a language after one event and up to another, in order. */
  between(after: number, to: number, language: string): Shown[] {
    return [...this.#notes.values()]
      .filter(({ n, lang }) => n > after && n <= to && lang === language)
      .sort((one, other) => one.n - other.n);
  }

  /** The table shows this event: drop earlier notes. */
  forget(n: number): void {
    for (const each of [...this.#notes.keys()]) if (each <= n) this.#notes.delete(each);
  }
}

/** A story extended by some notes, keeping its first `stands` steps; null if something between them is missing. */
export function extended(story: Story | null, stands: number, notes: readonly Shown[]): Story | null {
  let [whole, steps] = [story, stands];
  for (const { story: part } of notes) {
    if (part.first > steps) return null;
    whole = joined(whole, part);
    steps = whole.steps;
  }
  return whole;
}
