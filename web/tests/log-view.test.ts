import { configure, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Battle, Scene, Story } from "../src/api/forms";
import { settings } from "../src/app/settings.svelte";
import { chapters, turnAt, turnMarks } from "../src/log/chronicle";
import Log from "../src/log/Log.svelte";
import Slider from "../src/log/Slider.svelte";
import { chosen } from "../src/texts/language.svelte";
import { log as texts } from "../src/texts/log";
import fixture from "./fixtures/story.json";

// To ask for every element whether it can be seen takes long.
configure({ defaultHidden: true });

const { story, scene } = fixture as unknown as { scene: Scene; story: Story };
const { players } = scene;

beforeEach(() => {
  chosen.language = "en";
  settings.set({ speed: 1 });
});

describe("the log", () => {
  function show(step: number) {
    const onstep = vi.fn();
    const onbattle = vi.fn();
    return { onstep, onbattle, ...render(Log, { props: { story, players, step, onstep, onbattle } }) };
  }
  const line = (step: number) => document.querySelector<HTMLElement>(`[data-step="${step}"]`);

  it("has a heading for each turn and every sentence", () => {
    show(0);
    const headings = [...document.querySelectorAll("h3")].map((heading) => heading.textContent);
    expect(headings).toEqual(chapters(story).map(({ words }) => words));
    const read = document.body.textContent;
    for (const { entries } of chapters(story)) {
      for (const { beats } of entries) for (const { words } of beats) expect(read).toContain(words);
    }
  });

  it("marks the act that led here, and goes to the moment after any", async () => {
    const { onstep } = show(5);
    expect(document.querySelectorAll("[aria-current]")).toHaveLength(1);
    expect(line(5)?.getAttribute("aria-current")).toBe("step");
    await fireEvent.click(line(9) as HTMLElement);
    expect(onstep).toHaveBeenCalledWith(9);
  });

  it("has Battles to be watched, and can show them alone", async () => {
    const { onbattle } = show(0);
    const battles = story.turns.flatMap((turn) => turn.entries.flatMap((entry) => entry.battles));
    const watch = () => [...document.querySelectorAll<HTMLElement>("[data-action=watch]")];
    expect(watch()).toHaveLength(battles.length);
    await fireEvent.click(watch()[1] as HTMLElement);
    expect(onbattle).toHaveBeenCalledWith(battles[1]);
    const before = document.querySelectorAll("[data-step]").length;
    await fireEvent.click(screen.getByText(texts.only_battles[0]));
    expect(watch()).toHaveLength(battles.length);
    expect(document.querySelectorAll("[data-step]").length).toBeLessThan(before);
  });

  it("says of a Battle who lost which units, and how HQs were wounded", () => {
    show(0);
    const battles = story.turns.flatMap((turn) => turn.entries.flatMap((entry) => entry.battles));
    const boxes = [...document.querySelectorAll("[data-toll]")].map((box) => box.textContent);
    expect(boxes).toHaveLength(battles.length);
    let lost = 0;
    battles.forEach(({ before, after }, n) => {
      const left = after.units.map(({ hex, tile }) => hex + tile);
      for (const { name, hex } of before.units.filter((unit) => !left.includes(unit.hex + unit.tile))) {
        expect(boxes[n]).toContain(`${name} ${hex}`);
        lost += 1;
      }
      for (const { player, name } of players) {
        const points = (before.hq[player] ?? 0) - (after.hq[player] ?? 0);
        if (points > 0) expect(boxes[n]).toMatch(new RegExp(`${name}\\s*HQ −${points}`));
      }
    });
    expect(lost).toBeGreaterThan(0);
  });

  it("is one stop for Tab, and is walked by arrow keys", async () => {
    show(5);
    const stops = document.querySelectorAll('.lines [tabindex="0"]');
    expect([...stops]).toEqual([line(5)]);
    line(5)?.focus();
    await fireEvent.keyDown(line(5) as HTMLElement, { key: "ArrowDown" });
    expect(document.activeElement).toBe(line(6));
    await fireEvent.keyDown(line(6) as HTMLElement, { key: "Home" });
    expect(document.activeElement).toBe(line(1));
    await fireEvent.keyDown(line(1) as HTMLElement, { key: "ArrowUp" });
    expect(document.activeElement).toBe(line(1));
  });

  it("begins with Battles that were fought before what it tells of", async () => {
    const battle = story.turns.flatMap((turn) => turn.entries.flatMap((entry) => entry.battles))[0] as Battle;
    const onbattle = vi.fn();
    const told = { version: 1 as const, first: 0, steps: 0, turns: [] };
    render(Log, { props: { story: told, earlier: [battle], players, step: 0, onstep: vi.fn(), onbattle } });
    expect(screen.queryByText(texts.empty[0])).toBeNull();
    expect(document.querySelectorAll("[data-toll]")).toHaveLength(1);
    expect(document.querySelectorAll('.lines [tabindex="0"], .lines[tabindex]')).toHaveLength(1);
    await fireEvent.click(document.querySelector("[data-action=watch]") as Element);
    expect(onbattle).toHaveBeenCalledWith(battle);
  });

  it("has something to say before anything has happened", () => {
    render(Log, {
      props: {
        story: { version: 1, first: 0, steps: 0, turns: [] },
        players,
        step: 0,
        onstep: vi.fn(),
        onbattle: vi.fn(),
      },
    });
    expect(screen.getByText(texts.empty[0])).toBeTruthy();
  });
});

