/**
 * What the server has shown of a match without being asked: a note after each event that changed what may be decided. A
 * note may be missing: the line was broken, the reader too slow, or it is in another language. Then it is asked for.
 */

import type { Story } from "../api/forms";
import type { Shown, Skipped } from "./messages";
import { joined } from "./telling";

export class Pushed {
  readonly #notes = new Map<number, Shown>();
  /** Events above this number are followed by a note. */
  #from = Infinity;
  /** The last event of which a note came, or of which it was said that none will. */
  #newest = -1;

  /** Notes come from now on, for events after the one of this number. */
  begin(last: number): void {
    this.#from = last;
  }

  /** The line is lost: what has not come will not come. */
  end(): void {
    this.#from = Infinity;
  }

  /** Whether a note will come for an event, or has come. */
  covers(n: number): boolean {
    return n > this.#from;
  }

  take(note: Shown | Skipped): void {
    this.#newest = Math.max(this.#newest, note.n);
    if (note.type === "shown") this.#notes.set(note.n, note);
  }

  /** Whether there is nothing to wait for: the note of an event, or of a later one, has come; or it will not come. */
  settled(n: number): boolean {
    return this.#newest >= n || !this.covers(n);
  }

  /** The notes in a language after one event, up to another, in their order. */
  between(after: number, to: number, language: string): Shown[] {
    return [...this.#notes.values()]
      .filter(({ n, lang }) => n > after && n <= to && lang === language)
      .sort((one, other) => one.n - other.n);
  }

  /** What stands after this event is on the table: nothing before it is needed any more. */
  forget(n: number): void {
    for (const each of [...this.#notes.keys()]) if (each <= n) this.#notes.delete(each);
  }
}

/** A story, of which the first steps stand, as it goes on in some notes; null where something between them is missing. */
export function goneOn(story: Story | null, stands: number, notes: readonly Shown[]): Story | null {
  let [whole, steps] = [story, stands];
  for (const { story: part } of notes) {
    if (part.first > steps) return null;
    whole = joined(whole, part);
    steps = whole.steps;
  }
  return whole;
}
