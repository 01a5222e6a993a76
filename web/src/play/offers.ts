/** Starting points: tiles, units and buttons; and the choice among several offers. */

import type { Choices, Offer } from "../api/forms";
import { atStart, type Situation, type Walk } from "./walk";

/** Whether an offer must be chosen by its button, never by a click on the board: it has a cost. */
export function deliberate(offer: Offer): boolean {
  return offer.energy !== null || offer.kind === "bomber";
}

/** Kinds whose button does not explain them, or that give away something irrecoverable. */
const CAREFUL = ["sell hq point", "redraw", "procedure detonation"];

/**
 * Whether an immediate offer needs confirmation. Trading in the main part ends the turn; and touch users have not seen
 * a preview.
 */
export function careful(offer: Offer, main: boolean, touch: boolean): boolean {
  return CAREFUL.includes(offer.kind) || (offer.kind === "sell" && main) || (offer.kind === "hire" && touch);
}

/** Immediate offers that come last: they give a tile away. */
export const LAST = ["discard", "sell"];

/** Among several offers for one tile or unit, the first of these is the default. */
const FIRST = ["place", "deploy", "move mobility", "move unit", "hq turn", "move tile", "rotate", "push", "bomber"];

/** The offer with the lowest rank is the default. */
export function rank(offer: Offer): number {
  const at = FIRST.indexOf(offer.kind === "move" ? `move ${offer.by?.source ?? ""}` : offer.kind);
  return at < 0 ? FIRST.length : at;
}

/** Whether an offer is immediate: nothing to choose. */
export function acts(offer: Offer): offer is Offer & { then: number } {
  return typeof offer.then === "number";
}

/** Offers that start with neither a tile of the hand nor a unit: buttons. */
export function buttons(choices: Choices): Offer[] {
  return choices.offers.filter((offer) => offer.slot === null && offer.unit === null);
}

/** Kinds of offers that start with a unit and cost energy: they also have a button. */
export function procedures(choices: Choices): Offer[] {
  const found = new Map<string, Offer>();
  for (const offer of choices.offers)
    if (offer.unit !== null && offer.energy !== null && !found.has(offer.kind)) found.set(offer.kind, offer);
  return [...found.values()];
}

/**
 * The visible buttons. While an offer started by a button still lacks its subject, the other free buttons of a turn
 * stay.
 */
export function buttonsNow(choices: Choices, walk: Walk, now: Situation): Offer[] {
  const all = [...buttons(choices), ...procedures(choices)].filter((offer) => offer.kind !== "end");
  if (atStart(walk)) return all.filter((offer) => offer !== now.offer);
  const byButton = walk.tile === null && (walk.unit === null || walk.kind !== null);
  const open = ["unit", "hex", "area"].includes(now.asked) && choices.decides?.stage === "main";
  return byButton && open ? all.filter((offer) => !acts(offer)) : [];
}

/** Hexes of units that can act by themselves, without a tile and without cost. */
export function ableUnits(choices: Choices): string[] {
  const able = choices.offers.filter((offer) => offer.unit !== null && offer.slot === null && offer.energy === null);
  return [...new Set(able.flatMap((offer) => offer.unit ?? []))];
}

/** Whether a tile of the hand can do anything. */
export function usable(choices: Choices, tile: string): boolean {
  return choices.offers.some((offer) => offer.slot !== null && offer.tile === tile);
}
