import { fireEvent, render, screen } from "@testing-library/svelte";
import axe from "axe-core";
import { tick } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import Board from "../src/board/Board.svelte";
import type { BoardProps } from "../src/board/contract";
import { drag, dropTarget, startDrag } from "../src/board/drag.svelte";
import { drawings } from "../src/board/drawings.svelte";
import { boardOf, spritesOf, standingOf, unitOf } from "./board-forms";

const board = boardOf(2);
const [, , WIDTH = 0, HEIGHT = 0] = board.box;

const standing = {
  ...standingOf(
    unitOf("B2", "outpost/Runner", { rotation: 1, wounds: 1, controller: 1, taken_by: ["C2"] }),
    unitOf("C2", "vegas/Guard", { netted: true, netted_by: ["B2"] }),
    unitOf("C3", "outpost/HQ", { points: 18 }),
  ),
  foundations: [{ hex: "C2", tile: "vegas/Mine", name: "Mine", coat: "vegas", owner: 1 }],
};

function show(props: Partial<BoardProps> = {}) {
  const shown = render(Board, {
    props: { board, standing, label: "The board", about: (hex) => `Hex ${hex}`, ...props },
  });
  const svg = shown.container.querySelector("svg");
  if (svg) svg.getBoundingClientRect = () => new DOMRect(0, 0, WIDTH, HEIGHT);
  return shown;
}

function hex(name: string): SVGElement {
  const found = document.querySelector<SVGElement>(`[data-hex="${name}"]`);
  if (!found) throw new Error(`no hex ${name}`);
  return found;
}

const uses = (node: Element | null) =>
  [...(node?.querySelectorAll("use") ?? [])].map((use) => use.getAttribute("href"));

/** Where a hex is on the screen. */
function place(name: string) {
  const { x = 0, y = 0 } = board.hexes.find((one) => one.name === name) ?? {};
  return { clientX: x + WIDTH / 2, clientY: y + HEIGHT / 2 };
}

/** jsdom has no pointer events: mouse events with what they have besides. */
function pointer(type: string, target: EventTarget, more: MouseEventInit & { pointerType?: string } = {}) {
  const event = new MouseEvent(type, { bubbles: true, cancelable: true, ...more });
  Object.assign(event, { pointerId: 1, isPrimary: true, pointerType: more.pointerType ?? "mouse" });
  target.dispatchEvent(event);
  return event as PointerEvent;
}

beforeEach(() => drawings.take(spritesOf()));

describe("what is drawn", () => {
  it("has every hex, and units with all that holds for them", () => {
    const { container } = show();
    expect(container.querySelectorAll("[data-hex]")).toHaveLength(19);
    expect(screen.getByRole("button", { name: "Hex B2" })).toBe(hex("B2"));
    expect(uses(container.querySelector('[data-unit="B2"]'))).toEqual([
      "#ground/outpost",
      "#edges/outpost/Runner",
      "#middle/outpost/Runner/1",
      "#taken/vegas",
      "#taker/vegas",
      "#wound",
    ]);
    expect(uses(container.querySelector('[data-unit="C2"]'))).toContain("#netted");
    expect(uses(container.querySelector('[data-unit="C2"]'))).toContain("#under/vegas/Mine");
    expect(container.querySelector('[data-unit="C3"]')?.textContent).toContain("18");
  });

  it("has marks, arrows, signs and a ghost", () => {
    const { container } = show({
      marks: { A1: "may", B2: "hit", Z9: "may" },
      arrows: [
        { kind: "melee", source: "C2", to: "C3", label: "2" },
        { kind: "ranged", source: "B2", to: "C2", void: true, faint: true },
      ],
      signs: { C3: "-2" },
      ghost: { hex: "A1", tile: "outpost/Runner", coat: "outpost", rotation: 4 },
    });
    const marks = [...container.querySelectorAll("[data-mark]")].map((mark) => mark.getAttribute("data-mark"));
    expect(marks).toEqual(["may", "hit"]);
    expect(container.querySelectorAll(".cell.dim")).toHaveLength(17);
    expect(container.querySelector('[data-arrow="melee"]')?.textContent).toContain("2");
    expect(container.querySelector('[data-arrow="ranged"]')?.classList.contains("faint")).toBe(true);
    expect(container.querySelector('[data-sign="C3"]')?.textContent).toContain("-2");
    expect(uses(container.querySelector(".ghost"))).toContain("#middle/outpost/Runner/4");
  });

  it("shows a lifted unit faintly, and keeps its element", async () => {
    const { container, rerender } = show({ lifted: "B2", glide: 300 });
    const unit = container.querySelector<SVGGElement>('[data-unit="B2"]');
    expect(unit?.classList.contains("lifted")).toBe(true);
    const [runner, ...others] = standing.units;
    if (runner)
      await rerender({ standing: { ...standing, units: [...others, { ...runner, hex: "A2" }] }, lifted: null });
    expect(unit?.getAttribute("data-unit")).toBe("A2");
    expect(unit?.style.transform).toBe("translate(-354px, 12px)");
  });

  it("takes units away that are gone", async () => {
    const { container, rerender } = show();
    await rerender({ standing: standingOf() });
    expect(container.querySelectorAll("[data-unit]")).toHaveLength(0);
  });
});

