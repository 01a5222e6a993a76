/** The graph of win chances: places of points, turns, Battles and graded decisions. */

import type { GameReview, ReviewedDecision } from "../api/forms";

export const WIDTH = 600;
export const HEIGHT = 180;
/** Room around the lines, for marks and labels. */
export const PAD = { left: 34, right: 8, top: 10, bottom: 22 };

/** The place of a step across. */
export function xOf(step: number, steps: number): number {
  return PAD.left + ((WIDTH - PAD.left - PAD.right) * step) / Math.max(steps, 1);
}

/** The place of a chance from below. */
export function yOf(chance: number): number {
  return PAD.top + (HEIGHT - PAD.top - PAD.bottom) * (1 - chance);
}

/** The line of a player's chance, as the path of an SVG. */
export function lineOf({ points, steps }: GameReview, player: number): string {
  return points
    .map(
      ({ step, chances }, i) => `${i === 0 ? "M" : "L"}${round(xOf(step, steps))} ${round(yOf(chances[player] ?? 0))}`,
    )
    .join("");
}

/** The same, closed along the bottom. */
export function areaOf(review: GameReview, player: number): string {
  const { points, steps } = review;
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return "";
  const floor = yOf(0);
  return `${lineOf(review, player)}L${round(xOf(last.step, steps))} ${floor}L${round(xOf(first.step, steps))} ${floor}Z`;
}

/** The player's chance at a step: that of the last point before it. */
export function chanceAt({ points }: GameReview, step: number, player: number): number | null {
  const point = points.findLast((one) => one.step <= step) ?? points[0];
  return point?.chances[player] ?? null;
}

/** Where Battles began, with the numbers of their turns. */
export function battlesOf({ turns }: GameReview): { step: number; turn: number }[] {
  return turns.flatMap(({ battles, number }) => battles.map((step) => ({ step, turn: number })));
}

/** Turns to name below the graph: about eight of them. */
export function ticksOf({ turns }: GameReview): { step: number; turn: number }[] {
  const every = Math.max(1, Math.ceil(turns.length / 8));
  return turns
    .filter(({ number }) => number > 0 && number % every === 0)
    .map(({ first, number }) => ({ step: first, turn: number }));
}

/** The decision nearest to a place across. */
export function nearest(moments: ReviewedDecision[], x: number, steps: number): number {
  let found = -1;
  let least = Infinity;
  moments.forEach(({ step }, i) => {
    const distance = Math.abs(xOf(step, steps) - x);
    if (distance < least) [found, least] = [i, distance];
  });
  return found;
}

const round = (value: number): number => Math.round(value * 10) / 10;

export const percent = (chance: number): string => `${Math.round(chance * 100)} %`;

/** A change in points out of 100, with its sign. */
export function points(change: number): string {
  const value = Math.round(change * 1000) / 10;
  return value === 0 ? "0" : `${value > 0 ? "+" : "−"}${Math.abs(value).toFixed(1)}`;
}
