/**
 * The choice of an action, from a tile, a unit or a button. Pure: the picks so far are a `Walk`, their meaning is a
 * `Situation`, and every step returns a new walk.
 */

import type { BoardForm, Choice, Choices, FacingChoice, Offer } from "../api/forms";
import { nextRotation } from "../board/rotation";
import { ableUnits, acts, deliberate, LAST, rank, usable } from "./offers";
import { areaChosen, middle, narrowed, nodes, numbers, pickedAreas, siblings } from "./tree";
import { atStart, START, type Ground, type Situation, type Walk } from "./walk";

// --- starting ---------------------------------------------------------------------------------------

export function beginTile(ground: Ground, slot: number, tile: string): Walk | null {
  return usable(ground.choices, tile) ? settle(ground, { ...START, tile, slot }) : null;
}

export function beginUnit(ground: Ground, unit: string): Walk | null {
  return ground.choices.offers.some((offer) => offer.unit === unit) ? settle(ground, { ...START, unit }) : null;
}

/** Choose a tile of the hand: together with the unit chosen before if they fit, otherwise alone. */
export function takeTile(ground: Ground, walk: Walk, slot: number, tile: string): Walk | null {
  const together = ground.choices.offers.some((offer) => offer.tile === tile && offer.unit === walk.unit);
  if (walk.unit !== null && walk.tile === null && together)
    return settle(ground, { ...START, tile, slot, unit: walk.unit });
  return beginTile(ground, slot, tile);
}

/** Start an offer by its button. Immediate offers need no walk. */
export function beginOffer(ground: Ground, offer: Offer): Walk {
  if (offer.unit !== null) return settle(ground, { ...START, kind: offer.kind });
  return settle(ground, { ...START, offer: ground.choices.offers.indexOf(offer) });
}

/** Switch to another offer for the same tile or unit. */
export function switchTo(ground: Ground, walk: Walk, offer: Offer): Walk {
  return settle(ground, { ...walk, offer: ground.choices.offers.indexOf(offer), picks: [] });
}

// --- situation --------------------------------------------------------------------------------------

/** Offers that fit the start of the walk. */
function fitting(choices: Choices, walk: Walk): Offer[] {
  return choices.offers.filter(
    (offer) =>
      (walk.tile === null || (offer.slot !== null && offer.tile === walk.tile)) &&
      (walk.unit === null || offer.unit === walk.unit) &&
      (walk.kind === null || offer.kind === walk.kind),
  );
}

/** The only offer with choices, if there is just one and it is no open turn. */
function only(choices: Choices): Offer | null {
  if (choices.decides === null || choices.decides.stage === "main") return null;
  const open = choices.offers.filter((offer) => !acts(offer));
  return open.length === 1 ? (open[0] ?? null) : null;
}

function offerOf(choices: Choices, walk: Walk): Offer | null {
  if (walk.offer !== null) return choices.offers[walk.offer] ?? null;
  if (walk.tile === null && walk.unit === null && walk.kind === null) return only(choices);
  const free = (offer: Offer) => offer.energy === null || walk.kind !== null;
  const open = fitting(choices, walk).filter((offer) => !acts(offer) && free(offer));
  const best = [...open].sort((a, b) => rank(a) - rank(b))[0];
  // An offer of a unit waits until that unit is chosen.
  return best !== undefined && (best.unit === null || best.unit === walk.unit) ? best : null;
}

/** The situation of a walk and the next possible picks. */
export function situation(ground: Ground, walk: Walk): Situation {
  const { choices, board } = ground;
  const offer = offerOf(choices, walk);
  const begun = !atStart(walk);
  const byButton = walk.tile === null && walk.unit === null;
  const fits = begun && !(byButton && walk.kind === null) ? fitting(choices, walk) : [];
  const ends = fits.filter(acts).filter((end) => end.unit === null || end.unit === walk.unit);
  const ordered = [...ends].sort((a, b) => LAST.indexOf(a.kind) - LAST.indexOf(b.kind));
  const open = fits.filter((one) => !acts(one) && (one.unit === null || one.unit === walk.unit));
  const found: Situation = {
    asked: "begin",
    offer,
    ways: [...open].sort((a, b) => rank(a) - rank(b)),
    ends: ordered,
    hexes: [],
    chosen: walk.unit === null ? [] : [walk.unit],
    facing: null,
    rotation: 0,
    options: [],
    action: null,
    leads: null,
    worth: [],
  };
  if (offer === null) {
    const units = [...new Set(fits.filter((one) => !acts(one)).flatMap((one) => one.unit ?? []))];
    if (walk.unit !== null && open.length) return { ...found, asked: "way" };
    if (begun) return { ...found, asked: units.length ? "unit" : "ends", hexes: units };
    return { ...found, hexes: ableUnits(choices) };
  }
  const here = below(found, walk, offer, board);
  if (here.asked !== "facing" || here.action !== null) return here;
  const on = content(ground, walk);
  return on === walk ? here : { ...here, leads: situation(ground, on).action };
}

