import { beforeEach, describe, expect, it } from "vitest";
import type { Battle, Preview } from "../src/api/forms";
import { putArrows, putMarks } from "../src/play/showing";
import { rows, said } from "../src/play/wording";
import { chosen } from "../src/texts/language.svelte";
import { fixture, type Fixture } from "./moments";

const procedures = fixture("procedures");

function preview({ previews }: Fixture, words: string): Preview {
  const found = Object.values(previews).find((one) => one.words === words);
  if (!found) throw new Error(`no preview of ${words}`);
  return found;
}

/** The Cyborg comes to B1 and strikes C1; the Officer comes to C3, where D2 strikes it. */
const swap = preview(procedures, "procedure swap B1 facing N with C3 facing N");
const push = preview(procedures, "procedure push C1 from B1 to D1");
const { scene } = procedures.look;

beforeEach(() => {
  chosen.language = "en";
});

describe("an act that begins a Battle", () => {
  it("lists all losses and assumed choices", () => {
    const before = scene.standing;
    const hq = before.hq.map((points, player) => (player === 0 ? points - 2 : points));
    const after = { ...before, hq, units: before.units.slice(3) };
    const battle = { before, after, ended: true, assumed: ["Clowns attack.", "Medics help."] } as unknown as Battle;
    const told = said({ ...swap, battles: [battle] }, scene);
    expect(told).toContain(`Starts a Battle: HQ of ${scene.players[0]?.name} −2, 3 units fall.`);
    expect(told).toContain("Assumed: Clowns attack. Medics help.");
    expect(said({ ...swap, battles: [{ ...battle, assumed: [] }] }, scene)).not.toContain("Assumed");
  });
});

describe("two units that change places", () => {
  it("both have their arrows and marks", () => {
    const [one, other] = swap.reaches;
    const hits = [...(one?.hits ?? []), ...(other?.struck_by ?? [])].map(({ source, to }) => [source, to]);
    expect(hits).toHaveLength(2);
    expect(putArrows(swap).map(({ source, to }) => [source, to])).toEqual(expect.arrayContaining(hits));
    expect(putMarks(swap, scene)).toEqual({ C1: "hit", D2: "danger" });
  });

  it("have what one does to the other drawn once, in full", () => {
    const gift = { source: "B1", to: "C3", effect: "melee", value: 1 };
    const [one, other] = swap.reaches;
    if (!one || !other) throw new Error("two units change places");
    const reaches = [
      { ...one, gives: [gift] },
      { ...other, gets: [gift] },
    ];
    const links = putArrows({ ...swap, reaches }).filter(({ kind }) => kind === "bonus");
    expect(links.filter(({ source, to }) => source === "B1" && to === "C3")).toEqual([
      { kind: "bonus", effect: "melee", label: "+1", source: "B1", to: "C3", faint: false },
    ]);
  });

  it("are named, each once", () => {
    const told = rows(swap, scene).filter(({ unit }) => unit !== undefined);
    expect([...new Set(told.map(({ unit }) => unit))]).toEqual(["Cyborg B1", "Officer C3"]);
    expect(said(swap, scene)).toMatch(
      /change places\. Cyborg B1: Hits: Guard C1 \(1\)\. Officer C3: Struck by: HQ D2 \(1\)\.$/,
    );
  });
});

describe("a unit of the others that is pushed", () => {
  it("is named, with the opposite mood", () => {
    const hurt = { source: "B1", direction: "NE", to: "D1", kind: "melee", wounds: 1, via: [] };
    const [one] = push.reaches;
    if (!one) throw new Error("it stands where it was pushed");
    const struck: Preview = { ...push, reaches: [{ ...one, struck_by: [hurt], nets: ["C3"] }] };
    expect(rows(struck, scene).filter(({ unit }) => unit === "Guard D1")).toMatchObject([
      { label: "Nets", tone: "bad" },
      { label: "Struck by", tone: "good" },
    ]);
    // Our own unit that strikes it is no danger.
    expect(putMarks(struck, scene)).toEqual({ C3: "hit" });
  });
});

describe("one unit of our own", () => {
  it("needs no name", () => {
    const turned = preview(procedures, "procedure rotation C3 facing SE");
    expect(rows(turned, scene).map(({ label }) => label)).toEqual(["", "Hits", "Struck by"]);
    expect(rows(turned, scene).every(({ unit }) => unit === undefined)).toBe(true);
    expect(putMarks(turned, scene)).toEqual({ D2: "danger" });
  });
});
