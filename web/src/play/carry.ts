/**
 * A drag as a walk through the offers. Pure: the same result as clicks, with the rotation that the tile has in mid-air.
 */

import type { DragSource } from "../board/contract";
import * as chooser from "./chooser";
import { LAST } from "./offers";
import type { Ground, Walk } from "./walk";

/**
 * Start a walk by lifting something; null if nothing can be done with it. `walk` is the walk before; `tiles` is the
 * hand, whose indexes are the keys of a drag.
 */
export function lift(ground: Ground, walk: Walk, from: DragSource, tiles: string[]): Walk | null {
  if ("key" in from) {
    const slot = Number(from.key);
    const tile = tiles[slot];
    if (tile === undefined) return null;
    // An HQ is not in the hand: its place is asked before anything is chosen.
    const opening = chooser.opening(ground);
    const asked = chooser.situation(ground, opening).offer;
    return chooser.beginTile(ground, slot, tile) ?? (asked?.tile === tile ? opening : null);
  }
  // Dragging a unit after choosing a tile for it moves it with that tile.
  const together = walk.unit === from.hex ? walk : chooser.point(ground, walk, from.hex);
  if (together?.unit !== from.hex) return chooser.beginUnit(ground, from.hex);
  return { ...together, picks: [] };
}

/**
 * The walk after dropping on a hex; null if it cannot go there. `rotation` is the rotation given in mid-air; null:
 * none.
 */
export function land(ground: Ground, lifted: Walk, over: string, rotation: number | null): Walk | null {
  const { asked, ends } = chooser.situation(ground, lifted);
  // A tile that needs no target, such as Battle, can be dropped anywhere.
  if (asked === "ends") return ends.some(({ kind }) => !LAST.includes(kind)) ? lifted : null;
  const landed = chooser.point(ground, lifted, over);
  const same = landed?.tile === lifted.tile && landed.slot === lifted.slot;
  if (!same || (lifted.unit !== null && landed.unit !== lifted.unit)) return null;
  const { asked: next, facing } = chooser.situation(ground, landed);
  if (rotation === null || next !== "facing" || facing === null) return landed;
  const may = (facing.facings[rotation] ?? null) !== null;
  return chooser.turn(ground, landed, may ? rotation : chooser.turnedBy(facing, rotation, 1));
}

/** The rotation in mid-air, off any legal hex; null if it cannot be turned. */
export function airborne(ground: Ground, lifted: Walk, rotation: number | null): number | null {
  for (const hex of chooser.situation(ground, lifted).hexes) {
    const landed = land(ground, lifted, hex, null);
    const there = landed && chooser.situation(ground, landed);
    if (there?.asked === "facing") return rotation ?? there.rotation;
  }
  return null;
}
