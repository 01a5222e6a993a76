/** Descriptions of a game in the words of the catalogue. */

import type { Catalogue, Terms } from "../api/forms";
import { t } from "../texts/language.svelte";
import { setup } from "../texts/setup";

/** Teams as seat numbers from 1: `1 + 3 against 2 + 4`. */
export function teamsWords(teams: readonly (readonly number[])[]): string {
  return t(
    setup.against,
    teams.map((team) => team.map((seat) => seat + 1).join(" + ")),
  );
}

/** The terms of a game other than its armies: mode, board and everything unusual. */
export function termsWords(terms: Terms, catalogue: Catalogue | null): string[] {
  if (!catalogue) return [];
  const players = terms.armies.length;
  const mode = terms.mode || catalogue.fits.find((fit) => fit.players === players)?.mode;
  const board = terms.board ?? "standard";
  const ruleset = terms.ruleset ?? "living";
  const named = (of: { key: string; name: string }[], key: string | undefined) =>
    of.find((one) => one.key === key)?.name ?? key ?? "";
  return [
    named(catalogue.modes, mode),
    ...otherTeams(terms, catalogue, mode),
    named(catalogue.boards, board),
    ...otherTerminals(terms, catalogue, board),
    ...(ruleset === catalogue.rulesets[0]?.key ? [] : [named(catalogue.rulesets, ruleset)]),
    ...variants(terms, catalogue),
  ];
}

/** The letter of each seat's team, if there are teams: `A`. */
export function teamLetters(terms: Terms, catalogue: Catalogue | null): (string | undefined)[] {
  const teams = terms.teams?.length ? terms.teams : usualTeams(terms, catalogue, terms.mode);
  return terms.armies.map((_, seat) => {
    const team = teams.findIndex((members) => members.includes(seat));
    return team < 0 ? undefined : String.fromCharCode(65 + team);
  });
}

function usualTeams({ armies }: Terms, catalogue: Catalogue | null, mode: string | undefined): readonly number[][] {
  return catalogue?.fits.find((fit) => fit.mode === mode && fit.players === armies.length)?.teams ?? [];
}

function otherTeams(terms: Terms, catalogue: Catalogue, mode: string | undefined): string[] {
  const { teams = [] } = terms;
  const usual = usualTeams(terms, catalogue, mode);
  const others = teams.length > 0 && JSON.stringify(teams) !== JSON.stringify(usual);
  return others ? [t(setup.seats_of, teamsWords(teams))] : [];
}

function otherTerminals({ terminals }: Terms, catalogue: Catalogue, board: string): string[] {
  const usual = catalogue.terminals.find((one) => one.board.key === board)?.usual;
  return usual && terminals && usual.join() !== terminals.join() ? [t(setup.terminals_on, terminals)] : [];
}

/** Variants that differ from the usual. On/off variants are named only. */
function variants(terms: Terms, catalogue: Catalogue): string[] {
  const given = new Map<string, unknown>(Object.entries(terms));
  return catalogue.variants.flatMap(({ key, name, values, names }) => {
    const number = values.findIndex((value) => value === given.get(key));
    if (number < 1) return [];
    return [typeof values[number] === "boolean" ? name : `${name}: ${names[number] ?? ""}`];
  });
}
