/** What is pressed may go away by that; the focus of keyboards and screen readers does not. */

import { fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Scene } from "../src/api/forms";
import Note from "../src/app/Note.svelte";
import { toasts } from "../src/app/toasts.svelte";
import Toasts from "../src/frame/Toasts.svelte";
import type { Course as LessonCourse } from "../src/lesson/course.svelte";
import Task from "../src/lesson/Task.svelte";
import { after, newCourse, type Course } from "../src/match/course";
import DrawOffer from "../src/match/DrawOffer.svelte";
import Ending from "../src/match/Ending.svelte";
import type { Live } from "../src/match/live.svelte";
import type { MatchEvent } from "../src/match/messages";
import WaitingRoom from "../src/match/WaitingRoom.svelte";
import { giveFocus, keepsFocus, refocus } from "../src/parts/focus";
import { chosen } from "../src/texts/language.svelte";

const button = (action: string) => {
  const found = document.querySelector<HTMLButtonElement>(`[data-action="${action}"]`);
  if (!found) throw new Error(`there is no button ${action}`);
  return found;
};

/** Press a button as keys do: it has the focus. */
async function press(pressed: HTMLElement): Promise<void> {
  pressed.focus();
  expect(document.activeElement).toBe(pressed);
  await fireEvent.click(pressed);
}

/** Wait until something has the focus that the selector finds. */
const focused = (selector: string) => waitFor(() => expect(document.activeElement?.matches(selector)).toBe(true));

const EVENTS = [
  {
    type: "created",
    match: "m",
    terms: { armies: ["borgo", "moloch"] },
    seats: [{}, {}],
    owner: "ann",
  },
  { type: "joined", seat: 0, person: "ann", name: "Ann" },
  { type: "joined", seat: 1, person: "ben", name: "Ben" },
  { type: "started" },
  { type: "finished", how: "agreed", result: [0, 0] },
];
const course = (events: number, change: Partial<Course> = {}): Course => ({
  ...EVENTS.slice(0, events).reduce((now, event, n) => after(now, { ...event, n, at: n } as MatchEvent), newCourse()),
  ...change,
});

function live(now: Course, ask: Live["ask"] = vi.fn(() => new Promise<never>(() => undefined))): Live {
  return { match: "m", seat: 0, seen: 0, course: now, ask } as unknown as Live;
}

/** The page, and the game on it; what is tested stands beside the game, as on small screens. */
let page: HTMLElement;
let game: HTMLElement;

beforeEach(() => {
  chosen.language = "en";
  localStorage.clear();
  [page, game] = [document.createElement("main"), document.createElement("section")];
  page.id = "content";
  game.className = "play";
  for (const one of [page, game]) one.tabIndex = -1;
  page.append(game);
  document.body.append(page);
});
afterEach(() => page.remove());

const beside = () => page.appendChild(document.createElement("div"));

describe("a draw that is offered", () => {
  it("leaves the focus to the game when it is answered", async () => {
    const { rerender } = render(DrawOffer, { live: live(course(4, { draw: [1] })), names: ["Ann", "Ben"] });
    await press(button("decline-draw"));
    await rerender({ live: live(course(4)) });
    expect(document.querySelector(".offer")).toBeNull();
    await focused("section.play");
  });

  it("keeps it while others are still to answer", async () => {
    const { rerender } = render(DrawOffer, { live: live(course(4, { draw: [1] })), names: ["Ann", "Ben"] });
    await press(button("agree-draw"));
    await rerender({ live: live(course(4, { draw: [1, 0] })) });
    await focused("[role=group].offer");
    expect(screen.getByRole("group", { name: /offered a draw/ })).toBe(document.activeElement);
    await press(button("decline-draw"));
    await rerender({ live: live(course(4)) });
    await focused("section.play");
  });

  it("leaves it to the page where no game is shown", async () => {
    game.remove();
    const props = { live: live(course(4, { draw: [1] })), names: ["Ann", "Ben"] };
    const { rerender } = render(DrawOffer, { target: beside(), props });
    await press(button("agree-draw"));
    await rerender({ live: live(course(4)) });
    await focused("#content");
  });

  it("never steals the focus", async () => {
    const other = beside();
    other.tabIndex = -1;
    const { rerender } = render(DrawOffer, { live: live(course(4, { draw: [1] })), names: ["Ann", "Ben"] });
    button("agree-draw").focus();
    other.focus();
    await rerender({ live: live(course(4)) });
    await tick();
    expect(document.activeElement).toBe(other);
  });
});

