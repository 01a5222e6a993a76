/** What can be begun with: tiles, units and buttons; and which of several ways is meant. */

import type { Choices, Offer } from "../api/forms";
import { atStart, type Situation, type Walk } from "./walk";

/** A way that is never gone because of a click on the board alone: it costs something, and has to be chosen by its
 * button. */
export function deliberate(offer: Offer): boolean {
  return offer.energy !== null || offer.kind === "bomber";
}

/** What cannot be told from its button, or gives away what cannot be had again. */
const CAREFUL = ["sell hq point", "redraw", "procedure detonation"];

/** Whether something that acts at once is to be confirmed. Trading in the middle of a turn ends it; and who chooses by
 * touch has not seen before what it is. */
export function careful(offer: Offer, main: boolean, touch: boolean): boolean {
  return CAREFUL.includes(offer.kind) || (offer.kind === "sell" && main) || (offer.kind === "hire" && touch);
}

/** What is offered last of what acts at once: it gives a tile away. */
export const LAST = ["discard", "sell"];

/** Of several ways for one tile or unit the first of these is gone, until another is chosen. */
const FIRST = ["place", "deploy", "move mobility", "move unit", "hq turn", "move tile", "rotate", "push", "bomber"];

/** Of several ways the one with the lowest rank is gone. */
export function rank(offer: Offer): number {
  const at = FIRST.indexOf(offer.kind === "move" ? `move ${offer.by?.source ?? ""}` : offer.kind);
  return at < 0 ? FIRST.length : at;
}

/** Whether an offer acts at once, with nothing to be chosen about it. */
export function acts(offer: Offer): offer is Offer & { then: number } {
  return typeof offer.then === "number";
}

/** Offers that begin with neither a tile of the hand nor a unit: buttons. */
export function buttons(choices: Choices): Offer[] {
  return choices.offers.filter((offer) => offer.slot === null && offer.unit === null);
}

/** Kinds of offers that begin with a unit and cost energy: they can be begun with a button too. */
export function procedures(choices: Choices): Offer[] {
  const found = new Map<string, Offer>();
  for (const offer of choices.offers)
    if (offer.unit !== null && offer.energy !== null && !found.has(offer.kind)) found.set(offer.kind, offer);
  return [...found.values()];
}

/** The buttons that stand there now. Beside what was begun by one, while it is still open about what, there are the
 * others of a turn that cost nothing to press. */
export function buttonsNow(choices: Choices, walk: Walk, now: Situation): Offer[] {
  const all = [...buttons(choices), ...procedures(choices)].filter((offer) => offer.kind !== "end");
  if (atStart(walk)) return all.filter((offer) => offer !== now.offer);
  const byButton = walk.tile === null && (walk.unit === null || walk.kind !== null);
  const open = ["unit", "hex", "area"].includes(now.asked) && choices.decides?.stage === "main";
  return byButton && open ? all.filter((offer) => !acts(offer)) : [];
}

/** Hexes of units that can do something by themselves, without a tile and without cost. */
export function ableUnits(choices: Choices): string[] {
  const able = choices.offers.filter((offer) => offer.unit !== null && offer.slot === null && offer.energy === null);
  return [...new Set(able.flatMap((offer) => offer.unit ?? []))];
}

/** Whether anything can be done with a tile of the hand. */
export function usable(choices: Choices, tile: string): boolean {
  return choices.offers.some((offer) => offer.slot !== null && offer.tile === tile);
}
