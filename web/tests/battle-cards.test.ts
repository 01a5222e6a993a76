import { cleanup, fireEvent, render } from "@testing-library/svelte";
import { tick } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Battle, BoardForm, InBattle, PlayerForm, UnitCard } from "../src/api/forms";
import { unitCard, type Moment } from "../src/api/views";
import { catalogue } from "../src/app/catalogue.svelte";
import { settings } from "../src/app/settings.svelte";
import BattlePlayer from "../src/battle/BattlePlayer.svelte";
import CardPanel from "../src/play/CardPanel.svelte";
import { inspect } from "../src/play/inspect.svelte";
import { battle as texts } from "../src/texts/battle";
import { chosen } from "../src/texts/language.svelte";
import fixture from "./fixtures/battle-units.json";
import { realCatalogue } from "./moments";

const { board, players, battle, cards } = fixture as unknown as {
  board: BoardForm;
  players: PlayerForm[];
  battle: Battle;
  /** By standing: before, after each phase, after all. */
  cards: Record<string, UnitCard>[];
};

const told = (_: Moment, hex: string, at: InBattle | null): Promise<UnitCard> => {
  const card = cards.at(at?.over ?? -1)?.[hex];
  return card ? Promise.resolve(card) : Promise.reject(new Error("no unit"));
};
vi.mock("../src/api/views", () => ({
  unitCard: vi.fn(),
  drawings: vi.fn(() => Promise.resolve({})),
}));
vi.mock("../src/api/http", () => ({
  get: vi.fn((path: string) => Promise.resolve(path.startsWith("/api/catalogue") ? realCatalogue() : {})),
}));
const asked = vi.mocked(unitCard);

/** Makes the screen small, or large again. */
const setSmall = vi.hoisted(() => {
  const changed: (() => void)[] = [];
  const query = { matches: false, addEventListener: (_: string, listen: () => void) => changed.push(listen) };
  window.matchMedia = () => query as unknown as MediaQueryList;
  return (small: boolean) => {
    query.matches = small;
    for (const listen of changed) listen();
  };
});

let match = 0;
/** Each test has a match of its own: what was told of one is kept. */
function show(more: Partial<{ battle: Battle; moment: Moment }> = {}) {
  const moment: Moment = { match: `m${(match += 1)}`, step: 5 };
  const props = { battle, moment, board, players, fought: false, onclose: vi.fn(), ...more };
  const rendered = render(BattlePlayer, { props });
  render(CardPanel);
  return { props, ...rendered };
}

function get(selector: string): Element {
  const found = document.querySelector(selector);
  if (!found) throw new Error(`nothing is ${selector}`);
  return found;
}

const point = (hex: string) => fireEvent.focus(get(`[data-hex="${hex}"]`));
const press = (key: string) => fireEvent.keyDown(get("[data-battle-player]"), { key });
const panel = () => get("aside.card").textContent;
const when = () => document.querySelector("[data-when]")?.textContent ?? null;
const settle = () => vi.advanceTimersByTimeAsync(150);
/** What a card of B1 says only while it is netted, and only while it is not. */
const NETTED = "It is netted by Net Fighter B2";
const FREE = "It acts at";

beforeEach(async () => {
  vi.useFakeTimers();
  chosen.language = "en";
  settings.set({ speed: 1, motion: "less" });
  await catalogue.load();
  asked.mockReset();
  asked.mockImplementation(told);
});
afterEach(() => {
  cleanup();
  inspect.clear();
  vi.useRealTimers();
});

