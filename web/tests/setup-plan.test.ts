import { describe, expect, it } from "vitest";
import type { ArmyForm, Catalogue, Fit, TerminalsForm } from "../src/api/forms";
import {
  allowed,
  drawnArmies,
  fitOf,
  fitPlan,
  groupingOf,
  hintsOf,
  isPrivate,
  planFrom,
  playerCounts,
  PRESETS,
  preset,
  proposalOf,
  RANDOM,
  startPoints,
  terminalsMissing,
  terminalsOf,
  withArmy,
  withPlayers,
  withTerminal,
  withWho,
  type Plan,
} from "../src/setup/plan";
import { realCatalogue } from "./moments";

const army = (key: string, difficulty: number): ArmyForm => ({
  key,
  name: key,
  about: "",
  difficulty,
  colour: "#000",
  ink: "#fff",
  pattern: "plain",
  markers: [],
  tiles: [],
});

function fit(mode: string, players: number, boards: string[], more: Partial<Fit> = {}): Fit {
  return {
    mode,
    players,
    boards,
    teams: [],
    turns: [],
    start_hq: {},
    other_starts: [],
    groupings: [{ teams: more.teams ?? [], turns: [], start_hq: {}, other_starts: [] }],
    variants: { score: [false], mercenaries: [0, 1], bomber: ["none", "neutral"] },
    with_mercenaries: { score: [false], bomber: ["none", "neutral", "mercenary"] },
    ...more,
  };
}

const PAIRS = [
  [0, 1],
  [2, 3],
];
const CROSSED = [
  [0, 2],
  [1, 3],
];

const named = (...keys: string[]) => keys.map((key) => ({ key, name: key, about: "" }));

const catalogue: Catalogue = {
  version: 1,
  lang: "en",
  armies: [army("moloch", 2), army("borgo", 1), army("outpost", 2), army("hegemony", 1)],
  extras: [],
  modes: named("standard", "deathmatch", "team"),
  rulesets: named("living", "3.0"),
  boards: named("standard", "expanded", "duel"),
  duel: { most: 5, terms: [], procedures: [] },
  terminals: [
    {
      board: { key: "duel", hexes: [], box: [0, 0, 1, 1], cell: 118, tile: 100, drop: 12 },
      count: 2,
      usual: ["A1", "C3"],
      hexes: ["A1", "A2", "B1", "C3"],
    },
  ],
  variants: [
    { key: "score", name: "", about: "", values: [false, true], names: [] },
    { key: "bomber", name: "", about: "", values: ["none", "neutral", "mercenary"], names: [] },
    { key: "mercenaries", name: "", about: "", values: [0, 1, 2], names: [] },
  ],
  fits: [
    fit("standard", 2, ["standard", "duel"]),
    fit("deathmatch", 4, ["standard", "expanded", "duel"], {
      variants: { score: [false, true], mercenaries: [0], bomber: ["none"] },
      with_mercenaries: {},
    }),
    fit("team", 4, ["standard", "expanded"], {
      teams: PAIRS,
      groupings: [
        { teams: PAIRS, turns: [0, 2, 1, 3], start_hq: {}, other_starts: [] },
        { teams: CROSSED, turns: [0, 1, 2, 3], start_hq: {}, other_starts: [] },
      ],
    }),
    fit("deathmatch", 6, ["expanded"]),
  ],
  levels: named("level1", "level2"),
  bots: ["random", "level1", "level2"],
};

describe("what goes with what", () => {
  it("knows the numbers of players", () => {
    expect(playerCounts(catalogue)).toEqual([2, 4, 6]);
  });

  it("offers the Mad Bomber as a mercenary only where there are mercenaries", () => {
    const plan = preset(catalogue, "quick");
    const one = fitOf(catalogue, plan) as Fit;
    expect(allowed(one, plan, "bomber")).toEqual(["none", "neutral"]);
    const hired = { ...plan, variants: { ...plan.variants, mercenaries: 1 } };
    expect(allowed(one, hired, "bomber")).toEqual(["none", "neutral", "mercenary"]);
  });

  it("takes back what no longer fits", () => {
    const plan = preset(catalogue, "quick");
    const hired = fitPlan(catalogue, { ...plan, variants: { mercenaries: 1, bomber: "mercenary" } });
    expect(hired.variants).toEqual({ score: false, mercenaries: 1, bomber: "mercenary" });
    const none = fitPlan(catalogue, { ...hired, variants: { ...hired.variants, mercenaries: 0 } });
    expect(none.variants.bomber).toBe("none");
    const four = withPlayers(catalogue, hired, 4);
    expect(four).toMatchObject({ mode: "deathmatch", variants: { mercenaries: 0, bomber: "none" } });
  });

  it("moves to a board and mode of the number of players", () => {
    const duel = preset(catalogue, "duel");
    expect(duel).toMatchObject({ mode: "standard", board: "duel" });
    expect(withPlayers(catalogue, duel, 6)).toMatchObject({ mode: "deathmatch", board: "expanded" });
  });
});

