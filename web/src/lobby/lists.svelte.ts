/** The matches of the lobby, asked for again and again while somebody looks. */

import type { ListedMatch } from "../api/forms";
import { Refused } from "../api/http";
import { matches } from "../api/lobby";
import { identity } from "../app/identity.svelte";

const PAUSE = 5000;
const MOST = 8;

/** Matches sorted by what somebody can do with them. */
export interface Lists {
  /** Mine that are not over. */
  mine: ListedMatch[];
  /** With a free seat. */
  open: ListedMatch[];
  /** Of others, to be watched. */
  running: ListedMatch[];
  /** Mine that are over. */
  finished: ListedMatch[];
}

/** Whether anybody may take a seat there. */
export function hasFreeSeat(match: ListedMatch): boolean {
  return match.seats.some((seat) => !seat.person && !seat.name);
}

/** What was listed, sorted for a person. */
export function sorted(
  me: string | null,
  listed: { open: ListedMatch[]; running: ListedMatch[]; mine: ListedMatch[]; finished: ListedMatch[] },
): Lists {
  const sits = (match: ListedMatch) => me !== null && match.seats.some((seat) => seat.person === me);
  return {
    mine: listed.mine,
    open: listed.open.filter((match) => !sits(match) && hasFreeSeat(match)).slice(0, MOST),
    running: listed.running.filter((match) => !sits(match)).slice(0, MOST),
    finished: listed.finished.slice(0, MOST),
  };
}

export class Lobby {
  /** Null until the first answer. */
  lists = $state.raw<Lists | null>(null);
  /** Why the last question was not answered. */
  trouble = $state.raw<unknown>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #stopped = true;

  /** Ask now, and every few seconds while the page is visible, until `stop`. */
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
        this.#timer = setTimeout(() => {
          if (document.visibilityState === "visible") void this.#round();
        }, PAUSE);
      }
    }
  }

  async refresh(): Promise<void> {
    const me = identity.person?.id ?? null;
    const none = Promise.resolve({ matches: [] as ListedMatch[] });
    try {
      const [open, running, mineOpen, mineRunning, finished] = await Promise.all([
        matches("open", false),
        matches("running", false),
        me ? matches("open", true) : none,
        me ? matches("running", true) : none,
        me ? matches("finished", true) : none,
      ]);
      this.lists = sorted(me, {
        open: open.matches,
        running: running.matches,
        mine: [...mineRunning.matches, ...mineOpen.matches],
        finished: finished.matches,
      });
      this.trouble = null;
    } catch (error) {
      if (error instanceof Refused && error.code === "not_signed_in") identity.signOut();
      else this.trouble = error;
    }
  }
}