describe("the slider", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function show(step: number, more: { live?: boolean; away?: boolean; keys?: boolean; playing?: boolean } = {}) {
    const onstep = vi.fn();
    const props = { step, steps: 20, live: false, onstep, marks: turnMarks(story), players, ...more };
    return { onstep, props, ...render(Slider, { props }) };
  }
  const button = (key: string) => document.querySelector(`[data-replay="${key}"]`) as HTMLElement;
  const now = () => document.querySelector<HTMLElement>("[data-action=now]");
  const range = () => screen.getByRole("slider", { name: texts.step[0] });

  it("says where it is", () => {
    show(5);
    expect(range().getAttribute("aria-valuetext")).toContain(texts.step_of[0](5, 20));
    expect(range().getAttribute("aria-valuetext")).toContain(turnAt(turnMarks(story), 5)?.words);
  });

  it("goes by its buttons and by hand", async () => {
    const { onstep } = show(5);
    await fireEvent.click(button("first"));
    await fireEvent.click(button("back"));
    await fireEvent.click(button("forward"));
    await fireEvent.click(button("last"));
    await fireEvent.input(range(), { target: { value: "12" } });
    expect(onstep.mock.calls.flat()).toEqual([0, 4, 6, 20, 12]);
  });

  it("does not go beyond the ends", async () => {
    const { onstep } = show(20, { keys: true });
    await fireEvent.click(button("forward"));
    await fireEvent.keyDown(window, { key: "ArrowRight" });
    expect(onstep).not.toHaveBeenCalled();
  });

  it("has keys for the whole page where that is wanted", async () => {
    const { onstep } = show(5, { keys: true });
    await fireEvent.keyDown(document.body, { key: "ArrowLeft" });
    await fireEvent.keyDown(document.body, { key: "End" });
    await fireEvent.keyDown(document.body, { key: "ArrowLeft", ctrlKey: true });
    await fireEvent.keyDown(range(), { key: "ArrowRight" }); // the range has its own
    expect(onstep.mock.calls.flat()).toEqual([4, 20]);
  });

  it("leaves keys alone otherwise", async () => {
    const { onstep } = show(5);
    await fireEvent.keyDown(document.body, { key: "ArrowLeft" });
    expect(onstep).not.toHaveBeenCalled();
  });

  it("plays step by step until the end", async () => {
    const { onstep, rerender, props } = show(18);
    await fireEvent.click(button("play"));
    await vi.advanceTimersByTimeAsync(1200);
    expect(onstep).toHaveBeenLastCalledWith(19);
    await rerender({ ...props, step: 19 });
    await vi.advanceTimersByTimeAsync(1200);
    expect(onstep).toHaveBeenLastCalledWith(20);
    await rerender({ ...props, step: 20 });
    await vi.advanceTimersByTimeAsync(5000);
    expect(onstep).toHaveBeenCalledTimes(2);
    expect(button("play").getAttribute("aria-label")).toBe(texts.play[0]);
  });

  it("plays from the beginning where it has come to the end", async () => {
    const { onstep } = show(20);
    await fireEvent.click(button("play"));
    expect(onstep).toHaveBeenCalledWith(0);
  });

  it("leads back to now while a game goes on", async () => {
    const { onstep, unmount } = show(5, { live: true });
    await fireEvent.click(screen.getByRole("button", { name: texts.now[0] }));
    expect(onstep).toHaveBeenCalledWith(null);
    unmount();
    show(20, { live: true, away: true }); // a moment that is on its way
    expect(now()?.style.visibility).toBe("");
  });

  it("keeps the room of the way back, so that the track does not shrink under a mouse", () => {
    const { unmount } = show(20, { live: true });
    expect(now()?.style.visibility).toBe("hidden"); // which takes it from the keyboard and from readers too
    unmount();
    show(20);
    expect(now()).toBeNull();
  });

  it("keeps the room of the longest turn", () => {
    show(20);
    const words = turnMarks(story).map((mark) => mark.words);
    const kept = document.querySelector(".room")?.textContent ?? "";
    expect(words).toContain(kept);
    expect(kept).toHaveLength(Math.max(...words.map(({ length }) => length)));
  });
});
