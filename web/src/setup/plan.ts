/**
 * A game being set up. The server computes which options fit together (`fits` of the catalogue); this module only
 * applies them.
 */

import type { Catalogue, Fit, Grouping, PlayerClock, Proposal, SeatPlan, TerminalsForm, TurnClock } from "../api/forms";
import { isRecord } from "../app/storage";

export type Value = boolean | number | string;

/** Any army that nobody else has. */
export const RANDOM = "random";

/** Who takes a seat: the creator, another person at the same screen, anybody with the link, or a bot of a level. */
export type Who = "me" | "here" | "open" | { bot: string };

export interface SeatSetting {
  /** Army key, or `RANDOM`. */
  army: string;
  who: Who;
}

export interface ClockSetting {
  kind: "none" | "player" | "turn";
  /** Seconds for the whole game, and seconds added at the beginning of each turn. */
  main: number;
  increment: number;
  /** Seconds per turn. */
  allowance: number;
}

export interface Plan {
  mode: string;
  board: string;
  ruleset: string;
  variants: Record<string, Value>;
  /** One of the groupings that fit; null for the usual one. */
  teams: number[][] | null;
  /** Hexes; null for the usual ones. There may be too few while they are being chosen. */
  terminals: string[] | null;
  seats: SeatSetting[];
  clock: ClockSetting;
  /** Null for the default: on if no other person plays. */
  hints: boolean | null;
  /** Whether the lobby hides the match from strangers. Null for the default: hidden if people come by a link. */
  private: boolean | null;
  /** Whether the page turns round for other people at this screen. */
  turned?: boolean;
}

/** Storage key of the last plan. */
export const STORAGE_KEY = "neurohex.setup";

export const MAIN_TIMES = [300, 600, 900, 1500, 2700, 3600] as const;
export const INCREMENTS = [0, 5, 10, 30] as const;
export const ALLOWANCES = [60, 180, 600, 3600, 86_400, 259_200, 604_800] as const;

const NO_CLOCK: ClockSetting = { kind: "none", main: 1500, increment: 10, allowance: 86_400 };

// --- what fits together -----------------------------------------------------------------------------

/** Player counts for which there are games. */
export function playerCounts(catalogue: Catalogue): number[] {
  return [...new Set(catalogue.fits.map((fit) => fit.players))].sort((a, b) => a - b);
}

/** Games for that many players, the usual one first. */
export function fitsFor(catalogue: Catalogue, players: number): Fit[] {
  return catalogue.fits.filter((fit) => fit.players === players);
}

export function fitOf(catalogue: Catalogue, plan: Plan): Fit | null {
  return fitsFor(catalogue, plan.seats.length).find((fit) => fit.mode === plan.mode) ?? null;
}

/** Values that a variant may have in a plan; empty if the game does not have the variant. */
export function allowed(fit: Fit, plan: Plan, variant: string): Value[] {
  const hired = variant !== "mercenaries" && Number(plan.variants.mercenaries ?? 0) > 0;
  return (hired ? fit.with_mercenaries[variant] : fit.variants[variant]) ?? [];
}

/** The teams of a plan and their consequences. */
export function groupingOf(fit: Fit, plan: Plan): Grouping {
  const teams = JSON.stringify(plan.teams);
  return fit.groupings.find((one) => JSON.stringify(one.teams) === teams) ?? fit.groupings[0] ?? fit;
}

/** Starting HQ points by seat. */
export function startPoints({ start_hq, other_starts }: Grouping, { ruleset, variants }: Plan): number[] {
  const other = other_starts.find(({ variant, value }) => variants[variant] === value);
  return (other?.start_hq ?? start_hq)[ruleset] ?? [];
}

/** Possible Terminals of the plan's board; null for a board without. */
export function terminalsOf(catalogue: Catalogue, plan: Plan): TerminalsForm | null {
  return catalogue.terminals.find(({ board }) => board.key === plan.board) ?? null;
}

/** Number of Terminals still to be placed. */
export function terminalsMissing(catalogue: Catalogue, plan: Plan): number {
  const form = terminalsOf(catalogue, plan);
  return form && plan.terminals ? form.count - plan.terminals.length : 0;
}

/** The nearest plan that fits: options that do not fit become the usual ones. */
export function fitPlan(catalogue: Catalogue, plan: Plan): Plan {
  const fits = fitsFor(catalogue, plan.seats.length);
  const fit = fits.find((one) => one.mode === plan.mode) ?? fits[0];
  if (!fit) return plan;
  const near: Plan = {
    ...plan,
    mode: fit.mode,
    board: fit.boards.includes(plan.board) ? plan.board : (fit.boards[0] ?? plan.board),
    ruleset: keyAmong(catalogue.rulesets, plan.ruleset),
    variants: { ...plan.variants },
    teams: null,
    terminals: null,
    seats: seated(
      plan.seats.map((seat) => ({
        army: catalogue.armies.some((army) => army.key === seat.army) ? seat.army : RANDOM,
        who: typeof seat.who === "string" ? seat.who : { bot: keyAmong(catalogue.levels, seat.who.bot) },
      })),
    ),
  };
  const grouping = groupingOf(fit, plan);
  if (grouping !== groupingOf(fit, near)) near.teams = grouping.teams;
  const form = terminalsOf(catalogue, near);
  if (form && plan.terminals) near.terminals = inOrder(form, plan.terminals);
  // Mercenaries first: other variants depend on them.
  const order = [...catalogue.variants].sort(
    (a, b) => Number(b.key === "mercenaries") - Number(a.key === "mercenaries"),
  );
  for (const variant of order) {
    const values = allowed(fit, near, variant.key);
    const value = near.variants[variant.key];
    near.variants[variant.key] = (value !== undefined && values.includes(value) ? value : values[0]) ?? false;
  }
  return near;
}

