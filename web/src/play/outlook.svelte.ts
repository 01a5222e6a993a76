/** Outcomes of actions, prefetched and cached for the current moment. */

import { SvelteMap, SvelteSet } from "svelte/reactivity";
import type { Preview } from "../api/forms";
import { previews, type Moment } from "../api/views";

/** Most actions per request. */
const AT_ONCE = 12;
/** Milliseconds: a pointer that only passes over hexes requests nothing. */
const PAUSE = 70;
/** Milliseconds before the one retry. */
const AGAIN = 700;

export class Outlook {
  #known = new SvelteMap<number, Preview>();
  // Internal: nothing reacts to it.
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  #asked = new Set<number>();
  /** Requested but unanswered. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity
  #waiting = new Set<number>();
  /** Requests that failed. */
  #failed = new SvelteSet<number>();
  #key = "";
  #timer: ReturnType<typeof setTimeout> | null = null;
  #running = new AbortController();

  /** The outcome of an action, if known. */
  of(action: number | null): Preview | null {
    return action === null ? null : (this.#known.get(action) ?? null);
  }

  /** Whether it failed twice. */
  failed(action: number | null): boolean {
    return action !== null && this.#failed.has(action);
  }

  /** Request these. A new key is a new moment: forget the old outcomes. */
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

  /** Abandon pending requests; they can be repeated. */
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
        // Retry a moment later. A change of mind until then cancels it.
        await new Promise((go) => setTimeout(go, AGAIN));
        if (!signal.aborted) await this.#ask(moment, actions, false);
        return;
      }
      // The user did not ask for it, and can act without it. It may be requested again.
      for (const action of actions) {
        this.#waiting.delete(action);
        this.#asked.delete(action);
        this.#failed.add(action);
      }
    }
  }
}
