/** Parts and pages in a browser that is none: what is there, what can be pressed, and what is asked of the server. */

import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { createRawSnippet } from "svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import App from "../src/frame/App.svelte";
import { catalogue } from "../src/app/catalogue.svelte";
import { identity } from "../src/app/identity.svelte";
import { go } from "../src/app/router.svelte";
import { settings } from "../src/app/settings.svelte";
import Home from "../src/pages/Home.svelte";
import NewGame from "../src/pages/NewGame.svelte";
import Dialog from "../src/parts/Dialog.svelte";
import Tabs from "../src/parts/Tabs.svelte";
import type { Catalogue, ListedMatch } from "../src/api/forms";

const named = (key: string) => ({ key, name: key, about: `about ${key}` });
const army = (key: string) => ({
  ...named(key),
  difficulty: 1,
  colour: "#000",
  ink: "#fff",
  pattern: "",
  markers: [],
  tiles: [],
});
const variants = { score: [false], mercenaries: [0, 1] };

const CATALOGUE: Catalogue = {
  version: 1,
  lang: "en",
  armies: ["borgo", "hegemony", "moloch", "outpost"].map(army),
  extras: [],
  modes: ["standard", "deathmatch", "team"].map(named),
  rulesets: [named("living")],
  boards: ["standard", "duel"].map(named),
  duel: { most: 5, terms: [], procedures: [] },
  terminals: [
    {
      board: {
        key: "duel",
        hexes: ["A1", "A2", "B1"].map((name, n) => ({
          name,
          x: n * 200,
          y: 0,
          main: true,
          terminal: n < 2,
          neighbours: [null, null, null, null, null, null],
        })),
        box: [-118, -118, 636, 236],
        cell: 118,
        tile: 100,
        drop: 12,
      },
      count: 2,
      usual: ["A1", "A2"],
      hexes: ["A1", "A2", "B1"],
    },
  ],
  variants: [
    { ...named("score"), values: [false, true], names: ["no", "yes"] },
    { ...named("mercenaries"), values: [0, 1], names: ["0", "1"] },
  ],
  fits: [
    { mode: "standard", players: 2, boards: ["standard", "duel"], teams: [], turns: [0, 1] },
    { mode: "deathmatch", players: 4, boards: ["standard"], teams: [], turns: [0, 1, 2, 3] },
    {
      mode: "team",
      players: 4,
      boards: ["standard"],
      teams: [
        [0, 1],
        [2, 3],
      ],
      turns: [0, 2, 1, 3],
    },
  ].map((fit) => {
    const start_hq = { living: Array<number>(fit.players).fill(20) };
    const few = { living: Array<number>(fit.players).fill(11) };
    const other_starts = [{ variant: "mercenaries", value: 1, start_hq: few }];
    const crossed = {
      teams: [
        [0, 2],
        [1, 3],
      ],
      turns: [0, 1, 2, 3],
      start_hq,
      other_starts,
    };
    const usual = { teams: fit.teams, turns: fit.turns, start_hq, other_starts };
    const groupings = fit.mode === "team" ? [usual, crossed] : [usual];
    return { ...fit, start_hq, other_starts, groupings, variants, with_mercenaries: variants };
  }),
  levels: ["level1", "level2"].map(named),
  bots: ["level1", "level2"],
};

const SPRITES = { version: 1, symbols: {}, tiles: {}, coats: {}, boards: {}, corners: [], arrows: {}, font: "" };
const ANN = { token: "T", person: { id: "guest-1", name: "Ann" } };

let made: unknown[] = [];
let refusal: string | null = null;
let open: ListedMatch[] = [];

function answer(path: string, init?: RequestInit): Response {
  const say = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });
  if (path === "/api") return say({ server: "x", guests: true, accounts: true, bots: ["level1", "level2"] });
  if (path === "/api/me") return say(ANN.person);
  if (path === "/api/guests") return say(ANN, 201);
  if (path.startsWith("/api/catalogue")) return say(CATALOGUE);
  if (path === "/api/sprites") return say(SPRITES);
  if (path === "/api/matches" && init?.method === "POST") {
    if (refusal) return say({ code: "malformed", why: refusal }, 400);
    made.push(JSON.parse(String(init.body)));
    return say({ match: "m1" }, 201);
  }
  if (path.startsWith("/api/matches?status=open")) return say({ matches: open });
  if (path.startsWith("/api/matches")) return say({ matches: [] });
  return say({ code: "unknown", why: "nothing there" }, 404);
}

