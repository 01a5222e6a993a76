/** Terms of the Duel board with their own card, by the server's key. */

import type { Catalogue, Offer, Scene, Sentence } from "../api/forms";
import type { TermLook } from "./inspect.svelte";

/** A rules term: a Terminal, a Link, energy, a procedure. */
export interface Term {
  name: string;
  /** Energy cost of a procedure. */
  cost: number | null;
  sentences: Sentence[];
}

const PROCEDURE = "procedure ";

/** A term: the board's, or a procedure by the kind of its offers; null until the catalogue is loaded. */
export function termOf(catalogue: Catalogue | null, key: string): Term | null {
  if (catalogue === null) return null;
  const { terms, procedures } = catalogue.duel;
  const procedure = procedures.find((one) => PROCEDURE + one.key === key);
  if (procedure) return procedure;
  const term = terms.find((one) => one.key === key);
  return term ? { name: term.name, cost: null, sentences: term.sentences } : null;
}

/** The term that explains an offer; null if its own words are enough. */
export function termFor({ kind }: Offer): string | null {
  if (kind.startsWith(PROCEDURE)) return kind;
  return kind === "sell" || kind === "sell hq point" ? "energy" : null;
}

/** Whether the card of a term includes all procedures: energy and Links. */
export function needsProcedures(key: string): boolean {
  return !key.startsWith(PROCEDURE);
}

/** The term of an empty hex, or null. */
export function termAt({ board, standing }: Scene, hex: string): TermLook | null {
  const terminal = board.hexes.some(({ name, terminal }) => terminal && name === hex);
  return terminal && !standing.units.some((unit) => unit.hex === hex) ? { term: "terminal" } : null;
}
