/** What the board shows while playing: marks, arrows, signs, and the tile being placed or turned. */

import type { Beat, Offer, Standing } from "../api/forms";
import type { Arrow, Ghost, Mark, Turning } from "../board/contract";
import { drawings } from "../board/drawings.svelte";
import { DIRECTIONS } from "../board/rotation";
import { inspect } from "./inspect.svelte";
import { acts } from "./offers";
import type { Playing } from "./playing.svelte";
import * as showing from "./showing";

export class Picture {
  #playing: Playing;

  constructor(playing: Playing) {
    this.#playing = playing;
  }

  /** The reach of the inspected unit, while nothing is being chosen. */
  #looked = $derived.by(() => {
    const { what, card } = inspect;
    const { preview, begun, pointed } = this.#playing;
    if (preview !== null || begun || card === null || what === null || "tile" in what) return null;
    return pointed === card.hex ? card.reach : null;
  });

  arrows = $derived.by((): Arrow[] => {
    const { given, preview, shown, begun, outlook, coming } = this.#playing;
    const phase = given.look.choices.decides?.phase ?? null;
    // Of a Battle show only this phase; the units themselves show the outcome of the rest.
    const now = (beats: Beat[]) => showing.beatArrows(beats.filter((beat) => phase === null || beat.phase === phase));
    if (preview === null) {
      if (this.#looked !== null) return showing.reachArrows(this.#looked);
      return now(outlook.of(coming)?.beats ?? []);
    }
    const moves = shown.facing === null || !begun;
    const beats = moves ? now(preview.beats) : [];
    const beam = shown.offer?.kind === "procedure laser" ? showing.beam(shown.chosen) : [];
    return [...beam, ...beats, ...showing.putArrows(preview)];
  });

  /** The outcome's beats; a unit that yields its hex to the visible tile needs no sign. */
  #beats = $derived.by((): Beat[] => {
    const { unit = null, beats = [] } = this.#playing.preview ?? {};
    const left = this.#playing.shown.offer?.kind === "deploy" ? unit : null;
    return beats.filter((beat) => beat.what !== "destroyed" || beat.to !== left || left === null);
  });

  marks = $derived.by((): Record<string, Mark> => {
    const { given, preview, shown, now, begun } = this.#playing;
    const { look, last } = given;
    const found: Record<string, Mark> = {};
    for (const hex of last) found[hex] = "last";
    if (begun || now.asked !== "begin") for (const hex of now.hexes) found[hex] = "may";
    if (preview !== null) {
      Object.assign(found, showing.beatMarks(this.#beats));
      Object.assign(found, showing.putMarks(preview, look.scene));
    }
    // While nothing is chosen, mark units that can act by themselves.
    if (!begun && now.asked === "begin" && preview === null) for (const hex of now.hexes) found[hex] = "about";
    const about = look.choices.decides?.about;
    if (about) found[about] = "about";
    for (const hex of shown.chosen) found[hex] = "chosen";
    return found;
  });

  signs = $derived.by((): Record<string, string> => {
    const { given, preview } = this.#playing;
    if (preview === null) return {};
    if (showing.goesOn(preview)) return showing.standingSigns(given.look.scene.standing, preview.after.standing);
    const [battle] = preview.battles;
    return { ...showing.beatSigns(this.#beats), ...(battle ? showing.battleSigns(battle) : {}) };
  });

  ghost = $derived.by((): Ghost | null => {
    const { preview, shown, given } = this.#playing;
    const { facing, rotation } = shown;
    if (facing === null) return preview === null ? this.#laid() : showing.previewGhost(preview);
    const { look } = given;
    const { hex, tile } = facing;
    const after = preview && showing.unitAt(preview.after.standing, hex);
    const mover = facing.now === null ? undefined : look.scene.standing.units.find((one) => one.tile === tile);
    const player = look.scene.players[look.choices.decides?.player ?? -1];
    const coat = after?.tile === tile ? after.coat : (this.#moved()?.coat ?? mover?.coat ?? player?.coat ?? "");
    return { hex, tile, coat, rotation };
  });

  /** A tile that needs no facing. */
  #laid(): Ghost | null {
    const { offer, chosen: hexes, asked } = this.#playing.shown;
    const { look } = this.#playing.given;
    const hex = hexes[hexes.length - 1];
    if (asked !== "ready" || offer?.kind !== "place" || offer.tile === null || hex === undefined) return null;
    const coat = look.scene.players[look.choices.decides?.player ?? -1]?.coat ?? "";
    return { hex, tile: offer.tile, coat, rotation: 0 };
  }

  #moved() {
    const unit = this.#playing.walk.unit ?? this.#playing.shown.offer?.unit ?? null;
    return unit === null ? undefined : showing.unitAt(this.#playing.given.look.scene.standing, unit);
  }

  turning = $derived.by((): Turning | null => {
    const { given, carries, airborne, ahead, edge } = this.#playing;
    const now = (carries ? ahead : null) ?? this.#playing.now;
    if (carries && now.asked !== "facing")
      return airborne === null ? null : { hex: null, rotation: airborne, allowed: DIRECTIONS.map(() => true) };
    const { asked, facing, rotation, options } = now;
    const about = given.look.choices.decides?.about;
    if (asked === "option" && about && options.some(({ direction }) => direction !== null)) {
      const allowed = DIRECTIONS.map((name) => options.some(({ direction }) => direction === name));
      const chosen = edge === null ? null : options[edge]?.direction;
      // Not a rotation but a choice among edges: the unit itself does not turn.
      return { hex: about, rotation: DIRECTIONS.findIndex((name) => name === chosen), allowed };
    }
    if (asked !== "facing" || facing === null) return null;
    const front = drawings.tile(facing.tile)?.front ?? 0;
    return { hex: facing.hex, rotation, allowed: facing.facings.map((then) => then !== null), front };
  });

  lifted = $derived.by(() => {
    const { facing } = this.#playing.shown;
    const unit = this.#moved()?.hex ?? null;
    return facing !== null && unit !== null && facing.hex !== unit ? unit : null;
  });

  /** The board; if two units swap, as they would then stand. */
  standing = $derived.by((): Standing => {
    const { given, preview, shown } = this.#playing;
    const swaps = ["castle", "procedure swap"].includes(shown.offer?.kind ?? "");
    return swaps && preview !== null ? preview.after.standing : given.look.scene.standing;
  });

  /** Units that can be dragged. */
  movable = $derived.by((): string[] => {
    const { decides, ground, walk } = this.#playing;
    if (!decides) return [];
    const free = (offer: Offer) => offer.energy === null || offer.kind === walk.kind;
    const offers = ground.choices.offers.filter((offer) => !acts(offer) && free(offer));
    return offers.flatMap(({ unit }) => unit ?? []);
  });
}
