/** The next step in words, and the label of the confirm button. */

import type { Choices, Offer, Scene } from "../api/forms";
import { catalogue } from "../app/catalogue.svelte";
import type { Plain } from "../texts/language.svelte";
import { t } from "../texts/language.svelte";
import { play } from "../texts/play";
import { ableUnits, buttons } from "./offers";
import { called } from "./showing";
import type { Situation } from "./walk";

/** The line below the question. */
export function nextWords(now: Situation, choices: Choices, touch: boolean): string {
  const { offer, asked, facing } = now;
  const medic = offer?.kind === "medic" ? medicWords(now) : null;
  if (medic !== null) return medic;
  const procedure = asked === "hex" || asked === "area" ? PROCEDURES[offer?.kind ?? ""] : undefined;
  if (procedure !== undefined) return t(procedure);
  if (asked === "way") return t(play.next_ends);
  if (asked === "begin") return beginWords(choices);
  if (asked === "unit") return t(play.next_unit);
  if (asked === "ends") return t(play.next_ends);
  if (asked === "option") return t(play.next_option);
  if (asked === "facing") return t(touch ? play.next_facing_touch : play.next_facing);
  if (asked === "ready") return t(play.next_ready);
  if (asked === "area") return t(byMiddle(now) ? play.next_middle : play.next_area);
  if (offer?.tile && (offer.kind === "place" || offer.kind === "deploy"))
    return t(play.next_place, catalogue.tile(offer.tile));
  if (offer !== null && (offer.kind === "move" || offer.kind === "second") && facing === null) return t(play.next_move);
  return t(play.next_hex);
}

/** The questions of procedures, by kind. */
const PROCEDURES: Partial<Record<string, Plain>> = {
  "procedure swap": play.next_swap,
  "procedure laser": play.next_laser,
  "procedure elimination": play.next_elimination,
  "procedure push": play.next_push,
};

/** The steps of a Medic's action: the patient, the hit, the Medic. */
function medicWords({ asked, chosen }: Situation): string | null {
  if (asked === "option") return t(play.next_medic_hit);
  if (asked !== "hex") return null;
  return t(chosen.length ? play.next_medic : play.next_patient);
}

function beginWords(choices: Choices): string {
  const tiles = choices.offers.filter((offer) => offer.slot !== null);
  const units = ableUnits(choices).length > 0;
  if (choices.decides?.stage === "discard" || choices.decides?.stage === "redraw") return t(play.next_discard);
  if (choices.decides?.stage === "energy") return t(play.next_energy);
  if (tiles.length) return t(units ? play.next_tile : play.next_hand);
  if (units) return t(play.next_board);
  const others = buttons(choices).filter((offer) => offer.kind !== "end");
  return t(others.length ? play.next_button : play.next_end);
}

/** Whether areas are chosen by their middle hex. */
function byMiddle(now: Situation): boolean {
  const then = now.offer?.then;
  return typeof then === "object" && then.pick === "area" && (then.areas[0]?.hexes.length ?? 0) > 3;
}

const CONFIRM: Record<string, Plain> = {
  place: play.place_here,
  deploy: play.place_here,
  move: play.move_here,
  second: play.move_here,
};

/** The label of the confirm button. */
export function confirmWords(now: Situation): string {
  const { offer, facing, action, asked } = now;
  if (action === null) return t(asked === "facing" ? play.go_on : play.do_it);
  if (facing !== null && facing.now !== null && facing.hex === offer?.unit) return t(play.turn_so);
  return t(CONFIRM[offer?.kind ?? ""] ?? play.do_it);
}

/** The label of an offer among others for the same tile or unit. */
export function wayWords(offer: Offer, scene: Scene): string {
  const procedure = procedureName(offer);
  if (procedure !== null) return procedure;
  // For a unit chosen first, name the tile that would be used up.
  if (offer.unit !== null && offer.slot !== null && offer.tile !== null)
    return t(play.by_tile, catalogue.tile(offer.tile));
  if (offer.kind !== "move" || offer.by === null) return offer.words;
  if (offer.by.source === "mobility") return t(play.by_mobility);
  return offer.by.hex === null ? offer.words : t(play.by_unit, called(scene, offer.by.hex));
}

const NAMES: Partial<Record<string, Plain>> = {
  "procedure rotation": play.rotation,
  "procedure swap": play.swap,
  "procedure push": play.push,
  "procedure laser": play.laser,
  "procedure elimination": play.elimination,
  "procedure detonation": play.detonation,
};

/** The short name of a procedure; null for anything else. Its effect appears once it is chosen. */
export function procedureName({ kind }: Offer): string | null {
  const name = NAMES[kind];
  return name === undefined ? null : t(name);
}
