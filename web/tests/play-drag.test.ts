import { cleanup, fireEvent, render, waitFor } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Preview } from "../src/api/forms";
import type { Moment } from "../src/api/views";
import { catalogue } from "../src/app/catalogue.svelte";
import { settings } from "../src/app/settings.svelte";
import { startDrag } from "../src/board/drag.svelte";
import CardPanel from "../src/play/CardPanel.svelte";
import { inspect } from "../src/play/inspect.svelte";
import { Outlook } from "../src/play/outlook.svelte";
import Play from "../src/play/Play.svelte";
import { chosen } from "../src/texts/language.svelte";
import { fixture, realCatalogue, type Fixture } from "./moments";

let shown: Fixture;
let answers: ((actions: number[], signal: AbortSignal) => Promise<Preview[]>) | null = null;

vi.mock("../src/api/views", () => ({
  previews: vi.fn((_: unknown, actions: number[], signal: AbortSignal) => {
    if (answers) return answers(actions, signal);
    return Promise.resolve(actions.flatMap((action): Preview | Preview[] => shown.previews[action] ?? []));
  }),
  unitCard: vi.fn((_: unknown, hex: string) =>
    shown.units[hex] ? Promise.resolve(shown.units[hex]) : Promise.reject(new Error("nobody is there")),
  ),
  drawings: vi.fn(() => Promise.resolve({})),
}));
vi.mock("../src/api/http", () => ({
  get: vi.fn((path: string) => Promise.resolve(path.startsWith("/api/catalogue") ? realCatalogue() : {})),
}));

const moment: Moment = { match: "m" };

function table(name: string, props: Partial<Parameters<typeof render<typeof Play>>[1]> = {}) {
  shown = fixture(name);
  const onact = vi.fn();
  const player = shown.look.choices.decides?.player ?? 0;
  const all = { moment, look: shown.look, deciders: [player], onact, ...props };
  const rendered = render(Play, all);
  const [, , width = 0, height = 0] = shown.look.scene.board.box;
  get("svg.board").getBoundingClientRect = () => new DOMRect(0, 0, width, height);
  return { onact, all, ...rendered };
}

function get(selector: string): Element {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`nothing is ${selector}`);
  return found;
}

/** Where a hex is on the screen. */
function place(name: string) {
  const { hexes, box } = shown.look.scene.board;
  const { x = 0, y = 0 } = hexes.find((hex) => hex.name === name) ?? {};
  const [left = 0, top = 0] = box;
  return { clientX: x - left, clientY: y - top };
}

/** jsdom has no pointer events: mouse events with what they have besides. */
async function pointer(type: string, target: EventTarget, more: MouseEventInit = {}) {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, ...more });
  Object.assign(event, { pointerId: 1, isPrimary: true, pointerType: "mouse" });
  target.dispatchEvent(event);
  await tick();
}

/** What a tile of the hand that is placed on a hex comes to, by its rotation. */
function facings(slot: number, hex: string) {
  const place = shown.look.choices.offers.find((offer) => offer.kind === "place" && offer.slot === slot)?.then;
  const facing = typeof place === "object" && place.pick === "hex" ? place.hexes[hex] : undefined;
  if (typeof facing !== "object" || facing.pick !== "facing") throw new Error("expected facings");
  return facing.facings;
}

const FAR = { clientX: -900, clientY: -900 };
const press = (selector: string, at: MouseEventInit = FAR) => pointer("pointerdown", get(selector), at);
const move = (to: string) => pointer("pointermove", window, place(to));
/** The click that follows on a drag is none: wait until the next one is. */
const rest = () => new Promise((done) => setTimeout(done));
const release = (to: string) => pointer("pointerup", window, place(to)).then(rest);
const key = (name: string) => fireEvent.keyDown(document.body, { key: name });
const marked = () => document.querySelectorAll("[data-hex].may").length;
const ghost = () => document.querySelector(".ghost");
const turned = () => document.querySelector('[data-turn][aria-pressed="true"]')?.getAttribute("data-turn");
const title = () => document.querySelector("aside h2")?.textContent.trim().replace(/\s+/g, " ");

