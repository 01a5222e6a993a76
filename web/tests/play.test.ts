import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Preview } from "../src/api/forms";
import type { Moment } from "../src/api/views";
import { announcer } from "../src/app/announcer.svelte";
import { catalogue } from "../src/app/catalogue.svelte";
import { settings } from "../src/app/settings.svelte";
import CardPanel from "../src/play/CardPanel.svelte";
import { inspect } from "../src/play/inspect.svelte";
import { command } from "../src/play/keys";
import Play from "../src/play/Play.svelte";
import { chosen } from "../src/texts/language.svelte";
import { fixture, realCatalogue, type Fixture } from "./moments";

let shown: Fixture;
const asked: number[][] = [];
const wishes: unknown[] = [];

vi.mock("../src/api/views", () => ({
  previews: vi.fn((_: unknown, actions: number[]) => {
    asked.push(actions);
    return Promise.resolve(actions.flatMap((action): Preview | Preview[] => shown.previews[action] ?? []));
  }),
  reason: vi.fn((_: unknown, hex: string, wish: unknown) => {
    wishes.push(wish);
    return Promise.resolve({ words: `${hex} is not free.`, rulings: ["R5.1"] });
  }),
  unitCard: vi.fn((_: unknown, hex: string) => Promise.resolve(shown.units[hex])),
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
  return { onact, all, ...rendered };
}

function get(selector: string): Element {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`nothing is ${selector}`);
  return found;
}

const click = (selector: string) => fireEvent.click(get(selector));
const key = (name: string, on: Element = document.body) => fireEvent.keyDown(on, { key: name });
const hexes = (mark: string) =>
  [...document.querySelectorAll(`[data-hex]`)].filter((hex) => hex.getAttribute("aria-label")?.includes(mark));
const said = () => announcer.places.join(" ");

// Modal dialogs are unknown to jsdom.
HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
  this.removeAttribute("open");
  this.dispatchEvent(new Event("close"));
};

beforeEach(() => {
  settings.set({ confirmEnd: false });
  chosen.language = "en";
  inspect.clear();
  asked.length = 0;
});
afterEach(cleanup);

describe("a hex that cannot be chosen", () => {
  it("answers a click with the server's reason, until something else is done", async () => {
    table("placing");
    await click('[data-slot="0"]');
    await click('[data-hex="C3"]');
    await waitFor(() => expect(get("[data-refused]").textContent).toBe("C3 is not free."));
    expect(wishes.at(-1)).toEqual({ kind: "place", tile: "outpost/Runner", unit: null });
    await waitFor(() => expect(said()).toContain("C3 is not free."));
    await click('[data-hex="A2"]');
    expect(document.querySelector("[data-refused]")).toBeNull();
  });

  it("asks nothing while no hex is asked for", async () => {
    wishes.length = 0;
    table("placing");
    await click('[data-hex="A2"]');
    expect(wishes).toEqual([]);
  });
});

describe("a table of the lesson", () => {
  it("asks for nothing itself, and its End button is no invitation", () => {
    table("placing", { guided: true });
    expect(get("[data-question]").textContent).toContain("Do the task");
    expect(get(".next").textContent).toBe("");
    expect(get('[data-offer="end"]').classList.contains("primary")).toBe(false);
  });
});

