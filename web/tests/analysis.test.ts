/** The analysis page: its graph, its progress, and the way from one decision to the next. */

import { render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AnalysisState, GameReview, ReviewedDecision } from "../src/api/forms";
import { Analysis, POLL, RETRY } from "../src/analysis/analysis.svelte";
import Graph from "../src/analysis/Graph.svelte";
import {
  areaOf,
  battlesOf,
  chanceAt,
  lineOf,
  nearest,
  percent,
  points,
  ticksOf,
  xOf,
  yOf,
} from "../src/analysis/graph";
import Moments from "../src/analysis/Moments.svelte";
import Summary from "../src/analysis/Summary.svelte";
import Thinking from "../src/analysis/Thinking.svelte";

function decision(step: number, grade: ReviewedDecision["grade"], before = 0.6, after = 0.4): ReviewedDecision {
  const act = { player: 0, action: step, words: `Act ${step}` };
  return {
    step,
    turn: 1 + Math.floor(step / 4),
    player: 0,
    grade,
    before,
    after,
    error: 0.01,
    played: [act],
    better: [{ ...act, words: `Better ${step}` }],
    reasons: [],
    played_reasons: [],
  };
}

const player = { accuracy: 87.4, lost: 0.3, given: 0.1, luck: -0.05, luck_of_others: 0.02, foresight: 0 };
const REVIEW: GameReview = {
  version: 1,
  depth: 2,
  steps: 20,
  complete: true,
  players: [
    { player: 0, army: "Borgo", name: "Ann", inaccuracies: 1, mistakes: 0, blunders: 2, ...player },
    { player: 1, army: "Moloch", name: "", inaccuracies: 0, mistakes: 1, blunders: 0, ...player, accuracy: null },
  ],
  points: [
    { step: 0, turn: 0, chances: [0.5, 0.5] },
    { step: 10, turn: 2, chances: [0.75, 0.25] },
    { step: 20, turn: 4, chances: [1, 0] },
  ],
  turns: [0, 1, 2, 3, 4].map((number) => ({
    number,
    player: number % 2,
    first: number * 4,
    stop: number * 4 + 4,
    battles: number === 2 ? [9] : [],
    changes: [],
  })),
  moments: [decision(4, "inaccuracy"), decision(12, "blunder")],
  draws: [{ step: 5, turn: 1, player: 1, tiles: [], names: ["Runner", "Battle"], luck: 0.08, error: 0.01 }],
};

const STATE: AnalysisState = {
  game: "0",
  depth: 2,
  state: "none",
  done: 0,
  total: 9,
  ahead: 0,
  depths: [],
  deepest: 4,
  why: "",
};

describe("the graph", () => {
  it("goes from left to right, and up with the chance", () => {
    expect(xOf(0, 20)).toBeLessThan(xOf(10, 20));
    expect(yOf(1)).toBeLessThan(yOf(0.5));
    expect(lineOf(REVIEW, 0)).toBe(`M${xOf(0, 20)} ${yOf(0.5)}L${xOf(10, 20)} ${yOf(0.75)}L${xOf(20, 20)} ${yOf(1)}`);
    expect(areaOf(REVIEW, 0)).toMatch(/^M.*Z$/);
    expect(areaOf({ ...REVIEW, points: [] }, 0)).toBe("");
  });

  it("finds chances, Battles, turns and the nearest decision", () => {
    expect(chanceAt(REVIEW, 12, 1)).toBe(0.25);
    expect(chanceAt(REVIEW, 0, 0)).toBe(0.5);
    expect(battlesOf(REVIEW)).toEqual([{ step: 9, turn: 2 }]);
    expect(ticksOf(REVIEW).map(({ turn }) => turn)).toEqual([1, 2, 3, 4]);
    expect(nearest(REVIEW.moments, xOf(11, 20), 20)).toBe(1);
    expect(nearest([], 0, 20)).toBe(-1);
  });

  it("writes numbers as people read them", () => {
    expect([percent(0.456), points(0.1234), points(-0.05), points(0.0001)]).toEqual(["46 %", "+12.3", "−5.0", "0"]);
  });

  it("has a label that says how the game went", () => {
    render(Graph, { review: REVIEW, players: [], at: 0, onchoose: () => undefined });
    const label = screen.getByRole("img").getAttribute("aria-label");
    expect(label).toContain("Ann: 50 % at first, 100 % at the end");
    expect(label).toContain("Moloch: 50 % at first, 0 % at the end");
    expect(document.querySelectorAll("circle")).toHaveLength(2);
    expect(screen.getByText("Battle in turn 2")).toBeTruthy();
  });
});

