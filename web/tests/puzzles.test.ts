import { beforeEach, describe, expect, it } from "vitest";
import { pathTo, readFragment } from "../src/puzzles/link";
import {
  dateHere,
  keepProgress,
  PROGRESS_KEY,
  puzzleOfTheDay,
  readProgress,
  streak,
  triedOf,
  withShown,
  withTry,
  type Progress,
} from "../src/puzzles/progress";

const EMPTY: Progress = { puzzles: {}, days: [] };

beforeEach(() => localStorage.clear());

describe("progress in puzzles", () => {
  it("is stored, and empty if what is stored is invalid", () => {
    const progress = withTry(EMPTY, "a", true, "2026-03-05");
    keepProgress(progress);
    expect(readProgress()).toEqual(progress);
    localStorage.setItem(PROGRESS_KEY, '{"puzzles": {"a": 1}, "days": []}');
    expect(readProgress()).toEqual(EMPTY);
  });

  it("counts tries until the puzzle is solved", () => {
    const failed = withTry(EMPTY, "a", false, "2026-03-05");
    const solved = withTry(failed, "a", true, "2026-03-06");
    expect(triedOf(solved, "a")).toEqual({ tries: 2, done: "2026-03-06", shown: false });
    expect(triedOf(withTry(solved, "a", false, "2026-03-07"), "a").tries).toBe(2);
  });

  it("does not count a puzzle whose solution was shown first", () => {
    const seen = withTry(withShown(EMPTY, "a"), "a", true, "2026-03-05");
    expect(triedOf(seen, "a")).toMatchObject({ done: null, shown: true });
    expect(seen.days).toEqual([]);
  });

  it("counts days in a row up to today or yesterday", () => {
    const days = ["2026-02-27", "2026-02-28", "2026-03-01"];
    expect(streak({ puzzles: {}, days }, "2026-03-01")).toBe(3);
    expect(streak({ puzzles: {}, days }, "2026-03-02")).toBe(3);
    expect(streak({ puzzles: {}, days }, "2026-03-03")).toBe(0);
  });
});

describe("the puzzle of the day", () => {
  it("follows from the date alone, and none comes twice in a round", () => {
    const all = Array.from({ length: 7 }, (_, number) => number);
    const start = Math.ceil(20_000 / 7) * 7;
    const dates = all.map((day) => new Date((start + day) * 86_400_000).toISOString().slice(0, 10));
    const found = dates.map((date) => puzzleOfTheDay(all, date));
    expect(new Set(found).size).toBe(7);
    expect(dates.map((date) => puzzleOfTheDay(all, date))).toEqual(found);
    expect(puzzleOfTheDay([], "2026-03-05")).toBeNull();
  });

  it("takes the date of this device", () => {
    expect(dateHere(new Date(2026, 2, 5, 23, 59))).toBe("2026-03-05");
  });
});

describe("links to puzzles", () => {
  it("carry a whole puzzle in the fragment", async () => {
    const puzzle = { id: "own", position: "borgo* moloch | A1=0.HQ", title: { en: "Ż", pl: "ó" } };
    const path = await pathTo(puzzle);
    expect(path).toMatch(/^\/puzzle#[zj][\w-]+$/);
    expect(await readFragment(path.slice(path.indexOf("#")))).toEqual(puzzle);
  });

  it("name one of the collection by its id", async () => {
    expect(await pathTo("78e4b3f8")).toBe("/puzzle/78e4b3f8");
  });

  it("hold nothing if they are broken", async () => {
    expect(await readFragment("")).toBeNull();
    expect(await readFragment("#z!!")).toBeNull();
    expect(await readFragment("#zAAAA")).toBeNull();
  });
});
