/** Retry requests that the page cannot do without. */

import { RefusedError } from "../api/http";

const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;

/** Whether an error is transient and worth a retry: no answer, a cut-off answer, or a server error. */
export function isTransient(error: unknown): boolean {
  return error instanceof RefusedError && (error.status === 0 || error.status === 429 || error.status >= 500);
}

/**
 * Request now and retry with growing pauses until it succeeds, is refused for good or is stopped. Retries at once when
 * the network or the user comes back. Calls `ontrouble` for the first failure only. Returns a stop function.
 */
export function keepTrying(ask: () => Promise<unknown>, ontrouble: (error: unknown) => void): () => void {
  let pause = FIRST_PAUSE;
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
      if (!isTransient(error)) return stop();
      timer = setTimeout(() => void round(), Math.max(pause, (error as RefusedError).wait * 1000));
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    } finally {
      asking = false;
    }
  }

  addEventListener("online", back);
  document.addEventListener("visibilitychange", back);
  void round();
  return stop;
}
