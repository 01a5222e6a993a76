/** What game a match is, in the words of the catalogue. */

import type { Catalogue } from "../api/forms";
import { match as texts } from "../texts/match";
import { t } from "../texts/language.svelte";
import { clockText } from "./clocks";
import type { Clock, Created, Terms } from "./messages";

export interface Fact {
  name: string;
  value: string;
}

export function clockWords(clock: Clock | null | undefined): string {
  if (!clock) return t(texts.no_clock);
  if (clock.type === "turn") return t(texts.clock_turn, clockText(clock.allowance));
  return t(texts.clock_player, Math.round(clock.main / 60_000), Math.round((clock.increment ?? 0) / 1000));
}

/** Mode, board, rules, variants that are not the usual ones, clock, hints. */
export function gameFacts(created: Created, catalogue: Catalogue | null): Fact[] {
  const { terms } = created;
  const named = (list: { key: string; name: string }[] | undefined, key: string | undefined) =>
    list?.find((each) => each.key === key)?.name ?? key ?? "";
  const facts = [
    { name: t(texts.mode), value: named(catalogue?.modes, terms.mode) },
    { name: t(texts.board), value: named(catalogue?.boards, terms.board ?? "standard") },
    { name: t(texts.rules), value: named(catalogue?.rulesets, terms.ruleset ?? "living") },
    ...variants(terms, catalogue),
    { name: t(texts.clock), value: clockWords(created.clock) },
    { name: t(texts.hints), value: t(created.hints ? texts.hints_on : texts.hints_off) },
  ];
  return facts.filter(({ value }) => value !== "");
}

function variants(terms: Terms, catalogue: Catalogue | null): Fact[] {
  return (catalogue?.variants ?? []).flatMap(({ key, name, values, names }) => {
    const value = (terms as unknown as Record<string, unknown>)[key];
    const number = values.findIndex((each) => each === value);
    return number > 0 ? [{ name, value: names[number] ?? String(value) }] : [];
  });
}