/** The situation below an offer. */
function below(found: Situation, walk: Walk, offer: Offer, board: BoardForm): Situation {
  const way = nodes(walk, offer, board);
  const last = way[way.length - 1] ?? offer.then;
  const at = walk.picks.findLastIndex((pick) => "facing" in pick);
  const pick = walk.picks[at];
  const node = way[at];
  const facing = node !== undefined && typeof node !== "number" && node.pick === "facing" ? node : null;
  const rotation = pick !== undefined && "facing" in pick ? pick.facing : 0;
  // While a tile is being turned, its facing is still the question, although the tree goes on below.
  const turning = pick !== undefined && "facing" in pick && !pick.settled ? facing : null;
  const picked = walk.picks.flatMap((one) => ("hex" in one ? [one.hex] : []));
  const chosen = [...new Set([...found.chosen, ...areaChosen(walk, offer, board), ...picked])];
  const action = typeof last === "number" ? last : null;
  const here = { ...found, facing, rotation, chosen, action };
  if (turning !== null)
    return { ...here, asked: "facing", hexes: siblings(walk, way), worth: numbers(turning.facings) };
  if (typeof last === "number") return { ...here, asked: "ready", hexes: siblings(walk, way), worth: [last] };
  if (last.pick === "hex") return { ...here, asked: "hex", hexes: Object.keys(last.hexes) };
  if (last.pick === "area") {
    const areas = narrowed(last, pickedAreas(walk), board);
    const hexes = areas.flatMap((area) => middle(area.hexes, board) ?? area.hexes);
    return { ...here, asked: "area", hexes: [...new Set(hexes)].filter((hex) => !chosen.includes(hex)) };
  }
  if (last.pick === "option") {
    const worth = numbers(last.options.map((option) => option.then));
    return { ...here, asked: "option", options: last.options, worth };
  }
  return { ...here, asked: "facing", worth: numbers(last.facings) };
}

// --- picking ----------------------------------------------------------------------------------------

/** Pick what needs no question: identical facings, single options; and give new tiles a first rotation. */
function settle(ground: Ground, walk: Walk): Walk {
  const offer = offerOf(ground.choices, walk);
  if (offer === null) return walk;
  const way = nodes(walk, offer, ground.board);
  const last = way[way.length - 1];
  if (last === undefined || typeof last === "number") return walk;
  if (last.pick === "facing") {
    const facing = usual(last);
    const next = { ...walk, picks: [...walk.picks, { facing, settled: last.alike }] };
    return last.alike ? settle(ground, next) : next;
  }
  if (last.pick === "option" && last.options.length === 1)
    return settle(ground, { ...walk, picks: [...walk.picks, { option: 0 }] });
  return walk;
}

/** The first rotation of a tile: its current one, or as printed; otherwise the next legal one. */
function usual(node: FacingChoice): number {
  const from = node.now ?? 0;
  for (let step = 0; step < 6; step++) {
    const rotation = (from + step) % 6;
    if (node.facings[rotation] !== null && node.facings[rotation] !== undefined) return rotation;
  }
  return from;
}

/** Start an empty walk if the first question is clear; otherwise return it unchanged. */
export function opening(ground: Ground): Walk {
  return settle(ground, START);
}

/** The walk after a click on a hex; null if the click means nothing. */
export function point(ground: Ground, walk: Walk, hex: string): Walk | null {
  const { choices } = ground;
  const offer = offerOf(choices, walk);
  if (offer !== null) {
    const on = pickHex(ground, walk, offer, hex);
    if (on !== null) return on;
  }
  if (!atStart(walk)) {
    const units = fitting(choices, { ...walk, unit: null }).filter((one) => !acts(one) && one.unit === hex);
    const byTile = walk.tile !== null || walk.kind !== null;
    if (byTile && units.length) return settle(ground, { ...walk, unit: hex, offer: null, picks: [] });
    for (const other of situation(ground, walk).ways) {
      const turned = { ...walk, offer: choices.offers.indexOf(other), picks: [] };
      const meant = other !== offer && !deliberate(other);
      const on = meant ? pickHex(ground, turned, other, hex) : null;
      if (on !== null) return on;
    }
  }
  return beginUnit(ground, hex);
}

