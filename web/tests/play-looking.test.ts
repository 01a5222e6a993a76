import { expect, it } from "vitest";
import { followed } from "../src/play/looking.svelte";
import { standingOf, unitOf } from "./board-forms";

const [before, after] = [
  { match: "m", step: 3 },
  { match: "m", step: 4 },
];
const standing = standingOf(unitOf("B2", "outpost/Runner"), unitOf("C3", "outpost/HQ", { rotation: 2 }));
const [runner, hq] = standing.units;

it("a tile that was put somewhere is the unit there", () => {
  const laid = { hex: "C3", tile: "outpost/HQ" };
  expect(followed({ tile: "outpost/HQ" }, laid, standing, after)).toEqual({ moment: after, hex: "C3", unit: hq });
  expect(followed({ tile: "outpost/HQ" }, null, standing, after)).toBeNull();
  expect(followed({ tile: "outpost/Mobility" }, laid, standing, after)).toBeNull();
});

it("a unit has its current values, follows its move, or shows the printed tile", () => {
  const old = unitOf("B2", "outpost/Runner", { wounds: 1 });
  const look = { moment: before, hex: "B2", unit: old };
  expect(followed(look, null, standing, after)).toEqual({ moment: after, hex: "B2", unit: runner });
  const gone = { moment: before, hex: "A1", unit: unitOf("A1", "outpost/Runner") };
  const laid = { hex: "B2", tile: "outpost/Runner" };
  expect(followed(gone, laid, standing, after)).toEqual({ moment: after, hex: "B2", unit: runner });
  expect(followed(gone, null, standing, after)).toMatchObject({ tile: "outpost/Runner" });
});

it("a unit in a Battle is left to the Battle", () => {
  const when = { at: { over: 1 }, words: "Initiative 2" };
  const look = { moment: before, hex: "B2", unit: unitOf("B2", "outpost/Runner"), when };
  expect(followed(look, null, standingOf(), after)).toBeNull();
  expect(followed(null, null, standing, after)).toBeNull();
});