describe("placing a tile", () => {
  it("goes from the hand over a hex and a facing to the action", async () => {
    const { onact } = table("placing");
    expect(get("[data-question]").textContent).toContain("Play what you like");
    await click('[data-slot="0"]');
    expect(get('[data-slot="0"]').getAttribute("aria-pressed")).toBe("true");
    expect(hexes("can be chosen").length).toBeGreaterThan(10);
    await click('[data-hex="A2"]');
    expect(get('[data-action="confirm"]').textContent).toContain("Place here");
    await waitFor(() => expect(asked.flat()).toHaveLength(6));
    await click('[data-action="turn-right"]');
    await click('[data-hex="A2"]');
    const place = shown.look.choices.offers.find((offer) => offer.kind === "place")?.then;
    const facing = typeof place === "object" && place.pick === "hex" ? place.hexes["A2"] : undefined;
    if (typeof facing !== "object" || facing.pick !== "facing") throw new Error("expected facings");
    expect(facing.facings).toContain(onact.mock.calls[0]?.[0]);
    expect(onact).toHaveBeenCalledTimes(1);
  });

  it("describes the outcome, also to screen readers", async () => {
    table("placing");
    await click('[data-slot="1"]');
    const preview = Object.values(shown.previews).find((one) => one.reach?.hits.length && one.unit !== null);
    if (!preview?.unit) throw new Error("expected a hit");
    await click(`[data-hex="${preview.unit}"]`);
    for (let n = 0; n < 6 && !document.querySelector(".outlook .good"); n++) {
      await waitFor(() => expect(document.querySelector(".outlook")).toBeTruthy());
      if (!document.querySelector(".outlook .good")) await click('[data-action="turn-right"]');
    }
    expect(get(".outlook .good").textContent).toContain("Hits");
    await waitFor(() => expect(said()).toContain("Hits"));
  });

  it("can be done by keys alone", async () => {
    const { onact } = table("placing");
    await key("1");
    expect(document.activeElement?.getAttribute("data-hex")).toBeTruthy();
    await key("Enter", document.activeElement ?? undefined);
    expect(document.querySelector('[data-action="confirm"]')).toBeTruthy();
    await key("e");
    await key("Enter", document.activeElement ?? undefined);
    expect(onact).toHaveBeenCalledTimes(1);
  });

  it("goes back by Escape", async () => {
    table("placing");
    await click('[data-slot="0"]');
    await click('[data-hex="A2"]');
    await key("Escape");
    expect(document.querySelector('[data-action="confirm"]')).toBeNull();
    expect(hexes("can be chosen").length).toBeGreaterThan(10);
    await key("Escape");
    expect(hexes("can be chosen")).toHaveLength(0);
  });

  it("keeps the focus when the button that went back is gone", async () => {
    table("placing");
    await click('[data-slot="0"]');
    for (let button = get('[data-action="back"]'); ;) {
      (button as HTMLElement).focus();
      await fireEvent.click(button);
      const next = document.querySelector('[data-action="back"]');
      if (!next) break;
      button = next;
    }
    await waitFor(() => expect(document.activeElement?.closest("section.play")).toBeTruthy());
  });

  it("discards the chosen tile by D", async () => {
    const { onact } = table("placing");
    await key("2");
    await key("d");
    expect(onact).toHaveBeenCalledWith(2);
  });

  it("keeps a walk while the choices are the same, and drops it otherwise", async () => {
    const { rerender, all } = table("placing");
    await click('[data-slot="0"]');
    await rerender({ ...all, look: fixture("placing").look });
    expect(get('[data-slot="0"]').getAttribute("aria-pressed")).toBe("true");
    shown = fixture("equal-tiles");
    await rerender({ ...all, look: { ...shown.look, step: 1 } });
    expect(get('[data-slot="0"]').getAttribute("aria-pressed")).toBe("false");
  });
});

describe("ending the turn", () => {
  it("is one button and one key", async () => {
    const { onact } = table("placing");
    await click('[data-offer="end"]');
    await key("t");
    expect(onact.mock.calls).toEqual([[0], [0]]);
  });

  it("asks first where that is wished for and tiles are left", async () => {
    settings.set({ confirmEnd: true });
    const { onact } = table("placing");
    await click('[data-offer="end"]');
    expect(onact).not.toHaveBeenCalled();
    await click('[data-action="end-sure"]');
    expect(onact).toHaveBeenCalledWith(0);
  });
});

describe("other decisions", () => {
  it("has a button below each tile that can be discarded", async () => {
    const { onact } = table("discard");
    const buttons = document.querySelectorAll('[data-offer="discard"]');
    expect(buttons.length).toBe(shown.look.scene.players[shown.look.choices.decides?.player ?? 0]?.hand.length);
    await fireEvent.click(buttons[1] ?? document.body);
    expect(onact).toHaveBeenCalledWith(2);
  });

  it("offers options as buttons", async () => {
    const { onact } = table("clown");
    await click('[data-option="1"]');
    expect(onact).toHaveBeenCalledTimes(1);
  });

  it("lets the edges of a unit be chosen too, where options are about them", async () => {
    const { onact } = table("quartermaster");
    const edge = get("[data-turn]");
    await fireEvent.click(edge);
    expect(onact).not.toHaveBeenCalled();
    await key("Enter");
    const [offer] = shown.look.choices.offers;
    const options = typeof offer?.then === "object" && offer.then.pick === "option" ? offer.then.options : [];
    const meant = options.filter((option) => option.direction === edge.getAttribute("data-turn"));
    expect(meant.map((option) => option.then)).toContain(onact.mock.calls[0]?.[0]);
  });

  it("places the HQ at once, from where the hand will be", async () => {
    const { onact } = table("headquarters");
    expect(get('[data-slot="0"]').textContent).toContain("HQ");
    await click('[data-hex="C3"]');
    await click('[data-hex="C3"]');
    expect(onact).toHaveBeenCalledTimes(1);
  });

  it("takes mercenaries by buttons", async () => {
    const { onact } = table("mercenary");
    expect(document.querySelectorAll('[data-offer="hire"]')).toHaveLength(4);
    await click('[data-offer="hire"]');
    expect(onact).toHaveBeenCalledTimes(1);
  });

  it("turns both units of a swap before it acts", async () => {
    const { onact } = table("procedures");
    await click('[data-offer="procedure swap"]');
    await click('[data-hex="B1"]');
    expect(get('[data-action="confirm"]').textContent).toContain("Next");
    // Both are shown whom they reach where they would be.
    await waitFor(() => expect(get(".outlook").textContent).toContain("Cyborg B1"));
    expect(get(".outlook").textContent).toContain("Officer C3");
    expect(document.querySelector('[data-arrow="melee"]')).toBeTruthy();
    await click('[data-action="confirm"]');
    expect(onact).not.toHaveBeenCalled();
    await click('[data-action="confirm"]');
    expect(onact).toHaveBeenCalledTimes(1);
  });
});