describe("the end of a match", () => {
  const scene = { players: [{ name: "Borgo" }, { name: "Moloch" }], ending: null } as unknown as Scene;

  it("keeps the focus when a rematch is asked for, and asks once", async () => {
    const ask = vi.fn(() => new Promise<never>(() => undefined));
    const props = { live: live(course(5), ask), scene, names: ["Ann", "Ben"] };
    const { rerender } = render(Ending, { target: game, props });
    await press(button("rematch"));
    expect(button("rematch").disabled).toBe(false);
    expect(button("rematch").getAttribute("aria-disabled")).toBe("true");
    await fireEvent.click(button("rematch"));
    expect(ask).toHaveBeenCalledOnce();
    await rerender({ live: live(course(5, { rematch: [0] }), ask) });
    expect(document.querySelector("[data-action=rematch]")).toBeNull();
    await focused("[data-ending]");
  });

  it("keeps it when one is declined, and leaves it to the game when the end is seen no more", async () => {
    const props = { live: live(course(5, { rematch: [1] })), scene, names: ["Ann", "Ben"] };
    const { rerender } = render(Ending, { target: game, props });
    await press(button("decline-rematch"));
    expect(button("decline-rematch").disabled).toBe(false);
    const seats = course(5).seats.map((seat, number) => ({ ...seat, declinedRematch: number === 0 }));
    await rerender({ live: live(course(5, { seats })) });
    await focused("[data-ending]");
    await press(button("replay"));
    await rerender({ live: live(course(4)) });
    await focused("section.play");
  });
});

describe("the waiting room", () => {
  const props = { you: null, joining: false, onjoin: vi.fn(), onleave: vi.fn() };

  it("keeps the focus when the user takes and leaves a seat", async () => {
    const { rerender } = render(WaitingRoom, { ...props, course: course(1) });
    await press(button("join"));
    await rerender({ joining: true });
    expect(button("join").disabled).toBe(false);
    await fireEvent.click(button("join"));
    expect(props.onjoin).toHaveBeenCalledOnce();
    await rerender({ joining: false, you: 0, course: course(2) });
    await focused("[data-seats]");
    await press(button("leave"));
    expect(props.onleave).toHaveBeenCalledOnce();
    await rerender({ you: null, course: course(1) });
    await focused("[data-seats]");
  });

  it("keeps it when the last seat is taken", async () => {
    const { rerender } = render(WaitingRoom, { ...props, you: 0, course: course(2) });
    screen.getByRole("textbox").focus();
    await rerender({ course: course(3) });
    expect(screen.queryByRole("textbox")).toBeNull();
    await focused("[data-seats]");
  });
});

describe("what can be put away", () => {
  it("moves the focus from a note to its surroundings", async () => {
    render(Note, { target: game, props: { note: "battle" } });
    await press(screen.getByRole("button"));
    expect(screen.queryByRole("button")).toBeNull();
    await focused("section.play");
  });

  it("leaves it to the next message, and then to the page", async () => {
    toasts.list = [1, 2].map((id) => ({ id, words: `${id}`, kind: "info" }));
    render(Toasts);
    await press(screen.getAllByRole("button")[0] ?? page);
    await focused(".toasts button");
    await press(screen.getByRole("button"));
    expect(toasts.list).toEqual([]);
    await focused("#content");
  });
});

describe("a step of the lesson", () => {
  const step = { key: "hq", title: "HQ", words: ["Read."], task: "Do.", hint: "So.", done_words: "Done." };
  const verdict = { done: false, over: false, words: "Not yet." };
  const pupil = (change: object): LessonCourse =>
    ({ steps: [step], number: 0, next: null, hinted: false, wrong: null, verdict: null, ...change }) as LessonCourse;
  const props = { step, onnext: vi.fn(), onplay: vi.fn(), starting: false };

  it.each([
    ["hint", {}, { hinted: true }],
    ["again", { tried: true, verdict, again: vi.fn() }, {}],
    ["retry", { wrong: "Offline.", retry: vi.fn() }, {}],
  ])("is read on at its heading when the button %s is gone", async (action, before, now) => {
    const { rerender } = render(Task, { ...props, course: pupil(before) });
    await press(button(action));
    await rerender({ course: pupil(now) });
    expect(document.querySelector(`[data-action=${action}]`)).toBeNull();
    await focused("h1");
  });

  it("keeps the focus on the button that starts the first game, which starts one", async () => {
    const { rerender } = render(Task, { ...props, course: pupil({ verdict: { ...verdict, done: true } }) });
    await press(button("first-game"));
    await rerender({ starting: true });
    expect(button("first-game").disabled).toBe(false);
    await fireEvent.click(button("first-game"));
    expect(props.onplay).toHaveBeenCalledOnce();
  });
});

describe("giving the focus", () => {
  it("goes to the innermost keeper", async () => {
    const [outer, inner] = [beside(), document.createElement("div")];
    outer.append(inner);
    for (const one of [outer, inner]) one.tabIndex = -1;
    const ends = [outer, inner].map((one) => keepsFocus()(one));
    const one = inner.appendChild(document.createElement("button"));
    one.focus();
    one.remove();
    await waitFor(() => expect(document.activeElement).toBe(inner));
    inner.remove();
    ends[1]?.();
    await waitFor(() => expect(document.activeElement).toBe(outer));
    ends[0]?.();
  });

  it("takes the first focusable target, and never steals the focus", async () => {
    const [plain, other] = [beside(), beside()];
    other.tabIndex = -1;
    giveFocus(null, ".nothing", document.createElement("button"), document.body, plain, other, game);
    expect(document.activeElement).toBe(other);
    await refocus(game);
    expect(document.activeElement).toBe(other);
  });

  it("falls back on the page, which others may take it from", async () => {
    await refocus(".nothing");
    expect(document.activeElement).toBe(page);
    await refocus("section.play");
    expect(document.activeElement).toBe(game);
  });
});
