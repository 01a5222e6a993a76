import { fireEvent, render, screen, within } from "@testing-library/svelte";
import { beforeEach, describe, expect, it } from "vitest";
import type { Catalogue, PlayerForm, Scene } from "../src/api/forms";
import type { Look } from "../src/api/views";
import { after, newCourse, type Course } from "../src/match/course";
import type { Created, Finished } from "../src/match/messages";
import { atTheEnd, outcomeOf } from "../src/match/outcome";
import { peopleOf } from "../src/match/people";
import Players from "../src/table/Players.svelte";
import { signOf } from "../src/table/standing";
import { gameFacts } from "../src/setup/terms";
import WaitingRoom from "../src/match/WaitingRoom.svelte";
import { chosen } from "../src/texts/language.svelte";
import { inspect } from "../src/play/inspect.svelte";
import words from "./fixtures/catalogue.json";

const ARMIES = ["borgo", "moloch", "outpost", "hegemony", "smart", "vegas"];

function player(number: number, change: Partial<PlayerForm> = {}): PlayerForm {
  const army = ARMIES[number] ?? "";
  const name = army[0]?.toUpperCase() + army.slice(1);
  return {
    ...{ player: number, army, name, coat: army, colour: "#1d67dc", ink: "#fff", pattern: "scales", team: null },
    ...{ hq: 20 - number, start_hq: 20, score: null, goal: null, energy: null, duel: null },
    ...{ hand: [`${army}/Runner`], aside: [] },
    ...{ pile: [{ tile: `${army}/Medic`, count: 2 }], pile_count: 31, top: [], upcoming: null },
    ...{ discards: [{ tile: `${army}/Battle`, count: 3 }], terror: false, out: false, ...change },
  };
}

function scene(players: PlayerForm[], change: Partial<Scene> = {}): Scene {
  return {
    version: 1,
    players,
    turn: 3,
    whose: 0,
    decides: { player: 0, stage: "main", question: "?", about: null, phase: null },
    tiles_left: null,
    turns_left: null,
    beside: [],
    notices: [],
    ending: null,
    ...change,
  } as unknown as Scene;
}

const panel = (name: string) => screen.getByRole("region", { name });

function course(result?: Partial<Finished>): Course {
  const seats = [{}, { bot: "level1" }];
  const created = {
    type: "created",
    n: 0,
    seats,
    terms: { armies: ARMIES.slice(0, 2), board: "duel" },
  } as unknown as Created;
  const now = after(newCourse(), created);
  return result ? after(now, { type: "finished", n: 1, result: [1, -1], how: "rules", ...result } as Finished) : now;
}

beforeEach(() => {
  chosen.language = "en";
});

