/** The lists of the start page. */

import { afterEach, describe, expect, it, vi } from "vitest";
import type { ListedMatch, ListedSeat, Listing, MatchPhase, Terms } from "../src/api/forms";
import { ago } from "../src/lobby/ago";
import { collectMatches, hasFreeSeat, joined, sitsIn } from "../src/lobby/lists.svelte";
import { teamsWords, termsWords } from "../src/setup/words";
import { chosen } from "../src/texts/language.svelte";
import { realCatalogue } from "./moments";

const listed = (match: string, status: MatchPhase, ...seats: ListedSeat[]): ListedMatch => ({
  match,
  status,
  terms: { armies: seats.map(() => "borgo") },
  seats,
  created: 0,
  updated: 0,
});
const me = { person: "p-me", name: "Me" };
const bot = { name: "level1" };

describe("matches", () => {
  it("have a free seat if it is empty and not reserved", () => {
    expect(hasFreeSeat(listed("a", "open", me, {}))).toBe(true);
    expect(hasFreeSeat(listed("a", "open", me, { person: "p-ben" }))).toBe(false);
    expect(hasFreeSeat(listed("a", "open", { person: "p-ben" }, bot))).toBe(false);
  });

  it("show how long ago they changed", () => {
    const now = 1_000_000_000_000;
    const at = (seconds: number) => ago(now / 1000 - seconds, now);
    expect(at(-5)).toBe("just now");
    expect(at(30)).toBe("just now");
    expect(at(61)).toBe("1 min ago");
    expect(at(7200)).toBe("2 h ago");
    expect(at(90_000)).toBe("1 day ago");
    expect(at(200_000)).toBe("2 days ago");
  });
});

describe("a list", () => {
  const ids = (matches: ListedMatch[]) => matches.map((match) => match.match);
  const pages = (...sizes: number[]) => {
    const listings = sizes.map((size, page): Listing => {
      const found = Array.from({ length: size }, (_, n) => listed(`${page}-${n}`, "running", me, bot));
      return { matches: found, ...(page < sizes.length - 1 ? { after: `page ${page + 1}` } : {}) };
    });
    return vi.fn((after?: string) => Promise.resolve(listings[Number(after?.slice(5) ?? 0)] as Listing));
  };

  it("begins with a few, from one page", async () => {
    const page = pages(50, 3);
    const list = await collectMatches(page, {});
    expect(list.matches).toHaveLength(8);
    expect(list.more).toBe(true);
    expect(page).toHaveBeenCalledTimes(1);
    expect(await collectMatches(pages(8), {})).toMatchObject({ more: false });
    expect(await collectMatches(pages(9), {})).toMatchObject({ more: true });
  });

  it("goes on to the last, page by page, as often as more is asked for", async () => {
    expect((await collectMatches(pages(50, 3), { asked: 1 })).matches).toHaveLength(28);
    const page = pages(10, 10, 10);
    const all = await collectMatches(page, { first: Infinity, asked: 5 });
    expect(all.matches).toHaveLength(30);
    expect(all.more).toBe(false);
    expect(page.mock.calls).toEqual([[undefined], ["page 1"], ["page 2"]]);
  });

  it("says that there may be more where a page had nothing to be kept", async () => {
    const none = await collectMatches(pages(50, 2), { keep: ({ match }) => match.startsWith("1-") });
    expect(none).toEqual({ matches: [], more: true });
    const found = await collectMatches(pages(50, 2), { keep: ({ match }) => match.startsWith("1-"), asked: 1 });
    expect(ids(found.matches)).toEqual(["1-0", "1-1"]);
    expect(found.more).toBe(false);
  });

  it("has a match once that has gone on meanwhile", () => {
    const one = { matches: [listed("a", "running", me, bot)], more: false };
    const other = { matches: [listed("a", "open", me, bot), listed("b", "open", me, {})], more: true };
    expect(ids(joined(one, other).matches)).toEqual(["a", "b"]);
    expect(joined(one, other).more).toBe(true);
    expect(sitsIn("p-me", listed("a", "running", me, bot))).toBe(true);
    expect(sitsIn("p-ben", listed("a", "running", me, bot))).toBe(false);
    expect(sitsIn(null, listed("a", "open", {}, bot))).toBe(false);
  });
});

describe("what a game is, in words", () => {
  const catalogue = realCatalogue();
  const words = (terms: Partial<Terms>, armies = 4) =>
    termsWords({ armies: Array<string>(armies).fill("borgo"), ...terms }, catalogue);

  afterEach(() => {
    chosen.language = "en";
  });

  it("has the mode and the board", () => {
    expect(words({ mode: "standard" }, 2)).toEqual(["Standard", "Standard board"]);
    expect(words({}, 2)).toEqual(["Standard", "Standard board"]);
    expect(words({ mode: "team", board: "duel" })).toEqual(["Teams", "Duel board"]);
    expect(termsWords({ armies: ["borgo", "vegas"] }, null)).toEqual([]);
  });

  it("has all that is not usual", () => {
    const crossed = [
      [0, 2],
      [1, 3],
    ];
    const terminals = ["A1", "A3", "C1", "C3", "C5", "E1", "E3"];
    expect(
      words({ mode: "team", teams: crossed, board: "duel", terminals, ruleset: "3.0", mercenaries: 1, score: true }),
    ).toEqual([
      "Teams",
      "seats 1 + 3 against 2 + 4",
      "Duel board",
      "Terminals A1 A3 C1 C3 C5 E1 E3",
      "Third edition",
      expect.not.stringContaining(":") as string,
      expect.stringMatching(/: 1$/) as string,
    ]);
    const usual = catalogue.fits.find((fit) => fit.mode === "team")?.teams ?? [];
    expect(words({ mode: "team", teams: usual })).toEqual(["Teams", "Standard board"]);
    expect(words({ board: "duel", terminals: catalogue.terminals[0]?.usual ?? [] }, 2)).toHaveLength(2);
  });

  it("has seats as people count them, in both languages", () => {
    expect(teamsWords([[0], [1, 2]])).toBe("1 against 2 + 3");
    chosen.language = "pl";
    expect(teamsWords([[0], [1, 2]])).toBe("1 przeciw 2 + 3");
  });
});