describe("the lists", () => {
  it("name decisions with their grades, and mark the one that is shown", () => {
    const chosen: number[] = [];
    render(Moments, { review: REVIEW, players: [], at: 1, onchoose: (place: number) => chosen.push(place) });
    const buttons = screen.getAllByRole("button");
    expect(buttons.map((button) => button.dataset.moment)).toEqual(["4", "12"]);
    expect(buttons[1]?.getAttribute("aria-current")).toBe("true");
    expect(buttons[1]?.textContent).toContain("blunder");
    expect(buttons[0]?.textContent).toContain("40 % instead of 60 %");
    buttons[0]?.click();
    expect(chosen).toEqual([0]);
  });

  it("say that nothing was costly", () => {
    render(Moments, { review: { ...REVIEW, moments: [] }, players: [], at: 0, onchoose: () => undefined });
    expect(screen.getByText(/No decision cost more/)).toBeTruthy();
  });

  it("tell play and luck apart", () => {
    render(Summary, { review: REVIEW, players: [] });
    expect([...document.querySelectorAll("[data-accuracy]")].map((each) => each.textContent)).toEqual(["87 %", "–"]);
    const first = document.querySelector("[data-player='0']");
    expect(first?.querySelector("[data-part=lost]")?.textContent?.trim()).toBe("−30.0");
    expect(first?.querySelector("[data-part=luck]")?.textContent?.trim()).toBe("−5.0");
    expect(first?.textContent).toContain("1 inaccuracy · 0 mistakes · 2 blunders");
    expect(screen.getByText(/Runner, Battle/)).toBeTruthy();
  });

  it("offer to start, to go on, and to think deeper", async () => {
    const asked: number[] = [];
    const given = { shown: null, starting: false, onstart: (depth: number) => asked.push(depth) };
    const { rerender } = render(Thinking, { progress: STATE, ...given });
    screen.getByRole("button", { name: "Analyse the game" }).click();
    await rerender({ progress: { ...STATE, done: 3 } });
    screen.getByRole("button", { name: "Go on with it" }).click();
    await rerender({ progress: { ...STATE, state: "running", done: 3, ahead: 2 } });
    expect(screen.getByRole("progressbar").getAttribute("value")).toBe("3");
    expect(screen.getByText(/2 other analyses run/)).toBeTruthy();
    await rerender({ progress: { ...STATE, state: "done", deepest: 3, depths: [2] }, shown: 2 });
    screen.getByRole("button", { name: "Think again: deep" }).click();
    expect(screen.queryByRole("button", { name: /very deep/ })).toBeNull();
    expect(asked).toEqual([2, 2, 3]);
    await rerender({ progress: { ...STATE, deepest: 0 }, shown: null });
    expect(screen.getByText("This server makes no analyses.")).toBeTruthy();
  });
});

describe("an analysis", () => {
  let answers: (AnalysisState | GameReview | number)[] = [];
  let sent: { path: string; body: Record<string, unknown> }[] = [];

  beforeEach(() => {
    vi.useFakeTimers();
    answers = [];
    sent = [];
    vi.stubGlobal("fetch", (path: string, init: { body: string }) => {
      sent.push({ path, body: JSON.parse(init.body) as Record<string, unknown> });
      const answer = answers.shift();
      if (typeof answer === "number") {
        return Promise.resolve(new Response(JSON.stringify({ code: "unavailable", why: "" }), { status: answer }));
      }
      return Promise.resolve(new Response(JSON.stringify(answer)));
    });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it("asks on while it runs, and shows the result", async () => {
    const analysis = new Analysis({ record: "r" });
    answers = [STATE, { ...STATE, state: "running", done: 1 }, { ...STATE, state: "done", depths: [2] }, REVIEW];
    await analysis.open();
    expect(analysis.progress?.state).toBe("none");
    await analysis.start(2);
    expect(analysis.progress?.done).toBe(1);
    await vi.advanceTimersByTimeAsync(POLL);
    expect(analysis.review?.steps).toBe(20);
    expect(sent.map(({ path, body }) => [path, body.start])).toEqual([
      ["/api/analysis", false],
      ["/api/analysis", true],
      ["/api/analysis", false],
      ["/api/analysis/review", undefined],
    ]);
    analysis.to(9);
    expect(analysis.moment?.step).toBe(12);
    analysis.to(-3);
    expect(analysis.moment?.step).toBe(4);
    analysis.toStep(5);
    expect(analysis.at).toBe(1);
    analysis.close();
  });

  it("goes on after a restart of the server", async () => {
    const analysis = new Analysis({ match: "m" });
    answers = [{ ...STATE, state: "running", done: 4 }, 503, { ...STATE, state: "running", done: 5 }];
    await analysis.open();
    await vi.advanceTimersByTimeAsync(POLL);
    expect(analysis.trouble).not.toBeNull();
    await vi.advanceTimersByTimeAsync(RETRY);
    expect(sent.at(-1)?.body.start).toBe(true);
    expect([analysis.trouble, analysis.progress?.done]).toEqual([null, 5]);
    analysis.close();
    await vi.advanceTimersByTimeAsync(10 * RETRY);
    expect(sent).toHaveLength(3); // closed: it asks no more
  });
});
