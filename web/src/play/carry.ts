/**
 * What is dragged, as a walk through what may be done. Pure: the same as clicks would come to, with the tile turned as
 * it is in mid-air.
 */

import type { DragSource } from "../board/contract";
import * as chooser from "./chooser";
import { LAST } from "./offers";
import type { Ground, Walk } from "./walk";

/** What begins when something is lifted: null where nothing can be done with it. `walk` is what was begun before, and
 * `tiles` are those of the hand, whose places are the keys of a drag. */
export function lift(ground: Ground, walk: Walk, from: DragSource, tiles: string[]): Walk | null {
  if ("key" in from) {
    const slot = Number(from.key);
    const tile = tiles[slot];
    if (tile === undefined) return null;
    // An HQ is in no hand: where it goes is asked before anything is chosen.
    const opening = chooser.opening(ground);
    const asked = chooser.situation(ground, opening).offer;
    return chooser.beginTile(ground, slot, tile) ?? (asked?.tile === tile ? opening : null);
  }
  // A unit that is dragged while a tile was chosen for it is moved by that tile.
  const together = walk.unit === from.hex ? walk : chooser.point(ground, walk, from.hex);
  if (together?.unit !== from.hex) return chooser.beginUnit(ground, from.hex);
  return { ...together, picks: [] };
}

/** Where a walk stands if what was lifted is let go over a hex; null where it cannot go there. `rotation` is how it was
 * turned on its way; null: not at all. */
export function land(ground: Ground, lifted: Walk, over: string, rotation: number | null): Walk | null {
  const { asked, ends } = chooser.situation(ground, lifted);
  // What is played as a whole, such as Battle, is played wherever it falls.
  if (asked === "ends") return ends.some(({ kind }) => !LAST.includes(kind)) ? lifted : null;
  const landed = chooser.point(ground, lifted, over);
  const same = landed?.tile === lifted.tile && landed.slot === lifted.slot;
  if (!same || (lifted.unit !== null && landed.unit !== lifted.unit)) return null;
  const { asked: next, facing } = chooser.situation(ground, landed);
  if (rotation === null || next !== "facing" || facing === null) return landed;
  const may = (facing.facings[rotation] ?? null) !== null;
  return chooser.turn(ground, landed, may ? rotation : chooser.turnedBy(facing, rotation, 1));
}

/** How what was lifted is turned while it is over no hex where it may go; null for what cannot be turned at all. */
export function airborne(ground: Ground, lifted: Walk, rotation: number | null): number | null {
  for (const hex of chooser.situation(ground, lifted).hexes) {
    const landed = land(ground, lifted, hex, null);
    const there = landed && chooser.situation(ground, landed);
    if (there?.asked === "facing") return rotation ?? there.rotation;
  }
  return null;
}