describe("what costs dearly", () => {
  it("is shown first and done when it was confirmed", async () => {
    const { onact } = table("weapons");
    await click('[data-offer="procedure detonation"]');
    expect(onact).not.toHaveBeenCalled();
    await waitFor(() => expect(document.querySelector(".outlook")?.textContent).toContain("Guard D1"));
    await key("Escape");
    expect(document.querySelector('[data-action="confirm"]')).toBeNull();
    await click('[data-offer="sell hq point"]');
    await waitFor(() => expect(document.querySelector(".outlook")?.textContent).toContain("only trade"));
    await click('[data-action="confirm"]');
    expect(onact).toHaveBeenCalledTimes(1);
  });

  it("is not among the buttons while a tile is being used", async () => {
    table("castling");
    await click('[data-slot="0"]');
    expect(document.querySelector('[data-offer="sell hq point"]')).toBeNull();
  });
});

describe("choices in a Battle", () => {
  it("tell what the rest of the Battle comes to", async () => {
    table("clown");
    await fireEvent.pointerEnter(get('[data-option="1"]'));
    await waitFor(() => expect(document.querySelector(".outlook")?.textContent).toContain("In this Battle"));
  });

  it("are confirmed by touch, since nothing was shown before", async () => {
    const { onact } = table("clown");
    const touch = () =>
      fireEvent(get('[data-option="1"]'), new PointerEvent("click", { pointerType: "touch", bubbles: true }));
    await touch();
    expect(onact).not.toHaveBeenCalled();
    expect(get('[data-option="1"]').getAttribute("aria-pressed")).toBe("true");
    await click('[data-action="confirm"]');
    expect(onact).toHaveBeenCalledTimes(1);
  });
});

describe("what cannot be found out", () => {
  it("is asked for once more, and then said", async () => {
    const { previews } = await import("../src/api/views");
    vi.mocked(previews).mockRejectedValueOnce(new Error("away")).mockRejectedValueOnce(new Error("away"));
    table("grenade");
    await click('[data-slot="0"]');
    await click('[data-hex="C2"]');
    await waitFor(() => expect(document.querySelector(".told")?.textContent).toContain("No preview right now"));
    expect(get('[data-action="confirm"]')).toBeTruthy();
  });
});

describe("a walk", () => {
  it("ends with an act, and a takeback does not restore it", async () => {
    const { all, rerender } = table("placing");
    await click('[data-slot="0"]');
    await click('[data-hex="A2"]');
    expect(document.querySelector('[data-action="confirm"]')).toBeTruthy();
    await rerender({ ...all, look: { ...shown.look, step: 1 } });
    await tick();
    await rerender(all);
    await tick();
    expect(document.querySelector('[data-action="confirm"]')).toBeNull();
  });
});

