/** The values of a unit that differ from the printed ones, as plates on its tile. Pure. */

import type { ShiftForm, TileSprite } from "../api/forms";
import { polar } from "./geometry";
import { DIRECTIONS } from "./rotation";

/** A plate on a tile: a house that points up for a raised value, down for a lowered one. */
export interface Plate {
  kind: ShiftForm["kind"];
  raised: boolean;
  x: number;
  y: number;
  printed: number;
  now: number;
  /** Height of the digits. */
  size: number;
}

/** Distance of a strength from the middle of the tile. */
const EDGE = 58;
/** Distance between two strengths on one edge. */
const BESIDE = 21;

/** Plates on the initiative discs and on the edges. Extra attacks have no disc: `extrasOf` lists them. */
export function platesOf(sprite: TileSprite | undefined, shifts: readonly ShiftForm[], rotation: number): Plate[] {
  return shifts.flatMap((shift): Plate[] => {
    const { kind, printed, now, direction } = shift;
    if (printed === null || !sprite) return [];
    const plate = { kind, raised: now > printed, printed, now };
    if (kind === "initiative") {
      const [x, y] = sprite.discs[rotation]?.[sprite.initiative.indexOf(printed)] ?? [];
      return x === undefined || y === undefined ? [] : [{ ...plate, x, y, size: 1.5 * sprite.disc }];
    }
    if (kind === "toughness") return [{ ...plate, x: 0, y: 66, size: 30 }];
    const way = 60 * DIRECTIONS.findIndex((name) => name === direction);
    const both = shifts.some((other) => other !== shift && other.direction === direction);
    const aside = polar(both ? BESIDE * (kind === "melee" ? -1 : 1) : 0, way + 90);
    const middle = polar(EDGE, way);
    return [{ ...plate, x: middle.x + aside.x, y: middle.y + aside.y, size: 32 }];
  });
}

/** Phases of extra attacks. */
export function extrasOf(shifts: readonly ShiftForm[]): number[] {
  return shifts.filter(({ printed }) => printed === null).map(({ now }) => now);
}

/** The outline of a plate around its digits. */
export function plateOutline(raised: boolean, half: number, size: number): string {
  const [low, high] = [0.5 * size, 0.46 * size];
  const tip = 0.9 * size;
  return raised
    ? `M${-half} ${low}H${half}V${-high}L0 ${-tip}L${-half} ${-high}Z`
    : `M${-half} ${-low}H${half}V${high}L0 ${tip}L${-half} ${high}Z`;
}
