/** Whether somebody reads, so that a Battle stands still meanwhile and does not close by itself. */

import { isSmall } from "../parts/screen.svelte";
import { inspect } from "../play/inspect.svelte";

/** Where the sentences come, the pointer may be by chance: it has pressed a button there. */
const BY_CHANCE = 800;

export class Reader {
  #rests = $state(false);
  readonly #came = performance.now();

  /** Whether the pointer rests on the sentences. */
  get rests(): boolean {
    return this.#rests;
  }

  /** The same, or something is open over the Battle: a ruling, say, or on small screens a card. */
  get reads(): boolean {
    return this.#rests || (inspect.sheet && isSmall()) || document.querySelector("dialog[open]") !== null;
  }

  /** The pointer moves on the sentences. */
  move({ pointerType }: PointerEvent): void {
    if (pointerType === "mouse" && performance.now() - this.#came > BY_CHANCE) this.#rests = true;
  }

  leave(): void {
    this.#rests = false;
  }
}
