import { render } from "@testing-library/svelte";
import { beforeEach, describe, expect, it } from "vitest";
import type { ShiftForm } from "../src/api/forms";
import { settings } from "../src/app/settings.svelte";
import Board from "../src/board/Board.svelte";
import { drawings } from "../src/board/drawings.svelte";
import { fitted } from "../src/board/names";
import Names from "../src/board/Names.svelte";
import { extrasOf, plateOutline, platesOf } from "../src/board/values";
import { boardOf, spritesOf, standingOf, unitOf } from "./board-forms";

const raised: ShiftForm = { kind: "initiative", direction: null, printed: 3, now: 4 };
const extra: ShiftForm = { kind: "initiative", direction: null, printed: null, now: 2 };
const melee: ShiftForm = { kind: "melee", direction: "S", printed: 2, now: 1 };
const ranged: ShiftForm = { kind: "ranged", direction: "S", printed: 1, now: 2 };
const board = boardOf(2);

beforeEach(() => {
  drawings.take(spritesOf());
  settings.set({ values: "now" });
});

describe("values that differ from the printed ones", () => {
  const sprite = spritesOf().tiles["outpost/Runner"];

  it("lie on the initiative disc of the rotation, and on the edge of an attack", () => {
    const [first, second] = platesOf(sprite, [raised, melee], 2);
    expect(first).toMatchObject({ x: 20, y: 5, raised: true, printed: 3, now: 4 });
    expect(second).toMatchObject({ raised: false, now: 1 });
    expect(Math.round(second?.x ?? 1)).toBe(0);
    expect(second?.y).toBeGreaterThan(50);
  });

  it("stand side by side where an edge has two attacks", () => {
    const [left, right] = platesOf(sprite, [melee, ranged], 0);
    expect(Math.abs((left?.x ?? 0) - (right?.x ?? 0))).toBeGreaterThan(40);
    expect(left?.y).toBeCloseTo(right?.y ?? 0);
  });

  it("are told by shape: the tip points up or down", () => {
    expect(plateOutline(true, 10, 20)).toContain("L0 -18");
    expect(plateOutline(false, 10, 20)).toContain("L0 18");
  });

  it("list extra attacks apart, for which nothing is printed", () => {
    expect(extrasOf([raised, extra])).toEqual([2]);
    expect(platesOf(sprite, [extra], 0)).toEqual([]);
  });
});

describe("a unit on the board", () => {
  const unit = unitOf("C2", "outpost/Runner", { shifts: [raised, extra, melee], medics: ["C1"] });
  const show = () =>
    render(Board, { props: { board, standing: standingOf(unit), label: "The board", about: (hex) => hex } });
  const plates = (container: Element) =>
    [...container.querySelectorAll("[data-shift]")].map((plate) => plate.textContent);
  const corners = (container: Element) =>
    [...container.querySelectorAll<SVGElement>("[data-corner]")].map(({ dataset }) => dataset.corner);

  it("shows its values now, that it acts once more and that a Medic can heal it", () => {
    const { container } = show();
    expect(plates(container)).toEqual(["4", "1"]);
    expect(corners(container)).toEqual(["extra", "medic"]);
  });

  it("shows the printed values too while it is hovered, focused or held", async () => {
    const { container } = show();
    const hex = container.querySelector<SVGElement>('[data-hex="C2"]');
    hex?.focus();
    await Promise.resolve();
    expect(plates(container)).toEqual(["3→4", "2→1"]);
    hex?.blur();
    await Promise.resolve();
    expect(plates(container)).toEqual(["4", "1"]);
  });

  it("shows only what is printed where somebody prefers that", () => {
    settings.set({ values: "printed" });
    const { container } = show();
    expect(plates(container)).toEqual([]);
    expect(corners(container)).toEqual([]);
  });
});

describe("names of tiles", () => {
  it("stand above large tiles, and the name of the hex beside them", () => {
    const standing = standingOf(unitOf("C2", "outpost/Runner"));
    const { container } = render(Names, { props: { board, standing, named: true } });
    expect(container.querySelector('[data-name="C2"]')?.textContent).toBe("Runner");
    const all = [...container.querySelectorAll("text")].map((text) => text.textContent);
    expect(all).toContain("C2");
    expect(all).toContain("C3");
  });

  it("are missing on small ones", () => {
    const standing = standingOf(unitOf("C2", "outpost/Runner"));
    const { container } = render(Names, { props: { board, standing } });
    expect(container.querySelector("[data-name]")).toBeNull();
  });

  it("fit between the neighbours: long ones are smaller and squeezed", () => {
    expect(fitted("Claws")).toEqual({ size: 22, length: undefined });
    const { size, length } = fitted("Universal Soldier");
    expect(size).toBeLessThan(22);
    expect(length).toBe(138);
  });
});

describe("teams", () => {
  it("have a rim and a letter on the board, told by shape", () => {
    const standing = standingOf(unitOf("C2", "outpost/Runner"), unitOf("C3", "vegas/Guard"));
    const { container } = render(Board, {
      props: { board, standing, teams: [0, 1], label: "The board", about: (hex) => hex },
    });
    const rims = [...container.querySelectorAll<SVGElement>("[data-team]")].map(({ dataset }) => dataset.team);
    expect(rims).toEqual(["0", "1"]);
    expect(container.querySelectorAll(".team.second")).toHaveLength(1);
    const all = [...container.querySelectorAll(".names text")].map((text) => text.textContent);
    expect(all).toEqual(expect.arrayContaining(["C2 A", "C3 B", "C4"]));
  });

  it("have none in games without teams", () => {
    const standing = standingOf(unitOf("C2", "outpost/Runner"));
    const { container } = render(Board, { props: { board, standing, label: "The board", about: (hex) => hex } });
    expect(container.querySelector("[data-team]")).toBeNull();
  });
});