describe("the card of a unit in a Battle", () => {
  it("tells what holds in the frame that is shown, and why", async () => {
    const { props } = show();
    await press(" ");
    await point("B1");
    await settle();
    expect(asked).toHaveBeenLastCalledWith(props.moment, "B1", { place: null, over: 0 }, expect.anything());
    expect(when()).toBe(texts.when_before[0]);
    expect(panel()).toContain(NETTED);
    expect(panel()).not.toContain(FREE);
    expect(panel()).toContain("R3.1");
  });

  it("goes with the Battle, from phase to phase, and asks once for each", async () => {
    show();
    await press("PageDown");
    await point("B1");
    await settle();
    const first = battle.phases[0]?.initiative ?? -1;
    expect(when()).toBe(texts.when_phase[0](first));
    expect(panel()).toContain(NETTED);
    await press("ArrowRight"); // a hit: nobody is wounded before the phase ends
    await settle();
    expect(panel()).toContain(NETTED);
    await press("PageDown");
    await press("ArrowLeft");
    await settle();
    expect(when()).toBe(texts.when_ended[0](first));
    expect(panel()).not.toContain(NETTED);
    expect(panel()).toContain(FREE);
    await press("PageDown");
    await settle();
    expect(when()).toBe(texts.when_phase[0](battle.phases[1]?.initiative ?? -1));
    await press("End");
    await settle();
    expect(when()).toBe(texts.when_after[0]);
    await press("Home");
    await press("PageDown");
    await settle();
    expect(panel()).toContain(NETTED);
    expect(asked.mock.calls.map(([, , at]) => at?.over)).toEqual([0, 1, null]);
  });

  it("stays as it is until the next one is there", async () => {
    show();
    await press(" ");
    await point("B1");
    await settle();
    let answer: (card: UnitCard) => void = () => undefined;
    asked.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    await press("End");
    await settle();
    expect(when()).toBe(texts.when_before[0]);
    expect(panel()).toContain(NETTED);
    answer(cards.at(-1)?.B1 as UnitCard);
    await settle();
    expect(when()).toBe(texts.when_after[0]);
    expect(panel()).toContain(FREE);
  });

  it("stays that of a unit that has fallen", async () => {
    show();
    await press("PageDown");
    await point("B2");
    await settle();
    const shown = panel();
    await press("End");
    await settle();
    expect(battle.after.units.some(({ hex }) => hex === "B2")).toBe(false);
    expect(panel()).toBe(shown);
    expect(asked).toHaveBeenCalledOnce();
  });

  it("is asked for once where a unit is pointed at and tapped", async () => {
    show();
    await press(" ");
    await point("B1");
    await fireEvent.click(get('[data-hex="B1"]'));
    await settle();
    await fireEvent.click(get('[data-hex="B1"]'));
    await settle();
    expect(asked).toHaveBeenCalledOnce();
    expect(panel()).toContain(NETTED);
  });

  it("names the Battle that was fought, and of a rest the phases that were over before", async () => {
    const place = { step: 17, number: 1, until: 19 };
    const rest = { ...battle, place, before: battle.phases[0]?.after ?? battle.before, phases: battle.phases.slice(1) };
    show({ battle: rest });
    await press(" ");
    await point("B1");
    await settle();
    expect(asked.mock.lastCall?.[2]).toEqual({ place, over: 1 });
    expect(panel()).toContain(FREE);
  });

  it("is of the moment at which the Battle came, though the table has gone on", async () => {
    const { props, rerender } = show();
    await press(" ");
    await rerender({ ...props, moment: { match: "another" } });
    await point("B1");
    await settle();
    expect(asked.mock.lastCall?.[0]).toEqual(props.moment);
    const next = { ...battle, place: { step: 6, number: 0, until: 7 } };
    await rerender({ ...props, battle: next, moment: { match: "another" } });
    await settle();
    expect(asked.mock.lastCall?.slice(0, 3)).toEqual([{ match: "another" }, "B1", { place: next.place, over: 0 }]);
  });

  it("is the printed one if the server fails", async () => {
    asked.mockImplementation(() => Promise.reject(new Error("refused")));
    show();
    await press(" ");
    await point("B1");
    await settle();
    expect(panel()).toContain("On the tile");
    expect(panel()).toContain("Netted by B2");
    expect(panel()).not.toContain(NETTED);
  });

  it("keeps only the printed values after the Battle", async () => {
    const { unmount } = show();
    await press(" ");
    await point("B1");
    await settle();
    unmount();
    await tick();
    expect(inspect.what).toEqual({ tile: "outpost/Runner", coat: "outpost" });
    expect(when()).toBeNull();
    expect(panel()).toContain("On the tile");
  });

  it("lets the Battle stand still while it is read as a sheet", async () => {
    setSmall(true);
    try {
      show();
      await fireEvent.click(get('[data-hex="B1"]'));
      expect(inspect.sheet).toBe(true);
      await vi.advanceTimersByTimeAsync(20_000);
      expect(panel()).toContain(NETTED);
      expect(get("nav [aria-current]").textContent).toBe(texts.before[0]);
      inspect.sheet = false;
      await vi.advanceTimersByTimeAsync(3_000);
      expect(get("nav [aria-current]").textContent).not.toBe(texts.before[0]);
    } finally {
      setSmall(false);
    }
  });

  it("speaks Polish", async () => {
    chosen.language = "pl";
    show();
    await press("PageDown");
    await point("B1");
    await settle();
    expect(when()).toBe(texts.when_phase[1](battle.phases[0]?.initiative ?? -1));
    await press("End");
    await settle();
    expect(when()).toBe(texts.when_after[1]);
  });
});
