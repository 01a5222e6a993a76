import { render } from "@testing-library/svelte";
import { beforeEach, describe, expect, it } from "vitest";
import type { Story } from "../src/api/forms";
import Board from "../src/board/Board.svelte";
import { drawings } from "../src/board/drawings.svelte";
import Ending from "../src/match/Ending.svelte";
import type { Live } from "../src/match/live.svelte";
import { turningPoint } from "../src/match/outcome";
import { chosen } from "../src/texts/language.svelte";
import { boardOf, spritesOf, standingOf, unitOf } from "./board-forms";
import { fixture } from "./moments";

beforeEach(() => {
  chosen.language = "en";
  drawings.take(spritesOf());
});

/** A story of Battles: turn, step, HQ points before and after. */
function storyOf(...battles: [turn: number, step: number, before: number[], after: number[]][]): Story {
  const turns = battles.map(([turn, step, before, after]) => ({
    turn,
    player: 0,
    words: "",
    entries: [
      {
        step,
        battles: [{ before: { ...standingOf(), hq: before }, after: { ...standingOf(), hq: after }, place: null }],
      },
    ],
  }));
  return { version: 1, first: 0, steps: 99, turns } as unknown as Story;
}

describe("the turning point", () => {
  const story = storyOf([3, 10, [20, 20], [19, 20]], [7, 30, [19, 20], [18, 12]], [9, 40, [18, 12], [18, 7]]);

  it("is the Battle in which the winners gained most", () => {
    expect(turningPoint(story, [0])).toMatchObject({ step: 31, turn: 7, points: 7 });
    expect(turningPoint(story, [1])).toMatchObject({ step: 11, turn: 3, points: 1 });
  });

  it("is unknown for a draw, without a story and without a gain", () => {
    expect(turningPoint(story, [])).toBeNull();
    expect(turningPoint(null, [0])).toBeNull();
    expect(turningPoint(storyOf([1, 1, [20, 20], [20, 20]]), [0])).toBeNull();
  });
});

describe("the end of a match", () => {
  const { scene } = fixture("placing").look;
  const end = (result: number[]) => {
    const course = { finished: { result, how: "agreed" }, seats: [{}, {}], rematch: [], next: null, steps: 41 };
    const live = { match: "m", seat: 0, course, story: storyOf([7, 30, [20, 20], [18, 12]]) } as unknown as Live;
    return render(Ending, { props: { live, scene, names: ["Ann", "Bob"] } }).container;
  };

  it("has a trophy for who won, and none for who lost", () => {
    expect(end([1, -1]).querySelector("h2 svg")).not.toBeNull();
    expect(end([-1, 1]).querySelector("h2 svg")).toBeNull();
  });

  it("shows how it ended, all HQ points, the turning point, and the way to its analysis", () => {
    const shown = end([1, -1]);
    expect(shown.querySelectorAll(".points li")).toHaveLength(2);
    expect(shown.querySelector(".points .winner")?.textContent).toContain("Ann");
    expect(shown.querySelector('[data-action="turning-point"]')?.getAttribute("href")).toContain("31");
    expect(shown.querySelector('[data-action="analyse"]')?.getAttribute("href")).toContain("/study");
    expect(shown.querySelector(".why")?.textContent).not.toBe("");
    expect(shown.querySelectorAll(".boards svg[role='img']")).toHaveLength(2);
  });
});

describe("the impact of attacks", () => {
  it("lets attacks fly, and shakes what they hit", () => {
    const standing = standingOf(unitOf("C2", "outpost/Runner"), unitOf("C3", "vegas/Guard"));
    const { container } = render(Board, {
      props: {
        board: boardOf(2),
        standing,
        label: "The board",
        about: (hex: string) => hex,
        flying: true,
        shaken: ["C3"],
        arrows: [
          { kind: "melee", source: "C2", to: "C3" },
          { kind: "bonus", source: "C3", to: "C2" },
          { kind: "melee", source: "C3", to: "C2", faint: true },
        ],
      },
    });
    expect(container.querySelectorAll(".flies")).toHaveLength(1);
    expect(container.querySelector('[data-unit="C3"] .shaken')).not.toBeNull();
    expect(container.querySelector('[data-unit="C2"] .shaken')).toBeNull();
  });
});