describe("by keys and pointer", () => {
  it("has one hex for Tab, from which arrow keys walk", async () => {
    const onpoint = vi.fn();
    const { container } = show({ onpoint });
    const stops = () => [...container.querySelectorAll('[tabindex="0"]')].map((node) => node.getAttribute("data-hex"));
    expect(stops()).toEqual(["C3"]);
    hex("C3").focus();
    for (const key of ["ArrowRight", "ArrowRight", "ArrowDown"])
      await fireEvent.keyDown(document.activeElement ?? document.body, { key });
    expect(document.activeElement).toBe(hex("E3"));
    expect(stops()).toEqual(["E3"]);
    await fireEvent.keyDown(hex("E3"), { key: "Home" });
    expect(document.activeElement).toBe(hex("C3"));
    expect(onpoint.mock.calls.flat()).toEqual(["C3", "D2", "E2", "E3", "C3"]);
    hex("C3").blur();
    expect(onpoint).toHaveBeenLastCalledWith(null);
  });

  it("tells of clicks, Enter and Space", async () => {
    const onhex = vi.fn();
    show({ onhex });
    await fireEvent.click(hex("A1"));
    await fireEvent.keyDown(hex("A2"), { key: "Enter" });
    await fireEvent.keyDown(hex("A3"), { key: " " });
    await fireEvent.keyDown(hex("A3"), { key: "Enter", ctrlKey: true });
    await fireEvent.keyDown(hex("A3"), { key: "Enter", repeat: true });
    expect(onhex.mock.calls.flat()).toEqual(["A1", "A2", "A3"]);
  });

  it("tells where the mouse is; what a click leaves the focus on is not pointed at", () => {
    const onpoint = vi.fn();
    show({ onpoint });
    pointer("pointerenter", hex("A1"));
    pointer("pointerdown", hex("A1"));
    hex("A1").focus();
    pointer("pointerleave", hex("A1"));
    expect(onpoint.mock.calls.flat()).toEqual(["A1", null]);
  });

  it("can be given the focus", () => {
    const { component } = show();
    component.focusHex("B1");
    expect(document.activeElement).toBe(hex("B1"));
    component.focusHex();
    expect(document.activeElement).toBe(hex("B1"));
  });
});

describe("turning a tile", () => {
  const turning = { hex: "C3", rotation: 0, allowed: [true, true, false, true, true, true] };

  it("works by keys with any focus, except in text fields", async () => {
    const onturn = vi.fn();
    show({ turning, onturn });
    for (const key of ["e", "Q", "4", "3", "1", "7"]) await fireEvent.keyDown(document.body, { key });
    const field = document.body.appendChild(document.createElement("input"));
    await fireEvent.keyDown(field, { key: "e" });
    field.remove();
    expect(onturn.mock.calls.flat()).toEqual([1, 5, 3]);
  });

  it("works by wheel, one step for each notch", async () => {
    const onturn = vi.fn();
    const { container } = show({ turning, onturn });
    const svg = container.querySelector("svg") ?? container;
    for (const deltaY of [15, 15, 15, -100]) await fireEvent.wheel(svg, { deltaY });
    expect(onturn.mock.calls.flat()).toEqual([1, 5]);
  });

  it("leaves the wheel alone where nothing is turned", () => {
    const { container } = show();
    const event = new WheelEvent("wheel", { deltaY: 100, cancelable: true, bubbles: true });
    container.querySelector("svg")?.dispatchEvent(event);
    expect(event.defaultPrevented).toBe(false);
  });

  it("works by a click on an edge, and by dragging round", async () => {
    const onturn = vi.fn();
    const { container } = show({ turning, onturn });
    expect([...container.querySelectorAll("[data-turn]")].map((node) => node.getAttribute("data-turn"))).toEqual([
      "N",
      "NE",
      "S",
      "SW",
      "NW",
    ]);
    const handle = screen.getByRole("button", { name: "Turn it to NE" });
    await fireEvent.click(handle);
    expect(onturn).toHaveBeenLastCalledWith(1);
    const turner = container.querySelector("[data-turn]")?.parentElement;
    if (!turner) throw new Error("no handles");
    vi.spyOn(turner as unknown as SVGElement, "ownerSVGElement", "get").mockReturnValue(container.querySelector("svg"));
    pointer("pointerdown", handle);
    pointer("pointermove", handle, place("C4"));
    expect(onturn).toHaveBeenLastCalledWith(3);
    pointer("pointerup", handle);
    pointer("pointermove", handle, place("B3"));
    expect(onturn).toHaveBeenCalledTimes(2);
  });
});

