/** What to do next, in words, and what the button says that confirms it. */

import type { Choices, Offer, Scene } from "../api/forms";
import type { Plain } from "../texts/language.svelte";
import { t } from "../texts/language.svelte";
import { play } from "../texts/play";
import { ableUnits, buttons, type Situation } from "./chooser";
import { called, tileName } from "./showing";

/** The line below the question. */
export function nextWords(now: Situation, choices: Choices, touch: boolean): string {
  const { offer, asked, facing } = now;
  if (asked === "begin") return beginWords(choices);
  if (asked === "unit") return t(play.next_unit);
  if (asked === "ends") return t(play.next_ends);
  if (asked === "option") return t(play.next_option);
  if (asked === "facing") return t(touch ? play.next_facing_touch : play.next_facing);
  if (asked === "ready") return t(play.next_ready);
  if (asked === "area") return t(byMiddle(now) ? play.next_middle : play.next_area);
  if (offer?.tile && (offer.kind === "place" || offer.kind === "deploy"))
    return t(play.next_place, tileName(offer.tile));
  if (offer !== null && (offer.kind === "move" || offer.kind === "second") && facing === null) return t(play.next_move);
  return t(play.next_hex);
}

function beginWords(choices: Choices): string {
  const tiles = choices.offers.filter((offer) => offer.slot !== null);
  const units = ableUnits(choices).length > 0;
  if (choices.decides?.stage === "discard" || choices.decides?.stage === "redraw") return t(play.next_discard);
  if (tiles.length) return t(units ? play.next_tile : play.next_hand);
  if (units) return t(play.next_board);
  const others = buttons(choices).filter((offer) => offer.kind !== "end");
  return t(others.length ? play.next_button : play.next_end);
}

/** Areas that are chosen by the hex in their middle, which stands for more than a few. */
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

/** What the button says that confirms what was picked. */
export function confirmWords(now: Situation): string {
  const { offer, facing, action, chosen } = now;
  if (action === null) return t(play.go_on);
  const stays = facing !== null && facing.now !== null && (chosen.length < 2 || chosen[0] === facing.hex);
  if (stays) return t(play.turn_so);
  return t(CONFIRM[offer?.kind ?? ""] ?? play.do_it);
}

/** What a way is called among others for the same tile or unit. */
export function wayWords(offer: Offer, scene: Scene): string {
  if (offer.kind !== "move" || offer.by === null) return offer.words;
  if (offer.by.source === "mobility") return t(play.by_mobility);
  if (offer.by.source === "tile") return t(play.by_tile);
  return offer.by.hex === null ? offer.words : t(play.by_unit, called(scene, offer.by.hex));
}
