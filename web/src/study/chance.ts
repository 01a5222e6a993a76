/** Draws of a board for study, which people choose themselves or leave to chance. */

import type { Look } from "../api/views";

/** A tile that can be drawn now: how many of it are in the pile, and the action that draws it. */
export interface Draw {
  action: number;
  tile: string | null;
  words: string;
  count: number;
}

/** What can be drawn; empty where somebody is to decide. */
export function drawsOf({ scene, choices }: Look): Draw[] {
  const { decides, offers } = choices;
  if (decides?.stage !== "draw") return [];
  const pile = scene.players[decides.player]?.pile ?? [];
  return offers.flatMap(({ then, tile, words }) => {
    const count = pile.find((lot) => lot.tile === tile)?.count ?? 1;
    return typeof then === "number" ? [{ action: then, tile, words, count }] : [];
  });
}

/** One of them as chance has it: each tile of the pile is as likely as any other. */
export function atRandom(draws: Draw[], random: () => number = Math.random): Draw | null {
  let left = random() * draws.reduce((sum, draw) => sum + draw.count, 0);
  for (const draw of draws) {
    left -= draw.count;
    if (left < 0) return draw;
  }
  return draws.at(-1) ?? null;
}