describe("teams", () => {
  it("are the usual ones, until others are chosen", () => {
    const plan = preset(catalogue, "teams");
    const one = fitOf(catalogue, plan) as Fit;
    expect(groupingOf(one, plan).teams).toBe(PAIRS);
    const crossed = fitPlan(catalogue, { ...plan, teams: CROSSED });
    expect(groupingOf(one, crossed)).toMatchObject({ teams: CROSSED, turns: [0, 1, 2, 3] });
    expect(fitPlan(catalogue, { ...plan, teams: PAIRS }).teams).toBeNull();
  });

  it("are given up where they are none of the game's", () => {
    const crossed = fitPlan(catalogue, { ...preset(catalogue, "teams"), teams: CROSSED });
    expect(fitPlan(catalogue, { ...crossed, mode: "deathmatch" }).teams).toBeNull();
    expect(withPlayers(catalogue, crossed, 2).teams).toBeNull();
    expect(fitPlan(catalogue, { ...crossed, teams: [[0], [1, 2, 3]] }).teams).toBeNull();
  });

  it("are proposed where they are not the usual ones, and taken up again", () => {
    const plan = preset(catalogue, "teams");
    expect(proposalOf(catalogue, plan, "p").terms.teams).toBeUndefined();
    const crossed = fitPlan(catalogue, { ...plan, teams: CROSSED });
    expect(proposalOf(catalogue, crossed, "p").terms.teams).toEqual(CROSSED);
    expect(planFrom(catalogue, JSON.parse(JSON.stringify(crossed)) as Record<string, unknown>)).toEqual(crossed);
  });
});

describe("HQ points", () => {
  const real = realCatalogue();
  const points = (changes: Partial<Plan>) => {
    const plan = fitPlan(real, { ...preset(real, "teams"), ...changes });
    return startPoints(groupingOf(fitOf(real, plan) as Fit, plan), plan);
  };

  it("depend on the ruleset", () => {
    expect([points({ ruleset: "living" })[0], points({ ruleset: "3.0" })[0]]).toEqual([20, 15]);
  });

  it("depend on variants where the rules say so", () => {
    expect(points({ ruleset: "3.0", variants: { score: true } })).toEqual([20, 20, 20, 20]);
    expect(points({ ruleset: "3.0", variants: { reinforcement: true } })).toEqual([15, 15, 15, 15]);
  });
});

describe("Terminals", () => {
  const duel = preset(catalogue, "duel");
  const form = terminalsOf(catalogue, duel) as TerminalsForm;

  it("are there on the board that has them", () => {
    expect(form.usual).toEqual(["A1", "C3"]);
    expect(terminalsOf(catalogue, preset(catalogue, "quick"))).toBeNull();
  });

  it("are taken away and placed one by one, as many as there are, in the order of hexes", () => {
    const less = withTerminal(form, duel, "A1");
    expect(less.terminals).toEqual(["C3"]);
    expect(terminalsMissing(catalogue, less)).toBe(1);
    const moved = withTerminal(form, less, "B1");
    expect(moved.terminals).toEqual(["B1", "C3"]);
    expect(terminalsMissing(catalogue, moved)).toBe(0);
    expect(withTerminal(form, moved, "A2")).toBe(moved);
  });

  it("are given up with their board, and mended where they are not the board's", () => {
    const moved = { ...duel, terminals: ["B1", "A2"] };
    expect(fitPlan(catalogue, moved).terminals).toEqual(["A2", "B1"]);
    expect(fitPlan(catalogue, { ...moved, board: "standard" }).terminals).toBeNull();
    expect(fitPlan(catalogue, { ...moved, terminals: ["C3", "Z9", "C3"] }).terminals).toEqual(["C3"]);
    expect(terminalsMissing(catalogue, duel)).toBe(0);
  });

  it("are proposed where they are not the usual ones, and taken up again", () => {
    const moved = fitPlan(catalogue, { ...duel, terminals: ["A2", "B1"] });
    expect(proposalOf(catalogue, moved, "p").terms.terminals).toEqual(["A2", "B1"]);
    expect(proposalOf(catalogue, { ...duel, terminals: form.usual }, "p").terms.terminals).toBeUndefined();
    expect(planFrom(catalogue, JSON.parse(JSON.stringify(moved)) as Record<string, unknown>)).toEqual(moved);
  });
});