describe("looking on", () => {
  it("keeps no room for a hand where it is all over", () => {
    table("placing", { deciders: [], past: true });
    expect(document.querySelector("[data-slot]")).toBeNull();
  });

  it("says who is to decide, and offers nothing", async () => {
    const { onact } = table("placing", { deciders: [1] });
    expect(get("[data-question]").textContent).toContain("Waiting for The Outpost");
    await click('[data-hex="A2"]');
    await key("t");
    expect((get('[data-offer="end"]') as HTMLButtonElement).disabled).toBe(true);
    expect(onact).not.toHaveBeenCalled();
  });

  it("shows no buttons to spectators", () => {
    table("placing", { deciders: [] });
    expect(document.querySelector('[data-offer="end"]')).toBeNull();
  });

  it("takes nothing while a decision is on its way", async () => {
    const { onact } = table("placing", { busy: true });
    await click('[data-slot="0"]');
    await key("t");
    expect(onact).not.toHaveBeenCalled();
    expect(get("section").getAttribute("aria-busy")).toBe("true");
  });

  it("sends nothing twice before the first is answered", async () => {
    let answer = () => {};
    const onact = vi.fn(() => new Promise<void>((resolve) => (answer = resolve)));
    table("placing", { onact });
    await key("t");
    await key("t");
    expect(onact).toHaveBeenCalledTimes(1);
    answer();
    await tick();
    await tick();
    await key("t");
    expect(onact).toHaveBeenCalledTimes(2);
  });

  it("shows a hint, and does it", async () => {
    const action = Number(Object.keys(shown.previews)[0]);
    const reason = (text: string, is_gain: boolean, otherwise: number) => {
      return { text, is_gain, kind: "hq", player: 1, hexes: [], amount: 3, otherwise, is_expected: true };
    };
    const reasons = [
      reason("The HQ of Borgo loses 3 points", true, 1),
      reason("This happens anyway", true, 3),
      reason("The HQ of Moloch loses 3 points", false, 3),
    ];
    const line = ["Place Runner on A2", "End the turn"];
    const suggested = { action, words: "Place Runner on A2", chance: 0.62, tries: 9, line, reasons };
    const { onact } = table("placing", { suggested });
    expect(screen.getByText(/62%/)).toBeTruthy();
    const told = [...document.querySelectorAll<HTMLElement>("[data-reason]")];
    expect(told.map(({ dataset }) => dataset.reason)).toEqual(["gain", "fear"]);
    expect(told[0]?.textContent).toContain("The HQ of Borgo loses 3 points");
    await click('[data-action="do-hint"]');
    expect(onact).toHaveBeenCalledWith(action);
  });
});

describe("cards", () => {
  it("shows printed values of a tile, and current values of a unit with reasons", async () => {
    await catalogue.load();
    table("placing");
    render(CardPanel);
    await fireEvent.focus(get('[data-slot="0"]'));
    expect(screen.getByRole("heading", { level: 2 }).textContent).toContain("Runner");
    expect(screen.getByText(/Mobility: once a turn/)).toBeTruthy();
    await fireEvent.focus(get('[data-hex="B3"]'));
    expect(screen.getByRole("heading", { level: 2 }).textContent).toContain("Commando B3");
    await waitFor(() => expect(screen.getByText(/It acts at 2: extra attack at 2 by HQ C3/)).toBeTruthy());
    expect(screen.getAllByText("R6.1").length).toBeGreaterThan(0);
  });

  it("speaks Polish", async () => {
    chosen.language = "pl";
    table("placing");
    expect(get('[data-offer="end"]').textContent).toContain("End the turn"); // the server's words
    expect(get('[data-slot="0"]').closest("[role=group]")?.getAttribute("aria-label")).toBe("Twoja ręka");
  });
});

describe("keys", () => {
  const press = (name: string, on?: Element, more: KeyboardEventInit = {}) => {
    let found: ReturnType<typeof command> = null;
    const target = on ?? document.body;
    const listen = (event: Event) => (found = command(event as KeyboardEvent, false));
    target.addEventListener("keydown", listen);
    target.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, ...more }));
    target.removeEventListener("keydown", listen);
    return found;
  };

  it("mean what the help says", () => {
    expect([press("1"), press("T"), press("?"), press("Escape")]).toEqual([0, "end", "help", "back"]);
  });

  it("are left alone in fields, with modifiers, and Enter on buttons", () => {
    expect(press("t", document.createElement("input"))).toBeNull();
    expect(press("t", undefined, { ctrlKey: true })).toBeNull();
    expect(press("Enter", document.createElement("button"))).toBeNull();
  });

  it("do a thing once, however long they are held", () => {
    const held = (name: string) => press(name, undefined, { repeat: true });
    expect([held("t"), held("Enter"), held("d"), held("1")]).toEqual([null, null, null, null]);
  });

  it("open their help", async () => {
    table("placing");
    await key("?");
    expect(screen.getByText("Playing by keyboard")).toBeTruthy();
  });
});
