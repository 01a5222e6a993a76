/** Words of the Duel board that have a card of their own, by the key under which the server explains them. */

import type { Catalogue, Offer, Scene, Sentence } from "../api/forms";
import type { TermLook } from "./inspect.svelte";

/** Something that the rules have a word for: a Terminal, a Link, energy, a procedure. */
export interface Term {
  name: string;
  /** Of a procedure, in energy. */
  cost: number | null;
  sentences: Sentence[];
}

const PROCEDURE = "procedure ";

/** What a term is: one of the board's, or a procedure by the kind of its offers; null until the catalogue is there. */
export function termOf(catalogue: Catalogue | null, key: string): Term | null {
  if (catalogue === null) return null;
  const { terms, procedures } = catalogue.duel;
  const procedure = procedures.find((one) => PROCEDURE + one.key === key);
  if (procedure) return procedure;
  const term = terms.find((one) => one.key === key);
  return term ? { name: term.name, cost: null, sentences: term.sentences } : null;
}

/** The term that an offer is best explained by; null where its own words are enough. */
export function termFor({ kind }: Offer): string | null {
  if (kind.startsWith(PROCEDURE)) return kind;
  return kind === "sell" || kind === "sell hq point" ? "energy" : null;
}

/** Whether a term is told together with all procedures: what energy buys, and what Links are for. */
export function needsProcedures(key: string): boolean {
  return !key.startsWith(PROCEDURE);
}

/** What there is to be told of a hex on which nobody stands; null where there is nothing. */
export function termAt({ board, standing }: Scene, hex: string): TermLook | null {
  const terminal = board.hexes.some(({ name, terminal }) => terminal && name === hex);
  return terminal && !standing.units.some((unit) => unit.hex === hex) ? { term: "terminal" } : null;
}
