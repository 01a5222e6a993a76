/** Directions and rotations. */

/** The direction of an edge by rotation. */
export const DIRECTIONS = ["N", "NE", "SE", "S", "SW", "NW"] as const;

/** The next allowed rotation in direction `step` (1 or -1); unchanged if there is no other. */
export function nextRotation(rotation: number, allowed: readonly boolean[], step: 1 | -1): number {
  for (let turns = 1; turns < 6; turns++) {
    const next = (((rotation + step * turns) % 6) + 6) % 6;
    if (allowed[next]) return next;
  }
  return rotation;
}

/** The rotation chosen by a key: Q and E step, 1 to 6 set it; null for other keys. */
export function rotationOfKey(key: string, rotation: number, allowed: readonly boolean[]): number | null {
  if (/^[1-6]$/.test(key)) return Number(key) - 1;
  if (!/^[qe]$/i.test(key)) return null;
  return nextRotation(rotation, allowed, key.toLowerCase() === "e" ? 1 : -1);
}

/** The angle in degrees of a rotation, reached from `angle` by the shorter way. */
export function turnTo(angle: number, rotation: number): number {
  const difference = (((rotation * 60 - angle) % 360) + 360) % 360;
  return angle + (difference > 180 ? difference - 360 : difference);
}

/** Wheel pixels per notch. */
const NOTCH_PIXELS = 40;

/** Counts wheel notches; touchpads send many small deltas. */
export class Notches {
  #scrolled = 0;

  /** The direction of a completed notch, or null. */
  next({ deltaMode, deltaY }: WheelEvent): 1 | -1 | null {
    const by = deltaMode === 0 ? deltaY : deltaY * NOTCH_PIXELS;
    this.#scrolled = Math.sign(by) === Math.sign(this.#scrolled) ? this.#scrolled + by : by;
    if (Math.abs(this.#scrolled) < NOTCH_PIXELS) return null;
    const way = this.#scrolled > 0 ? 1 : -1;
    this.#scrolled = 0;
    return way;
  }
}
