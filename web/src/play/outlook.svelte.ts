/** What would come of actions, asked for a little ahead, kept as long as the moment lasts. */

import { SvelteMap, SvelteSet } from "svelte/reactivity";
import type { Preview } from "../api/forms";
import { previews, type Moment } from "../api/views";

/** The server tells of at most so many at once. */
const AT_ONCE = 12;
/** A pointer that only passes over hexes asks nothing. */
const PAUSE = 70;
/** Milliseconds after which what got no answer is asked once more. */
const AGAIN = 700;

export class Outlook {
  #known = new SvelteMap<number, Preview>();
  // Not for display: nothing follows it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  #asked = new Set<number>();
  /** Of these, those that are not answered. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  #waiting = new Set<number>();
  /** Those that could not be found out. */
  #failed = new SvelteSet<number>();
  #key = "";
  #timer: ReturnType<typeof setTimeout> | null = null;
  #running = new AbortController();

  /** What would come of an action, as far as it is known. */
  of(action: number | null): Preview | null {
    return action === null ? null : (this.#known.get(action) ?? null);
  }

  /** Whether it was asked for, twice, without an answer. */
  failed(action: number | null): boolean {
    return action !== null && this.#failed.has(action);
  }

  /** Have these looked at. Another key is another moment: what was known of the last one is forgotten. */
  want(key: string, moment: Moment, actions: number[]): void {
    if (key !== this.#key) {
      this.stop();
      this.#key = key;
      this.#asked.clear();
      this.#known.clear();
      this.#failed.clear();
    }
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const once = actions.filter((action, n) => actions.indexOf(action) === n);
    const fresh = once.filter((action) => !this.#asked.has(action)).slice(0, AT_ONCE);
    if (fresh.length) this.#timer = setTimeout(() => void this.#ask(moment, fresh), PAUSE);
  }

  /** Give up what is under way; it can be asked for again. */
  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#running.abort();
    this.#running = new AbortController();
    for (const action of this.#waiting) this.#asked.delete(action);
    this.#waiting.clear();
  }

  async #ask(moment: Moment, actions: number[], again = true): Promise<void> {
    const { signal } = this.#running;
    for (const action of actions) {
      this.#asked.add(action);
      this.#waiting.add(action);
    }
    try {
      const found = await previews(moment, actions, signal);
      if (signal.aborted) return;
      for (const preview of found) this.#known.set(preview.action, preview);
      for (const action of actions) {
        this.#waiting.delete(action);
        this.#failed.delete(action);
      }
    } catch {
      if (signal.aborted) return;
      if (again) {
        // A moment later it may be known. A change of mind until then gives it up.
        await new Promise((go) => setTimeout(go, AGAIN));
        if (!signal.aborted) await this.#ask(moment, actions, false);
        return;
      }
      // Nobody asked for it by hand: without it the act can still be done. It may be asked for again.
      for (const action of actions) {
        this.#waiting.delete(action);
        this.#asked.delete(action);
        this.#failed.add(action);
      }
    }
  }
}
