/** The match lists of the lobby, polled while they are visible. */

import type { ListedMatch, Listing } from "../api/forms";
import { RefusedError } from "../api/http";
import { matches } from "../api/lobby";
import { identity } from "../app/identity.svelte";
import { complain } from "../app/toasts.svelte";

const PAUSE = 5000;
/** Page size of a list. */
const FIRST = 8;
const MORE = 20;

/** Some matches, and whether there may be more. */
export interface List {
  matches: ListedMatch[];
  more: boolean;
}

/**
 * By what the person can do: continue `mine`, join an `open` match, watch a `running` match of others, look at mine
 * that are `finished`.
 */
export type Lists = Record<"mine" | "open" | "running" | "finished", List>;

/** Whether anybody may take a seat. */
export function hasFreeSeat(match: ListedMatch): boolean {
  return match.seats.some((seat) => !seat.person && !seat.name);
}

/** Whether a person has a seat or a reserved one. */
export function sitsIn(person: string | null, match: ListedMatch): boolean {
  return person !== null && match.seats.some((seat) => seat.person === person);
}

/**
 * Collect the matches to keep from one server page plus one for each "more". The first time, at most `first` of them.
 */
export async function collectMatches(
  page: (after?: string) => Promise<Listing>,
  {
    keep = () => true,
    first = FIRST,
    asked = 0,
  }: { keep?: (match: ListedMatch) => boolean; first?: number; asked?: number },
): Promise<List> {
  const wanted = first + asked * MORE;
  const found: ListedMatch[] = [];
  let after: string | undefined;
  for (let pages = 0; pages <= asked && found.length <= wanted; pages++) {
    const listing = await page(after);
    found.push(...listing.matches.filter(keep));
    after = listing.after ?? undefined;
    if (after === undefined) break;
  }
  return { matches: found.slice(0, wanted), more: found.length > wanted || after !== undefined };
}

/** Concatenate lists. A match that moved between them meanwhile appears once. */
export function joined(one: List, other: List): List {
  const others = other.matches.filter(({ match }) => one.matches.every((known) => known.match !== match));
  return { matches: [...one.matches, ...others], more: one.more || other.more };
}

export class Lobby {
  /** Null until the first answer. */
  lists = $state.raw<Lists | null>(null);
  /** Why the last request failed. */
  trouble = $state.raw<unknown>(null);
  #asked: Record<keyof Lists, number> = { mine: 0, open: 0, running: 0, finished: 0 };
  #latest = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = true;

  /** Poll now and every few seconds while the page is visible, until `stop`. */
  start(): void {
    this.#stopped = false;
    void this.#round();
    document.addEventListener("visibilitychange", this.#seen);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
    document.removeEventListener("visibilitychange", this.#seen);
  }

  #seen = (): void => {
    if (document.visibilityState !== "visible") return;
    clearTimeout(this.#timer);
    void this.#round();
  };

  async #round(): Promise<void> {
    try {
      await this.refresh();
    } finally {
      if (!this.#stopped) {
        clearTimeout(this.#timer); // another round may be running or just done: keep only one
        this.#timer = setTimeout(() => {
          if (document.visibilityState === "visible") void this.#round();
        }, PAUSE);
      }
    }
  }

  /** Load more of a list. */
  async more(list: keyof Lists): Promise<void> {
    this.#asked[list] += 1;
    await this.refresh();
    if (this.trouble) complain(this.trouble);
  }

  async refresh(): Promise<void> {
    const number = ++this.#latest;
    try {
      const lists = await this.#all().catch((error: unknown) => {
        // An unknown token was dropped on the way: ask anonymously.
        if (error instanceof RefusedError && error.code === "not_signed_in") return this.#all();
        throw error;
      });
      if (number !== this.#latest) return; // more was requested meanwhile
      this.lists = lists;
      this.trouble = null;
    } catch (error) {
      if (number === this.#latest) this.trouble = error;
    }
  }

  async #all(): Promise<Lists> {
    const me = identity.person?.id ?? null;
    const asked = { ...this.#asked };
    const none: List = { matches: [], more: false };
    const [open, running, mineRunning, mineOpen, finished] = await Promise.all([
      collectMatches((after) => matches("open", false, after), {
        keep: (match) => !sitsIn(me, match) && hasFreeSeat(match),
        asked: asked.open,
      }),
      collectMatches((after) => matches("running", false, after), {
        keep: (match) => !sitsIn(me, match),
        asked: asked.running,
      }),
      me ? collectMatches((after) => matches("running", true, after), { first: Infinity, asked: asked.mine }) : none,
      me ? collectMatches((after) => matches("open", true, after), { first: Infinity, asked: asked.mine }) : none,
      me ? collectMatches((after) => matches("finished", true, after), { asked: asked.finished }) : none,
    ]);
    return { open, running, mine: joined(mineRunning, mineOpen), finished };
  }
}