describe("dragging", () => {
  it("takes a unit to another hex", async () => {
    const [ondrop, onhex] = [vi.fn(), vi.fn()];
    const { container } = show({ ondrop, onhex });
    pointer("pointerdown", hex("B2"), place("B2"));
    pointer("pointermove", window, place("A2"));
    await tick();
    expect(drag.now).toMatchObject({ from: { hex: "B2" }, tile: "outpost/Runner", over: "A2", rotation: 1 });
    expect(container.querySelector(".drops")).toBe(hex("A2"));
    expect(container.querySelector('[data-unit="B2"]')?.classList.contains("lifted")).toBe(true);
    pointer("pointerup", window, place("A2"));
    hex("A2").dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(ondrop.mock.calls).toEqual([[{ hex: "B2" }, "A2"]]);
    expect(onhex).not.toHaveBeenCalled();
    expect(drag.now).toBeNull();
    await new Promise((done) => setTimeout(done));
    hex("A2").dispatchEvent(new MouseEvent("click", { bubbles: true }));
    expect(onhex).toHaveBeenCalledWith("A2");
  });

  it("takes a tile of the hand to a hex", () => {
    const ondrop = vi.fn();
    show({ ondrop });
    const slot = document.body.appendChild(document.createElement("button"));
    slot.addEventListener("pointerdown", (event) =>
      startDrag({ key: "slot 1", tile: "outpost/Runner" }, event as PointerEvent),
    );
    pointer("pointerdown", slot, { clientX: 5, clientY: 5 });
    pointer("pointermove", window, place("E3"));
    pointer("pointerup", window, place("E3"));
    slot.remove();
    expect(ondrop.mock.calls).toEqual([[{ key: "slot 1" }, "E3"]]);
  });

  it("drops on the inner of two places", () => {
    const [outer, ondrop] = [vi.fn(), vi.fn()];
    const { container } = show({ ondrop });
    const release = dropTarget(() => ({ hexAt: () => "outside", drop: outer }))(container);
    for (const { clientX, clientY } of [place("A2"), { clientX: 1, clientY: 1 }]) {
      pointer("pointerdown", hex("B2"), place("B2"));
      pointer("pointermove", window, { clientX, clientY });
      pointer("pointerup", window, { clientX, clientY });
    }
    release?.();
    expect(ondrop.mock.calls).toEqual([[{ hex: "B2" }, "A2"]]);
    expect(outer.mock.calls).toEqual([[{ hex: "B2" }, "outside"]]);
  });

  it("is none where the pointer hardly moves, ends nowhere or at home, is cancelled, or Escape is pressed", () => {
    const ondrop = vi.fn();
    show({ ondrop });
    const { clientX, clientY } = place("B2");
    const down = () => pointer("pointerdown", hex("B2"), { clientX, clientY });
    down();
    pointer("pointermove", window, { clientX: clientX + 3, clientY });
    expect(drag.now).toBeNull();
    pointer("pointerup", window, { clientX: clientX + 3, clientY });
    down();
    pointer("pointermove", window, { clientX: 0, clientY: 0 });
    expect(drag.now?.over).toBeNull();
    pointer("pointerup", window, { clientX: 0, clientY: 0 });
    down();
    pointer("pointermove", window, place("A2"));
    pointer("pointerup", window, { clientX, clientY });
    down();
    pointer("pointermove", window, place("A2"));
    pointer("pointercancel", window);
    down();
    pointer("pointermove", window, place("A2"));
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    expect(drag.now).toBeNull();
    pointer("pointerup", window, place("A2"));
    expect(ondrop).not.toHaveBeenCalled();
  });

  it("is only for movable units, if given", () => {
    show({ ondrop: vi.fn(), movable: ["C2"] });
    pointer("pointerdown", hex("B2"), place("B2"));
    pointer("pointermove", window, place("A2"));
    expect(drag.now).toBeNull();
    expect(hex("C2").classList.contains("drags")).toBe(true);
    expect(hex("A1").classList.contains("drags")).toBe(false);
  });
});

