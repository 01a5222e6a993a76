import { configure, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Battle, BoardForm, PlayerForm } from "../src/api/forms";
import { announcer } from "../src/app/announcer.svelte";
import { notes } from "../src/app/notes.svelte";
import { settings } from "../src/app/settings.svelte";
import BattlePlayer from "../src/battle/BattlePlayer.svelte";
import { Playback } from "../src/battle/playback.svelte";
import { timeline } from "../src/battle/timeline";
import { battle as texts } from "../src/texts/battle";
import { chosen } from "../src/texts/language.svelte";
import fixtures from "./fixtures/battles.json";

// To ask for every element whether it can be seen takes long.
configure({ defaultHidden: true });

interface Fixture {
  features: string[];
  board: BoardForm;
  players: PlayerForm[];
  battle: Battle;
}
const all = fixtures as unknown as Fixture[];
const given = (feature: string) => all.find(({ features }) => features.includes(feature)) ?? (all[0] as Fixture);

function show(feature: string, more: Partial<{ fought: boolean; battle: Battle; linger: number }> = {}) {
  const onclose = vi.fn();
  const { board, players, battle } = given(feature);
  const props = { battle, moment: { match: "m" }, board, players, fought: true, onclose, ...more };
  return { onclose, battle: props.battle, props, ...render(BattlePlayer, { props }) };
}

const press = (key: string) => fireEvent.keyDown(document.querySelector("[data-battle-player]") ?? window, { key });
const current = () => document.querySelector("nav [aria-current]")?.textContent;
const lines = () => [...document.querySelectorAll(".told li[aria-current]")].map((line) => line.textContent?.trim());