/** The valid ones of the chosen Terminals, at most as many as the board has, in hex order. */
function inOrder(form: TerminalsForm, chosen: readonly string[]): string[] {
  return form.hexes.filter((hex) => chosen.includes(hex)).slice(0, form.count);
}

function keyAmong(of: readonly { key: string }[], key: string): string {
  return of.some((one) => one.key === key) ? key : (of[0]?.key ?? key);
}

/** Make exactly one seat mine. */
function seated(seats: SeatSetting[]): SeatSetting[] {
  const mine = seats.findIndex((seat) => seat.who === "me");
  return seats.map((seat, n) => {
    if (n === Math.max(mine, 0)) return { ...seat, who: "me" };
    return seat.who === "me" ? { ...seat, who: "open" } : seat;
  });
}

// --- changes ----------------------------------------------------------------------------------------

/** Change the number of players. Seats are added and removed at the end; new ones get bots like the others. */
export function withPlayers(catalogue: Catalogue, plan: Plan, players: number): Plan {
  const seats = plan.seats.slice(0, players);
  const like = plan.seats.findLast((seat) => seat.who !== "me")?.who ?? { bot: easiest(catalogue) };
  while (seats.length < players) seats.push({ army: RANDOM, who: like });
  return fitPlan(catalogue, { ...plan, seats });
}

/** Change who takes a seat. One seat is always mine: it moves to the seat this one came from. */
export function withWho(plan: Plan, seat: number, who: Who): Plan {
  const mine = plan.seats.findIndex((one) => one.who === "me");
  const before = plan.seats[seat]?.who ?? who;
  let other = -1;
  let otherWho: Who = before;
  if (who === "me" && mine !== seat) other = mine;
  else if (who !== "me" && mine === seat) {
    other = plan.seats.findIndex((_, n) => n !== seat);
    otherWho = "me";
  }
  const seats = plan.seats.map((one, n) =>
    n === seat ? { ...one, who } : n === other ? { ...one, who: otherWho } : one,
  );
  return { ...plan, seats };
}

/** Toggle the Terminal on a hex; unchanged if there are enough already. */
export function withTerminal(form: TerminalsForm, plan: Plan, hex: string): Plan {
  const now = plan.terminals ?? form.usual;
  const then = pressed(form, now, hex);
  return then === now ? plan : { ...plan, terminals: then };
}

/** Terminals after a press on a hex: adds one if some are missing, or removes it. */
export function pressed(form: TerminalsForm, now: string[], hex: string): string[] {
  if (now.includes(hex)) return now.filter((one) => one !== hex);
  return now.length < form.count ? inOrder(form, [...now, hex]) : now;
}

export function withArmy(plan: Plan, seat: number, army: string): Plan {
  return { ...plan, seats: plan.seats.map((one, n) => (n === seat ? { ...one, army } : one)) };
}

/** Whether hints are on: as chosen, else only if no other person plays. */
export function hintsOf(plan: Plan): boolean {
  return plan.hints ?? plan.seats.every((seat) => seat.who !== "open");
}

/** Whether the match is private: as chosen, else if somebody is to come by a link. */
export function isPrivate(plan: Plan): boolean {
  return plan.private ?? plan.seats.some((seat) => seat.who === "open");
}

// --- starting points --------------------------------------------------------------------------------

export const PRESETS = ["quick", "friends", "four", "teams", "duel"] as const;
export type Preset = (typeof PRESETS)[number];

function easiest(catalogue: Catalogue): string {
  return catalogue.levels[0]?.key ?? catalogue.bots[0] ?? "";
}