beforeEach(async () => {
  settings.set({ confirmEnd: false });
  chosen.language = "en";
  inspect.clear();
  answers = null;
  await catalogue.load();
});
afterEach(async () => {
  await pointer("pointerup", window, FAR).then(rest);
  cleanup();
});

describe("a tile that is dragged without being chosen first", () => {
  it("marks legal hexes and shows the outcome before the drop", async () => {
    table("placing");
    expect(marked()).toBe(0);
    await press('[data-slot="1"]');
    await pointer("pointermove", window, { clientX: -950, clientY: -950 });
    expect(marked()).toBeGreaterThan(10);
    expect(ghost()).toBeNull();
    const preview = Object.values(shown.previews).find(
      ({ action, reach, unit }) => reach?.hits.length && unit !== null && facings(1, unit).includes(action),
    );
    if (!preview?.unit) throw new Error("expected a hit");
    await move(preview.unit);
    expect(ghost()).toBeTruthy();
    await key(String(facings(1, preview.unit).indexOf(preview.action) + 1));
    await waitFor(() => expect(document.querySelector(".outlook .good")?.textContent).toContain("Hits"));
    expect(document.querySelector("[data-arrow]")).toBeTruthy();
  });

  it("is turned in mid-air, and stays so when it is dropped", async () => {
    const { onact } = table("placing");
    await press('[data-slot="0"]');
    await move("A2");
    await key("1");
    await key("e");
    await move("A3");
    get("svg.board").dispatchEvent(new WheelEvent("wheel", { deltaY: 100, bubbles: true, cancelable: true }));
    await tick();
    expect(document.querySelector("[data-turn]")).toBeNull();
    await release("A3");
    expect(turned()).toBe("SE");
    expect(onact).not.toHaveBeenCalled();
    await fireEvent.click(get('[data-action="confirm"]'));
    expect(onact).toHaveBeenCalledWith(facings(0, "A3")[2]);
  });

  it("leaves everything as it was where it is let go elsewhere", async () => {
    table("placing");
    await fireEvent.click(get('[data-slot="0"]'));
    await fireEvent.click(get('[data-hex="A2"]'));
    const before = turned();
    await press('[data-slot="1"]');
    await move("A3");
    expect(get('[data-slot="1"]').getAttribute("aria-pressed")).toBe("true");
    await key("e");
    await key("d");
    await release("B3"); // somebody stands there
    expect(get('[data-slot="0"]').getAttribute("aria-pressed")).toBe("true");
    expect(get('[data-slot="1"]').getAttribute("aria-pressed")).toBe("false");
    expect(turned()).toBe(before);
    expect(get('[data-action="confirm"]')).toBeTruthy();
  });

  it("goes from where the hand will be to the board, if it is an HQ", async () => {
    table("headquarters");
    await press('[data-slot="0"]');
    await move("C3");
    expect(ghost()).toBeTruthy();
    await release("C3");
    expect(get('[data-action="confirm"]')).toBeTruthy();
  });
});

it("a unit that is dragged marks where it may go, and is turned on its way", async () => {
  table("moving");
  await pointer("pointerdown", get('[data-hex="C3"]'), place("C3"));
  await move("C4");
  expect(marked()).toBeGreaterThan(1);
  expect(ghost()).toBeTruthy();
  await key("4");
  await release("C4");
  expect(turned()).toBe("S");
});

