/** Ratings at puzzles: the person's own, and how hard each puzzle is. Without a person there is none to load. */

import type { PuzzleOutcome, PuzzleRating, PuzzleRatings, PuzzleStanding } from "../api/forms";
import { identity } from "../app/identity.svelte";
import { complain } from "../app/toasts.svelte";
import { allRatings, ownStanding } from "./api";

class Ratings {
  #standing = $state.raw<{ person: string; told: PuzzleStanding } | null>(null);
  #puzzles = $state.raw<PuzzleRatings["ratings"]>({});

  /** The person's rating; null without a person, and until it is known. */
  get own(): PuzzleRating | null {
    return this.#mine?.rating ?? null;
  }

  /** Whether somebody is signed in, as a guest or with an account. */
  get rated(): boolean {
    return identity.person !== null;
  }

  /** How hard a puzzle is; null for one that is not in the collection, and until it is known. */
  of(id: string): PuzzleRating | null {
    return this.#puzzles[id] ?? null;
  }

  /** What became of the person's first attempt; null if there was none. */
  outcome(id: string): PuzzleOutcome | null {
    return this.#mine?.outcomes.find(({ puzzle }) => puzzle === id) ?? null;
  }

  get #mine(): PuzzleStanding | null {
    return this.#standing?.person === identity.person?.id ? (this.#standing?.told ?? null) : null;
  }

  /** Load all ratings. They are no reason to disturb anybody: without an answer the old ones stay. */
  async load(): Promise<void> {
    const person = identity.person?.id;
    const told = await Promise.all([allRatings(), person === undefined ? null : ownStanding()]).catch(() => null);
    if (told === null) return;
    this.#puzzles = told[0].ratings;
    if (person !== undefined && told[1] !== null) this.#standing = { person, told: told[1] };
  }

  /** Become a guest, who has a rating. */
  async begin(): Promise<void> {
    try {
      await identity.ensure();
      await this.load();
    } catch (error) {
      complain(error);
    }
  }
}

export const ratings = new Ratings();
