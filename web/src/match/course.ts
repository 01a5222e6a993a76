/** The state of a match from its events: seats, offers, progress. Bookkeeping only, no rules. */

import type { GaveUp } from "../table/standing";
import type { Created, Finished, MatchEvent } from "./messages";

export interface Seat {
  /** The bot's name; null for a seat of people. */
  bot: string | null;
  /** The only person who may take it. */
  reserved: string | null;
  /** The person in the seat; null while it is free, and for bots. */
  person: string | null;
  /** Empty while the seat is free. */
  name: string;
  away: boolean;
  gaveUp: GaveUp | null;
  declinedRematch: boolean;
}

/** A decision and the draws after it: the steps from `from` up to, but not including, `to`. */
export interface Act {
  n: number;
  seat: number;
  action: number;
  from: number;
  to: number;
  /** The person who acted; null if the match passed for a player who resigned. */
  by: string | null;
  auto: boolean;
}

export interface Course {
  created: Created | null;
  phase: "open" | "running" | "finished";
  seats: Seat[];
  /** Number of the last event; -1 before the first. */
  last: number;
  /** Number of the last event that changed the legal decisions: fetch `look` again. */
  moved: number;
  /** Number of the last takeback. */
  undone: number;
  /** The seat that took back. */
  undoneBy: number | null;
  /** All acts that still stand. */
  acts: Act[];
  /** Their number of steps. */
  steps: number;
  /** Seats that want a draw; the seat that offered it is first. */
  draw: number[];
  /** The last failed draw offer: who declined or withdrew it, and who had wanted it. */
  declined: { n: number; by: number; wanted: number[] } | null;
  rematch: number[];
  /** The rematch. */
  next: string | null;
  paused: boolean;
  finished: Finished | null;
}

export function newCourse(): Course {
  return {
    created: null,
    phase: "open",
    seats: [],
    last: -1,
    moved: -1,
    undone: -1,
    undoneBy: null,
    acts: [],
    steps: 0,
    draw: [],
    declined: null,
    rematch: [],
    next: null,
    paused: false,
    finished: null,
  };
}

const GAVE_UP = { resigned: "resigned", flagged: "time", forfeited: "forfeit" } as const;

/** The course after one more event. Does not modify its argument. */
export function after(course: Course, event: MatchEvent): Course {
  const now: Course = { ...course, last: event.n };
  switch (event.type) {
    case "created":
      now.created = event;
      now.seats = event.seats.map((plan) => ({
        bot: plan.bot ?? null,
        reserved: plan.person ?? null,
        person: null,
        name: plan.bot ?? "",
        away: false,
        gaveUp: null,
        declinedRematch: false,
      }));
      break;
    case "joined":
      seat(now, event.seat, { person: event.person, name: event.name });
      break;
    case "left":
      seat(now, event.seat, course.phase === "open" ? { person: null, name: "" } : { away: true });
      break;
    case "returned":
      seat(now, event.seat, { away: false });
      break;
    case "started":
      now.phase = "running";
      now.moved = event.n;
      break;
    case "acted": {
      const to = course.steps + 1 + (event.draws?.length ?? 0);
      const by = event.cause?.by ?? null;
      now.acts = [
        ...course.acts,
        { n: event.n, seat: event.seat, action: event.action, from: course.steps, to, by, auto: event.auto ?? false },
      ];
      now.steps = to;
      now.moved = event.n;
      break;
    }
    case "undone":
      now.acts = course.acts.slice(0, -1);
      now.steps = course.acts.at(-1)?.from ?? 0;
      now.moved = now.undone = event.n;
      now.undoneBy = event.seat;
      break;
    case "resigned":
    case "flagged":
    case "forfeited":
      seat(now, event.seat, { gaveUp: GAVE_UP[event.type] });
      now.draw = [];
      now.moved = event.n;
      break;
    case "draw_offered":
      now.draw = [event.seat];
      break;
    case "draw_accepted":
      now.draw = [...course.draw, event.seat];
      break;
    case "draw_declined":
      now.declined = { n: event.n, by: event.seat, wanted: course.draw };
      now.draw = [];
      break;
    case "paused":
    case "resumed":
      now.paused = event.type === "paused";
      break;
    case "finished":
      now.phase = "finished";
      now.finished = event;
      now.draw = [];
      now.moved = event.n;
      break;
    case "rematch_offered":
    case "rematch_accepted":
      now.rematch = [...course.rematch, event.seat];
      break;
    case "rematch_declined":
      now.rematch = [];
      seat(now, event.seat, { declinedRematch: true });
      break;
    case "rematch_made":
      now.next = event.rematch;
      break;
  }
  return now;
}

function seat(course: Course, number: number, change: Partial<Seat>): void {
  course.seats = course.seats.map((each, n) => (n === number ? { ...each, ...change } : each));
}

/** Whether another player declined a draw that a seat wanted; a withdrawn offer does not count. */
export function wasDeclined({ declined }: Course, seat: number | null): boolean {
  if (declined === null || seat === null || declined.by === seat) return false;
  return declined.wanted.includes(seat) && declined.by !== declined.wanted[0];
}

/** The number of steps that two courses of one match share, given their acts. */
export function inCommon(acts: readonly Act[], others: readonly Act[]): number {
  const differs = acts.findIndex(({ n }, number) => n !== others[number]?.n);
  return acts[(differs < 0 ? acts.length : differs) - 1]?.to ?? 0;
}

/** A person's seat; null for a spectator. */
export function seatOf(course: Course, person: string | null | undefined): number | null {
  if (person === null || person === undefined) return null;
  const number = course.seats.findIndex((each) => each.person === person);
  return number < 0 ? null : number;
}

/** The seats that a person could take now. */
export function freeFor(course: Course, person: string | null | undefined): number[] {
  if (course.phase !== "open") return [];
  return course.seats.flatMap(({ bot, person: taken, reserved }, number) =>
    bot === null && taken === null && (reserved === null || reserved === person) ? [number] : [],
  );
}

/** The open seat reserved for a person, if any. */
export function keptFor(course: Course, person: string | null | undefined): number | null {
  if (person === null || person === undefined) return null;
  return freeFor(course, person).find((number) => course.seats[number]?.reserved === person) ?? null;
}

/**
 * The moment after `step` steps, as a key that no other act at the same step shares: undoable steps are in `then`, not
 * in `step`. A cache by moment is therefore safe after a takeback.
 */
export function momentAt(match: string, course: Course, step: number): { match: string; step: number; then: number[] } {
  const then: number[] = [];
  let from = step;
  let seat: number | null = null;
  for (const act of course.acts.toReversed()) {
    if (act.to > step) continue;
    // A takeback never crosses a draw or another player's act.
    if (act.to !== from || act.to - act.from !== 1 || (seat !== null && act.seat !== seat)) break;
    seat = act.seat;
    then.unshift(act.action);
    from = act.from;
  }
  return { match, step: from, then };
}
