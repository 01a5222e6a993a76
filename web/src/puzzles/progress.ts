/** Progress in the puzzles, stored in the browser, and the puzzle of the day. */

import { isRecord, readStored, writeStored } from "../app/storage";

/** What happened with one puzzle. */
export interface Tried {
  /** Battles fought. */
  tries: number;
  /** The date of the first solution found, such as `2026-03-05`; null if there is none. */
  done: string | null;
  /** Whether the solution was shown before it was found. */
  shown: boolean;
}

export interface Progress {
  puzzles: Partial<Record<string, Tried>>;
  /** Dates on which a puzzle was solved, in order. */
  days: string[];
}

export const PROGRESS_KEY = "neurohex.puzzles";
/** Dates to keep: a longer streak is not counted. */
const DAYS = 1000;
const NONE: Tried = { tries: 0, done: null, shown: false };

/** The stored progress; empty if there is none or it is invalid. */
export function readProgress(): Progress {
  return readStored(PROGRESS_KEY, isProgress) ?? { puzzles: {}, days: [] };
}

export function keepProgress(progress: Progress): void {
  writeStored(PROGRESS_KEY, progress);
}

export const triedOf = (progress: Progress, id: string): Tried => progress.puzzles[id] ?? NONE;

/** The progress after a Battle. A puzzle whose solution was shown first does not count as solved. */
export function withTry(progress: Progress, id: string, solved: boolean, today: string): Progress {
  const before = triedOf(progress, id);
  const found = solved && before.done === null && !before.shown;
  const tried = { ...before, tries: before.done === null ? before.tries + 1 : before.tries };
  return {
    puzzles: { ...progress.puzzles, [id]: found ? { ...tried, done: today } : tried },
    days: found && progress.days.at(-1) !== today ? [...progress.days, today].slice(-DAYS) : progress.days,
  };
}

/** The progress after the solution was shown. */
export function withShown(progress: Progress, id: string): Progress {
  const before = triedOf(progress, id);
  if (before.done !== null || before.shown) return progress;
  return { ...progress, puzzles: { ...progress.puzzles, [id]: { ...before, shown: true } } };
}

/** Days in a row with a puzzle solved, up to today; today need not have one yet. */
export function streak({ days }: Progress, today: string): number {
  const solved = new Set(days);
  const now = dayNumber(today);
  let count = 0;
  for (let day = solved.has(today) ? now : now - 1; solved.has(dateOf(day)); day -= 1) count += 1;
  return count;
}

/** A date on this device, such as `2026-03-05`. */
export function dateHere(now: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Days since 1970. */
function dayNumber(date: string): number {
  return Math.floor(Date.parse(`${date}T00:00:00Z`) / 86_400_000);
}

function dateOf(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

/**
 * The puzzle of a day: the same for everybody on that date. Each comes once before one comes again. Null if there are
 * none.
 */
export function puzzleOfTheDay<P>(all: readonly P[], today: string): P | null {
  if (all.length === 0) return null;
  const day = dayNumber(today);
  const round = Math.floor(day / all.length);
  return shuffled(all, round)[day - round * all.length] ?? null;
}

/** All in another order, which follows from a number. */
function shuffled<P>(all: readonly P[], seed: number): P[] {
  let state = (seed * 2_654_435_761) >>> 0;
  const key = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  return all
    .map((one) => ({ one, key: key() }))
    .sort((a, b) => a.key - b.key)
    .map(({ one }) => one);
}

function isProgress(kept: unknown): kept is Progress {
  if (!isRecord(kept) || !isRecord(kept.puzzles) || !Array.isArray(kept.days)) return false;
  return kept.days.every((day) => typeof day === "string") && Object.values(kept.puzzles).every(isTried);
}

function isTried(kept: unknown): boolean {
  return (
    isRecord(kept) &&
    typeof kept.tries === "number" &&
    (kept.done === null || typeof kept.done === "string") &&
    typeof kept.shown === "boolean"
  );
}