/** A preset plan. */
export function preset(catalogue: Catalogue, name: Preset): Plan {
  const bot: Who = { bot: easiest(catalogue) };
  const any = (who: Who): SeatSetting => ({ army: RANDOM, who });
  const easy = [...catalogue.armies].sort((a, b) => a.difficulty - b.difficulty).map((army) => army.key);
  const usual = { variants: {}, teams: null, terminals: null, clock: NO_CLOCK, hints: null, private: null };
  const common = { board: "standard", ruleset: "living", ...usual };
  const plans: Record<Preset, Pick<Plan, "mode" | "seats"> & Partial<Plan>> = {
    quick: {
      mode: "standard",
      seats: [
        { army: easy[0] ?? RANDOM, who: "me" },
        { army: easy[1] ?? RANDOM, who: bot },
      ],
    },
    friends: { mode: "standard", seats: [any("me"), any("open")] },
    four: { mode: "deathmatch", seats: [any("me"), any(bot), any(bot), any(bot)] },
    teams: { mode: "team", seats: [any("me"), any(bot), any(bot), any(bot)] },
    duel: { mode: "standard", board: "duel", seats: [any("me"), any(bot)] },
  };
  return fitPlan(catalogue, { ...common, ...plans[name] });
}

/** Validate a stored plan; null if it is no plan. */
export function planFrom(catalogue: Catalogue, kept: Record<string, unknown>): Plan | null {
  const { mode, board, ruleset, variants, teams, terminals, seats, clock, hints, private: hidden } = kept;
  if (typeof mode !== "string" || typeof board !== "string" || typeof ruleset !== "string") return null;
  if (!isRecord(variants) || !Array.isArray(seats) || !isRecord(clock)) return null;
  const valid: SeatSetting[] = [];
  for (const seat of seats as unknown[]) {
    if (!isRecord(seat) || typeof seat.army !== "string") return null;
    const who = seat.who;
    if (who === "me" || who === "here" || who === "open") valid.push({ army: seat.army, who });
    else if (isRecord(who) && typeof who.bot === "string") valid.push({ army: seat.army, who: { bot: who.bot } });
    else return null;
  }
  if (!playerCounts(catalogue).includes(valid.length)) return null;
  const one = <T>(of: readonly T[], value: unknown, usual: T): T => of.find((known) => known === value) ?? usual;
  return fitPlan(catalogue, {
    mode,
    board,
    ruleset,
    variants: variants as Record<string, Value>, // invalid values do not fit and are dropped later
    teams: Array.isArray(teams) ? (teams as number[][]) : null, // likewise
    terminals: Array.isArray(terminals) ? (terminals as string[]) : null,
    seats: valid,
    clock: {
      kind: one(["none", "player", "turn"] as const, clock.kind, NO_CLOCK.kind),
      main: one<number>(MAIN_TIMES, clock.main, NO_CLOCK.main),
      increment: one<number>(INCREMENTS, clock.increment, NO_CLOCK.increment),
      allowance: one<number>(ALLOWANCES, clock.allowance, NO_CLOCK.allowance),
    },
    hints: typeof hints === "boolean" ? hints : null,
    private: typeof hidden === "boolean" ? hidden : null,
    ...(kept.turned === true ? { turned: true } : {}),
  });
}

// --- the match --------------------------------------------------------------------------------------

/** The armies of a plan. Random seats get armies that nobody else has, while there are any. */
export function drawnArmies(catalogue: Catalogue, seats: readonly SeatSetting[], random: () => number): string[] {
  const keys = catalogue.armies.map((army) => army.key);
  let free = keys.filter((key) => seats.every((seat) => seat.army !== key));
  return seats.map((seat) => {
    if (seat.army !== RANDOM) return seat.army;
    if (free.length === 0) free = keys;
    const drawn = free[Math.floor(random() * free.length)] ?? "";
    free = free.filter((key) => key !== drawn);
    return drawn;
  });
}

function clockOf(clock: ClockSetting): PlayerClock | TurnClock | null {
  if (clock.kind === "player") return { type: "player", main: clock.main * 1000, increment: clock.increment * 1000 };
  if (clock.kind === "turn") return { type: "turn", allowance: clock.allowance * 1000 };
  return null;
}

/** The match to request from the server for a plan. `company` are the ids of the other people at this screen. */
export function proposalOf(
  catalogue: Catalogue,
  plan: Plan,
  person: string,
  random = Math.random,
  company: readonly string[] = [],
): Proposal {
  const others = [...company];
  const variants: Record<string, Value> = {};
  for (const variant of catalogue.variants) {
    const value = plan.variants[variant.key];
    if (value !== undefined && value !== variant.values[0]) variants[variant.key] = value;
  }
  const seats = plan.seats.map((seat): SeatPlan => {
    if (seat.who === "me") return { person };
    if (seat.who === "here") return { person: others.shift() ?? person };
    return seat.who === "open" ? {} : { bot: seat.who.bot };
  });
  const usual = terminalsOf(catalogue, plan)?.usual.join();
  const terms = {
    armies: drawnArmies(catalogue, plan.seats, random),
    ruleset: plan.ruleset,
    board: plan.board,
    mode: plan.mode,
    ...(plan.teams ? { teams: plan.teams } : {}),
    ...(plan.terminals && plan.terminals.join() !== usual ? { terminals: plan.terminals } : {}),
    ...variants,
  };
  const clock = clockOf(plan.clock);
  const hidden = isPrivate(plan) ? { private: true } : {};
  return { terms, seats, hints: hintsOf(plan), ...hidden, ...(clock ? { clock } : {}) };
}
