/** Markers in the corners of a tile. */

import type { Sprites } from "../api/forms";

export interface CornerMark {
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
}

/**
 * Markers for the captor, wounds (from three on, one drop with a number) and a foundation below, at the freest corners.
 */
export function marksOf(sprites: Sprites, { tile, rotation, wounds, taker, under }: Marked): CornerMark[] {
  const signs: [symbol: string, count: string][] = [];
  const coat = taker === null ? undefined : (sprites.coats[taker] ?? sprites.coats[taker.replace(/~.*/, "")]);
  if (coat) signs.push([coat.taker, ""]);
  const below = under === null ? null : sprites.tiles[under]?.under;
  // Three corners are available: use two drops only if the rest still fits.
  const many = wounds > 2 || (wounds === 2 && coat !== undefined && !!below);
  for (let n = 0; n < (many ? 1 : wounds); n++) signs.push([sprites.wound, many ? String(wounds) : ""]);
  if (below) signs.push([below, ""]);
  const free = sprites.tiles[tile]?.free[rotation] ?? [];
  return signs.map(([symbol, count], n) => {
    const [x = 0, y = 0] = sprites.corners[free[n] ?? n] ?? [];
    return { symbol, x, y, count };
  });
}
