import { render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it } from "vitest";
import type { EdgeSum, UnitCard, UnitForm } from "../src/api/forms";
import UnitNumbers from "../src/play/UnitNumbers.svelte";
import { chosen } from "../src/texts/language.svelte";

const EDGES = ["N", "NE", "SE", "S", "SW", "NW"];
const PRINTED = { words: "printed 1", value: 1 };
const MORE = { words: "+1 by Officer B2", value: 1 };

const sum = (direction: string, value = 1, parts = [PRINTED]): EdgeSum => ({ direction, kind: "melee", value, parts });
const told = (strength: EdgeSum[]) => ({ strength }) as UnitCard;
const unit = (more: Partial<UnitForm>) =>
  ({
    initiative: [0],
    netted: false,
    netted_by: [],
    wounds: 0,
    toughness: 0,
    points: null,
    markers: {},
    ...more,
  }) as UnitForm;
const numbers = () => [...document.querySelectorAll("dl > div")].map((each) => each.textContent?.replace(/\s+/g, " "));

beforeEach(() => {
  chosen.language = "en";
});

describe("a unit in numbers", () => {
  it("has HQ points where it is an HQ, and wounds where it is not", () => {
    const { unmount } = render(UnitNumbers, { unit: unit({ points: 20 }), card: null });
    screen.getByText("HQ points");
    expect(screen.queryByText("Wounds")).toBeNull();
    unmount();
    render(UnitNumbers, { unit: unit({ toughness: 1, wounds: 1 }), card: null });
    screen.getByText("1 of 2");
    expect(screen.queryByText("HQ points")).toBeNull();
  });

  it("tells the same attack of all edges once", () => {
    render(UnitNumbers, { unit: unit({ points: 20 }), card: told(EDGES.map((edge) => sum(edge))) });
    expect(numbers().filter((each) => each?.includes("Melee"))).toEqual(["Melee, all sides 1"]);
  });

  it("tells attacks apart that are not the same, or not for the same reasons", () => {
    const strength = [
      sum("N"),
      sum("NE"),
      sum("S", 2, [PRINTED, MORE]),
      sum("SW", 2, [{ words: "printed 2", value: 2 }]),
    ];
    render(UnitNumbers, { unit: unit({}), card: told(strength) });
    expect(numbers().filter((each) => each?.includes("Melee"))).toEqual([
      "Melee, N, NE 1",
      "Melee, S 2",
      "Melee, SW 2",
    ]);
    screen.getByText("Melee, S: 2 = printed 1, +1 by Officer B2");
  });
});
