/** Facts about a match in the words of the catalogue. */

import type { Catalogue, Created, PlayerClock, TurnClock } from "../api/forms";
import { clockText } from "../parts/clock";
import { match as texts } from "../texts/match";
import { t } from "../texts/language.svelte";
import { termsWords } from "./words";

export interface Fact {
  name: string;
  value: string;
}

export function clockWords(clock: PlayerClock | TurnClock | null | undefined): string {
  if (!clock) return t(texts.no_clock);
  if (clock.type === "turn") return t(texts.clock_turn, clockText(clock.allowance));
  return t(texts.clock_player, Math.round(clock.main / 60_000), Math.round((clock.increment ?? 0) / 1000));
}

/** Game, clock, whether hints are allowed, and whether strangers can find it. */
export function gameFacts(created: Created, catalogue: Catalogue | null): Fact[] {
  const facts = [
    { name: t(texts.played), value: termsWords(created.terms, catalogue).join(", ") },
    { name: t(texts.clock), value: clockWords(created.clock) },
    { name: t(texts.hints), value: t(created.hints ? texts.hints_on : texts.hints_off) },
    { name: t(texts.private), value: created.private ? t(texts.private_on) : "" },
  ];
  return facts.filter(({ value }) => value !== "");
}
