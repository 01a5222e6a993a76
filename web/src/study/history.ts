/** Values that follow each other, with a way back and forth. */

export interface History<T> {
  past: T[];
  now: T;
  future: T[];
}

const LONGEST = 300;

export function begin<T>(now: T): History<T> {
  return { past: [], now, future: [] };
}

/** One more; what was taken back before is forgotten. */
export function next<T>({ past, now }: History<T>, value: T): History<T> {
  return { past: [...past, now].slice(-LONGEST), now: value, future: [] };
}

/** One back; the same where there is none. */
export function back<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future] };
}

/** One forward again; the same where there is none. */
export function forward<T>(history: History<T>): History<T> {
  const [after, ...future] = history.future;
  if (after === undefined) return history;
  return { past: [...history.past, history.now], now: after, future };
}

/** All of them, in order. */
export function entries<T>({ past, now, future }: History<T>): T[] {
  return [...past, now, ...future];
}

/** The same way, with each of them changed. */
export function mapped<T>({ past, now, future }: History<T>, change: (value: T) => T): History<T> {
  return { past: past.map(change), now: change(now), future: future.map(change) };
}

/** To the value with this number, counted from the oldest one that is still known. */
export function goTo<T>(history: History<T>, number: number): History<T> {
  const all = entries(history);
  const now = all[number];
  return now === undefined ? history : { past: all.slice(0, number), now, future: all.slice(number + 1) };
}