beforeEach(async () => {
  made = [];
  refusal = null;
  open = [];
  localStorage.clear();
  vi.stubGlobal("scrollTo", vi.fn());
  vi.stubGlobal("fetch", (path: string, init?: RequestInit) => Promise.resolve(answer(path, init)));
  identity.signOut();
  settings.set({ language: "en" });
  await catalogue.load();
});

afterEach(() => {
  vi.unstubAllGlobals();
  go("/", { replace: true });
});

const words = (text: string) => createRawSnippet(() => ({ render: () => `<p>${text}</p>` }));

describe("parts", () => {
  it("a dialog has a name, and says when it is closed", async () => {
    const onclose = vi.fn();
    const { container } = render(Dialog, { open: true, title: "Really?", onclose, children: words("inside") });
    const dialog = container.querySelector("dialog") as HTMLDialogElement;
    expect(dialog.hasAttribute("open")).toBe(true);
    expect(within(dialog).getByRole("heading").textContent).toBe("Really?");
    dialog.dispatchEvent(new Event("close"));
    await waitFor(() => expect(onclose).toHaveBeenCalledOnce());
    expect(container.textContent).not.toContain("inside");
  });

  it("tabs are walked by arrows, and only the chosen one is in the way of Tab", async () => {
    const tabs = ["one", "two", "three"].map((key) => ({ key, label: key }));
    render(Tabs, { tabs, chosen: "one", label: "Parts", children: words("inside") });
    const list = screen.getByRole("tablist");
    await fireEvent.keyDown(list, { key: "ArrowLeft" });
    const three = screen.getByRole("tab", { name: "three" });
    expect(three.getAttribute("aria-selected")).toBe("true");
    expect(document.activeElement).toBe(three);
    expect(screen.getAllByRole("tab").map((tab) => tab.tabIndex)).toEqual([-1, -1, 0]);
    await fireEvent.keyDown(list, { key: "Home" });
    expect(screen.getByRole("tab", { name: "one" }).getAttribute("aria-selected")).toBe("true");
  });
});

describe("the start page", () => {
  it("starts a game by one click, with hints and easy armies", async () => {
    const { container } = render(Home);
    await fireEvent.click(container.querySelector("[data-action=play]") as Element);
    await waitFor(() => expect(location.pathname).toBe("/match/m1"));
    expect(made).toEqual([
      {
        terms: { armies: ["borgo", "hegemony"], ruleset: "living", board: "standard", mode: "standard" },
        seats: [{ person: "guest-1" }, { bot: "level1" }],
        hints: true,
      },
    ]);
  });

  it("stays where it is when the server refuses", async () => {
    refusal = "you are in 20 matches";
    const { container } = render(Home);
    const button = container.querySelector("[data-action=play]") as HTMLElement;
    await fireEvent.click(button);
    await waitFor(() => expect(button.getAttribute("aria-disabled")).toBe("false"));
    expect(location.pathname).toBe("/");
  });

  it("says who is with whom where there are teams", async () => {
    const armies = ["borgo", "moloch", "borgo", "moloch"];
    const seats = armies.map(() => ({}));
    const terms = { armies, mode: "team", board: "standard" };
    const table = { match: "t", status: "open" as const, seats, created: 0, updated: 0 };
    open = [
      { ...table, terms },
      {
        ...table,
        match: "u",
        terms: {
          ...terms,
          teams: [
            [0, 3],
            [1, 2],
          ],
        },
      },
    ];
    render(Home);
    const tables = await screen.findAllByRole("link", { name: /^Join: / });
    const teams = tables.map((link) =>
      link
        .closest("li")
        ?.textContent.match(/Team [AB]/g)
        ?.join(),
    );
    expect(teams).toEqual(["Team A,Team A,Team B,Team B", "Team A,Team B,Team B,Team A"]);
  });

  it("shows the terms of a table before joining, and more tables", async () => {
    open = Array.from({ length: 10 }, (_, n) => ({
      match: `t${n}`,
      status: "open",
      terms: { armies: ["borgo", "moloch"], mode: "standard", board: "duel", mercenaries: 1 },
      seats: [{ person: "guest-9" }, {}],
      created: 0,
      updated: Date.now() / 1000,
      ...(n === 0 ? { clock: { type: "player", main: 600_000, increment: 5000 }, hints: true } : { private: true }),
    }));
    render(Home);
    await screen.findAllByRole("link", { name: "Join: borgo, moloch" });
    const tables = () => screen.getAllByRole("link", { name: "Join: borgo, moloch" });
    const words = (n: number) => tables()[n]?.closest("li")?.textContent.replace(/\s+/g, " ");
    expect(words(0)).toMatch(
      /borgo reserved ?moloch free .*standard · ?duel · ?mercenaries: 1 · ?10 minutes.* · ?with hints/,
    );
    expect(words(0)).not.toContain("private");
    expect(words(1)).toMatch(/no clock · ?no hints · ?private/);
    expect(tables()).toHaveLength(8);
    await fireEvent.click(screen.getByRole("button", { name: "More: Open tables" }));
    await waitFor(() => expect(tables()).toHaveLength(10));
    await waitFor(() => expect(document.activeElement).toBe(tables()[8]));
    expect(screen.queryByRole("button", { name: /More/ })).toBeNull();
  });

  it("says where there are no games", async () => {
    render(Home);
    expect(await screen.findByText(/Nobody is waiting/)).toBeTruthy();
  });
});

