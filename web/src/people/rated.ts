/** Rated games: their clocks, and making one. */

import type { Catalogue, PlayerClock, Proposal, TurnClock } from "../api/forms";

const MINUTE = 60_000;

export const CLOCKS = {
  fast: { type: "player", main: 10 * MINUTE, increment: 5_000 },
  slow: { type: "player", main: 25 * MINUTE, increment: 10_000 },
  days: { type: "turn", allowance: 3 * 24 * 60 * MINUTE },
} as const satisfies Record<string, PlayerClock | TurnClock>;

export type Pool = keyof typeof CLOCKS;
export const POOLS = Object.keys(CLOCKS) as Pool[];

/** A rated game of two, with armies by chance where none is wanted. The bot, or nobody yet, sits in the second seat. */
export function ratedProposal(
  catalogue: Catalogue,
  { pool, army, bot, chance }: { pool: Pool; army: string; bot: string; chance: () => number },
): Proposal {
  const keys = catalogue.armies.map(({ key }) => key);
  const pick = (from: readonly string[]) => from[Math.floor(chance() * from.length)] ?? "";
  const mine = army || pick(keys);
  const theirs = pick(keys.filter((key) => key !== mine));
  const seats = [{}, bot ? { bot } : {}];
  const turned = chance() < 0.5;
  return {
    terms: { armies: turned ? [theirs, mine] : [mine, theirs] },
    seats: turned ? [...seats].reverse() : seats,
    clock: CLOCKS[pool],
    rated: true,
  };
}
