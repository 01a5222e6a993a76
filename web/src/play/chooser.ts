/**
 * A walk through what may be done, from a tile, a unit or a button to the number of an action. Pure: what was picked so
 * far is a `Walk`, what follows from it is a `Situation`, and every step gives a new walk.
 */

import type { BoardForm, Choice, Choices, FacingChoice, Offer } from "../api/forms";
import { nextRotation } from "../board/rotation";
import { ableUnits, acts, deliberate, LAST, rank, usable } from "./offers";
import { areaChosen, middle, narrowed, nodes, numbers, pickedAreas, siblings } from "./tree";
import { atStart, START, type Ground, type Situation, type Walk } from "./walk";

// --- beginning --------------------------------------------------------------------------------------

export function beginTile(ground: Ground, slot: number, tile: string): Walk | null {
  return usable(ground.choices, tile) ? settle(ground, { ...START, tile, slot }) : null;
}

export function beginUnit(ground: Ground, unit: string): Walk | null {
  return ground.choices.offers.some((offer) => offer.unit === unit) ? settle(ground, { ...START, unit }) : null;
}

/** A tile of the hand is chosen: with the unit that was chosen before where they go together, else by itself. */
export function takeTile(ground: Ground, walk: Walk, slot: number, tile: string): Walk | null {
  const together = ground.choices.offers.some((offer) => offer.tile === tile && offer.unit === walk.unit);
  if (walk.unit !== null && walk.tile === null && together)
    return settle(ground, { ...START, tile, slot, unit: walk.unit });
  return beginTile(ground, slot, tile);
}

/** By a button. What acts at once needs no walk. */
export function beginOffer(ground: Ground, offer: Offer): Walk {
  if (offer.unit !== null) return settle(ground, { ...START, kind: offer.kind });
  return settle(ground, { ...START, offer: ground.choices.offers.indexOf(offer) });
}

/** The other way for the same tile or unit. */
export function switchTo(ground: Ground, walk: Walk, offer: Offer): Walk {
  return settle(ground, { ...walk, offer: ground.choices.offers.indexOf(offer), picks: [] });
}

// --- where a walk stands ----------------------------------------------------------------------------

/** Offers that go with what was begun with. */
function fitting(choices: Choices, walk: Walk): Offer[] {
  return choices.offers.filter(
    (offer) =>
      (walk.tile === null || (offer.slot !== null && offer.tile === walk.tile)) &&
      (walk.unit === null || offer.unit === walk.unit) &&
      (walk.kind === null || offer.kind === walk.kind),
  );
}

/** The one offer with something to be chosen, where there is only one and no turn to be played at leisure. */
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
  // What begins with a unit waits for it.
  return best !== undefined && (best.unit === null || best.unit === walk.unit) ? best : null;
}

/** Where a walk stands and what can be picked from there. */
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
  // A tile that is being turned is asked about still, though the tree goes on below.
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

// --- going on ---------------------------------------------------------------------------------------

/** Take what need not be asked: facings that look alike, an option without another; and turn new tiles somehow. */
function settle(ground: Ground, walk: Walk): Walk {
  const offer = offerOf(ground.choices, walk);
  if (offer === null) return walk;
  const way = nodes(walk, offer, ground.board);
  const last = way[way.length - 1];
  if (last === undefined || typeof last === "number") return walk;
  if (last.pick === "facing") {
    const facing = usual(last, ground.rotation);
    const next = { ...walk, picks: [...walk.picks, { facing, settled: last.alike }] };
    return last.alike ? settle(ground, next) : next;
  }
  if (last.pick === "option" && last.options.length === 1)
    return settle(ground, { ...walk, picks: [...walk.picks, { option: 0 }] });
  return walk;
}

/** How a tile is turned at first: as it stands, or as the last one was; else the next way round that it may be. */
function usual(node: FacingChoice, last: number): number {
  const from = node.now ?? last;
  for (let step = 0; step < 6; step++) {
    const rotation = (from + step) % 6;
    if (node.facings[rotation] !== null && node.facings[rotation] !== undefined) return rotation;
  }
  return from;
}

/** Begin a walk that was not begun, where the first question is clear; else the same. */
export function opening(ground: Ground): Walk {
  return settle(ground, START);
}

/** What a click on a hex does to a walk; null where it means nothing. */
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

/** Pick a hex of what is asked, or of what was asked before in place of what was picked then. */
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

/** Turn the tile that is being turned; the same walk where it cannot be so. */
export function turn(ground: Ground, walk: Walk, rotation: number): Walk {
  const { facing } = situation(ground, walk);
  const last = walk.picks[walk.picks.length - 1];
  if (facing === null || last === undefined || !("facing" in last) || last.settled) return walk;
  if (facing.facings[rotation] === null || facing.facings[rotation] === undefined) return walk;
  return { ...walk, picks: [...walk.picks.slice(0, -1), { facing: rotation, settled: false }] };
}

/** The next rotation that a tile may have, in steps of 1 (clockwise) or -1. */
export function turnedBy(facing: FacingChoice, rotation: number, step: 1 | -1): number {
  const allowed = facing.facings.map((then) => then !== null);
  return nextRotation(rotation, allowed, step);
}

/** Be content with what was picked: the action to be sent, or the walk where there is more to be chosen. */
export function confirm(ground: Ground, walk: Walk): number | Walk {
  const { action } = situation(ground, walk);
  return action ?? content(ground, walk);
}

/** The walk with the facing that is being turned left as it is. */
function content(ground: Ground, walk: Walk): Walk {
  const last = walk.picks[walk.picks.length - 1];
  if (last === undefined || !("facing" in last) || last.settled) return walk;
  return settle(ground, { ...walk, picks: [...walk.picks.slice(0, -1), { ...last, settled: true }] });
}

/** Whether a click on a hex confirms what was picked: it is the hex that was picked last, or one of the area. */
export function confirms(found: Situation, hex: string): boolean {
  if (found.asked === "facing") return found.facing?.hex === hex;
  if (found.asked !== "ready") return false;
  const byArea = found.offer !== null && !acts(found.offer) && isArea(found.offer.then);
  return byArea ? found.chosen.includes(hex) : found.chosen[found.chosen.length - 1] === hex;
}

function isArea(choice: Choice): boolean {
  return typeof choice !== "number" && choice.pick === "area";
}

/** One step back: the last thing that was picked by hand, then what was begun with. */
export function back(ground: Ground, walk: Walk): Walk {
  const offer = offerOf(ground.choices, walk);
  const way = offer === null ? [] : nodes(walk, offer, ground.board);
  for (let at = walk.picks.length - 1; at >= 0; at--) {
    const pick = walk.picks[at];
    const picks = walk.picks.slice(0, at);
    if (pick === undefined) continue;
    if (!("facing" in pick)) return { ...walk, picks };
    // Of two tiles to be turned the first is turned anew; a facing that nobody was asked for goes with what led there.
    const node = way[at];
    const asked = node !== undefined && typeof node !== "number" && node.pick === "facing" && !node.alike;
    if (asked && pick.settled) return { ...walk, picks: [...picks, { ...pick, settled: false }] };
  }
  if (walk.unit !== null && (walk.tile !== null || walk.kind !== null))
    return { ...walk, unit: null, offer: null, picks: [] };
  return opening(ground);
}