describe("setting up a game", () => {
  it("changes with the number of players, and only offers what fits", async () => {
    render(NewGame);
    expect(screen.queryByRole("radio", { name: /team/ })).toBeNull();
    await fireEvent.click(screen.getByRole("radio", { name: "4" }));
    expect(screen.queryByRole("radio", { name: /duel/ })).toBeNull();
    await fireEvent.click(screen.getByRole("radio", { name: /team/ }));
    expect(screen.getByText("Team A")).toBeTruthy();
    expect(screen.getByText("Order of turns by seat: 1, 3, 2, 4")).toBeTruthy();
    expect(screen.getAllByRole("combobox", { name: /Who sits/ })).toHaveLength(4);
  });

  it("summarises the plan, with everything unusual", async () => {
    const { container } = render(NewGame);
    const summary = () => container.querySelector(".summary")?.textContent;
    expect(summary()).not.toContain("mercenaries");
    await fireEvent.change(screen.getByRole("combobox", { name: "mercenaries" }), { target: { value: "1" } });
    expect(summary()).toContain("mercenaries: 1");
  });

  it("lets one choose who is with whom, and shows the seats so", async () => {
    const { container } = render(NewGame);
    await fireEvent.click(screen.getByRole("radio", { name: "4" }));
    expect(screen.queryByRole("radiogroup", { name: /Who is with whom/ })).toBeNull();
    await fireEvent.click(screen.getByRole("radio", { name: /team/ }));
    const seatsOf = (team: string) =>
      [...screen.getByRole("list", { name: team }).querySelectorAll("[data-seat]")].map((seat) =>
        seat.getAttribute("data-seat"),
      );
    expect(seatsOf("Team A")).toEqual(["0", "1"]);
    await fireEvent.click(screen.getByRole("radio", { name: "seats 1 + 3 against 2 + 4" }));
    expect(seatsOf("Team A")).toEqual(["0", "2"]);
    expect(seatsOf("Team B")).toEqual(["1", "3"]);
    expect(screen.getByText("Order of turns by seat: 1, 2, 3, 4")).toBeTruthy();
    await fireEvent.click(container.querySelector("[data-action=start]") as Element);
    await waitFor(() => expect(made).toHaveLength(1));
    expect(made[0]).toMatchObject({
      terms: {
        mode: "team",
        teams: [
          [0, 2],
          [1, 3],
        ],
      },
    });
  });

  it("tells the HQ points of the game that is being put together", async () => {
    const { container } = render(NewGame);
    const seats = () => [...container.querySelectorAll("[data-seat]")].map((seat) => seat.textContent);
    for (const seat of seats()) expect(seat).toContain("HQ 20");
    await fireEvent.change(screen.getByRole("combobox", { name: "mercenaries" }), { target: { value: "1" } });
    for (const seat of seats()) expect(seat).toContain("HQ 11");
  });

  it("lets one put the Terminals elsewhere, and starts only when all are placed", async () => {
    const { container } = render(NewGame);
    expect(screen.queryByRole("radiogroup", { name: "Terminals" })).toBeNull();
    await fireEvent.click(screen.getByRole("radio", { name: /duel/ }));
    expect(screen.queryByRole("button", { name: "A1, Terminal" })).toBeNull();
    await fireEvent.click(screen.getByRole("radio", { name: "Choose" }));
    await fireEvent.click(screen.getByRole("button", { name: "B1, no Terminal" })); // there are enough
    expect(screen.getByRole("button", { name: "B1, no Terminal" })).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "A1, Terminal" }));
    const start = container.querySelector("[data-action=start]") as Element;
    expect(screen.getAllByText("Place 1 more Terminal.").length).toBeGreaterThan(0);
    expect(start.getAttribute("aria-disabled")).toBe("true");
    await fireEvent.click(start);
    expect(made).toEqual([]);
    await fireEvent.click(screen.getByRole("button", { name: "B1, no Terminal" }));
    await fireEvent.click(start);
    await waitFor(() => expect(made).toHaveLength(1));
    expect(made[0]).toMatchObject({ terms: { board: "duel", terminals: ["A2", "B1"] } });
  });

  it("creates the chosen game, and remembers it", async () => {
    const { container, unmount } = render(NewGame);
    await fireEvent.change(screen.getByRole("combobox", { name: "Who sits at seat 2" }), { target: { value: "open" } });
    expect(screen.getByRole("switch", { name: "Hints" }).getAttribute("aria-checked")).toBe("false");
    await fireEvent.click(container.querySelector("[data-seat='1'] .army") as Element);
    await fireEvent.click(container.querySelector("[data-army=moloch]") as Element);
    await fireEvent.click(screen.getByRole("radio", { name: /duel/ }));
    await fireEvent.change(screen.getByRole("combobox", { name: "mercenaries" }), { target: { value: "1" } });
    await fireEvent.click(screen.getByRole("radio", { name: "Per turn" }));
    await fireEvent.click(container.querySelector("[data-action=start]") as Element);
    await waitFor(() => expect(location.pathname).toBe("/match/m1"));
    expect(made).toEqual([
      {
        terms: { armies: ["borgo", "moloch"], ruleset: "living", board: "duel", mode: "standard", mercenaries: 1 },
        seats: [{ person: "guest-1" }, {}],
        clock: { type: "turn", allowance: 86_400_000 },
        hints: false,
        private: true,
      },
    ]);
    unmount();
    const again = render(NewGame);
    expect(again.container.querySelector("[data-seat='1']")?.textContent).toContain("moloch");
  });

  it("shows the server's line where it refuses, and keeps all that was chosen", async () => {
    refusal = "armies: at most 15 tiles that grant moves can be in one game";
    const { container } = render(NewGame);
    await fireEvent.click(screen.getByRole("radio", { name: /duel/ }));
    await fireEvent.click(container.querySelector("[data-action=start]") as Element);
    expect((await screen.findByRole("alert")).textContent.trim()).toBe(refusal);
    expect(screen.getByRole<HTMLInputElement>("radio", { name: /duel/ }).checked).toBe(true);
    expect(location.pathname).toBe("/");
  });
});

describe("the frame", () => {
  it("goes from page to page, with title and focus, in both languages", async () => {
    render(App);
    await screen.findByRole("heading", { level: 1 });
    expect(document.title).toContain("Neuroshima Hex");
    go("/settings");
    const heading = await screen.findByRole("heading", { level: 1, name: "Settings" });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(document.title).toBe("Settings – neurohex");
    await fireEvent.click(screen.getByRole("button", { name: "PL" }));
    expect(await screen.findByRole("heading", { level: 1, name: "Ustawienia" })).toBeTruthy();
    expect(document.documentElement.lang).toBe("pl");
    expect(document.title).toBe("Ustawienia – neurohex");
  });

  it("says so where there is nothing", async () => {
    go("/nowhere");
    render(App);
    expect(await screen.findByText(/no page at this address/, {})).toBeTruthy();
  });
});
