import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it } from "vitest";
import type { Look } from "../src/api/views";
import { notes } from "../src/app/notes.svelte";
import { notesFor } from "../src/match/notes";
import type { Terms } from "../src/match/messages";
import Note from "../src/app/Note.svelte";
import { chosen } from "../src/texts/language.svelte";
import { fixture } from "./moments";

const TERMS: Terms = { armies: ["borgo", "moloch"] };

function look(stage: string, change: { turn?: number; kinds?: string[]; units?: number; undo?: number } = {}): Look {
  const { turn = 5, kinds = [], units = 2, undo = null } = change;
  const decides = { player: 0, stage, question: "?", about: null, phase: null };
  return {
    undo,
    choices: { decides, offers: kinds.map((kind) => ({ kind })) },
    scene: {
      decides,
      turn,
      players: [{}, {}],
      board: { hexes: Array.from({ length: 19 }, () => ({})) },
      standing: { units: Array.from({ length: units }, () => ({})) },
    },
  } as unknown as Look;
}

describe("notes for newcomers", () => {
  it("fit the decision", () => {
    expect(notesFor(look("hq"), 0, TERMS)).toEqual(["hq"]);
    expect(notesFor(look("discard"), 0, TERMS)).toEqual(["discard"]);
    expect(notesFor(look("main", { kinds: ["end"] }), 0, TERMS)).toEqual([]);
    expect(notesFor(look("main", { kinds: ["place", "battle"], undo: 0 }), 0, TERMS)).toEqual([
      "battle_tile",
      "attacks",
      "undo",
    ]);
  });

  it("are for the deciding player", () => {
    expect(notesFor(look("hq"), 1, TERMS)).toEqual([]);
    expect(notesFor(look("main", { undo: 1 }), 0, TERMS)).toEqual([]);
  });

  it("tell of the first turns only where they are the usual ones", () => {
    expect(notesFor(look("main", { turn: 2 }), 0, TERMS)).toEqual(["first_turns"]);
    expect(notesFor(look("main", { turn: 3 }), 0, TERMS)).toEqual([]);
    expect(notesFor(look("main", { turn: 1 }), 0, { ...TERMS, reinforcement: true })).toEqual([]);
    expect(notesFor(look("main", { turn: 1 }), 0, { ...TERMS, alternative_start: true })).toEqual([]);
  });

  it("tell of Terminals, energy and procedures on the Duel board, before anything else", () => {
    const { look: real } = fixture("procedures");
    const seat = real.choices.decides?.player ?? -1;
    expect(notesFor(real, seat, TERMS)[0]).toBe("duel");
    expect(notesFor(fixture("placing").look, 0, TERMS)).not.toContain("duel");
  });

  it("warn when the board is nearly full", () => {
    expect(notesFor(look("main", { units: 16 }), 0, TERMS)).toEqual(["full_board"]);
    expect(notesFor(look("main", { units: 15 }), 0, TERMS)).toEqual([]);
  });
});

describe("a note", () => {
  beforeEach(() => {
    chosen.language = "en";
  });

  it("is gone for good once it was put away", async () => {
    const { unmount } = render(Note, { note: "undo" });
    await fireEvent.click(screen.getByRole("button", { name: "Got it" }));
    expect(screen.queryByRole("complementary")).toBeNull();
    unmount();
    render(Note, { note: "undo" });
    expect(screen.queryByRole("complementary")).toBeNull();
    expect(notes.isNew("undo")).toBe(false);
    expect(JSON.parse(localStorage.getItem("neurohex.notes") ?? "")).toContain("undo");
  });
});