describe("the card", () => {
  it("is the chosen tile's, unless something is hovered", async () => {
    table("placing");
    render(CardPanel);
    await fireEvent.click(get('[data-slot="0"]'));
    expect(title()).toBe("Runner");
    await pointer("pointerenter", get('[data-hex="B3"]'));
    expect(title()).toBe("Commando B3");
    await pointer("pointerleave", get('[data-hex="B3"]'));
    expect(title()).toBe("Runner");
    await pointer("pointerenter", get('[data-slot="1"]'));
    expect(title()).toBe("Commando");
    await pointer("pointerleave", get('[data-slot="1"]'));
    expect(title()).toBe("Runner");
  });

  it("stays after hovering if nothing is chosen", async () => {
    table("placing");
    render(CardPanel);
    await pointer("pointerenter", get('[data-hex="B3"]'));
    await pointer("pointerleave", get('[data-hex="B3"]'));
    expect(title()).toBe("Commando B3");
  });

  it("is the dragged tile's, anywhere", async () => {
    table("placing");
    render(CardPanel);
    await press('[data-slot="0"]');
    await move("B3");
    await pointer("pointerenter", get('[data-hex="B3"]'));
    expect(title()).toBe("Runner");
    await release("B3");
    expect(title()).toBe("Commando B3");
  });

  it("is that of the unit, when the tile was placed", async () => {
    const { all, rerender } = table("placing");
    render(CardPanel);
    await fireEvent.click(get('[data-slot="0"]'));
    await fireEvent.click(get('[data-hex="A2"]'));
    await fireEvent.click(get('[data-action="confirm"]'));
    expect(title()).toBe("Runner");
    const preview = Object.values(shown.previews).find(
      (one) => one.unit === "A2" && one.after.standing.units.some((unit) => unit.hex === "A2"),
    );
    if (!preview) throw new Error("expected a Runner on A2");
    const look = { ...shown.look, step: 1, scene: preview.after };
    await rerender({ ...all, look });
    expect(title()).toBe("Runner A2");
  });
});

it("a hint that comes while something is being chosen has a sign that leads to it", async () => {
  const { all, onact, rerender } = table("placing");
  await fireEvent.click(get('[data-slot="0"]'));
  await fireEvent.click(get('[data-hex="A2"]'));
  await waitFor(() => expect(document.querySelector(".outlook")).toBeTruthy());
  const suggested = { action: 0, words: "End the turn", chance: 0.5, tries: 9, line: [], reasons: [] };
  await rerender({ ...all, suggested });
  expect(document.querySelector(".outlook")).toBeTruthy();
  expect(get('[data-action="show-hint"]').textContent).toContain("End the turn");
  await fireEvent.click(get('[data-action="show-hint"]'));
  expect(document.querySelector('[data-action="confirm"]')).toBeNull();
  await fireEvent.click(get('[data-action="do-hint"]'));
  expect(onact).toHaveBeenCalledWith(0);
});

describe("the outcome", () => {
  it("is asked for again when it was given up", async () => {
    const asked: number[][] = [];
    answers = (actions, signal) => {
      asked.push(actions);
      return new Promise((_, no) => signal.addEventListener("abort", () => no(new Error("aborted"))));
    };
    const outlook = new Outlook();
    outlook.want("k", moment, [1, 2]);
    await waitFor(() => expect(asked).toEqual([[1, 2]]));
    outlook.stop();
    shown = fixture("placing");
    answers = null;
    const action = Number(Object.keys(shown.previews)[0]);
    outlook.want("k", moment, [1, action]);
    await waitFor(() => expect(outlook.of(action)).toBeTruthy());
    outlook.want("k", moment, [2]);
    const { previews } = await import("../src/api/views");
    await waitFor(() => expect(vi.mocked(previews).mock.lastCall?.[1]).toEqual([2]));
  });

  it("is loaded again after a refused act", async () => {
    answers = (_, signal) => new Promise((_, no) => signal.addEventListener("abort", () => no(new Error("aborted"))));
    table("placing");
    const { previews } = await import("../src/api/views");
    await fireEvent.click(get('[data-slot="0"]'));
    vi.mocked(previews).mockClear();
    await fireEvent.click(get('[data-hex="A2"]'));
    await waitFor(() => expect(previews).toHaveBeenCalledTimes(1));
    answers = null;
    await fireEvent.click(get('[data-action="confirm"]')); // nothing comes of it
    await waitFor(() => expect(document.querySelector(".outlook")).toBeTruthy());
  });
});

it("nothing is lifted that cannot be used", async () => {
  table("placing", { deciders: [1] });
  const slot = document.body.appendChild(document.createElement("button"));
  slot.addEventListener("pointerdown", (event) =>
    startDrag({ key: "0", tile: "outpost/Runner" }, event as PointerEvent),
  );
  await pointer("pointerdown", slot, FAR);
  await move("A2");
  expect(marked()).toBe(0);
  expect(ghost()).toBeNull();
  slot.remove();
});