/** Pick a hex of the current question, or replace the pick of an earlier one. */
function pickHex(ground: Ground, walk: Walk, offer: Offer, hex: string): Walk | null {
  const way = nodes(walk, offer, ground.board);
  for (let at = walk.picks.length; at >= 0; at--) {
    const node = way[at];
    if (node === undefined || typeof node === "number") continue;
    const picks = walk.picks.slice(0, at);
    if (node.pick === "hex" && hex in node.hexes) return settle(ground, { ...walk, picks: [...picks, { hex }] });
    if (node.pick === "area") {
      const before = picks.flatMap((pick) => ("area" in pick ? [pick.area] : []));
      if (before.includes(hex)) continue;
      if (narrowed(node, [...before, hex], ground.board).length)
        return settle(ground, { ...walk, picks: [...picks, { area: hex }] });
    }
  }
  return null;
}

export function pickOption(ground: Ground, walk: Walk, option: number): Walk {
  return settle(ground, { ...walk, picks: [...walk.picks, { option }] });
}

/** Turn the tile that is being turned; the same walk if the rotation is illegal. */
export function turn(ground: Ground, walk: Walk, rotation: number): Walk {
  const { facing } = situation(ground, walk);
  const last = walk.picks[walk.picks.length - 1];
  if (facing === null || last === undefined || !("facing" in last) || last.settled) return walk;
  if (facing.facings[rotation] === null || facing.facings[rotation] === undefined) return walk;
  return { ...walk, picks: [...walk.picks.slice(0, -1), { facing: rotation, settled: false }] };
}

/** The next legal rotation, in steps of 1 (clockwise) or -1. */
export function turnedBy(facing: FacingChoice, rotation: number, step: 1 | -1): number {
  const allowed = facing.facings.map((then) => then !== null);
  return nextRotation(rotation, allowed, step);
}

/** Confirm the picks: returns the action to send, or the walk if more must be chosen. */
export function confirm(ground: Ground, walk: Walk): number | Walk {
  const { action } = situation(ground, walk);
  return action ?? content(ground, walk);
}

/** The walk with the current facing confirmed. */
function content(ground: Ground, walk: Walk): Walk {
  const last = walk.picks[walk.picks.length - 1];
  if (last === undefined || !("facing" in last) || last.settled) return walk;
  return settle(ground, { ...walk, picks: [...walk.picks.slice(0, -1), { ...last, settled: true }] });
}

/** Whether a click on a hex confirms: it is the last picked hex, or one of the picked area. */
export function confirms(found: Situation, hex: string): boolean {
  if (found.asked === "facing") return found.facing?.hex === hex;
  if (found.asked !== "ready") return false;
  const byArea = found.offer !== null && !acts(found.offer) && isArea(found.offer.then);
  return byArea ? found.chosen.includes(hex) : found.chosen[found.chosen.length - 1] === hex;
}

function isArea(choice: Choice): boolean {
  return typeof choice !== "number" && choice.pick === "area";
}

/** Undo the last manual pick, or the start of the walk. */
export function back(ground: Ground, walk: Walk): Walk {
  const offer = offerOf(ground.choices, walk);
  const way = offer === null ? [] : nodes(walk, offer, ground.board);
  for (let at = walk.picks.length - 1; at >= 0; at--) {
    const pick = walk.picks[at];
    const picks = walk.picks.slice(0, at);
    if (pick === undefined) continue;
    if (!("facing" in pick)) return { ...walk, picks };
    // Of two turnable tiles, turn the first again; automatic facings go with the pick before them.
    const node = way[at];
    const asked = node !== undefined && typeof node !== "number" && node.pick === "facing" && !node.alike;
    if (asked && pick.settled) return { ...walk, picks: [...picks, { ...pick, settled: false }] };
  }
  if (walk.unit !== null && (walk.tile !== null || walk.kind !== null))
    return { ...walk, unit: null, offer: null, picks: [] };
  return opening(ground);
}
