/** Draws on a study board, chosen or random. */

import type { Look } from "../api/views";

/** A possible draw: the number of such tiles in the pile, and the action that draws one. */
export interface Draw {
  action: number;
  tile: string | null;
  words: string;
  count: number;
}

/** All possible draws; empty if somebody must decide. */
export function drawsOf({ scene, choices }: Look): Draw[] {
  const { decides, offers } = choices;
  if (decides?.stage !== "draw") return [];
  const pile = scene.players[decides.player]?.pile ?? [];
  return offers.flatMap(({ then, tile, words }) => {
    const count = pile.find((lot) => lot.tile === tile)?.count ?? 1;
    return typeof then === "number" ? [{ action: then, tile, words, count }] : [];
  });
}

/** A random draw: each tile of the pile is equally likely. */
export function atRandom(draws: Draw[], random: () => number = Math.random): Draw | null {
  let left = random() * draws.reduce((sum, draw) => sum + draw.count, 0);
  for (const draw of draws) {
    left -= draw.count;
    if (left < 0) return draw;
  }
  return draws.at(-1) ?? null;
}
