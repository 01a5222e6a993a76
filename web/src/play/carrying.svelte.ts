/** What is being dragged at a table: what would be begun by it, where it is, and how it was turned on its way. */

import type { DragSource } from "../board/contract";
import { airborne, land, lift } from "./carry";
import type { Ground, Walk } from "./walk";

interface Given {
  /** What may be done: what is dragged belongs to that, and is forgotten where it changes. */
  key: string;
  ground: Ground;
  /** What was begun by clicks. */
  clicked: Walk;
  /** Whether a decision can be taken. */
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

  /** What was begun by the drag; null while nothing is dragged that something can be done with. */
  walk = $derived<Walk | null>(this.#now?.walk ?? null);

  /** Where it would come to if it was let go now; null where it cannot go there. */
  landing = $derived.by((): Walk | null => {
    const { walk, over = null, rotation = null } = this.#now ?? {};
    return walk === undefined || over === null ? null : land(this.#given().ground, walk, over, rotation);
  });

  /** How it is turned while it is over no hex that it may go to; null where it cannot be turned. */
  airborne = $derived.by((): number | null => {
    return this.#now && airborne(this.#given().ground, this.#now.walk, this.#now.rotation);
  });

  /** It is dragged over a hex, or over none; null: no more. `tiles` are those of the hand. */
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
