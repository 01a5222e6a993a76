/** Tracks units between board states, so that moves can be animated. */

import type { BoardForm, UnitForm } from "../api/forms";
import { hexOf } from "./geometry";
import { turnTo } from "./rotation";

/** A unit with an id that it keeps while it is on the board. */
export interface Followed {
  id: number;
  unit: UnitForm;
  /** Angle in degrees. It may exceed 360, so that a unit always turns the shorter way. */
  angle: number;
}

/**
 * Remembers the units of a board. A board state does not say where a unit came from: a unit that left its hex is
 * matched with the nearest new one of the same tile and owner.
 */
export class Follower {
  #known: Followed[] = [];
  #next = 0;

  /** The units of the next state, in an order that is stable for units that stay. */
  follow(board: BoardForm, units: readonly UnitForm[]): Followed[] {
    const left = new Set(this.#known);
    const found: Followed[] = [];
    const fresh: UnitForm[] = [];
    for (const unit of units) {
      const known = this.#known.find((other) => other.unit.hex === unit.hex && same(other.unit, unit));
      if (known === undefined) fresh.push(unit);
      else found.push(this.#as(known, unit, left));
    }
    for (const unit of fresh) {
      const near = [...left].filter((other) => same(other.unit, unit));
      near.sort((a, b) => distance(board, a.unit.hex, unit.hex) - distance(board, b.unit.hex, unit.hex));
      found.push(this.#as(near[0], unit, left));
    }
    this.#known = found.sort((a, b) => a.id - b.id);
    return this.#known;
  }

  #as(known: Followed | undefined, unit: UnitForm, left: Set<Followed>): Followed {
    if (known === undefined) return { id: this.#next++, unit, angle: unit.rotation * 60 };
    left.delete(known);
    return { id: known.id, unit, angle: turnTo(known.angle, unit.rotation) };
  }
}

function same(a: UnitForm, b: UnitForm): boolean {
  return a.tile === b.tile && a.owner === b.owner && a.coat === b.coat;
}

function distance(board: BoardForm, from: string, to: string): number {
  const [a, b] = [hexOf(board, from), hexOf(board, to)];
  return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : Infinity;
}