describe("the players of two", () => {
  it("have points, piles and, of the others, a hand", () => {
    render(Players, { scene: scene([player(0), player(1)]), you: 0, names: ["Ann", "Ben"] });
    const [mine, other] = [within(panel("Borgo")), within(panel("Moloch"))];
    mine.getByText("Ann");
    mine.getByRole("img", { name: "HQ points: 20 of 20" });
    other.getByRole("img", { name: "HQ points: 19 of 20" });
    expect(mine.queryByRole("list", { name: "Hand of Borgo" })).toBeNull();
    other.getByRole("list", { name: "Hand of Moloch" });
    other.getByRole("button", { name: "Pile: 31 tiles" });
  });

  it("show pile and discards on demand", async () => {
    render(Players, { scene: scene([player(0), player(1)]), you: 0 });
    const other = within(panel("Moloch"));
    const pile = other.getByRole("button", { name: /^Pile/ });
    expect(pile.getAttribute("aria-expanded")).toBe("false");
    await fireEvent.click(pile);
    expect(pile.getAttribute("aria-expanded")).toBe("true");
    within(other.getByRole("list", { name: /^Left in the pile/ })).getByRole("button", { name: "Medic × 2" });
    await fireEvent.click(other.getByRole("button", { name: /^Discarded/ }));
    other.getByRole("button", { name: "Battle × 3" });
    expect(other.queryByRole("button", { name: "Medic × 2" })).toBeNull();
  });

  it("show the order of a pile only where it is open", async () => {
    const open = player(1, { upcoming: ["moloch/Hybrid", "moloch/Medic"] });
    render(Players, { scene: scene([player(0), open]) });
    await fireEvent.click(within(panel("Moloch")).getByRole("button", { name: /^Pile/ }));
    const order = within(panel("Moloch")).getByRole("list", { name: "In drawing order" });
    expect(
      within(order)
        .getAllByRole("button")
        .map((tile) => tile.getAttribute("aria-label")),
    ).toEqual(["Hybrid", "Medic"]);
  });

  it("let every tile be looked at closely", async () => {
    render(Players, { scene: scene([player(0), player(1)]), you: 0 });
    await fireEvent.focus(within(panel("Moloch")).getByRole("button", { name: "Runner" }));
    expect(inspect.what).toMatchObject({ tile: "moloch/Runner" });
  });

  it("say whose turn it is, and who decides in it", () => {
    const decides = { player: 1, stage: "medic", question: "?", about: null, phase: 2 };
    render(Players, { scene: scene([player(0), player(1)], { decides }), you: 0 });
    within(panel("Borgo")).getByText("Your turn");
    within(panel("Moloch")).getByText("Decides");
  });

  it("show energy on the Duel board, points in a score game, Terror and teams", () => {
    const duel = { links: [], procedures: [] };
    const rich = player(0, { energy: 4, duel, score: 7, goal: 20, terror: true, team: 1 });
    render(Players, { scene: scene([rich, player(1, { energy: 0, duel })]) });
    const first = within(panel("Borgo"));
    expect(panel("Borgo").querySelector("[data-energy]")?.textContent).toContain("4");
    expect(panel("Moloch").querySelector("[data-energy]")?.textContent).toContain("0");
    first.getByText("7 of 20 points");
    first.getByText("Terror");
    first.getByText("Team B");
  });

  it("show what holds for all", () => {
    render(Players, { scene: scene([player(0), player(1)], { notices: ["The pile is used up."] }) });
    screen.getByText("The pile is used up.");
  });

  it("are told in Polish too", () => {
    chosen.language = "pl";
    render(Players, { scene: scene([player(0), player(1)]), you: 0 });
    within(panel("Borgo")).getByText("Twoja tura");
    within(panel("Moloch")).getByRole("button", { name: "Stos: 31 żetonów" });
  });
});

describe("the players of six", () => {
  it("are all there, one's own first", () => {
    render(Players, { scene: scene(ARMIES.map((_, n) => player(n))), you: 2 });
    const all = screen.getAllByRole("region").map((region) => region.getAttribute("aria-label"));
    expect(all).toEqual(["Outpost", "Hegemony", "Smart", "Vegas", "Borgo", "Moloch"]);
    expect(screen.getAllByRole("list", { name: /^Hand of/ })).toHaveLength(5);
  });
});

describe("a bot", () => {
  const running = { ...course(), phase: "running" } as Course;

  it("thinks while it is to decide, but not while a Battle is shown", () => {
    const thinks = (fighting: boolean) => peopleOf(running, null, null, false, fighting).map((one) => one.thinks);
    expect(thinks(false)).toEqual([false, true]);
    expect(thinks(true)).toEqual([false, false]);
  });
});

