/** Markers in the corners of a tile. */

import type { Sprites, UnitForm } from "../api/forms";

export interface CornerMark {
  /** Id of a drawing; for `medic` and `extra` the page draws the mark itself. */
  symbol: string;
  x: number;
  y: number;
  /** Number on a marker that stands for several. */
  count: string;
}

export interface Marked {
  tile: string;
  rotation: number;
  wounds: number;
  /** The captor's coat. */
  taker: string | null;
  /** The foundation below. */
  under: string | null;
  /** Phases of extra attacks. */
  extras?: readonly number[];
  /** Whether a Medic can heal it. */
  healed?: boolean;
  /** Markers on it by kind. */
  markers?: Readonly<Record<string, number>>;
}

/** Whether a net or a Steel Net holds a unit. One without power is disabled too, but in no net. */
export function inNet(unit: UnitForm): boolean {
  return unit.netted_by.length > 0 || Boolean(unit.markers.steel_net);
}

/** Marks without a drawing: the unit acts once more; a Medic can heal it. */
export const EXTRA = "extra";
export const MEDIC = "medic";
/** Corners that are free on every tile; further marks may cover a symbol. */
const ROOM = 3;

/**
 * Markers for the captor, venom, paralysis and Steel Nets, wounds (from three on, one drop with a number), extra attacks,
 * Medics and a foundation below, at the freest corners.
 */
export function marksOf(sprites: Sprites, marked: Marked): CornerMark[] {
  const { tile, rotation, wounds, taker, under, extras = [], healed = false, markers = {} } = marked;
  const signs: [symbol: string, count: string][] = [];
  const coat = taker === null ? undefined : (sprites.coats[taker] ?? sprites.coats[taker.replace(/~.*/, "")]);
  if (coat) signs.push([coat.taker, ""]);
  const below = under === null ? null : sprites.tiles[under]?.under;
  for (const [kind, count] of Object.entries(markers)) {
    const symbol = sprites.markers[kind];
    if (symbol !== undefined) signs.push([symbol, count > 1 ? String(count) : ""]);
  }
  for (const phase of extras) signs.push([EXTRA, String(phase)]);
  // Use two drops only if the rest still fits.
  const many = wounds > 2 || (wounds === 2 && signs.length + 2 + Number(healed) + Number(!!below) > ROOM);
  for (let n = 0; n < (many ? 1 : wounds); n++) signs.push([sprites.wound, many ? String(wounds) : ""]);
  if (healed) signs.push([MEDIC, ""]);
  if (below) signs.push([below, ""]);
  const free = sprites.tiles[tile]?.free[rotation] ?? [];
  return signs.map(([symbol, count], n) => {
    const [x = 0, y = 0] = sprites.corners[free[n] ?? n] ?? [];
    return { symbol, x, y, count };
  });
}
