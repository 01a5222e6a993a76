/** Turning a tile by keys and by the wheel. */

import type { Turning } from "./contract";
import { nextRotation, rotationOfKey } from "./geometry";

/** So many pixels of a wheel are one notch. */
const NOTCH = 40;

export class Turn {
  #given: () => { turning: Turning | null; onturn: ((rotation: number) => void) | undefined };
  #scrolled = 0;

  constructor(given: () => { turning: Turning | null; onturn: ((rotation: number) => void) | undefined }) {
    this.#given = given;
  }

  /** Turn it so, if it may be. */
  to(rotation: number): void {
    const { turning, onturn } = this.#given();
    if (turning?.allowed[rotation] && rotation !== turning.rotation) onturn?.(rotation);
  }

  /** Keys turn a tile wherever the focus is, since it may have been chosen in the hand. */
  key(event: KeyboardEvent): void {
    const { turning } = this.#given();
    if (!turning || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]")) return;
    const rotation = rotationOfKey(event.key, turning.rotation, turning.allowed);
    if (rotation === null) return;
    this.to(rotation);
    event.preventDefault();
  }

  /** One step for each notch of a wheel; touchpads tell of many small ones. */
  wheel(event: WheelEvent): void {
    const { turning } = this.#given();
    if (!turning || event.ctrlKey) return;
    event.preventDefault();
    const by = event.deltaMode === 0 ? event.deltaY : event.deltaY * NOTCH;
    this.#scrolled = Math.sign(by) === Math.sign(this.#scrolled) ? this.#scrolled + by : by;
    if (Math.abs(this.#scrolled) < NOTCH) return;
    this.to(nextRotation(turning.rotation, turning.allowed, this.#scrolled > 0 ? 1 : -1));
    this.#scrolled = 0;
  }
}
