/** What all tables have in common: where the log is, and a Battle in the place of the board. */

import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { createRawSnippet, tick } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Battle, BoardForm, PlayerForm, Scene } from "../src/api/forms";
import { settings } from "../src/app/settings.svelte";
import { chosen } from "../src/texts/language.svelte";
import { fighting } from "../src/table/fighting.svelte";
import Layout from "../src/table/Layout.svelte";
import Stage from "../src/table/Stage.svelte";
import fixtures from "./fixtures/battles.json";

const room = vi.hoisted(() => ({ wide: true }));
vi.mock("../src/parts/screen.svelte", () => ({ room, isSmall: () => !room.wide }));

const html = (words: string) => createRawSnippet(() => ({ render: () => words }));
const players = html("<p>players</p>");
const stage = html("<p>board</p>");
const log = html("<p>log</p>");
const BOARD: BoardForm = { key: "standard", hexes: [], box: [0, 0, 100, 100], cell: 1, tile: 1, drop: 0 };
const lay = (more: { tabs?: string; logOpen?: boolean }) =>
  render(Layout, { players, stage, log, logTitle: "What happened", board: BOARD, logOpen: false, ...more });

beforeEach(() => {
  chosen.language = "en";
  settings.set({ speed: 1, motion: "less" });
  room.wide = true;
});

describe("a table", () => {
  it("has its log beside the board where there is room", () => {
    lay({});
    for (const words of ["players", "board", "log"]) screen.getByText(words);
    expect(document.querySelector("dialog, [role=tab]")).toBeNull();
  });

  it("has it in a sheet where there is little, which is open when it is asked for", async () => {
    room.wide = false;
    const { rerender } = lay({});
    const sheet = document.querySelector("dialog");
    expect(sheet?.open).toBe(false);
    await rerender({ logOpen: true });
    expect(sheet?.open).toBe(true);
    expect(sheet?.textContent).toContain("log");
    screen.getByText("board");
  });

  it("has it in a tab, in the place of the board, where that is wanted", async () => {
    room.wide = false;
    const { rerender } = lay({ tabs: "Borgo – Moloch" });
    expect(document.querySelector("dialog")).toBeNull();
    expect(screen.queryByText("log")).toBeNull();
    await fireEvent.click(screen.getByRole("tab", { name: "What happened" }));
    screen.getByText("log");
    expect(screen.queryByText("board")).toBeNull();
    await fireEvent.click(screen.getByRole("tab", { name: "Table" }));
    screen.getByText("board");
    await rerender({ logOpen: true });
    screen.getByText("log");
  });
});

describe("the place of the board", () => {
  const [given] = fixtures as unknown as (Scene & { battle: Battle })[];
  const children = html('<button data-action="battle">Battle?</button>');

  it("shows a Battle that is watched, and gives back the focus after it", async () => {
    if (!given) throw new Error("there is no fixture");
    const onclose = vi.fn();
    const props = { scene: given, moment: { match: "m" }, fought: false, onclose, children };
    const { rerender } = render(Stage, { ...props, battle: null });
    screen.getByRole("button", { name: "Battle?" }).focus();
    await rerender({ battle: given.battle });
    expect(screen.queryByRole("button", { name: "Battle?" })).toBeNull();
    expect(document.activeElement).toBe(document.querySelector("[data-battle-player]"));
    await fireEvent.keyDown(window, { key: "Escape" });
    expect(onclose).toHaveBeenCalledOnce();
    await rerender({ battle: null });
    await tick();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("button", { name: "Battle?" })));
  });

  it("has the players stand as the Battle has left them so far, if it was fought", async () => {
    const all = fixtures as unknown as (Scene & { battle: Battle })[];
    const scene = all.find(({ battle }) => battle.ended && battle.before.hq.join() !== battle.after.hq.join());
    if (!scene) throw new Error("there is no such fixture");
    const { battle } = scene;
    const form = (player: number) => ({ player, hq: battle.before.hq[player], score: null }) as unknown as PlayerForm;
    const seen = () => battle.before.hq.map((_, player) => fighting.seen(form(player)).hq);
    const props = { scene, battle, moment: { match: "m" }, onclose: vi.fn(), children };
    const { rerender, unmount } = render(Stage, { ...props, fought: true });
    await fireEvent.keyDown(window, { key: "Home" });
    expect(seen()).toEqual(battle.before.hq);
    await fireEvent.keyDown(window, { key: "End" });
    await tick();
    expect(seen()).toEqual(battle.after.hq);
    await rerender({ fought: false });
    expect(seen()).toEqual(battle.before.hq);
    await rerender({ fought: true });
    unmount();
    expect(fighting.now).toBeNull();
  });

  it.each([
    [true, 1],
    [false, 0],
  ])("closes a Battle by itself where there is something to go on to: %s", async (passing, closed) => {
    if (!given) throw new Error("there is no fixture");
    vi.useFakeTimers();
    const onclose = vi.fn();
    const props = { scene: given, battle: given.battle, moment: { match: "m" }, fought: true, onclose, children };
    render(Stage, { ...props, passing });
    await vi.advanceTimersByTimeAsync(300_000);
    expect(onclose).toHaveBeenCalledTimes(closed);
    vi.useRealTimers();
  });
});
