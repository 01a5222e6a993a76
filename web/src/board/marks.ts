/** Which marks stand in which corners of a tile. */

import type { Sprites } from "../api/forms";

export interface CornerMark {
  symbol: string;
  x: number;
  y: number;
  /** Written on it, where one mark stands for several. */
  count: string;
}

export interface Marked {
  tile: string;
  rotation: number;
  wounds: number;
  /** The coat of who has taken it over. */
  taker: string | null;
  /** The foundation that it stands on. */
  under: string | null;
}

/** The taker's mark, wounds (one drop with a number from three on) and the foundation below, at the freest corners. */
export function marksOf(sprites: Sprites, { tile, rotation, wounds, taker, under }: Marked): CornerMark[] {
  const signs: [symbol: string, count: string][] = [];
  const coat = taker === null ? undefined : (sprites.coats[taker] ?? sprites.coats[taker.replace(/~.*/, "")]);
  if (coat) signs.push([coat.taker, ""]);
  const below = under === null ? null : sprites.tiles[under]?.under;
  // Three corners are told: two drops only where they leave room for the rest.
  const many = wounds > 2 || (wounds === 2 && coat !== undefined && !!below);
  for (let n = 0; n < (many ? 1 : wounds); n++) signs.push([sprites.wound, many ? String(wounds) : ""]);
  if (below) signs.push([below, ""]);
  const free = sprites.tiles[tile]?.free[rotation] ?? [];
  return signs.map(([symbol, count], n) => {
    const [x = 0, y = 0] = sprites.corners[free[n] ?? n] ?? [];
    return { symbol, x, y, count };
  });
}
