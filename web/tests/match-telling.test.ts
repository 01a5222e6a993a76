import { describe, expect, it } from "vitest";
import type { Battle, Entry, Story } from "../src/api/forms";
import { clockText, leftNow, timesOf } from "../src/match/clocks";
import { newNonce } from "../src/match/nonce";
import { allShown, entries, joined, lastBattle, notShown, places, sentences } from "../src/match/telling";
import real from "./fixtures/story.json";

const entry = (step: number, battles: Battle[] = []) =>
  ({ step, player: 0, beats: [{ words: `step ${step}`, source: null, to: "C3" }], battles }) as unknown as Entry;
const story = (...turns: [turn: number, ...entries: Entry[]][]): Story => ({
  version: 1,
  first: 0,
  steps: turns.reduce((sum, [, ...each]) => sum + each.length, 0),
  turns: turns.map(([turn, ...each]) => ({ turn, player: 0, words: `Turn ${turn}`, entries: each })),
});
const part = (first: number, ...turns: [turn: number, ...entries: Entry[]][]) => ({ ...story(...turns), first });
const steps = (told: Story) => told.turns.map(({ turn, entries: each }) => [turn, ...each.map(({ step }) => step)]);

describe("a story that grows", () => {
  it("goes on in the middle of a turn and with new ones", () => {
    const told = joined(story([1, entry(0), entry(1)]), part(2, [1, entry(2)], [2, entry(3)]));
    expect(steps(told)).toEqual([
      [1, 0, 1, 2],
      [2, 3],
    ]);
    expect(told.steps).toBe(4);
  });

  it("takes what is told again from the newer part", () => {
    const told = joined(story([1, entry(0), entry(1)], [2, entry(2), entry(3)]), part(1, [1, entry(1)], [2, entry(2)]));
    expect(steps(told)).toEqual([
      [1, 0, 1],
      [2, 2],
    ]);
  });

  it("gets shorter when something was taken back", () => {
    const told = joined(story([1, entry(0), entry(1)], [2, entry(2)]), { version: 1, first: 1, steps: 0, turns: [] });
    expect(steps(told)).toEqual([[1, 0]]);
    expect(told.steps).toBe(1);
  });

  it("is the part itself where that begins at the beginning", () => {
    const whole = part(0, [0, entry(0)]);
    expect(joined(null, whole)).toBe(whole);
    expect(joined(story([7, entry(9)]), whole)).toBe(whole);
  });

  it("comes out the same whether a real game is told at once or in parts", () => {
    const whole = (real as unknown as { story?: Story }).story ?? (real as unknown as Story);
    for (const cut of [1, 5, Math.floor(whole.steps / 2), whole.steps - 1]) {
      const before = joined(null, { ...cutStory(whole, 0, cut), first: 0 });
      const after = joined(before, { ...cutStory(whole, cut, whole.steps), first: cut });
      expect(steps(after)).toEqual(steps({ ...whole, turns: whole.turns.filter((turn) => turn.entries.length > 0) }));
    }
  });
});

function cutStory(whole: Story, from: number, to: number): Story {
  const turns = whole.turns
    .map((turn) => ({ ...turn, entries: turn.entries.filter(({ step }) => step >= from && step < to) }))
    .filter((turn) => turn.entries.length > 0);
  return { ...whole, steps: to - from, turns };
}

describe("what is told of an act", () => {
  it("is sentences, each with an end, and the hexes", () => {
    const told = entries(story([1, entry(0), entry(1)]), 0, 2);
    expect(sentences(told)).toBe("step 0. step 1.");
    expect(places(told)).toEqual(["C3"]);
  });
});

describe("Battles that have not been shown", () => {
  const phase = (initiative: number) => ({ initiative, beats: [], after: { after: initiative } });
  const battle = (ended: boolean, ...phases: number[]) =>
    ({ before: "before", phases: phases.map(phase), ended }) as unknown as Battle;

  it("are all of those after the last one", () => {
    const [one, two] = [battle(true, 3), battle(true, 2)];
    const before = story([1, entry(0, [one])]);
    const now = story([1, entry(0, [one]), entry(1, [two])]);
    expect(notShown(now, allShown(before))).toEqual([two]);
    expect(notShown(now, null)).toEqual([one, two]);
    expect(notShown(now, allShown(now))).toEqual([]);
    expect(lastBattle(now)).toBe(two);
    expect(lastBattle(null)).toBeNull();
  });

  it("go on with the phase in which somebody was to choose", () => {
    const before = story([1, entry(0, [battle(false, 4, 3)])]);
    const whole = battle(true, 4, 3, 2);
    const [rest] = notShown(story([1, entry(0, [whole]), entry(1)]), allShown(before));
    expect(rest).toEqual({ ...whole, before: { after: 4 }, phases: whole.phases.slice(1) });
  });

  it("are not shown again while nothing has gone on in them", () => {
    const waiting = story([1, entry(0, [battle(false, 4)])]);
    expect(notShown(waiting, allShown(waiting))).toEqual([]);
  });
});

describe("clocks", () => {
  it("count down for the one who decides, from when it was told", () => {
    const times = timesOf({ last: 1, at: 5, phase: "running", awaited: 1, left: [9000, 8000] }, 100);
    expect(times).toEqual({ left: [9000, 8000], running: 1, came: 100 });
    if (times === null) throw new Error("no times");
    expect([leftNow(times, 0, 1100), leftNow(times, 1, 1100), leftNow(times, 1, 99_999)]).toEqual([9000, 7000, 0]);
  });

  it("stand still in a pause and at the end, and are not there without a clock", () => {
    const told = { last: 1, at: 5, awaited: 1, left: [1, 2] };
    expect(timesOf({ ...told, phase: "running", paused: true }, 0)?.running).toBeNull();
    expect(timesOf({ ...told, phase: "finished" }, 0)?.running).toBeNull();
    expect(timesOf({ last: 1, at: 5, phase: "running" }, 0)).toBeNull();
  });

  it("are read the more exactly the less is left", () => {
    expect([0, 9_450, 61_000, 3_661_000, 3 * 86_400_000 + 3_600_000].map(clockText)).toEqual([
      "0.0",
      "9.4",
      "1:01",
      "1:01:01",
      "3 d 1 h",
    ]);
  });
});

describe("a nonce", () => {
  it("is 32 hexadecimal digits, never the same", () => {
    expect(newNonce()).toMatch(/^[0-9a-f]{32}$/);
    expect(newNonce()).not.toBe(newNonce());
  });
});
