import { describe, expect, it } from "vitest";
import type { Entry, Scene, Story } from "../src/api/forms";
import { chapters, currentEntry, entryAt, hexesOf, roundBattles, turnAt, turnMarks } from "../src/log/chronicle";
import fixture from "./fixtures/story.json";

const { story } = fixture as unknown as { scene: Scene; story: Story };
const all = story.turns.flatMap((turn) => turn.entries);

describe("the chapters of a story", () => {
  it("hold every act that there is something to read of", () => {
    const read = chapters(story).flatMap(({ entries }) => entries);
    expect(read).toEqual(all.filter(({ beats, battles }) => beats.length > 0 || battles.length > 0));
  });

  it("can be the Battles alone", () => {
    const fought = chapters(story, true);
    expect(fought.length).toBeGreaterThan(0);
    for (const { entries } of fought) for (const { battles } of entries) expect(battles.length).toBeGreaterThan(0);
  });

  it("say where their turns begin", () => {
    for (const { step, entries } of chapters(story)) if (entries[0]) expect(step).toBe(entries[0].step);
  });
});

describe("a turn that ends twice", () => {
  it("ends once", () => {
    const entry = (step: number, ...what: string[]) => ({
      step,
      beats: what.map((each) => ({ what: each })),
      battles: [],
    });
    const entries = [entry(0, "placed"), entry(1, "turn ended", "turn ended"), entry(2, "turn ended")];
    const told = { ...story, turns: [{ turn: 9, player: 0, words: "", entries: entries as unknown as Entry[] }] };
    expect(chapters(told)[0]?.entries.map(({ step, beats }) => [step, beats.length])).toEqual([
      [0, 1],
      [1, 1],
    ]);
  });
});

describe("the current line", () => {
  const read = chapters(story);

  it("is the act that leads to the moment", () => {
    for (const entry of all.filter(({ beats }) => beats.length > 0)) {
      expect(currentEntry(read, entry.step + 1)).toBe(entry);
    }
  });

  it("is none before the first act, and the last after all", () => {
    expect(currentEntry(read, 0)).toBeNull();
    expect(currentEntry(read, story.steps)).toBe(read.at(-1)?.entries.at(-1));
    expect(currentEntry(read, story.steps + 99)).toBe(read.at(-1)?.entries.at(-1));
  });

  it("is the last Battle before it, where only Battles are read", () => {
    const fought = chapters(story, true);
    const second = fought.flatMap(({ entries }) => entries)[1];
    expect(currentEntry(fought, (second?.step ?? 0) + 3)).toBe(second);
  });

  it("belongs to exactly one step", () => {
    expect(entryAt(story, 0)).toBeNull();
    expect(entryAt(story, 1)).toBe(all[0]);
    expect(entryAt(story, story.steps)).toBe(all.at(-1));
  });
});

describe("marks of turns", () => {
  const marks = turnMarks(story);

  it("stand at the beginning of each turn", () => {
    expect(marks[0]?.step).toBe(0);
    expect(marks.map(({ step }) => step)).toEqual(marks.map(({ step }) => step).toSorted((a, b) => a - b));
    expect(marks).toHaveLength(story.turns.length);
    expect(turnMarks(null)).toEqual([]);
  });

  it("tell which turn a moment is in", () => {
    const third = marks[3];
    expect(turnAt(marks, third?.step ?? 0)).toBe(third);
    expect(turnAt(marks, 0)).toBe(marks[0]);
    expect(turnAt([], 4)).toBeNull();
  });
});

describe("an act with a Battle", () => {
  const fought = all.filter(({ battles }) => battles.length > 0);

  it("is in order: the cause, the Battle, the end of the turn", () => {
    for (const entry of fought) {
      const { before, after } = roundBattles(entry);
      expect([...before, ...after]).toEqual(entry.beats);
      expect(before.length).toBeGreaterThan(0);
      expect(before.slice(1).map(({ what }) => what)).not.toContain("turn ended");
    }
    const played = fought.filter(({ kind }) => kind === "battle").map((entry) => roundBattles(entry).after);
    expect(played.some((after) => after.some(({ what }) => what === "turn ended"))).toBe(true);
    const quiet = all.find(({ battles }) => battles.length === 0);
    if (quiet) expect(roundBattles(quiet).after).toEqual([]);
  });
});

describe("the hexes of an act", () => {
  it("are where it comes from and where it ends, each once", () => {
    const placed = all.find(({ kind }) => kind === "place");
    expect(hexesOf(placed?.beats ?? [])[0]).toBe(placed?.beats[0]?.to);
    const hexes = all.flatMap(({ beats }) => hexesOf(beats));
    for (const hex of hexes) expect(hex).toMatch(/^[A-G]\d$/);
    expect(hexesOf([])).toEqual([]);
  });
});
