/** If each tile of the hand has only one action, a button below the tile does it. */

import type { Choices } from "../api/forms";
import { acts } from "./offers";

export interface Handy {
  kind: string;
  words: string;
  action: number;
}

/** The only, immediate action of a tile: discarding it, or trading it for energy. */
export function handyOf(choices: Choices, tile: string): Handy | null {
  if (choices.decides === null || choices.decides.stage === "main") return null;
  const [offer, other] = choices.offers.filter((one) => one.slot !== null && one.tile === tile);
  if (offer === undefined || other !== undefined || !acts(offer)) return null;
  return { kind: offer.kind, words: offer.words, action: offer.then };
}
