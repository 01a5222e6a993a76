/** How far somebody has come in the lesson: kept in this browser, so that it goes on where it was left. */

import { isRecord, keep, recall } from "../app/memory";

export interface Progress {
  /** Keys of the steps that were done, in the order in which they were. */
  done: string[];
  /** The step that was last looked at. */
  last: string | null;
  /** How many steps the lesson had then; 0 where it was never opened. */
  steps: number;
}

export const PROGRESS_KEY = "neurohex.lesson";

/** What is known; nothing where nothing was kept, or what was kept cannot be read. */
export function readProgress(): Progress {
  return recall(PROGRESS_KEY, isProgress) ?? { done: [], last: null, steps: 0 };
}

export function keepProgress(progress: Progress): void {
  keep(PROGRESS_KEY, progress);
}

/** The progress with one more step done. */
export function withDone(progress: Progress, key: string): Progress {
  return progress.done.includes(key) ? progress : { ...progress, done: [...progress.done, key] };
}

/** Where to go on: at the step left last, or if that is done at the next one that is not; at the first if all are. */
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
