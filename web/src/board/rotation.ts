/** Directions, and going round by them. */

/** By rotation: the direction that an edge faces. */
export const DIRECTIONS = ["N", "NE", "SE", "S", "SW", "NW"] as const;

/** The next rotation that is allowed, going round by `step` (1 or -1); the same where there is no other. */
export function nextRotation(rotation: number, allowed: readonly boolean[], step: 1 | -1): number {
  for (let turns = 1; turns < 6; turns++) {
    const next = (((rotation + step * turns) % 6) + 6) % 6;
    if (allowed[next]) return next;
  }
  return rotation;
}

/** The rotation that a key stands for: Q and E go round, 1 to 6 name it; null for other keys. */
export function rotationOfKey(key: string, rotation: number, allowed: readonly boolean[]): number | null {
  if (/^[1-6]$/.test(key)) return Number(key) - 1;
  if (!/^[qe]$/i.test(key)) return null;
  return nextRotation(rotation, allowed, key.toLowerCase() === "e" ? 1 : -1);
}

/** The angle, in degrees, of a rotation that is reached from an angle by the shorter way. */
export function turnTo(angle: number, rotation: number): number {
  const difference = (((rotation * 60 - angle) % 360) + 360) % 360;
  return angle + (difference > 180 ? difference - 360 : difference);
}

/** So many pixels of a wheel are one notch. */
const NOTCH = 40;

/** Counts the notches of a wheel, of which touchpads tell in many small parts. */
export class Notches {
  #scrolled = 0;

  /** Which way a notch goes that is now complete; null where none is. */
  next({ deltaMode, deltaY }: WheelEvent): 1 | -1 | null {
    const by = deltaMode === 0 ? deltaY : deltaY * NOTCH;
    this.#scrolled = Math.sign(by) === Math.sign(this.#scrolled) ? this.#scrolled + by : by;
    if (Math.abs(this.#scrolled) < NOTCH) return null;
    const way = this.#scrolled > 0 ? 1 : -1;
    this.#scrolled = 0;
    return way;
  }
}
