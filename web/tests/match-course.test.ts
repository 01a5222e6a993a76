import { describe, expect, it } from "vitest";
import { freeFor, inCommon, keptFor, momentAt, seatOf, wasDeclined } from "../src/match/course";
import type { MatchEvent } from "../src/match/messages";
import { acted, course, JOINED, STARTED, type Bare } from "./match-events";

describe("the course of a match", () => {
  it("knows who sits where, and which seats are free for whom", () => {
    const open = course();
    expect(open.seats.map(({ bot, name }) => bot ?? name)).toEqual(["", "level1"]);
    expect([freeFor(open, "ann"), freeFor(open, "ben"), freeFor(open, null)]).toEqual([[0], [], []]);
    expect([keptFor(open, "ann"), keptFor(open, "ben"), keptFor(open, null)]).toEqual([0, null, null]);
    const full = course(JOINED);
    expect([seatOf(full, "ann"), seatOf(full, "ben"), seatOf(full, null)]).toEqual([0, null, null]);
    expect(freeFor(full, "ann")).toEqual([]);
  });

  it("frees a seat that is left before the start, and keeps it afterwards", () => {
    expect(course(JOINED, { type: "left", seat: 0 }).seats[0]).toMatchObject({ person: null, away: false });
    expect(course(JOINED, STARTED, { type: "left", seat: 0 }).seats[0]).toMatchObject({ person: "ann", away: true });
    const back = course(JOINED, STARTED, { type: "left", seat: 0 }, { type: "returned", seat: 0 });
    expect(back.seats[0]?.away).toBe(false);
  });

  it("counts steps: each act is one, and each draw after it", () => {
    const now = course(JOINED, STARTED, acted(0, 5), acted(1, 6, [1, 2]));
    expect(now).toMatchObject({ phase: "running", steps: 4, moved: 4, last: 4 });
    expect(now.acts.map(({ from, to }) => [from, to])).toEqual([
      [0, 1],
      [1, 4],
    ]);
  });

  it("takes the last act back", () => {
    const now = course(JOINED, STARTED, acted(0, 5), acted(0, 6), { type: "undone", seat: 0 });
    expect(now).toMatchObject({ steps: 1, moved: 5, undone: 5 });
  });

  it("keeps a draw offer until it is declined or a player resigns", () => {
    const offered = [JOINED, STARTED, { type: "draw_offered", seat: 0 }] as const;
    expect(course(...offered).draw).toEqual([0]);
    expect(course(...offered, acted(0, 1)).draw).toEqual([0]);
    expect(course(...offered, { type: "draw_accepted", seat: 1 }).draw).toEqual([0, 1]);
    expect(course(...offered, { type: "draw_declined", seat: 1 }).draw).toEqual([]);
    expect(course(...offered, { type: "flagged", seat: 1 })).toMatchObject({
      draw: [],
      seats: [{}, { gaveUp: "time" }],
    });
  });

  it("knows of a draw who declined it, or took it back", () => {
    const wanted = [
      JOINED,
      STARTED,
      { type: "draw_offered", seat: 1 },
      { type: "draw_accepted", seat: 2 },
    ] as const satisfies Bare<MatchEvent>[];
    const declinedBy = (seat: number) => {
      const now = course(...wanted, { type: "draw_declined", seat });
      return [0, 1, 2, null].map((each) => wasDeclined(now, each));
    };
    expect(declinedBy(0)).toEqual([false, true, true, false]);
    expect(declinedBy(1)).toEqual([false, false, false, false]); // who offered it
    expect(declinedBy(2)).toEqual([false, true, false, false]); // who had agreed
    const out = course(...wanted, { type: "resigned", seat: 0 });
    expect([out.draw, wasDeclined(out, 1)]).toEqual([[], false]);
  });

  it("knows how many steps stand of another time", () => {
    const played = [JOINED, STARTED, acted(0, 5, [9]), acted(0, 6)] as const;
    const { acts } = course(...played);
    const undone = { type: "undone", seat: 0 } as const;
    expect(inCommon(acts, course(...played, acted(1, 7)).acts)).toBe(3);
    expect(inCommon(acts, course(...played, undone).acts)).toBe(2);
    expect(inCommon(acts, course(...played, undone, acted(0, 6)).acts)).toBe(2);
    expect(inCommon(acts, course(...played, undone, undone, acted(0, 6)).acts)).toBe(0);
    expect(inCommon([], acts)).toBe(0);
  });

  it("knows the end, and what comes after it", () => {
    const end: Bare<MatchEvent> = { type: "finished", how: "resigned", result: [-1, 1] };
    const over = course(JOINED, STARTED, { type: "resigned", seat: 0 }, end);
    expect(over).toMatchObject({
      phase: "finished",
      finished: { how: "resigned" },
      seats: [{ gaveUp: "resigned" }, {}],
    });
    const again = course(
      JOINED,
      STARTED,
      end,
      { type: "rematch_offered", seat: 0 },
      { type: "rematch_made", rematch: "k" },
    );
    expect(again).toMatchObject({ rematch: [0], next: "k" });
    const no = course(
      JOINED,
      STARTED,
      end,
      { type: "rematch_offered", seat: 0 },
      { type: "rematch_declined", seat: 0 },
    );
    expect(no).toMatchObject({ rematch: [], seats: [{ declinedRematch: true }, {}] });
  });

  it("tells moments apart that have the same number of steps", () => {
    const one = course(JOINED, STARTED, acted(0, 5, [9]), acted(0, 6), acted(0, 7));
    const other = course(JOINED, STARTED, acted(0, 5, [9]), acted(0, 8), acted(0, 7));
    expect(momentAt("m", one, 4)).toEqual({ match: "m", step: 2, then: [6, 7] });
    expect(momentAt("m", other, 4)).toEqual({ match: "m", step: 2, then: [8, 7] });
    expect(momentAt("m", one, 2)).toEqual({ match: "m", step: 2, then: [] });
    const others = course(JOINED, STARTED, acted(0, 5), acted(1, 6));
    expect(momentAt("m", others, 2)).toEqual({ match: "m", step: 1, then: [6] });
  });
});

// --- what is shown ---------------------------------------------------------------------------------
