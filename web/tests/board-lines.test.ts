import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Reach } from "../src/api/forms";
import { drawArrows } from "../src/board/arrows";
import Board from "../src/board/Board.svelte";
import { drawings } from "../src/board/drawings.svelte";
import { tilePlace } from "../src/board/geometry";
import { lineStyleOf, SAMPLES } from "../src/board/lineStyles";
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
    const shapes = new Map(SAMPLES.map((kind) => [lineStyleOf(kind).meaning, lineStyleOf(kind)]));
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
    expect(arrows.map(({ kind }) => lineStyleOf(kind).meaning)).toEqual(["bonus", "hinders", "healing", "bonus"]);
    expect(arrows.map(({ label }) => label)).toEqual(["+1", "−1", undefined, undefined]);
  });

  it("leave the handles of a tile that is being turned free", () => {
    const middle = tilePlace(board, "C3");
    const drawn = drawArrows(
      board,
      [
        { kind: "melee", source: "C3", to: "C2" },
        { kind: "ranged", source: "C5", to: "C3" },
      ],
      "C3",
    );
    for (const { line, head } of drawn)
      for (const [, x, y] of (line + head).matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g))
        expect(Math.hypot(Number(x) - middle.x, Number(y) - middle.y)).toBeGreaterThanOrEqual(125);
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
