/** A person's own games: their order, and what is said of each. */

import { afterEach, describe, expect, it } from "vitest";
import type { ListedMatch, ListedSeat } from "../src/api/forms";
import { inOrder, isAlone, isMyTurn, opponents, standing, timeLeft } from "../src/people/games";
import { fresh } from "../src/people/turns.svelte";
import { chosen } from "../src/texts/language.svelte";

const me: ListedSeat = { person: "p-me", name: "Me" };
const ben: ListedSeat = { person: "p-ben", name: "Ben" };
const bot: ListedSeat = { name: "level1" };
const game = (match: string, more: Partial<ListedMatch> = {}): ListedMatch => ({
  match,
  status: "running",
  terms: { armies: ["borgo", "moloch"] },
  seats: [me, ben],
  created: 0,
  updated: 100,
  ...more,
});

afterEach(() => {
  chosen.language = "en";
});

describe("games", () => {
  it("come in the order in which they need you", () => {
    const all = [
      game("theirs", { awaited: 1 }),
      game("open", { status: "open", seats: [me, {}] }),
      game("mine", { awaited: 0 }),
      game("hurry", { awaited: 0, left: [5000, 9000] }),
      game("newer", { awaited: 1, updated: 200 }),
      game("seat", { status: "open", seats: [{ person: "p-me" }, ben] }),
    ];
    expect(inOrder(all, "p-me", 100_000).map(({ match }) => match)).toEqual([
      "hurry",
      "mine",
      "seat",
      "newer",
      "theirs",
      "open",
    ]);
    expect(all.filter((match) => isMyTurn(match, null))).toEqual([]);
  });

  it("have a clock that runs for the seat to decide", () => {
    expect(timeLeft(game("a", { awaited: 1, left: [5000, 9000] }), 102_000)).toBe(7000);
    expect(timeLeft(game("a", { awaited: 1, left: [5000, 9000] }), 990_000)).toBe(0);
    expect(timeLeft(game("a", { awaited: 1 }), 0)).toBeNull();
    expect(timeLeft(game("a", { status: "finished" }), 0)).toBeNull();
  });

  it("say how they stand", () => {
    const said = (match: ListedMatch) => standing(match, "p-me", 100_000, null);
    expect(said(game("a", { awaited: 0, left: [65_000, 1] }))).toEqual({
      mood: "mine",
      words: "Your turn",
      time: "1:05 left",
    });
    expect(said(game("a", { awaited: 1 })).words).toBe("Waiting for Ben");
    const over = (score: number, how: "rules" | "time") =>
      game("a", {
        status: "finished",
        how,
        seats: [
          { ...me, score },
          { ...ben, score: -score },
        ],
      });
    expect(said(over(1, "rules"))).toMatchObject({ mood: "won", words: "Won" });
    expect(said(over(-1, "time"))).toMatchObject({ mood: "lost", words: "Lost on time" });
    expect(said(over(0, "rules")).mood).toBe("even");
    expect(said(game("a", { status: "finished", how: "aborted" })).words).toBe("Ended without a result");
    chosen.language = "pl";
    expect(said(over(-1, "time")).words).toBe("Przegrana na czas");
  });

  it("may be deleted only by the only person", () => {
    expect(isAlone(game("a", { seats: [me, bot] }), "p-me")).toBe(true);
    expect(isAlone(game("a", { seats: [me, {}] }), "p-me")).toBe(true);
    expect(isAlone(game("a"), "p-me")).toBe(false);
    expect(opponents(game("a", { seats: [me, bot, ben] }), "p-me", null)).toBe("level1, Ben");
  });
});

describe("turns", () => {
  it("are new if the last answer lacked them", () => {
    expect(fresh(["a"], ["a", "b"])).toEqual(["b"]);
    expect(fresh(["a", "b"], ["b"])).toEqual([]);
  });
});
