/** A person's own games: their order, and what to say of each. */

import type { Catalogue, ListedMatch, ListedSeat } from "../api/forms";
import { clockText } from "../parts/clock";
import { t } from "../texts/language.svelte";
import { people as texts } from "../texts/people";
import { shell } from "../texts/shell";

export type Mood = "mine" | "waiting" | "won" | "lost" | "even";

/** The seat of a person; -1 if there is none. */
export function seatOf(match: ListedMatch, me: string | null): number {
  return me === null ? -1 : match.seats.findIndex((seat) => seat.person === me);
}

/** Whether the person is to decide, or to sit down. */
export function isMyTurn(match: ListedMatch, me: string | null): boolean {
  const seat = seatOf(match, me);
  if (seat < 0) return false;
  if (match.status === "open") return !match.seats[seat]?.name;
  return match.status === "running" && match.awaited === seat;
}

/** Milliseconds left for the seat to decide; null without a running clock. */
export function timeLeft(match: ListedMatch, now: number): number | null {
  const left = match.left?.[match.awaited ?? -1];
  return left === undefined ? null : Math.max(0, left - Math.max(0, now - match.updated * 1000));
}

/** My turn first, the least time first; then what waits for others; the latest first among equals. */
export function inOrder(matches: readonly ListedMatch[], me: string | null, now: number): ListedMatch[] {
  const rank = (match: ListedMatch) => (isMyTurn(match, me) ? 0 : match.status === "running" ? 1 : 2);
  const left = (match: ListedMatch) => timeLeft(match, now) ?? Infinity;
  const by = (one: ListedMatch, other: ListedMatch) =>
    rank(one) - rank(other) || (left(one) === left(other) ? 0 : left(one) - left(other)) || other.updated - one.updated;
  return [...matches].sort(by);
}

/** The name to show of a seat: of a bot, its level. */
export function seatName(seat: ListedSeat, catalogue: Catalogue | null): string {
  if (seat.name && !seat.person) return catalogue?.levels.find((one) => one.key === seat.name)?.name ?? seat.name;
  return seat.name ?? t(seat.person ? shell.kept_seat : shell.free_seat);
}

/** The names of all others. */
export function opponents(match: ListedMatch, me: string | null, catalogue: Catalogue | null): string {
  const mine = seatOf(match, me);
  return match.seats
    .filter((_, n) => n !== mine)
    .map((seat) => seatName(seat, catalogue))
    .join(", ");
}

/** Whether no other person has a part in it, so that it may be deleted. */
export function isAlone(match: ListedMatch, me: string | null): boolean {
  return match.seats.every((seat) => !seat.person || seat.person === me);
}

/** How a game stands for a person, in a few words. */
export function standing(
  match: ListedMatch,
  me: string | null,
  now: number,
  catalogue: Catalogue | null,
): { mood: Mood; words: string; time: string } {
  const left = timeLeft(match, now);
  const time = left === null ? "" : t(texts.left, clockText(left));
  if (match.status === "open") {
    return isMyTurn(match, me)
      ? { mood: "mine", words: t(texts.take_your_seat), time: "" }
      : { mood: "waiting", words: t(texts.waits_for_players), time: "" };
  }
  if (match.status === "running") {
    if (isMyTurn(match, me)) return { mood: "mine", words: t(texts.your_turn), time };
    const awaited = match.seats[match.awaited ?? -1];
    return { mood: "waiting", words: awaited ? t(texts.waiting_for, seatName(awaited, catalogue)) : "", time };
  }
  const score = match.seats[seatOf(match, me)]?.score ?? null;
  if (score === null) return { mood: "even", words: t(texts.no_result), time: "" };
  const words = t(score > 0 ? texts.won : score < 0 ? texts.lost : texts.drawn);
  const how = howWords(match);
  return { mood: score > 0 ? "won" : score < 0 ? "lost" : "even", words: how ? `${words} ${how}` : words, time: "" };
}

function howWords(match: ListedMatch): string {
  if (match.how === "resigned") return t(texts.how_resigned);
  if (match.how === "time") return t(texts.how_time);
  if (match.how === "forfeit") return t(texts.how_forfeit);
  return match.how === "agreed" ? t(texts.how_agreed) : "";
}
