/** Looking closely at the units of a Battle: a card tells what holds for one in the frame that is shown, and why. */

import { onDestroy, untrack } from "svelte";
import type { Battle } from "../api/forms";
import type { Moment } from "../api/views";
import { inspect } from "../play/inspect.svelte";
import type { Frame } from "./timeline";
import { whenWords } from "./words";

interface Shown {
  frame: Frame | undefined;
  battle: Battle;
  /** At which it would be fought; of one that was fought any moment that it led to. */
  moment: Moment;
}

export class Looker {
  #pointed = $state<string | null>(null);
  /** The Battle, and the moment as it was when it came: the table may go on while somebody watches what would be. */
  #from: { battle: Battle; moment: Moment } | null = null;
  readonly #battle = $derived.by(() => this.shown().battle);
  readonly #over = $derived.by(() => this.shown().frame?.over);
  readonly #words = $derived.by(() => {
    const { frame, battle } = this.shown();
    return frame ? whenWords(frame, battle) : "";
  });

  /** To be made by the component that shows the Battle. */
  constructor(private readonly shown: () => Shown) {
    $effect.pre(() => {
      const { battle, moment } = shown();
      if (this.#from?.battle !== battle) this.#from = { battle, moment };
    });
    // The card of a unit that is pointed at goes with the Battle: units change only where a phase ends, so it is calm.
    $effect(() => {
      const hex = this.#pointed;
      void [this.#battle, this.#over, this.#words];
      if (hex !== null) untrack(() => this.look(hex));
    });
    onDestroy(() => inspect.leaveBattle());
  }

  /** The hex that has the pointer over it or has the focus; null when neither. */
  point(hex: string | null): void {
    this.#pointed = hex;
  }

  /** Show the card of the unit on a hex, if one stands there. */
  look(hex: string): boolean {
    const { frame, battle, moment } = { ...this.shown(), ...this.#from };
    const unit = frame?.standing.units.find((one) => one.hex === hex);
    if (!frame || !unit) return false;
    inspect.unit(moment, hex, unit, { at: { place: battle.place, over: frame.over }, words: this.#words });
    return true;
  }
}
