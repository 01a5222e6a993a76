/** The picks so far and their meaning: the vocabulary of `chooser.ts`. */

import type { BoardForm, Choices, FacingChoice, Offer, Option } from "../api/forms";

/** One pick below an offer. An unsettled facing is still being turned. */
export type Pick = { hex: string } | { area: string } | { option: number } | { facing: number; settled: boolean };

/** The start of a choice and the picks since. */
export interface Walk {
  /** The tile of the hand at its start, and the chosen slot among equal tiles. */
  tile: string | null;
  slot: number | null;
  unit: string | null;
  /** A kind of offers started by a button: a procedure, whose unit is chosen next. */
  kind: string | null;
  /** The chosen offer if several fit, as an index into `offers`. */
  offer: number | null;
  picks: Pick[];
}

export const START: Walk = { tile: null, slot: null, unit: null, kind: null, offer: null, picks: [] };

/**
 * The next question. `begin`: nothing started. `way`: which of the `ways`, none of which is a default. `ready`:
 * everything is picked, only to be confirmed.
 */
export type Asked = "begin" | "unit" | "way" | "hex" | "facing" | "area" | "option" | "ends" | "ready";

/** The meaning of a walk. */
export interface Situation {
  asked: Asked;
  /** The current offer; null while it is open. */
  offer: Offer | null;
  /** All offers for the same tile or unit, including this one; immediate ones are separate. */
  ways: Offer[];
  ends: Offer[];
  /** Hexes that can be chosen now, and chosen hexes. */
  hexes: string[];
  chosen: string[];
  /** The tile being turned, or turned last. */
  facing: FacingChoice | null;
  rotation: number;
  options: Option[];
  /** The action if confirmed now. */
  action: number | null;
  /** The action if everything after this keeps its default: of two tiles, the second is not turned. */
  leads: number | null;
  /** Actions whose outcome should be prefetched: of all facings, of all options. */
  worth: number[];
}

/** The context of a walk besides its picks. */
export interface Ground {
  choices: Choices;
  board: BoardForm;
}

/** Whether nothing was started. */
export function atStart(walk: Walk): boolean {
  return walk.tile === null && walk.unit === null && walk.kind === null && walk.offer === null && !walk.picks.length;
}