describe("seats", () => {
  it("come and go at the end, new ones like the bots that are there", () => {
    const plan = preset(catalogue, "quick");
    const better = withWho(plan, 1, { bot: "level2" });
    const four = withPlayers(catalogue, better, 4);
    expect(four.seats.map((seat) => seat.who)).toEqual(["me", { bot: "level2" }, { bot: "level2" }, { bot: "level2" }]);
    expect(withPlayers(catalogue, four, 2).seats).toHaveLength(2);
  });

  it("keep one of mine, wherever I sit down or stand up", () => {
    const plan = preset(catalogue, "quick");
    const there = withWho(plan, 1, "me");
    expect(there.seats.map((seat) => seat.who)).toEqual([{ bot: "level1" }, "me"]);
    const back = withWho(there, 1, "open");
    expect(back.seats.map((seat) => seat.who)).toEqual(["me", "open"]);
    const last = withWho(preset(catalogue, "four"), 3, "me");
    expect(withPlayers(catalogue, last, 2).seats.filter((seat) => seat.who === "me")).toHaveLength(1);
  });

  it("allow hints by default if no other person plays", () => {
    expect(hintsOf(preset(catalogue, "quick"))).toBe(true);
    expect(hintsOf(preset(catalogue, "friends"))).toBe(false);
    expect(hintsOf({ ...preset(catalogue, "friends"), hints: true })).toBe(true);
  });

  it("are private where people come by a link, unless wished otherwise", () => {
    const [quick, friends] = [preset(catalogue, "quick"), preset(catalogue, "friends")];
    expect([quick, friends].map(isPrivate)).toEqual([false, true]);
    expect(proposalOf(catalogue, friends, "guest-1").private).toBe(true);
    expect(proposalOf(catalogue, { ...friends, private: false }, "guest-1")).not.toHaveProperty("private");
    expect(proposalOf(catalogue, { ...quick, private: true }, "guest-1").private).toBe(true);
    const kept = (plan: object) => planFrom(catalogue, JSON.parse(JSON.stringify(plan)) as Record<string, unknown>);
    expect(kept({ ...friends, private: false })?.private).toBe(false);
    expect(kept({ ...friends, private: "yes" })?.private).toBeNull();
  });
});

describe("beginnings", () => {
  it.each(PRESETS)("%s fits as it is", (name) => {
    const plan = preset(catalogue, name);
    expect(fitPlan(catalogue, plan)).toEqual(plan);
    expect(plan.seats.filter((seat) => seat.who === "me")).toHaveLength(1);
  });

  it("give newcomers the easy armies", () => {
    expect(preset(catalogue, "quick").seats.map((seat) => seat.army)).toEqual(["borgo", "hegemony"]);
  });

  it("are kept and taken up again", () => {
    const plan = withArmy(preset(catalogue, "teams"), 0, "outpost");
    expect(planFrom(catalogue, JSON.parse(JSON.stringify(plan)) as Record<string, unknown>)).toEqual(plan);
  });

  it("are dropped if invalid, and fixed if the catalogue changed", () => {
    expect(planFrom(catalogue, {})).toBeNull();
    expect(planFrom(catalogue, { ...preset(catalogue, "quick"), seats: [1, 2] })).toBeNull();
    const old = {
      ...preset(catalogue, "quick"),
      ruleset: "1990",
      seats: [
        { army: "gone", who: "me" },
        { army: "borgo", who: { bot: "x" } },
      ],
    };
    expect(planFrom(catalogue, old)).toMatchObject({
      ruleset: "living",
      seats: [
        { army: RANDOM, who: "me" },
        { army: "borgo", who: { bot: "level1" } },
      ],
    });
  });
});

describe("what it becomes", () => {
  it("draws free armies", () => {
    const seats = preset(catalogue, "four").seats.map((seat, n) => (n === 0 ? { ...seat, army: "moloch" } : seat));
    for (const random of [() => 0, () => 0.999, Math.random]) {
      const drawn = drawnArmies(catalogue, seats, random);
      expect(drawn[0]).toBe("moloch");
      expect(new Set(drawn).size).toBe(4);
    }
  });

  it("is a proposal without defaults", () => {
    const plan = preset(catalogue, "quick");
    expect(proposalOf(catalogue, plan, "guest-1")).toEqual({
      terms: { armies: ["borgo", "hegemony"], ruleset: "living", board: "standard", mode: "standard" },
      seats: [{ person: "guest-1" }, { bot: "level1" }],
      hints: true,
    });
  });

  it("has the variants and the clock that were chosen, in milliseconds", () => {
    const plan = preset(catalogue, "friends");
    const timed = { ...plan, clock: { ...plan.clock, kind: "player" as const, main: 600, increment: 5 } };
    const made = proposalOf(catalogue, { ...timed, variants: { ...plan.variants, mercenaries: 1 } }, "p");
    expect(made.terms.mercenaries).toBe(1);
    expect(made.clock).toEqual({ type: "player", main: 600_000, increment: 5000 });
    expect(made.seats).toEqual([{ person: "p" }, {}]);
    const daily = { ...plan, clock: { ...plan.clock, kind: "turn" as const, allowance: 86_400 } };
    expect(proposalOf(catalogue, daily, "p").clock).toEqual({ type: "turn", allowance: 86_400_000 });
  });
});
