import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Reach } from "../src/api/forms";
import { drawArrows } from "../src/board/arrows";
import Board from "../src/board/Board.svelte";
import { drawings } from "../src/board/drawings.svelte";
import type { Arrow } from "../src/board/contract";
import { HANDLE, polar, tilePlace, type Point } from "../src/board/geometry";
import { styleOf, SAMPLES } from "../src/board/lineStyles";
import { DIRECTIONS } from "../src/board/rotation";
import Legend from "../src/play/Legend.svelte";
import { reachArrows } from "../src/play/showing";
import { chosen } from "../src/texts/language.svelte";
import { boardOf, spritesOf, standingOf } from "./board-forms";

const board = boardOf(2);

beforeEach(() => {
  drawings.take(spritesOf());
  chosen.language = "en";
});

describe("lines", () => {
  it("have a look of their own for every meaning, by shape alone", () => {
    const shapes = new Map(SAMPLES.map((kind) => [styleOf(kind).meaning, styleOf(kind)]));
    expect([...shapes.keys()].sort()).toEqual(
      ["attack", "bonus", "healing", "hinders", "move", "net", "scoping", "takeover"].sort(),
    );
    const links = [...shapes.values()].filter(({ meaning }) => meaning !== "attack" && meaning !== "move");
    expect(new Set(links.map(({ dash, end }) => `${dash} ${end}`)).size).toBe(links.length);
  });

  it("draw a bonus as a bonus, although it concerns an attack", () => {
    const none = { hits: [], struck_by: [], nets: [], netted_by: [], takes: [], taken_by: [] };
    const reach: Reach = {
      hex: "C3",
      ...none,
      scopes: [],
      scoped_by: [],
      gives: [
        { source: "C3", to: "C2", effect: "melee", value: 1 },
        { source: "C3", to: "C4", effect: "enemy_initiative", value: -1 },
        { source: "C3", to: "B2", effect: "medic", value: 1 },
        { source: "C3", to: "B3", effect: "extra_attack", value: 1 },
      ],
      gets: [],
    };
    const arrows = reachArrows(reach);
    expect(arrows.map(({ kind }) => styleOf(kind).meaning)).toEqual(["bonus", "hinders", "healing", "bonus"]);
    expect(arrows.map(({ label }) => label)).toEqual(["+1", "−1", undefined, undefined]);
  });

  it("leave the handles of a tile that is being turned free, and so do their labels", () => {
    const middle = tilePlace(board, "C3");
    const handles = DIRECTIONS.map((_, n) => polar(HANDLE.far, 60 * n));
    const near = ["C2", "D2", "D3", "C4", "B3", "B2"];
    const arrows: Arrow[] = near.flatMap((hex): Arrow[] => [
      { kind: "melee", source: hex, to: "C3", label: "1" },
      { kind: "melee", source: "C3", to: hex, label: "1" },
      { kind: "bonus", effect: "melee", source: hex, to: "C3", label: "+1" },
      { kind: "net", source: "C3", to: hex },
    ]);
    arrows.push({ kind: "ranged", source: "C5", to: "C3", via: ["C4"], label: "1" });
    // Alone, as two neighbours exchange them, and all at once.
    const sets = [...arrows.map((arrow) => [arrow]), ...near.map((_, n) => arrows.slice(4 * n, 4 * n + 2))];
    for (const drawn of sets.flatMap((set) => drawArrows(board, set, "C3"))) {
      const { arrow, line, head, width, badge } = drawn;
      const points = [...line.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => ({
        x: Number(x),
        y: Number(y),
      }));
      const [start = middle, end = middle] = [points[0], points.at(-1)];
      for (const handle of handles) {
        const knob = { x: middle.x + handle.x, y: middle.y + handle.y };
        const far = (point: Point) => Math.hypot(point.x - knob.x, point.y - knob.y) - HANDLE.radius;
        for (let part = 0; part <= 20; part++) {
          const share = part / 20;
          const on = { x: start.x + share * (end.x - start.x), y: start.y + share * (end.y - start.y) };
          expect(far(on), JSON.stringify(arrow)).toBeGreaterThanOrEqual(width / 2);
        }
        for (const [, x, y] of head.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g))
          expect(far({ x: Number(x), y: Number(y) }), JSON.stringify(arrow)).toBeGreaterThan(0);
        const half = arrow.effect ? 52 : 22;
        const [dx, dy] = [Math.abs(badge.x - knob.x) - half, Math.abs(badge.y - knob.y) - 22];
        const apart = Math.hypot(Math.max(dx, 0), Math.max(dy, 0));
        if (arrow.label) expect(apart, JSON.stringify(arrow)).toBeGreaterThanOrEqual(HANDLE.radius);
      }
    }
  });
});

describe("the handles of a tile that is being turned", () => {
  it("point where its weapon would point", async () => {
    const onturn = vi.fn();
    const turning = { hex: "C3", rotation: 0, allowed: [true, true, true, true, true, true], front: 2 };
    const { container } = render(Board, {
      props: { board, standing: standingOf(), label: "The board", about: (hex: string) => hex, turning, onturn },
    });
    const handle = (points: string) => container.querySelector(`[data-points="${points}"]`);
    expect(handle("SE")?.getAttribute("aria-pressed")).toBe("true");
    expect(handle("SE")?.getAttribute("data-turn")).toBe("N");
    const south = handle("S");
    if (south) await fireEvent.click(south);
    expect(onturn).toHaveBeenCalledWith(1);
  });
});

describe("the legend", () => {
  it("shows every kind of line and both plates, with words", () => {
    const { container } = render(Legend, { props: { open: true } });
    expect([...container.querySelectorAll<SVGElement>("[data-arrow]")].map(({ dataset }) => dataset.arrow)).toEqual([
      ...SAMPLES,
      "ranged",
    ]);
    expect(container.querySelectorAll("[data-shift]")).toHaveLength(2);
    expect(screen.getByText("Net: the unit does nothing")).toBeTruthy();
  });
});
