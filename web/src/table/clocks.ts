/** Player clocks, extrapolated from the server's last message. */

import type { Present } from "../api/forms";

/** The clocks as received, and the local time in milliseconds when they arrived. */
export interface Times {
  left: number[];
  /** Seat whose clock runs, or null. */
  running: number | null;
  came: number;
}

export function timesOf(present: Present, came: number): Times | null {
  if (!present.left) return null;
  const running = present.phase === "running" && !present.paused ? (present.awaited ?? null) : null;
  return { left: present.left, running, came };
}

/** Milliseconds left for a seat. */
export function leftNow(times: Times, seat: number, now: number): number {
  const left = times.left[seat] ?? 0;
  return Math.max(0, times.running === seat ? left - Math.max(0, now - times.came) : left);
}
