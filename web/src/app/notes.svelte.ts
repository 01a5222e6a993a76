/** Hints for newcomers that have been seen. Each is shown once. */

import { writeStored, readStored } from "./storage";

const KEY = "neurohex.notes";

const isList = (kept: unknown): kept is string[] =>
  Array.isArray(kept) && kept.every((each) => typeof each === "string");

class Notes {
  #seen = $state.raw<ReadonlySet<string>>(new Set(readStored(KEY, isList)));

  isNew(key: string): boolean {
    return !this.#seen.has(key);
  }

  /** Dismiss a hint: it was read or is obsolete. */
  pass(key: string): void {
    if (!this.isNew(key)) return;
    this.#seen = new Set([...this.#seen, key]);
    writeStored(KEY, [...this.#seen]);
  }
}

export const notes = new Notes();
