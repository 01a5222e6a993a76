/** The Duel board explains itself: Terminals, Links, energy and all procedures, with what somebody lacks for them. */

import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { DuelSide, Offer, PlayerForm } from "../src/api/forms";
import { catalogue } from "../src/app/catalogue.svelte";
import CardPanel from "../src/play/CardPanel.svelte";
import { inspect } from "../src/play/inspect.svelte";
import Play from "../src/play/Play.svelte";
import Procedures from "../src/play/Procedures.svelte";
import { termAt, termFor, termOf } from "../src/play/terms";
import { chosen } from "../src/texts/language.svelte";
import { fixture, realCatalogue, type Fixture } from "./moments";

let shown: Fixture;

vi.mock("../src/api/views", () => ({
  previews: vi.fn(() => Promise.resolve([])),
  unitCard: vi.fn((_: unknown, hex: string) => Promise.resolve(shown.units[hex])),
  drawings: vi.fn(() => Promise.resolve({})),
}));
vi.mock("../src/api/http", () => ({
  get: vi.fn((path: string) => Promise.resolve(path.startsWith("/api/catalogue") ? realCatalogue() : {})),
}));

const told = realCatalogue().duel;

function player(name: string, number = 0): PlayerForm & { duel: DuelSide; energy: number } {
  const form = fixture(name).look.scene.players[number];
  if (!form?.duel || form.energy === null) throw new Error("no game on the Duel board");
  return { ...form, duel: form.duel, energy: form.energy };
}

function table(name: string, deciders = [0]): void {
  shown = fixture(name);
  render(Play, { moment: { match: "m" }, look: shown.look, deciders, onact: vi.fn() });
  render(CardPanel);
}

const hex = (name: string) => {
  const found = document.querySelector(`[data-hex="${name}"]`);
  if (!found) throw new Error(`no hex ${name}`);
  return found;
};
const card = () => screen.getByRole("complementary", { name: "Card" });

beforeEach(async () => {
  chosen.language = "en";
  inspect.clear();
  await catalogue.load();
});
afterEach(cleanup);

describe("terms", () => {
  it("match the terms that the server explains", () => {
    for (const { key } of told.terms) expect(termOf(realCatalogue(), key)?.sentences.length).toBeGreaterThan(0);
    const laser = termOf(realCatalogue(), "procedure laser");
    expect(laser).toMatchObject({ name: "Laser", cost: told.procedures.find(({ key }) => key === "laser")?.cost });
    expect(termOf(realCatalogue(), "procedure of nobody")).toBeNull();
    expect(termOf(null, "energy")).toBeNull();
  });

  it("explain every procedure that is offered, and trading for energy", () => {
    const offers = (name: string): Offer[] => fixture(name).look.choices.offers;
    const costly = [...offers("procedures"), ...offers("weapons")].filter(({ energy }) => energy !== null);
    expect(new Set(costly.map(({ kind }) => kind)).size).toBe(told.procedures.length);
    for (const offer of costly) expect(termOf(realCatalogue(), termFor(offer) ?? "")?.cost).toBe(offer.energy);
    const sales = offers("energy").filter(({ kind }) => kind.startsWith("sell"));
    expect(sales.length).toBeGreaterThan(0);
    for (const offer of sales) expect(termFor(offer)).toBe("energy");
    expect(offers("placing").map(termFor).filter(Boolean)).toEqual([]);
  });

  it("are there for empty Terminals alone", () => {
    const { scene } = fixture("procedures").look;
    const terminals = scene.board.hexes.filter(({ terminal }) => terminal).map(({ name }) => name);
    const taken = scene.standing.units.map((unit) => unit.hex);
    const found = scene.board.hexes.filter(({ name }) => termAt(scene, name) !== null).map(({ name }) => name);
    expect(found).toEqual(terminals.filter((name) => !taken.includes(name)));
    expect(found.length).toBeGreaterThan(0);
  });
});