describe("a drag that is followed", () => {
  const ALL = [true, true, true, true, true, true];

  it("is reported from start to end, with the drop before the end", () => {
    const told: unknown[] = [];
    show({ ondrag: (...now) => told.push(now), ondrop: (...dropped) => told.push(["dropped", ...dropped]) });
    pointer("pointerdown", hex("B2"), place("B2"));
    pointer("pointermove", window, { clientX: 1, clientY: 1 });
    pointer("pointermove", window, { clientX: 2, clientY: 2 });
    pointer("pointermove", window, place("A2"));
    pointer("pointerup", window, place("A2"));
    const from = { hex: "B2" };
    expect(told).toEqual([
      [from, null],
      [from, "A2"],
      ["dropped", from, "A2"],
      [null, null],
    ]);
    told.length = 0;
    pointer("pointerdown", hex("B2"), place("B2"));
    pointer("pointerup", window, place("B2"));
    expect(told).toEqual([]);
    pointer("pointerdown", hex("B2"), place("B2"));
    pointer("pointermove", window, place("A2"));
    window.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    expect(told.at(-1)).toEqual([null, null]);
    expect(told).toHaveLength(2);
  });

  it("turns in mid-air by wheel and keys, without handles", async () => {
    const onturn = vi.fn();
    const props = { onturn, ondrag: vi.fn(), ondrop: vi.fn() };
    const { container, rerender } = show(props);
    pointer("pointerdown", hex("B2"), place("B2"));
    pointer("pointermove", window, place("A2"));
    await rerender({ turning: { hex: null, rotation: 3, allowed: ALL } });
    expect(drag.now?.rotation).toBe(3);
    expect(container.querySelector("[data-turn]")).toBeNull();
    document.body.dispatchEvent(new WheelEvent("wheel", { deltaY: 100, bubbles: true, cancelable: true }));
    await fireEvent.wheel(hex("A2"), { deltaY: -100 });
    await fireEvent.keyDown(document.body, { key: "q" });
    await fireEvent.keyDown(document.body, { key: "1" });
    expect(onturn.mock.calls).toEqual([[4], [2], [2], [0]]);
    await rerender({ turning: { hex: "A2", rotation: 4, allowed: ALL } });
    pointer("pointermove", window, place("A1"));
    expect(drag.now?.rotation).toBe(4);
    expect(container.querySelector("[data-turn]")).toBeNull();
    pointer("pointerup", window, place("A1"));
    await tick();
    expect(container.querySelector("[data-turn]")).toBeTruthy();
    document.body.dispatchEvent(new WheelEvent("wheel", { deltaY: 100, bubbles: true, cancelable: true }));
    expect(onturn).toHaveBeenCalledTimes(4);
  });

  it("shows where it may go: there it stands itself, elsewhere it is not welcome", async () => {
    const { container, rerender } = show({ ondrag: vi.fn(), ondrop: vi.fn(), marks: { A2: "may" } });
    pointer("pointerdown", hex("B2"), place("B2"));
    pointer("pointermove", window, place("A2"));
    await tick();
    expect(drag.now?.fits()).toBe("aims");
    expect(container.querySelector(".drops")).toBe(hex("A2"));
    await rerender({ ghost: { hex: "A2", tile: "outpost/Runner", coat: "outpost", rotation: 0 } });
    expect(drag.now?.fits()).toBe("stands");
    pointer("pointermove", window, place("A1"));
    await tick();
    expect(drag.now?.fits()).toBe("unwelcome");
    expect(container.querySelector(".drops")).toBeNull();
    pointer("pointermove", window, { clientX: 0, clientY: 0 });
    expect(drag.now?.fits()).toBe("welcome");
    pointer("pointerup", window, { clientX: 0, clientY: 0 });
  });
});

it("has nothing that screen readers could not use", async () => {
  const { container } = show({
    marks: { A1: "may" },
    turning: { hex: "C3", rotation: 0, allowed: [true, true, true, true, true, true] },
  });
  const { violations } = await axe.run(container, { rules: { "color-contrast": { enabled: false } } });
  expect(violations).toEqual([]);
});
