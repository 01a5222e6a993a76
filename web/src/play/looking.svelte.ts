/** What the card is about while somebody plays. */

import { untrack } from "svelte";
import type { Standing } from "../api/forms";
import type { Moment } from "../api/views";
import { inspect, type Inspected } from "./inspect.svelte";
import type { Playing } from "./playing.svelte";
import { unitAt } from "./showing";

/** A tile that was put somewhere. */
export interface Laid {
  hex: string;
  tile: string;
}

/** What is looked at, as it is at another moment: a unit that still stands there, or went where it was put; of one that
 * is gone, what is printed. Null where nothing has changed about it. */
export function followed(
  what: Inspected | null,
  laid: Laid | null,
  standing: Standing,
  moment: Moment,
): Inspected | null {
  // In the course of a Battle, its player tells what is looked at.
  if (what === null || "term" in what || ("hex" in what && what.when)) return null;
  const tile = "tile" in what ? what.tile : what.unit?.tile;
  const put = laid === null || laid.tile !== tile ? undefined : unitAt(standing, laid.hex);
  if (put !== undefined && put.tile === tile) return { moment, hex: put.hex, unit: put };
  if ("tile" in what || tile === undefined) return null;
  const unit = unitAt(standing, what.hex);
  return unit?.tile === tile ? { moment, hex: what.hex, unit } : { tile, coat: what.unit?.coat };
}

/**
 * What is pointed at; else what was chosen; else what was looked at last, as it stands now. Made where a component is,
 * as it follows the game.
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

  /** What was chosen, as text: it only changes when something else is. */
  #chosen = $derived.by(() => {
    const { unit, tile } = this.#playing.choice;
    return unit ?? tile ?? "";
  });

  /** The pointer or the focus is on this; null: on nothing that has a card. */
  point(what: Inspected | null): void {
    if (what !== null) inspect.at(what);
    else queueMicrotask(() => this.#back()); // what leaves the page loses the focus by that: then all of it is going
  }

  /** Back to what was chosen, if anything was. */
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