describe("the card", () => {
  it("explains an empty Terminal that is pointed at, and what it is good for", async () => {
    table("procedures");
    await fireEvent.pointerEnter(hex("E2"), { pointerType: "mouse" });
    await fireEvent.focus(hex("E2"));
    await waitFor(() => within(card()).getByRole("heading", { name: "Terminal" }));
    expect(card().textContent).toContain(told.terms[0]?.sentences[0]?.words);
    expect(card().querySelectorAll("[data-procedure]")).toHaveLength(told.procedures.length);
    expect(hex("E2").getAttribute("aria-label")).toContain("a Terminal");
    expect(hex("A1").getAttribute("aria-label")).not.toContain("Terminal");
  });

  it("follows the current action", async () => {
    table("procedures");
    const button = document.querySelector('[data-offer="procedure rotation"]') ?? document.body;
    await fireEvent.focus(button);
    await fireEvent.click(button);
    await fireEvent.focus(hex("E2"));
    expect(inspect.what).toEqual({ term: "procedure rotation" });
  });

  it("explains a procedure whose button has the focus", async () => {
    table("procedures");
    const button = document.querySelector('[data-offer="procedure swap"]');
    await fireEvent.focus(button ?? document.body);
    within(card()).getByRole("heading", { name: /Swap/ });
    expect(card().textContent).toContain("change places");
    expect(card().querySelectorAll("[data-procedure]")).toHaveLength(0);
  });

  it("has its own button after a touch", async () => {
    table("procedures");
    await fireEvent.click(document.querySelector('[data-offer="procedure swap"]') ?? document.body);
    expect(inspect.sheet).toBe(false);
    await fireEvent.click(screen.getByRole("button", { name: "Card of Swap" }));
    expect([inspect.what, inspect.sheet]).toEqual([{ term: "procedure swap" }, true]);
  });

  it("says what energy buys where HQ points can be traded for it", async () => {
    const { player: decider } = fixture("energy").look.choices.decides ?? { player: 0 };
    table("energy", [decider]);
    await fireEvent.focus(document.querySelector('[data-offer="sell hq point"]') ?? document.body);
    within(card()).getByRole("heading", { name: "Energy" });
    for (const { key } of told.procedures) expect(card().querySelector(`[data-procedure="${key}"]`)).not.toBeNull();
  });
});

describe("the list of procedures", () => {
  async function opened(form: ReturnType<typeof player>): Promise<HTMLElement> {
    render(Procedures, { name: form.name, energy: form.energy, side: form.duel });
    const button = screen.getByRole("button", { name: `Energy ${form.energy} Procedures` });
    await fireEvent.click(button);
    await tick();
    return screen.getByRole("dialog", { name: `Procedures of ${form.name}` });
  }

  it("has all of them with their costs, what they do and by which ruling", async () => {
    const list = await opened(player("procedures"));
    for (const { key, name, cost, sentences } of told.procedures) {
      const row = list.querySelector<HTMLElement>(`[data-procedure="${key}"]`);
      expect(row?.textContent).toContain(name);
      expect(row?.textContent).toContain(`${cost} energy`);
      for (const { words, rulings } of sentences) {
        expect(row?.textContent).toContain(words);
        for (const ruling of rulings) expect(row?.textContent).toContain(ruling);
      }
    }
    for (const { name } of told.terms.filter(({ key }) => key !== "procedure"))
      within(list).getByRole("heading", { name });
  });

  it("lists startable procedures, and what the others lack", async () => {
    const form = player("procedures");
    const list = await opened(form);
    const states = form.duel.procedures;
    expect(states.some(({ now }) => now) && states.some(({ lacks }) => lacks.length > 0)).toBe(true);
    for (const { key, now, lacks } of states) {
      const row = list.querySelector(`[data-procedure="${key}"]`);
      expect(row?.textContent.includes("can be started now")).toBe(now);
      expect(row?.classList.contains("lacking")).toBe(lacks.length > 0);
      for (const lack of lacks) expect(row?.textContent).toContain(lack);
    }
    expect(list.textContent).toContain(`Links: ${form.duel.links.join(", ")}`);
    expect(list.textContent).toContain(`Energy: ${form.energy} of ${told.most}`);
  });

  it("says that nothing is lacking but one's turn", async () => {
    const form = player("procedures");
    form.duel = { ...form.duel, procedures: form.duel.procedures.map((one) => ({ ...one, now: false })) };
    const list = await opened(form);
    const row = list.querySelector('[data-procedure="rotation"]');
    expect(row?.textContent).toContain("in the main part of the turn");
  });

  it("comes from a button that also shows the card of energy", async () => {
    const form = player("procedures", 1);
    render(Procedures, { name: form.name, energy: form.energy, side: form.duel });
    await fireEvent.focus(screen.getByRole("button", { name: /^Energy .* Procedures$/ }));
    expect(inspect.what).toEqual({ term: "energy" });
  });
});
