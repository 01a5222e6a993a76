/** Events of a match between Ann and a bot, shared by tests. */

import { after, newCourse } from "../src/match/course";
import type { MatchEvent } from "../src/match/messages";

export const CREATED = {
  type: "created",
  match: "m",
  n: 0,
  at: 0,
  terms: { armies: ["borgo", "moloch"] },
  seats: [{ person: "ann" }, { bot: "level1" }],
  owner: "ann",
  shuffle: "",
  commitment: "00",
  actions: 1,
} satisfies MatchEvent;

/** What the page looks at in an event. */
export type Bare<E> = E extends MatchEvent
  ? Omit<E, "match" | "n" | "at" | "nonce" | "nonces" | "key" | "seed">
  : never;

/** Events with their numbers. */
export function numbered(...events: Bare<MatchEvent>[]): MatchEvent[] {
  return events.map((event, n) => ({ ...event, match: "m", n: n + 1, at: n }) as unknown as MatchEvent);
}

export const course = (...events: Bare<MatchEvent>[]) => numbered(...events).reduce(after, after(newCourse(), CREATED));
export const acted = (seat: number, action: number, draws: number[] = []) =>
  ({ type: "acted", seat, action, words: "", draws, cause: { by: seat === 0 ? "ann" : "bot/1", id: "x" } }) as const;
export const JOINED = { type: "joined", seat: 0, person: "ann", name: "Ann" } as const;
export const STARTED = { type: "started" } as const;
