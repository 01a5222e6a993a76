/** Undo history of values. */

export interface History<T> {
  past: T[];
  now: T;
  future: T[];
}

const LONGEST = 300;

export function begin<T>(now: T): History<T> {
  return { past: [], now, future: [] };
}

/** Append a value; forgets undone ones. */
export function next<T>({ past, now }: History<T>, value: T): History<T> {
  return { past: [...past, now].slice(-LONGEST), now: value, future: [] };
}

/** One step back, if there is one. */
export function back<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future] };
}

/** One step forward, if there is one. */
export function forward<T>(history: History<T>): History<T> {
  const [after, ...future] = history.future;
  if (after === undefined) return history;
  return { past: [...history.past, history.now], now: after, future };
}

/** All values in order. */
export function entries<T>({ past, now, future }: History<T>): T[] {
  return [...past, now, ...future];
}

/** The history with each value mapped. */
export function mapped<T>({ past, now, future }: History<T>, change: (value: T) => T): History<T> {
  return { past: past.map(change), now: change(now), future: future.map(change) };
}

/** Jump to an index, counted from the oldest known value. */
export function goTo<T>(history: History<T>, number: number): History<T> {
  const all = entries(history);
  const now = all[number];
  return now === undefined ? history : { past: all.slice(0, number), now, future: all.slice(number + 1) };
}
