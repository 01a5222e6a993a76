/** The subject of the card while playing. */

import { untrack } from "svelte";
import type { Standing } from "../api/forms";
import type { Moment } from "../api/views";
import { inspect, type Inspected } from "./inspect.svelte";
import type { Playing } from "./playing.svelte";
import { unitAt } from "./showing";

/** A tile that was placed. */
export interface Laid {
  hex: string;
  tile: string;
}

/**
 * The inspected thing at another moment: the unit if it is still there or moved as placed; the printed tile if it is
 * gone. Null if nothing changed.
 */
export function followed(
  what: Inspected | null,
  laid: Laid | null,
  standing: Standing,
  moment: Moment,
): Inspected | null {
  // During a Battle, the Battle's player chooses the subject.
  if (what === null || "term" in what || ("hex" in what && what.when)) return null;
  const tile = "tile" in what ? what.tile : what.unit?.tile;
  const put = laid === null || laid.tile !== tile ? undefined : unitAt(standing, laid.hex);
  if (put !== undefined && put.tile === tile) return { moment, hex: put.hex, unit: put };
  if ("tile" in what || tile === undefined) return null;
  const unit = unitAt(standing, what.hex);
  return unit?.tile === tile ? { moment, hex: what.hex, unit } : { tile, coat: what.unit?.coat };
}

/**
 * The subject: what is hovered, otherwise what was chosen, otherwise the last subject in its current state. Create it
 * in a component, as it follows the game.
 */
export class Looking {
  #playing: Playing;
  /** Whether the table is gone. */
  #over = false;
  #look = $derived.by(() => this.#playing.given.look);

  constructor(playing: Playing) {
    this.#playing = playing;
    $effect(() => () => {
      this.#over = true;
    });
    $effect(() => {
      if (this.#chosen) untrack(() => this.point(null));
    });
    $effect(() => {
      const { standing } = this.#look.scene;
      untrack(() => {
        const next = followed(inspect.what, playing.laid, standing, playing.moment);
        playing.laid = null;
        if (next !== null) inspect.at(next);
      });
    });
  }

  /** The choice as a string: changes only with the choice. */
  #chosen = $derived.by(() => {
    const { unit, tile } = this.#playing.choice;
    return unit ?? tile ?? "";
  });

  /** Hovered or focused; null: nothing with a card. */
  point(what: Inspected | null): void {
    if (what !== null) inspect.at(what);
    else queueMicrotask(() => this.#back()); // an element that leaves the page loses its focus: wait until all of it is gone
  }

  /** Return to the choice, if any. */
  #back(): void {
    const seen = this.#over ? null : this.#held();
    if (seen !== null) inspect.at(seen);
  }

  #held(): Inspected | null {
    const { choice, moment } = this.#playing;
    const { scene, choices } = this.#look;
    const unit = choice.unit === null ? undefined : unitAt(scene.standing, choice.unit);
    if (unit !== undefined) return { moment, hex: unit.hex, unit };
    const coat = scene.players[choices.decides?.player ?? -1]?.coat;
    return choice.tile === null ? null : { tile: choice.tile, coat };
  }
}
