/** Unit cards during a Battle: the state of a unit in the current frame, with reasons. */

import { onDestroy, untrack } from "svelte";
import type { Battle } from "../api/forms";
import type { Moment } from "../api/views";
import { inspect } from "../play/inspect.svelte";
import type { Frame } from "./timeline";
import { whenWords } from "./words";

interface Shown {
  frame: Frame | undefined;
  battle: Battle;
  /** The moment of a preview; for a fought Battle, any moment it led to. */
  moment: Moment;
}

export class UnitInspector {
  #pointed = $state<string | null>(null);
  /** The Battle, and the moment when it arrived: the game may go on while a preview is watched. */
  #from: { battle: Battle; moment: Moment } | null = null;
  readonly #battle = $derived.by(() => this.shown().battle);
  readonly #over = $derived.by(() => this.shown().frame?.over);
  readonly #words = $derived.by(() => {
    const { frame, battle } = this.shown();
    return frame ? whenWords(frame, battle) : "";
  });

  /** Construct it in the component that shows the Battle. */
  constructor(private readonly shown: () => Shown) {
    $effect.pre(() => {
      const { battle, moment } = shown();
      if (this.#from?.battle !== battle) this.#from = { battle, moment };
    });
    // The open card follows the Battle. Units change only at the end of a phase, so it does not flicker.
    $effect(() => {
      const hex = this.#pointed;
      void [this.#battle, this.#over, this.#words];
      if (hex !== null) untrack(() => this.look(hex));
    });
    onDestroy(() => inspect.leaveBattle());
  }

  /** The pointer or focus is on a hex; null when it leaves. */
  point(hex: string | null): void {
    this.#pointed = hex;
  }

  /** Show the card of the unit on a hex, if there is one. */
  look(hex: string): boolean {
    const { frame, battle, moment } = { ...this.shown(), ...this.#from };
    const unit = frame?.standing.units.find((one) => one.hex === hex);
    if (!frame || !unit) return false;
    inspect.unit(moment, hex, unit, { at: { place: battle.place, over: frame.over }, words: this.#words });
    return true;
  }
}
