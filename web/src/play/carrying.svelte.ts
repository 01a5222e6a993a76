/** The current drag: the walk it would start, its hex, and its rotation in mid-air. */

import type { DragSource } from "../board/contract";
import { airborne, land, lift } from "./carry";
import type { Ground, Walk } from "./walk";

interface Given {
  /** Key of the legal actions: when it changes, the drag is dropped. */
  key: string;
  ground: Ground;
  /** The walk started by clicks. */
  clicked: Walk;
  /** Whether a decision is possible. */
  decides: boolean;
}

interface Carried {
  key: string;
  from: DragSource;
  walk: Walk;
  over: string | null;
  rotation: number | null;
}

export class Carrying {
  #given: () => Given;
  #carried = $state.raw<Carried | null>(null);

  constructor(given: () => Given) {
    this.#given = given;
  }

  #now = $derived.by(() => {
    const { decides, key } = this.#given();
    return decides && this.#carried?.key === key ? this.#carried : null;
  });

  /** The walk of the drag; null unless something usable is dragged. */
  walk = $derived<Walk | null>(this.#now?.walk ?? null);

  /** The walk after a drop now; null if it cannot go there. */
  landing = $derived.by((): Walk | null => {
    const { walk, over = null, rotation = null } = this.#now ?? {};
    return walk === undefined || over === null ? null : land(this.#given().ground, walk, over, rotation);
  });

  /** The rotation off any legal hex; null if it cannot be turned. */
  airborne = $derived.by((): number | null => {
    return this.#now && airborne(this.#given().ground, this.#now.walk, this.#now.rotation);
  });

  /** Dragged over a hex or none; `from` null: the drag ended. `tiles` is the hand. */
  follow(from: DragSource | null, over: string | null, tiles: string[]): void {
    const { key, ground, clicked, decides } = this.#given();
    if (from === null || !decides) {
      this.#carried = null;
      return;
    }
    const same = this.#carried?.key === key && JSON.stringify(this.#carried.from) === JSON.stringify(from);
    const before = same ? this.#carried : null;
    const walk = before?.walk ?? lift(ground, clicked, from, tiles);
    const home = "hex" in from && from.hex === over;
    this.#carried = walk && { key, from, walk, over: home ? null : over, rotation: before?.rotation ?? null };
  }

  turn(rotation: number): void {
    if (this.#now) this.#carried = { ...this.#now, rotation };
  }
}
