/** Whether somebody reads, so that a Battle stands still meanwhile and does not close by itself. */

/** Where the sentences come, the pointer may be by chance: it has pressed a button there. */
const BY_CHANCE = 800;

export class Reader {
  #rests = $state(false);
  readonly #came = performance.now();

  /** Whether the pointer rests on the sentences. */
  get rests(): boolean {
    return this.#rests;
  }

  /** The same, or a dialog is open: a ruling, say, that is read over the Battle. */
  get reads(): boolean {
    return this.#rests || document.querySelector("dialog[open]") !== null;
  }

  /** The pointer moves on the sentences. */
  move({ pointerType }: PointerEvent): void {
    if (pointerType === "mouse" && performance.now() - this.#came > BY_CHANCE) this.#rests = true;
  }

  leave(): void {
    this.#rests = false;
  }
}
