/** Detects that somebody is reading, so that a Battle pauses and does not close. */

import { room } from "../parts/screen.svelte";
import { inspect } from "../play/inspect.svelte";

/** Milliseconds during which a resting pointer is ignored: it may just have pressed a button there. */
const IGNORE_POINTER = 800;

export class Reader {
  #rests = $state(false);
  readonly #came = performance.now();

  /** Whether the pointer rests on the sentences. */
  get rests(): boolean {
    return this.#rests;
  }

  /** The same, or something is open above the Battle, such as a ruling or a card. */
  get reads(): boolean {
    return this.#rests || (inspect.sheet && !room.card) || document.querySelector("dialog[open]") !== null;
  }

  /** The pointer moved on the sentences. */
  move({ pointerType }: PointerEvent): void {
    if (pointerType === "mouse" && performance.now() - this.#came > IGNORE_POINTER) this.#rests = true;
  }

  leave(): void {
    this.#rests = false;
  }
}
