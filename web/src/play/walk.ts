/** What was picked so far of what may be done, and what follows from it: the words that `chooser.ts` speaks in. */

import type { BoardForm, Choices, FacingChoice, Offer, Option } from "../api/forms";

/** One thing that was picked below an offer. A facing that is not settled is still being turned. */
export type Pick = { hex: string } | { area: string } | { option: number } | { facing: number; settled: boolean };

/** What somebody has begun with and picked since. */
export interface Walk {
  /** The tile of the hand it was begun with, and the slot that was meant of equal tiles. */
  tile: string | null;
  slot: number | null;
  unit: string | null;
  /** A kind of offers that was begun with by a button: a procedure, whose unit is then to be chosen. */
  kind: string | null;
  /** The offer that was chosen where several fit, by its place in `offers`. */
  offer: number | null;
  picks: Pick[];
}

export const START: Walk = { tile: null, slot: null, unit: null, kind: null, offer: null, picks: [] };

/** What is asked next. `begin`: nothing was begun. `way`: which of the `ways` is meant, none of which goes without
 * saying. `ready`: all is picked, and only to be confirmed. */
export type Asked = "begin" | "unit" | "way" | "hex" | "facing" | "area" | "option" | "ends" | "ready";

/** Where a walk stands. */
export interface Situation {
  asked: Asked;
  /** The way that is gone; null while it is open which. */
  offer: Offer | null;
  /** Other things that can be done with the same tile or unit, this one among them; those that act at once apart. */
  ways: Offer[];
  ends: Offer[];
  /** Hexes that can be chosen now, and those that have been. */
  hexes: string[];
  chosen: string[];
  /** The tile that is being turned, or was last. */
  facing: FacingChoice | null;
  rotation: number;
  options: Option[];
  /** What would be done if it was confirmed now. */
  action: number | null;
  /** What it would come to if all that is asked after this was left as it is: of two tiles, the second is not turned. */
  leads: number | null;
  /** Actions whose outcome is worth showing now: of all facings, of all options. */
  worth: number[];
}

/** What a walk goes by besides its picks. */
export interface Ground {
  choices: Choices;
  board: BoardForm;
  /** The rotation that new tiles get at first. */
  rotation: number;
}

/** Whether nothing was begun. */
export function atStart(walk: Walk): boolean {
  return walk.tile === null && walk.unit === null && walk.kind === null && walk.offer === null && !walk.picks.length;
}
