/** Which notes for newcomers somebody has seen: each is shown once. */

import { keep, recall } from "./memory";

const KEY = "neurohex.notes";

const isList = (kept: unknown): kept is string[] =>
  Array.isArray(kept) && kept.every((each) => typeof each === "string");

class Notes {
  #seen = $state.raw<ReadonlySet<string>>(new Set(recall(KEY, isList)));

  isNew(key: string): boolean {
    return !this.#seen.has(key);
  }

  /** It was read, or what it is about is over. */
  pass(key: string): void {
    if (!this.isNew(key)) return;
    this.#seen = new Set([...this.#seen, key]);
    keep(KEY, [...this.#seen]);
  }
}

export const notes = new Notes();
