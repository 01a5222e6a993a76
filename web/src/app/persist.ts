/** Asking until there is an answer: for what the page cannot do without. */

import { Refused } from "../api/http";

const FIRST = 1_000;
const LONGEST = 30_000;

/** Whether something failed for now only, so that it is worth asking again: there was no answer, no whole one, or the
 * server could not give any. */
export function mayPass(error: unknown): boolean {
  return error instanceof Refused && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/**
 * Ask now, and again after growing pauses, until it is answered, refused for good or stopped; at once when the network or
 * the person is back. `ontrouble` hears of the first failure only. Gives a way to stop.
 */
export function persist(ask: () => Promise<unknown>, ontrouble: (error: unknown) => void): () => void {
  let pause = FIRST;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let told = false;
  let stopped = false;

  function stop(): void {
    stopped = true;
    clearTimeout(timer);
    removeEventListener("online", back);
    document.removeEventListener("visibilitychange", back);
  }

  function back(): void {
    if (document.visibilityState === "visible") void round();
  }

  async function round(): Promise<void> {
    if (stopped || asking) return;
    clearTimeout(timer);
    asking = true;
    try {
      await ask();
      stop();
    } catch (error) {
      if (stopped) return;
      if (!told) ontrouble(error);
      told = true;
      if (!mayPass(error)) return stop();
      timer = setTimeout(() => void round(), Math.max(pause, (error as Refused).wait * 1000));
      pause = Math.min(2 * pause, LONGEST);
    } finally {
      asking = false;
    }
  }

  addEventListener("online", back);
  document.addEventListener("visibilitychange", back);
  void round();
  return stop;
}