describe("the sign of a player", () => {
  const both = [player(0), player(1)];
  const bot = { name: "", bot: true, thinks: true, away: false, here: true, gaveUp: null };
  const said = (...given: Parameters<typeof signOf>) => signOf(...given)?.words[0];

  it("tells turns and decisions apart", () => {
    const decides = { player: 1, stage: "medic", question: "?", about: null, phase: 2 };
    expect(said(scene(both), 0, 0, undefined)).toBe("Your turn");
    expect(said(scene(both), 0, 1, undefined)).toBe("Turn");
    expect(said(scene(both, { decides }), 1, 1, undefined)).toBe("You decide");
    expect(said(scene(both, { decides }), 1, 0, undefined)).toBe("Decides");
    expect(said(scene(both, { decides }), 1, 0, bot)).toBe("Thinking…");
    expect(said(scene(both, { decides }), 0, 0, undefined)).toBe("Your turn");
    expect(said(scene(both), 1, 0, undefined)).toBeUndefined();
  });

  it("tells who is out, has given up, or has won", () => {
    expect(said(scene([player(0), player(1, { out: true })]), 1, 0, undefined)).toBe("Out of the game");
    expect(said(scene(both), 0, 0, { ...bot, gaveUp: "time" })).toBe("Out of time");
    const ending = { reason: "hq", winners: [0], result: [1, -1], words: "" };
    expect([0, 1].map((n) => said(scene(both, { ending, decides: null }), n, 0, undefined))).toEqual(["won", "lost"]);
  });

  it("names bots by their level, and knows who is connected", () => {
    const catalogue = { levels: [{ key: "level1", name: "First game", about: "" }] } as Catalogue;
    const people = peopleOf({ ...course(), phase: "running" }, { type: "presence", match: "m", here: [1] }, catalogue);
    expect(people).toMatchObject([
      { bot: false, here: false },
      { bot: true, here: true, name: "First game", thinks: true },
    ]);
  });
});

describe("the end", () => {
  const both = scene([player(0), player(1)]);

  it("is worded for winners, losers and spectators", () => {
    const over = course({ how: "agreed", result: [0, 0] });
    expect(outcomeOf(course(), both, 0)).toBeNull();
    expect(outcomeOf(course({}), both, 0)?.title).toBe("You won!");
    expect(outcomeOf(course({}), both, 1)?.title).toBe("You lost");
    expect(outcomeOf(course({}), both, null)?.title).toBe("Borgo won");
    expect(outcomeOf(over, both, 0)).toMatchObject({ title: "A draw", why: "The players agreed to a draw." });
  });

  it("comes from the match if the rules do not know it", () => {
    const look = {
      scene: both,
      choices: { version: 1, decides: both.decides, offers: [{}] },
      undo: 0,
    } as unknown as Look;
    expect(atTheEnd(look, course())).toBe(look);
    const last = atTheEnd(look, course({ how: "agreed", result: [0, 0] }));
    expect(last).toMatchObject({
      undo: null,
      scene: { decides: null, ending: { result: [0, 0] } },
      choices: { offers: [] },
    });
  });
});

describe("the waiting room", () => {
  it("offers free seats to newcomers, and describes the game", async () => {
    const joined: [number, string | null][] = [];
    render(WaitingRoom, {
      course: course(),
      you: null,
      joining: false,
      onjoin: (seat: number, name: string | null) => joined.push([seat, name]),
      onleave: () => undefined,
    });
    await fireEvent.input(screen.getByLabelText("Your name"), { target: { value: " Ben " } });
    const seats = screen.getAllByRole("button").filter((button) => button.dataset.action === "join");
    expect(seats).toHaveLength(1);
    await fireEvent.click(seats[0] as HTMLElement);
    expect(joined).toEqual([[0, "Ben"]]);
  });

  it("tells the game in the words of the catalogue, variants only where they are not the usual", () => {
    const created = {
      ...course().created,
      terms: { armies: [], mode: "standard", board: "duel", open_piles: true },
    } as unknown as Created;
    const facts = gameFacts(
      { ...created, clock: { type: "player", main: 600_000, increment: 5000 } },
      words as unknown as Catalogue,
    );
    const told = Object.fromEntries(facts.map(({ name, value }) => [name, value]));
    expect(told.Clock).toBe("10 minutes each, 5 s more for each turn");
    expect(told.Played).toMatch(/^Standard, Duel board, .*piles/i);
    expect(told.Played).not.toMatch(/score/i);
  });
});
