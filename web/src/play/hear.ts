/** What acts and Battles sound like. */

import type { Beat } from "../api/forms";
import type { Sound } from "../app/synth";

const OF_HITS: Partial<Record<string, Sound>> = {
  melee: "melee",
  ranged: "ranged",
  gauss: "gauss",
  "melee+ranged": "melee",
  explosion: "explosion",
  instant: "ranged",
  procedure: "gauss",
};

const OF_BEATS: Partial<Record<string, Sound>> = {
  drawn: "draw",
  hired: "draw",
  placed: "place",
  moved: "move",
  pushed: "move",
  swapped: "move",
  turned: "turn",
  discarded: "discard",
  stopped: "armour",
  healed: "medic",
  netted: "net",
  taken: "net",
  exploded: "explosion",
  "set off": "explosion",
  "mine blew": "explosion",
  destroyed: "destroyed",
  "hq wounded": "hq",
  eliminated: "fallen",
  "battle began": "battle",
};

const OF_OFFERS: Partial<Record<string, Sound>> = {
  hq: "place",
  place: "place",
  deploy: "place",
  move: "move",
  second: "move",
  push: "move",
  yield: "move",
  castle: "move",
  rotate: "turn",
  "hq turn": "turn",
  captive: "turn",
  discard: "discard",
  draw: "draw",
  grenade: "explosion",
  "air strike": "explosion",
  "small bomb": "explosion",
  snipe: "ranged",
};

/** The sound of one event; null if it makes none. */
export function soundOf({ what, kind }: Pick<Beat, "what" | "kind">): Sound | null {
  return (what === "hit" ? OF_HITS[kind ?? ""] : OF_BEATS[what]) ?? null;
}

/** The sounds of events that happen together, each once, in order. */
export function soundsOf(beats: readonly Pick<Beat, "what" | "kind">[]): Sound[] {
  return [...new Set(beats.flatMap((beat) => soundOf(beat) ?? []))];
}

/** The sound of an act, by the kind of its offer. */
export function soundOfOffer(kind: string): Sound | null {
  return OF_OFFERS[kind] ?? null;
}
