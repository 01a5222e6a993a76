/** A puzzle made from a board: what its maker chooses. The server decides whether it is one. */

import type { Look } from "../api/views";
import { tileName } from "../api/tiles";
import { fromLine, toLine } from "../study/line";

export const GOALS = ["hq", "damage", "unit", "survive"] as const;
export type GoalKind = (typeof GOALS)[number];
export type UseMode = "exactly" | "at most";

/** What a maker has chosen. */
export interface Wish {
  goal: GoalKind;
  /** Points that the hostile HQ must lose. */
  least: number;
  /** The hex of the unit to destroy. */
  hex: string;
  use: number;
  mode: UseMode;
}

/** What a look at a board tells a maker. */
export type Made = Pick<Look, "line" | "hands" | "turn" | "scene">;

/** The solver: the player whose turn it is. */
export function solverOf({ line, turn }: Made): number {
  return turn ?? fromLine(line).starter;
}

/** Names of the tiles in the solver's hand. */
export function handOf(board: Made): string[] {
  return (board.hands[solverOf(board)] ?? []).map(tileName);
}

/** Units that can be a goal: hostile ones that are no HQ. */
export function targetsOf(board: Made): { hex: string; name: string }[] {
  const solver = solverOf(board);
  return board.scene.standing.units
    .filter(({ owner, points }) => owner !== null && owner !== solver && points === null)
    .map(({ hex, name }) => ({ hex, name }));
}

/** The puzzle, as files have it. */
export function puzzleOf(board: Made, wish: Wish): Record<string, unknown> {
  const position = toLine({ ...fromLine(board.line), starter: solverOf(board) });
  const { use, mode } = wish;
  return { id: "own", position, hand: handOf(board), use, mode, goal: goalOf(board, wish) };
}

function goalOf(board: Made, { goal, least, hex }: Wish): Record<string, unknown> {
  if (goal === "damage") return { kind: goal, least };
  if (goal !== "unit") return { kind: goal };
  return { kind: goal, hex, tile: targetsOf(board).find((one) => one.hex === hex)?.name ?? "" };
}
