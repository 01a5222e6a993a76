import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Battle, PlayerForm, UnitForm } from "../src/api/forms";
import { catalogue } from "../src/app/catalogue.svelte";
import { sideWords, tollOf, tollWords } from "../src/battle/toll";
import { chosen } from "../src/texts/language.svelte";

const players = [
  { player: 0, name: "Borgo", colour: "#00f" },
  { player: 1, name: "Hegemony", colour: "#fd0" },
] as PlayerForm[];
const unit = (name: string, hex: string, owner: number | null) =>
  ({ name, hex, owner, tile: `x/${name}`, coat: "x", rotation: 0 }) as UnitForm;
const mutant = unit("Mutant", "D3", 0);
const runner = unit("Runner", "C2", 1);
const guard = unit("Guard", "C3", 1);
const bomber = unit("Mad Bomber", "B2", null);

function battle(after: { units?: UnitForm[]; hq?: number[]; score?: number[] }, ended = true): Battle {
  const score = after.score ? [0, 0] : null;
  const before = { units: [mutant, runner, guard, bomber], foundations: [], hq: [20, 20], score };
  return { before, after: { ...before, ...after }, ended, words: "Battle" } as unknown as Battle;
}

beforeEach(() => {
  chosen.language = "en";
});

describe("what a Battle has cost", () => {
  it("lists HQ points and lost units by player", () => {
    const sides = tollOf(battle({ units: [guard, bomber], hq: [20, 18] }), players);
    expect(sides).toEqual([
      { player: 0, name: "Borgo", colour: "#00f", points: "", units: ["Mutant D3"] },
      { player: 1, name: "Hegemony", colour: "#fd0", points: "HQ −2", units: ["Runner C2"] },
    ]);
    expect(sides.map(sideWords)).toEqual(["lost Mutant D3", "HQ −2, lost Runner C2"]);
  });

  it("omits players without losses, and includes neutral units", () => {
    const sides = tollOf(battle({ units: [mutant, runner, guard] }), players);
    expect(sides.map(({ player, units }) => [player, units])).toEqual([[null, ["Mad Bomber B2"]]]);
  });

  it("counts points that are scored", () => {
    expect(tollOf(battle({ score: [3, 0] }), players).map(({ points }) => points)).toEqual(["points +3"]);
  });

  it("is one sentence, in either language", () => {
    const fought = battle({ units: [guard, bomber], hq: [20, 18] });
    expect(tollWords(fought, players)).toBe("Battle: Borgo lost Mutant D3; Hegemony HQ −2, lost Runner C2.");
    expect(tollWords(battle({}), players)).toBe("Battle: Nobody lost anything.");
    expect(tollWords(battle({}, false), players)).toContain("still being fought");
    chosen.language = "pl";
    vi.spyOn(catalogue, "tile").mockImplementation((tile) => (tile === "x/Mutant" ? "Mutek" : "Biegacz"));
    expect(tollWords(fought, players)).toBe("Bitwa: Borgo straty: Mutek D3; Hegemony Sztab −2, straty: Biegacz C2.");
  });
});
