/** Layout of arrows on a board: side by side on a shared route, on the right where two directions meet. */

import type { BoardForm } from "../api/forms";
import type { Arrow } from "./contract";
import { num, polygon, tilePlace, type Point } from "./geometry";
import { styleOf, type LineStyle } from "./lineStyles";

/** Distance between parallel arrows on one route. */
const LANE_GAP = 38;

/** The geometry of an arrow. */
export interface DrawnArrow {
  arrow: Arrow;
  /** Path data of the line and its head; a ring if it ends on its own hex. */
  line: string;
  head: string;
  width: number;
  /** Position of the label or sign. */
  badge: Point;
}

/** Distance of a line from the axis of its route beside a tile being turned: it passes between two handles. */
const BETWEEN_HANDLES = 46;
/** Distance of a label from the middle of a tile being turned; a wide one needs more. */
const LABEL_CLEARANCE = 114;
const WIDE_LABEL_CLEARANCE = 152;

/** Lay out the arrows. `turned` is the hex of a tile being turned: nothing lies under its handles. */
export function drawArrows(board: BoardForm, arrows: readonly Arrow[], turned: string | null = null): DrawnArrow[] {
  const ways = arrows.map(way);
  const counts = new Map<string, number>();
  for (const stops of ways) counts.set(stops.join(), (counts.get(stops.join()) ?? 0) + 1);
  const lanes = new Map<string, number>();
  return arrows.map((arrow, n) => {
    const stops = ways[n] ?? [];
    const name = stops.join();
    const lane = lanes.get(name) ?? 0;
    lanes.set(name, lane + 1);
    const meets = stops.length > 1 && counts.has([...stops].reverse().join());
    const besideHandles = turned !== null && stops.length > 1 && stops.includes(turned);
    const between = (lane % 2 ? -1 : 1) * (BETWEEN_HANDLES + LANE_GAP * Math.floor(lane / 2));
    const apart = meets ? 24 + LANE_GAP * lane : LANE_GAP * (lane - ((counts.get(name) ?? 1) - 1) / 2);
    // Stagger labels of neighbouring arrows, so that each is readable.
    const back = 112 + (meets ? 10 : 0) + (lane % 2 ? 24 : 0);
    const label = besideHandles ? clearOf(board, arrow, stops, turned, back) : back;
    return drawn(board, arrow, stops, besideHandles ? between : apart, label);
  });
}

/** Distance of a label from the end of its arrow, moved out of the handles of a tile being turned. */
function clearOf(board: BoardForm, arrow: Arrow, stops: string[], turned: string, back: number): number {
  const [from, to] = [stops.at(-2), stops.at(-1)];
  if (from === undefined || to === undefined) return back;
  const clearance = arrow.effect !== undefined && arrow.label ? WIDE_LABEL_CLEARANCE : LABEL_CLEARANCE;
  if (to === turned) return Math.max(back, clearance);
  if (from !== turned) return back;
  const [start, end] = [tilePlace(board, from), tilePlace(board, to)];
  return Math.min(back, Math.hypot(end.x - start.x, end.y - start.y) - clearance);
}

function way(arrow: Arrow): string[] {
  const stops = [arrow.source, ...(arrow.via ?? []), arrow.to];
  return new Set(stops).size > 1 ? stops : [arrow.to];
}

function drawn(board: BoardForm, arrow: Arrow, stops: string[], aside: number, back: number): DrawnArrow {
  const style = styleOf(arrow.kind);
  const { width } = style;
  const places = shifted(
    stops.map((name) => tilePlace(board, name)),
    aside,
  );
  const [first, second] = places;
  const last = places.at(-1);
  const before = places.at(-2);
  if (first === undefined || second === undefined || last === undefined || before === undefined) {
    const { x, y } = first ?? { x: 0, y: 0 };
    return { arrow, line: circle({ x, y }, 88 + aside / 2), head: "", width, badge: { x, y: y - 88 } };
  }
  const broad = 2.2 * width;
  const tip = toward(last, before, arrow.kind === "melee" ? 56 : 44);
  const neck = toward(tip, before, 1.5 * broad);
  const line = [toward(first, second, 60), ...places.slice(1, -1), neck];
  const far = Math.hypot(tip.x - neck.x, tip.y - neck.y) || 1;
  const [ux, uy] = [(tip.x - neck.x) / far, (tip.y - neck.y) / far];
  const head = endOf(style, tip, neck, broad, { x: ux, y: uy });
  return {
    arrow,
    line: `M${line.map(({ x, y }) => `${num(x)} ${num(y)}`).join("L")}`,
    head,
    width,
    // Just before the last hex, so that a long arrow has its label where it strikes.
    badge: toward(last, before, back),
  };
}

/** The shape at the end of a line. */
function endOf({ end }: LineStyle, tip: Point, neck: Point, broad: number, { x: ux, y: uy }: Point): string {
  const left = { x: neck.x - broad * uy, y: neck.y + broad * ux };
  const right = { x: neck.x + broad * uy, y: neck.y - broad * ux };
  if (end === "dot") return circle({ x: (tip.x + neck.x) / 2, y: (tip.y + neck.y) / 2 }, 0.75 * broad);
  if (end === "diamond") {
    const back = { x: neck.x - (tip.x - neck.x), y: neck.y - (tip.y - neck.y) };
    return polygon([tip, left, back, right]);
  }
  if (end === "bar") {
    const deep = { x: 0.5 * broad * ux, y: 0.5 * broad * uy };
    const beyond = (point: Point) => ({ x: point.x + deep.x, y: point.y + deep.y });
    return polygon([left, right, beyond(right), beyond(left)]);
  }
  return polygon([tip, left, right]);
}

function circle({ x, y }: Point, radius: number): string {
  const r = num(radius);
  return `M${num(x - radius)} ${num(y)}a${r} ${r} 0 1 1 ${num(2 * radius)} 0a${r} ${r} 0 1 1 ${num(-2 * radius)} 0Z`;
}

/** The point `distance` from `start` in the direction of `end`. */
function toward(start: Point, end: Point, distance: number): Point {
  const share = distance / (Math.hypot(end.x - start.x, end.y - start.y) || 1);
  return { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share };
}

/** The route shifted to its right. */
function shifted(places: Point[], aside: number): Point[] {
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined || !aside) return places;
  const length = Math.hypot(last.x - first.x, last.y - first.y);
  if (!length) return places;
  const dx = (-(last.y - first.y) / length) * aside;
  const dy = ((last.x - first.x) / length) * aside;
  return places.map(({ x, y }) => ({ x: x + dx, y: y + dy }));
}
