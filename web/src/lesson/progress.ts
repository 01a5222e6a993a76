/** Progress in the lesson, stored in the browser. */

import { isRecord, writeStored, readStored } from "../app/storage";

export interface Progress {
  /** Keys of the completed steps, in order of completion. */
  done: string[];
  /** The step viewed last. */
  last: string | null;
  /** Number of steps at that time; 0 if never opened. */
  steps: number;
}

export const PROGRESS_KEY = "neurohex.lesson";

/** The stored progress; empty if there is none or it is invalid. */
export function readProgress(): Progress {
  return readStored(PROGRESS_KEY, isProgress) ?? { done: [], last: null, steps: 0 };
}

export function keepProgress(progress: Progress): void {
  writeStored(PROGRESS_KEY, progress);
}

/** The progress with one more step done. */
export function withDone(progress: Progress, key: string): Progress {
  return progress.done.includes(key) ? progress : { ...progress, done: [...progress.done, key] };
}

/** The step to continue with: the one viewed last, or the next one that is not done; the first if all are. */
export function resumeAt(progress: Progress, keys: string[]): string | null {
  const open = keys.filter((key) => !progress.done.includes(key));
  if (progress.last !== null && open.includes(progress.last)) return progress.last;
  const after = progress.last === null ? -1 : keys.indexOf(progress.last);
  return open.find((key) => keys.indexOf(key) > after) ?? open[0] ?? keys[0] ?? null;
}

function isProgress(kept: unknown): kept is Progress {
  return (
    isRecord(kept) &&
    Array.isArray(kept.done) &&
    kept.done.every((key) => typeof key === "string") &&
    (kept.last === null || typeof kept.last === "string") &&
    typeof kept.steps === "number"
  );
}
