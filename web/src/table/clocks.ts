/** Players' time, counted on from what the server last told. */

import type { Present } from "../api/forms";

/** What was told of the clocks, and when it came here (milliseconds of this machine). */
export interface Times {
  left: number[];
  /** Whose clock runs; null where none does. */
  running: number | null;
  came: number;
}

export function timesOf(present: Present, came: number): Times | null {
  if (!present.left) return null;
  const running = present.phase === "running" && !present.paused ? (present.awaited ?? null) : null;
  return { left: present.left, running, came };
}

/** Milliseconds that a seat has left. */
export function leftNow(times: Times, seat: number, now: number): number {
  const left = times.left[seat] ?? 0;
  return Math.max(0, times.running === seat ? left - Math.max(0, now - times.came) : left);
}
