/** How arrows run over a board: side by side where they share a way, each on its own right hand where they meet. */

import type { BoardForm } from "../api/forms";
import type { Arrow } from "./contract";
import { num, polygon, tilePlace, type Point } from "./geometry";

/** From the middle of an arrow to that of another on the same way. */
const ASIDE = 38;
/** What strikes has a broad line; what only links, a thin one. */
const STRIKES = ["melee", "ranged", "gauss", "melee+ranged", "explosion", "move"];

/** An arrow as it is drawn. */
export interface DrawnArrow {
  arrow: Arrow;
  /** Path data of the line and of its head; a ring where it goes to its own hex. */
  line: string;
  head: string;
  width: number;
  /** Where its label or sign stands. */
  badge: Point;
}

/** From the middle of a tile that is being turned to a label outside its handles. */
const CLEAR = 150;

/** The arrows of a board; `turned` is the hex of a tile that is being turned, whose handles no label stands on. */
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
    const aside = meets ? 24 + ASIDE * lane : ASIDE * (lane - ((counts.get(name) ?? 1) - 1) / 2);
    // Labels of neighbours are not side by side but one behind the other, so that each can be read.
    const back = 112 + (meets ? 10 : 0) + (lane % 2 ? 24 : 0);
    return drawn(board, arrow, stops, aside, clearOf(board, stops, turned, back));
  });
}

/** How far before its end an arrow's label stands where that would be among the handles of a tile that is turned. */
function clearOf(board: BoardForm, stops: string[], turned: string | null, back: number): number {
  const [from, to] = [stops.at(-2), stops.at(-1)];
  if (turned === null || from === undefined || to === undefined) return back;
  if (to === turned) return Math.max(back, CLEAR);
  if (from !== turned) return back;
  const [start, end] = [tilePlace(board, from), tilePlace(board, to)];
  return Math.min(back, Math.hypot(end.x - start.x, end.y - start.y) - CLEAR);
}

function way(arrow: Arrow): string[] {
  const stops = [arrow.source, ...(arrow.via ?? []), arrow.to];
  return new Set(stops).size > 1 ? stops : [arrow.to];
}

function drawn(board: BoardForm, arrow: Arrow, stops: string[], aside: number, back: number): DrawnArrow {
  const width = STRIKES.includes(arrow.kind) ? 10 : 6;
  const places = shifted(
    stops.map((name) => tilePlace(board, name)),
    aside,
  );
  const [first, second] = places;
  const last = places.at(-1);
  const before = places.at(-2);
  if (first === undefined || second === undefined || last === undefined || before === undefined) {
    const { x, y } = first ?? { x: 0, y: 0 };
    return { arrow, line: ring({ x, y }, 88 + aside / 2), head: "", width, badge: { x, y: y - 88 } };
  }
  const broad = 2.2 * width;
  const tip = toward(last, before, arrow.kind === "melee" ? 56 : 44);
  const neck = toward(tip, before, 1.5 * broad);
  const line = [toward(first, second, 60), ...places.slice(1, -1), neck];
  const far = Math.hypot(tip.x - neck.x, tip.y - neck.y) || 1;
  const [ux, uy] = [(tip.x - neck.x) / far, (tip.y - neck.y) / far];
  const head = polygon([
    tip,
    { x: neck.x - broad * uy, y: neck.y + broad * ux },
    { x: neck.x + broad * uy, y: neck.y - broad * ux },
  ]);
  return {
    arrow,
    line: `M${line.map(({ x, y }) => `${num(x)} ${num(y)}`).join("L")}`,
    head,
    width,
    // Just before the hex where it ends, so that long arrows have it where they strike.
    badge: toward(last, before, back),
  };
}

function ring({ x, y }: Point, radius: number): string {
  const r = num(radius);
  return `M${num(x - radius)} ${num(y)}a${r} ${r} 0 1 1 ${num(2 * radius)} 0a${r} ${r} 0 1 1 ${num(-2 * radius)} 0Z`;
}

/** The point at a distance from `start` on the way to `end`. */
function toward(start: Point, end: Point, distance: number): Point {
  const share = distance / (Math.hypot(end.x - start.x, end.y - start.y) || 1);
  return { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share };
}

/** A way moved to its right hand. */
function shifted(places: Point[], aside: number): Point[] {
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined || !aside) return places;
  const length = Math.hypot(last.x - first.x, last.y - first.y);
  if (!length) return places;
  const dx = (-(last.y - first.y) / length) * aside;
  const dy = ((last.x - first.x) / length) * aside;
  return places.map(({ x, y }) => ({ x: x + dx, y: y + dy }));
}
