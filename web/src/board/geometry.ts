/** Board geometry in drawing units. Knows no rules. */

import type { BoardForm, HexForm } from "../api/forms";

export interface Point {
  x: number;
  y: number;
}

const HEIGHT = Math.sqrt(3) / 2;

/** The point at that distance from the middle. 0 degrees is north; angles grow clockwise. */
export function polar(distance: number, degrees: number): Point {
  const angle = (degrees * Math.PI) / 180;
  return { x: distance * Math.sin(angle), y: -distance * Math.cos(angle) };
}

/** A number with no more digits than can be seen. */
export function num(value: number): string {
  return String(Math.round(value * 10) / 10 + 0);
}

/** Path data of a closed polygon. */
export function polygon(points: Point[]): string {
  return `M${points.map(({ x, y }) => `${num(x)} ${num(y)}`).join("L")}Z`;
}

/** Path data of a flat-topped hex centred on 0, 0. */
export function hexagon(radius: number): string {
  return polygon([30, 90, 150, 210, 270, 330].map((degrees) => polar(radius, degrees)));
}

const indexes = new WeakMap<HexForm[], Map<string, HexForm>>();

/** Find a hex by name. */
export function hexOf(board: BoardForm, name: string): HexForm | undefined {
  let index = indexes.get(board.hexes);
  if (index === undefined) {
    index = new Map(board.hexes.map((hex) => [hex.name, hex]));
    indexes.set(board.hexes, index);
  }
  return index.get(name);
}

/** The middle of a tile on a hex, a little below the middle of the hex. */
export function tilePlace(board: BoardForm, name: string): Point {
  const hex = hexOf(board, name);
  return { x: hex?.x ?? 0, y: (hex?.y ?? 0) + board.drop };
}

/** The central hex. */
export function middleHex(board: BoardForm): string {
  const near = (hex: HexForm) => Math.hypot(hex.x, hex.y);
  return board.hexes.reduce((best, hex) => (near(hex) < near(best) ? hex : best)).name;
}

/** The hex that contains a point, or null. */
export function hexAt(board: BoardForm, { x, y }: Point): string | null {
  const found = board.hexes.find((hex) => {
    const across = Math.abs(x - hex.x);
    const down = Math.abs(y - hex.y);
    return down <= board.cell * HEIGHT && across * HEIGHT + down / 2 <= board.cell * HEIGHT;
  });
  return found?.name ?? null;
}

/** Convert screen to board coordinates, with `box` shown as large as fits in `rect`. */
export function toBoard(
  rect: { left: number; top: number; width: number; height: number },
  box: readonly number[],
  place: Point,
): Point {
  const [left = 0, top = 0, width = 1, height = 1] = box;
  const scale = Math.min(rect.width / width, rect.height / height) || 1;
  return {
    x: left + width / 2 + (place.x - rect.left - rect.width / 2) / scale,
    y: top + height / 2 + (place.y - rect.top - rect.height / 2) / scale,
  };
}

/**
 * The next hex for an arrow key; null at the edge of the board. Hexes have no left or right neighbour, so these keys
 * stay close to `level`, the row where the sideways walk began: NE, SE, NE and so on.
 */
export function walk(board: BoardForm, from: string, key: string, level: number): string | null {
  const hex = hexOf(board, from);
  if (hex === undefined) return null;
  const [n, ne, se, s, sw, nw] = hex.neighbours;
  if (key === "ArrowUp") return n ?? null;
  if (key === "ArrowDown") return s ?? null;
  const ways = key === "ArrowRight" ? [ne, se] : key === "ArrowLeft" ? [nw, sw] : [];
  const off = (name: string) => Math.abs((hexOf(board, name)?.y ?? 0) - level);
  const open = ways.filter((name) => name !== null && name !== undefined);
  return open.reduce<string | null>((best, name) => (best === null || off(name) < off(best) - 1 ? name : best), null);
}

/** The direction (0 to 5) of a point from 0, 0. */
export function sector({ x, y }: Point): number {
  const degrees = (Math.atan2(x, -y) * 180) / Math.PI;
  return (Math.round(degrees / 60) + 6) % 6;
}

/** Path data of a sixth of a ring: the handle for one direction. */
export function wedge(direction: number, inner: number, outer: number): string {
  const [first, last] = [60 * direction - 30, 60 * direction + 30];
  return polygon([polar(inner, first), polar(outer, first), polar(outer, last), polar(inner, last)]);
}

/** Handles of a tile being turned: their distance from its middle, and their radius. They cover no neighbour. */
export const HANDLE = { far: 88, radius: 17 } as const;