beforeEach(() => {
  vi.useFakeTimers();
  chosen.language = "en";
  settings.set({ speed: 1, motion: "less" });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the player of Battles", () => {
  it("begins before the first phase, explains itself, and plays", async () => {
    const { battle } = show("hit melee");
    expect(current()).toBe(texts.before[0]);
    expect(screen.getByText(texts.first_time[0])).toBeTruthy();
    expect(screen.getByRole("heading", { name: battle.words })).toBeTruthy();
    await vi.advanceTimersByTimeAsync(2000);
    expect(current()).toBe(String(battle.phases[0]?.initiative));
  });

  it("is stepped through by keys, there and back", async () => {
    const { battle } = show("hit ranged");
    const frames = timeline(battle);
    for (const frame of frames.slice(1, 6)) {
      await press("ArrowRight");
      for (const { words } of frame.beats) expect(lines().join("\n")).toContain(words);
    }
    await press("End");
    expect(current()).toBe(texts.after[0]);
    await press("ArrowRight");
    expect(current()).toBe(texts.after[0]);
    await press("Home");
    expect(current()).toBe(texts.before[0]);
    await press("PageDown");
    expect(current()).toBe(String(battle.phases[0]?.initiative));
    await press("PageDown");
    expect(current()).toBe(battle.phases[1] ? String(battle.phases[1].initiative) : texts.after[0]);
    await press("PageUp");
    expect(current()).toBe(String(battle.phases[0]?.initiative));
    await press("End");
    await press("ArrowLeft");
    expect(current()).toBe(String(battle.phases.at(-1)?.initiative));
  });

  it("pauses by the space bar and by stepping", async () => {
    show("hit melee");
    expect(screen.getByRole("button", { name: texts.pause[0] })).toBeTruthy();
    await press(" ");
    expect(screen.getByRole("button", { name: texts.play[0] })).toBeTruthy();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(current()).toBe(texts.before[0]);
    await press(" ");
    await press("ArrowRight");
    expect(screen.getByRole("button", { name: texts.play[0] })).toBeTruthy();
  });

  it("goes to a phase that is clicked", async () => {
    const { battle } = show("hit ranged");
    const last = battle.phases.at(-1)?.initiative ?? 0;
    await fireEvent.click(screen.getByRole("button", { name: texts.initiative[0](last) }));
    expect(current()).toBe(String(last));
  });

  it("says aloud what it shows", async () => {
    const { battle } = show("hit melee");
    await vi.advanceTimersByTimeAsync(100);
    await press("ArrowRight");
    await vi.advanceTimersByTimeAsync(100);
    expect(announcer.places.join(" ")).toContain(battle.phases[0]?.beats[0]?.words);
  });

  it("sums up at the end who lost what", async () => {
    const { battle } = show("hq wounded");
    expect(screen.queryByRole("region", { name: texts.summary[0] })).toBeNull();
    await press("End");
    const summary = screen.getByRole("region", { name: texts.summary[0] });
    const hit = battle.after.hq.findIndex((points, player) => points !== battle.before.hq[player]);
    expect(summary.textContent).toContain(`${battle.before.hq[hit]} → ${battle.after.hq[hit]}`);
    expect(screen.getByRole("button", { name: new RegExp(texts.go_on[0]) })).toBeTruthy();
  });

  it("closes by Escape and by its button", async () => {
    const { onclose } = show("hit melee");
    await press("Escape");
    await fireEvent.click(screen.getByRole("button", { name: new RegExp(texts.skip[0]) }));
    expect(onclose).toHaveBeenCalledTimes(2);
  });

  it("closes by itself only where it is asked to, and only after playing to the end", async () => {
    const quiet = show("hit melee");
    await vi.advanceTimersByTimeAsync(200_000);
    expect(quiet.onclose).not.toHaveBeenCalled();
    quiet.unmount();
    const { onclose } = show("hit melee", { linger: 1000 });
    await vi.advanceTimersByTimeAsync(200_000);
    expect(onclose).toHaveBeenCalledOnce();
  });

  it("stays open the first time", async () => {
    const isNew = vi.spyOn(notes, "isNew").mockReturnValue(true);
    const { onclose } = show("hit melee", { linger: 1000 });
    isNew.mockRestore(); // the note itself may be put away meanwhile
    await vi.advanceTimersByTimeAsync(200_000);
    expect(current()).toBe(texts.after[0]);
    expect(onclose).not.toHaveBeenCalled();
    await fireEvent.click(screen.getByRole("button", { name: new RegExp(texts.go_on[0]) }));
    expect(onclose).toHaveBeenCalledOnce();
  });

  it("shows the note for newcomers only at the beginning", async () => {
    const isNew = vi.spyOn(notes, "isNew").mockReturnValue(true);
    const pass = vi.spyOn(notes, "pass").mockReturnValue();
    const { battle } = show("hit ranged");
    const note = () => document.querySelector('[data-note="battle"]');
    expect(note()).not.toBeNull();
    await press("ArrowRight");
    expect(pass).toHaveBeenCalledWith("battle");
    expect(current()).toBe(String(battle.phases[0]?.initiative));
    expect(note()).not.toBeNull();
    await press("PageDown");
    expect(note()).toBeNull();
    isNew.mockRestore();
    pass.mockRestore();
  });

  it("leaves the note for the first real Battle where one was only foreseen", async () => {
    const pass = vi.spyOn(notes, "pass").mockReturnValue();
    const { unmount } = show("hit ranged", { fought: false });
    await press("ArrowRight");
    unmount();
    expect(pass).not.toHaveBeenCalled();
    show("hit ranged").unmount();
    expect(pass).toHaveBeenCalledWith("battle");
    pass.mockRestore();
  });

  it("stays open after stepping to the end by hand", async () => {
    const { onclose } = show("hit melee", { linger: 1000 });
    await press("End");
    await vi.advanceTimersByTimeAsync(200_000);
    expect(onclose).not.toHaveBeenCalled();
  });

  it("stands still while the pointer rests on the sentences, and goes on afterwards", async () => {
    const { onclose } = show("hit melee", { linger: 1000 });
    const told = screen.getByRole("group", { name: texts.told[0] });
    await vi.advanceTimersByTimeAsync(1500);
    await fireEvent.pointerMove(told, { pointerType: "mouse" });
    const shown = lines();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(lines()).toEqual(shown);
    await fireEvent.pointerLeave(told.parentElement ?? told);
    await vi.advanceTimersByTimeAsync(200_000);
    expect(onclose).toHaveBeenCalledOnce();
  });

  it("stands still, and does not close, while a dialog is open over it", async () => {
    const { onclose } = show("hit melee", { linger: 1000 });
    const dialog = document.body.appendChild(document.createElement("dialog"));
    dialog.setAttribute("open", "");
    await vi.advanceTimersByTimeAsync(60_000);
    expect(current()).toBe(texts.before[0]);
    dialog.remove();
    await vi.advanceTimersByTimeAsync(200_000);
    expect(onclose).toHaveBeenCalledOnce();
  });

  it("labels a preview, with assumed choices and outcome", () => {
    const { battle } = given("hit melee");
    show("hit melee", { fought: false, battle: { ...battle, assumed: ["Clowns attack."] } });
    expect(screen.getByRole("heading", { name: texts.if_fought[0] })).toBeTruthy();
    expect(document.body.textContent).toContain("Clowns attack.");
    expect(screen.getByRole("region", { name: texts.would_come[0] })).toBeTruthy();
  });

  it("tells what would come of a preview in short until its end, and that it only would", async () => {
    const { battle } = show("hq wounded", { fought: false });
    const summary = () => screen.getByRole("region", { name: texts.would_come[0] });
    const hit = battle.after.hq.findIndex((points, player) => points !== battle.before.hq[player]);
    const [from = 0, to = 0] = [battle.before.hq[hit], battle.after.hq[hit]];
    expect(summary().querySelector("[data-toll]")?.textContent).toContain(`HQ −${from - to}`);
    expect(summary().querySelector("svg")).toBeNull();
    await press("End");
    expect(summary().textContent).toContain(`${from} → ${to}`);
    if (battle.aftermath.length > 0) throw new Error("another Battle is needed");
    expect(screen.queryByText(texts.over[0])).toBeNull();
    expect(screen.getByText(texts.would_be_over[0])).toBeTruthy();
  });

  it("waits for a choice, and goes on when it was made", async () => {
    const { rerender, props, battle } = show("unfinished");
    await press("End");
    expect(screen.getByText(texts.choosing[0])).toBeTruthy();
    expect(screen.queryByRole("button", { name: texts.after[0] })).toBeNull();
    await rerender({ ...props, battle: { ...battle, ended: true } });
    expect(screen.getByRole("button", { name: texts.after[0] })).toBeTruthy();
    expect(current()).not.toBe(texts.before[0]);
  });

  it("begins anew with another Battle", async () => {
    const { rerender, props } = show("hit melee");
    await press("End");
    await rerender({ ...props, ...given("healed") });
    expect(current()).toBe(texts.before[0]);
  });

  it("shows a Battle without acting units", async () => {
    const { battle } = given("hit melee");
    show("hit melee", { battle: { ...battle, phases: [], after: battle.before, aftermath: [] } });
    expect(screen.getByText(texts.nobody[0])).toBeTruthy();
    await press("ArrowRight");
    expect(current()).toBe(texts.after[0]);
  });

  it("takes the focus and gives it back", async () => {
    const button = document.createElement("button");
    document.body.append(button);
    button.focus();
    const { unmount } = show("hit melee");
    expect(document.activeElement).toBe(document.querySelector("[data-battle-player]"));
    unmount();
    await tick();
    expect(document.activeElement).toBe(button);
    button.remove();
  });

  it("gives it to what has taken the place of what had it", async () => {
    const made = () => {
      const button = document.createElement("button");
      button.dataset.action = "battle";
      document.body.append(button);
      return button;
    };
    const first = made();
    first.focus();
    const { unmount } = show("hit melee");
    first.remove();
    const second = made();
    unmount();
    await tick();
    await tick();
    expect(document.activeElement).toBe(second);
    second.remove();
  });

  it("is faster where people wish it", async () => {
    show("hit melee");
    await fireEvent.change(screen.getByLabelText(texts.speed[0]), { target: { value: "4" } });
    expect(settings.speed).toBe(4);
    await waitFor(() => expect(localStorage.getItem("neurohex.settings")).toContain('"speed":4'));
  });
});

describe("playback", () => {
  it("plays to the end, and from there anew", () => {
    const seen: number[] = [];
    const playback = new Playback(
      () => 3,
      () => 100,
      (at) => seen.push(at),
    );
    playback.play();
    vi.advanceTimersByTime(1000);
    expect(seen).toEqual([1, 2]);
    expect(playback.playing).toBe(false);
    playback.toggle();
    expect(playback.at).toBe(0);
    expect(playback.playing).toBe(true);
    playback.go(9);
    expect(playback.at).toBe(2);
    expect(playback.playing).toBe(false);
    playback.go(-4);
    expect(playback.at).toBe(0);
  });

  it("is still where there is only one picture", () => {
    const playback = new Playback(
      () => 1,
      () => 100,
    );
    playback.play();
    expect(playback.playing).toBe(false);
  });
});
