/** The lists of the start page. */

import { describe, expect, it } from "vitest";
import type { ListedMatch, ListedSeat, MatchPhase } from "../src/api/forms";
import { ago } from "../src/lobby/ago";
import { hasFreeSeat, sorted } from "../src/lobby/lists.svelte";

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
  it("have a free seat where nobody sits and none is kept", () => {
    expect(hasFreeSeat(listed("a", "open", me, {}))).toBe(true);
    expect(hasFreeSeat(listed("a", "open", me, { person: "p-ben" }))).toBe(false);
    expect(hasFreeSeat(listed("a", "open", { person: "p-ben" }, bot))).toBe(false);
  });

  it("are sorted by what can be done with them", () => {
    const ben = { person: "p-ben", name: "Ben" };
    const lists = sorted("p-me", {
      open: [
        listed("mine", "open", me, {}),
        listed("free", "open", ben, {}),
        listed("kept", "open", ben, { person: "x" }),
      ],
      running: [listed("playing", "running", me, bot), listed("theirs", "running", ben, bot)],
      mine: [listed("playing", "running", me, bot), listed("mine", "open", me, {})],
      finished: Array.from({ length: 20 }, (_, n) => listed(`old-${n}`, "finished", me, bot)),
    });
    const ids = (matches: ListedMatch[]) => matches.map((match) => match.match);
    expect(ids(lists.mine)).toEqual(["playing", "mine"]);
    expect(ids(lists.open)).toEqual(["free"]);
    expect(ids(lists.running)).toEqual(["theirs"]);
    expect(lists.finished).toHaveLength(8);
  });

  it("are told by how long ago they went on", () => {
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
