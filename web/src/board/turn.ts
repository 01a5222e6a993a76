/** Turning a tile by keys and wheel. */

import type { Turning } from "./contract";
import { nextRotation, Notches, rotationOfKey } from "./rotation";

export class Turn {
  #given: () => { turning: Turning | null; onturn: ((rotation: number) => void) | undefined };
  #notches = new Notches();

  constructor(given: () => { turning: Turning | null; onturn: ((rotation: number) => void) | undefined }) {
    this.#given = given;
  }

  /** Set the rotation if it is allowed. */
  to(rotation: number): void {
    const { turning, onturn } = this.#given();
    if (turning?.allowed[rotation] && rotation !== turning.rotation) onturn?.(rotation);
  }

  /** Keys turn a tile wherever the focus is: it may have been chosen in the hand. */
  key(event: KeyboardEvent): void {
    const { turning } = this.#given();
    if (!turning || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]")) return;
    const rotation = rotationOfKey(event.key, turning.rotation, turning.allowed);
    if (rotation === null) return;
    this.to(rotation);
    event.preventDefault();
  }

  /** One step per wheel notch. */
  wheel(event: WheelEvent): void {
    const { turning } = this.#given();
    if (!turning || event.ctrlKey) return;
    event.preventDefault();
    const way = this.#notches.next(event);
    if (way !== null) this.to(nextRotation(turning.rotation, turning.allowed, way));
  }
}
