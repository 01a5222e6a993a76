/** The state of playing at one table: what was begun, what is pointed at, what would come of it. */

import { untrack } from "svelte";
import type { Beat, Offer, Preview, Standing } from "../api/forms";
import type { Look, Moment, Thinking } from "../api/views";
import type { Arrow, Ghost, Mark, Turning } from "../board/contract";
import { chosen } from "../texts/language.svelte";
import * as chooser from "./chooser";
import type { Ground, Situation, Walk } from "./chooser";
import { acts, careful, LAST } from "./chooser";
import { inspect } from "./inspect.svelte";
import { Outlook } from "./outlook.svelte";
import * as showing from "./showing";
import { DIRECTIONS } from "./telling";
import { anyAction } from "./tree";

export interface Given {
  moment: Moment;
  look: Look;
  deciders: number[];
  busy: boolean;
  suggested: Thinking | null;
  last: string[];
  onact: (action: number) => void | Promise<void>;
}

/** The rotation that tiles were last given: most often the next one is to face the same way. */
let lastRotation = 0;

export class Playing {
  readonly outlook = new Outlook();
  /** The hex that is pointed at. */
  pointed = $state<string | null>(null);
  /** Of options that are about edges: the one whose edge was chosen on the board, and is to be confirmed. */
  #edge = $state.raw<{ key: string; option: number } | null>(null);
  /** The action of a button that is pointed at. */
  considered = $state<number | null>(null);
  /** What was asked for by a button and is to be confirmed. */
  #armed = $state.raw<{ key: string; action: number } | null>(null);
  #given: () => Given;
  #walked = $state.raw<{ key: string; walk: Walk } | null>(null);
  /** Whether something was sent and is not answered. */
  #sent = $state<string | null>(null);

  constructor(given: () => Given) {
    this.#given = given;
  }

  get given(): Given {
    return this.#given();
  }

  // --- the ground ---
  /** What a walk belongs to: as long as the same can be done, it goes on. */
  key = $derived.by(() => {
    const { moment, look } = this.given;
    const offers = look.choices.offers.map(({ kind, tile, unit, by, then }) => [kind, tile, unit, by, then]);
    return JSON.stringify([moment, look.step, look.choices.decides?.player, offers]);
  });

  ground = $derived<Ground>({
    choices: this.given.look.choices,
    board: this.given.look.scene.board,
    rotation: lastRotation,
  });

  /** Whether it is decided here. What was chosen stays as it is while it is on its way, so that nothing flickers. */
  mine = $derived.by(() => {
    const { look, deciders } = this.given;
    const player = look.choices.decides?.player;
    return player !== undefined && deciders.includes(player);
  });

  /** A decision is on its way. */
  sending = $derived(this.given.busy || this.#sent === this.key);

  /** Whether a decision can be taken here and now. */
  decides = $derived(this.mine && !this.sending);

  /** The moment with its step, so that what is asked is about what is seen, even if the game has gone on. */
  moment = $derived.by((): Moment => {
    const { moment, look } = this.given;
    const steps = ("match" in moment || "record" in moment) && !moment.then?.length;
    return steps ? { ...moment, step: look.step } : moment;
  });

  // --- the walk ---
  walk = $derived.by((): Walk => {
    if (!this.mine) return chooser.START;
    return this.#walked?.key === this.key ? this.#walked.walk : chooser.opening(this.ground);
  });

  begun = $derived(!chooser.atStart(this.walk));
  /** Whether there is a step back: what begins by itself is no step. */
  canGoBack = $derived.by((): boolean => {
    const opening = chooser.opening(this.ground);
    return this.armed !== null || (this.begun && JSON.stringify(opening) !== JSON.stringify(this.walk));
  });

  now: Situation = $derived(chooser.situation(this.mine ? this.ground : this.#nothing, this.walk));
  /** What a click on the hex that is pointed at would come to; while a tile is turned the pointer may wander. */
  ahead: Situation | null = $derived.by(() => {
    const { asked, hexes } = this.now;
    const asks = asked === "hex" || asked === "area";
    if (!asks || this.pointed === null || !hexes.includes(this.pointed)) return null;
    const walk = chooser.point(this.ground, this.walk, this.pointed);
    return walk === null ? null : chooser.situation(this.ground, walk);
  });
  /** The tile of the hand that is used: the one that was chosen, or that a chosen unit would use up. */
  slot = $derived(this.walk.slot ?? (this.walk.unit === null ? null : (this.now.offer?.slot ?? null)));
  /** What is shown. */
  shown: Situation = $derived(this.ahead ?? this.now);

  get #nothing(): Ground {
    return { ...this.ground, choices: { version: 0, decides: null, offers: [] } };
  }

  #go(walk: Walk | null): boolean {
    if (walk === null || !this.decides) return false;
    this.#walked = { key: this.key, walk };
    this.#edge = null;
    this.#armed = null;
    this.considered = null;
    return true;
  }

  // --- what people do ---
  takeTile(slot: number, tile: string): boolean {
    if (this.walk.slot === slot && this.walk.unit === null && this.begun) return this.startOver();
    return this.#go(chooser.takeTile(this.ground, this.walk, slot, tile));
  }

  /** What was asked for by a button and is to be confirmed, as it cannot be shown before or costs something. */
  armed = $derived(this.mine && this.#armed?.key === this.key ? this.#armed.action : null);

  /** Do it, if it was asked for before; else show what would come of it, and have it confirmed. */
  #arm(action: number, walk: Walk): void {
    if (this.armed === action) void this.act(action);
    else if (this.#go(walk)) this.#armed = { key: this.key, action };
  }

  /** An offer by its button: it acts, or begins to be walked. By touch nothing was shown before. */
  take(offer: Offer, touch = false): void {
    if (!this.decides) return;
    if (chooser.acts(offer)) {
      const main = this.given.look.choices.decides?.stage === "main";
      if (careful(offer, main, touch))
        this.#arm(offer.then, offer.slot === null ? chooser.opening(this.ground) : this.walk);
      else void this.act(offer.then);
    } else if (this.now.ways.includes(offer)) this.#go(chooser.switchTo(this.ground, this.walk, offer));
    else this.#go(chooser.beginOffer(this.ground, offer));
  }

  /** A hex was chosen. Whether that meant anything. */
  hex(hex: string): boolean {
    if (!this.decides) return false;
    if (chooser.confirms(this.now, hex) || (this.edge !== null && this.given.look.choices.decides?.about === hex)) {
      this.confirm();
      return true;
    }
    return this.#go(chooser.point(this.ground, this.walk, hex));
  }

  drop(from: { hex: string } | { key: string }, to: string, tiles: string[]): void {
    if (!this.decides) return;
    if ("key" in from) {
      const slot = Number(from.key);
      const tile = tiles[slot];
      const begun = tile === undefined ? this.walk : chooser.beginTile(this.ground, slot, tile);
      const walk = begun && chooser.point(this.ground, begun, to);
      this.#go(walk ?? begun);
      return;
    }
    // A unit that is dragged while a tile was chosen for it is moved by that tile.
    const together = this.walk.unit === from.hex ? this.walk : chooser.point(this.ground, this.walk, from.hex);
    const begun = together?.unit === from.hex ? together : chooser.beginUnit(this.ground, from.hex);
    if (begun !== null) this.#go(chooser.point(this.ground, begun, to) ?? begun);
  }

  option(number: number, touch = false): void {
    const then = this.now.options[number]?.then;
    if (typeof then === "number" && touch && this.armed !== then) this.#armed = { key: this.key, action: then };
    else if (typeof then === "number") void this.act(then);
    else this.#go(chooser.pickOption(this.ground, this.walk, number));
  }

  /** The option whose edge was chosen on the board. */
  edge = $derived(this.#edge?.key === this.key ? this.#edge.option : null);

  turn(rotation: number): void {
    if (this.now.asked === "option") {
      const about = this.now.options.flatMap(({ direction }, n) => (direction === DIRECTIONS[rotation] ? [n] : []));
      // An edge may have two attacks: the next click means the other.
      const option = about[(about.indexOf(this.edge ?? -1) + 1) % about.length];
      if (option !== undefined) this.#edge = { key: this.key, option };
      return;
    }
    this.#go(chooser.turn(this.ground, this.walk, rotation));
  }

  turnBy(step: 1 | -1): void {
    const { asked, facing, rotation } = this.now;
    if (asked === "facing" && facing !== null) this.turn(chooser.turnedBy(facing, rotation, step));
  }

  confirm(): void {
    if (this.armed !== null) return void this.act(this.armed);
    if (this.edge !== null) return this.option(this.edge);
    const { facing, rotation } = this.now;
    const next = chooser.confirm(this.ground, this.walk);
    if (facing !== null && facing.now === null && !facing.alike) lastRotation = rotation;
    if (typeof next === "number") void this.act(next);
    else this.#go(next);
  }

  back(): void {
    if (this.armed !== null) this.#armed = null;
    else this.#go(chooser.back(this.ground, this.walk));
  }

  startOver(): boolean {
    return this.#go(chooser.opening(this.ground));
  }

  /** Send an action. Until the table has changed, or it was refused, nothing else can be done. */
  async act(action: number): Promise<void> {
    if (!this.decides) return;
    const { key } = this;
    this.#sent = key;
    this.considered = null;
    this.outlook.stop();
    try {
      await this.given.onact(action);
    } finally {
      // Whoever was asked has an answer now: it is either busy still, or shows another look, or refused.
      if (this.#sent === key) this.#sent = null;
    }
  }

  // --- what would come of it ---
  /** The action whose outcome is shown. */
  action = $derived.by(() => {
    const edge = this.edge === null ? null : (this.now.options[this.edge]?.then ?? null);
    // A tile that is played at once, such as Battle, shows what it would do as soon as it is chosen.
    const end = this.now.asked === "ends" ? this.now.ends.find(({ kind }) => !LAST.includes(kind)) : undefined;
    const own =
      this.armed ??
      this.shown.action ??
      this.shown.leads ??
      (typeof edge === "number" ? edge : null) ??
      (end && acts(end) ? end.then : null);
    return this.considered ?? own ?? (this.begun ? null : (this.given.suggested?.action ?? null));
  });
  preview = $derived<Preview | null>(this.outlook.of(this.action));
  /** Whether what would come of it could not be found out. */
  unknown = $derived(this.preview === null && this.outlook.failed(this.action));

  /** Inside a Battle: an action that may follow, for the hits that whoever decides has to reckon with. */
  #coming = $derived.by(() => {
    const { decides, offers } = this.given.look.choices;
    const first = decides?.stage === "medic" ? offers[0] : undefined;
    return first === undefined ? null : (anyAction(first.then) ?? null);
  });

  /** Actions to be looked at now. */
  wanted = $derived.by(() => {
    return [this.action, this.#coming].filter((action) => action !== null).concat(this.shown.worth);
  });

  /** Tell the server what is wanted; for an effect. */
  look(): void {
    const key = this.key + chosen.language;
    untrack(() => this.#forget());
    if (this.given.look.choices.decides !== null) this.outlook.want(key, this.moment, this.wanted);
  }

  /** What was begun at another moment is over: taking back what was done does not bring it back. */
  #forget(): void {
    const { key } = this;
    if (this.#walked !== null && this.#walked.key !== key) this.#walked = null;
    if (this.#edge !== null && this.#edge.key !== key) this.#edge = null;
    if (this.#armed !== null && this.#armed.key !== key) this.#armed = null;
  }

  // --- what the board shows ---
  /** The reach of the unit that is looked at, while nothing is being chosen. */
  #looked = $derived.by(() => {
    const { what, card } = inspect;
    if (this.preview !== null || this.begun || card === null || what === null || "tile" in what) return null;
    return this.pointed === card.hex ? card.reach : null;
  });

  arrows = $derived.by((): Arrow[] => {
    const phase = this.given.look.choices.decides?.phase ?? null;
    // Of a Battle only what happens in this phase: what comes of the rest is written on the units.
    const now = (beats: Beat[]) => showing.beatArrows(beats.filter((beat) => phase === null || beat.phase === phase));
    if (this.preview === null) {
      if (this.#looked !== null) return showing.reachArrows(this.#looked);
      return now(this.outlook.of(this.#coming)?.beats ?? []);
    }
    const moves = this.shown.facing === null || this.begun === false;
    const beats = moves ? now(this.preview.beats) : [];
    const beam = this.shown.offer?.kind === "procedure laser" ? showing.beam(this.shown.chosen) : [];
    return [...beam, ...beats, ...(this.preview.reach === null ? [] : showing.reachArrows(this.preview.reach))];
  });

  /** What would happen; that somebody leaves a hex to the tile that is seen there needs no sign. */
  #beats = $derived.by((): Beat[] => {
    const { unit = null, beats = [] } = this.preview ?? {};
    const left = this.shown.offer?.kind === "deploy" ? unit : null;
    return beats.filter((beat) => beat.what !== "destroyed" || beat.to !== left || left === null);
  });

  marks = $derived.by((): Record<string, Mark> => {
    const { look, last } = this.given;
    const found: Record<string, Mark> = {};
    for (const hex of last) found[hex] = "last";
    if (this.begun || this.now.asked !== "begin") for (const hex of this.now.hexes) found[hex] = "may";
    if (this.preview !== null) {
      Object.assign(found, showing.beatMarks(this.#beats));
      if (this.preview.reach !== null) Object.assign(found, showing.reachMarks(this.preview.reach));
    }
    // Units that can do something by themselves are pointed out while nothing is chosen.
    if (!this.begun && this.now.asked === "begin" && this.preview === null)
      for (const hex of this.now.hexes) found[hex] = "about";
    const about = look.choices.decides?.about;
    if (about) found[about] = "about";
    for (const hex of this.shown.chosen) found[hex] = "chosen";
    return found;
  });

  signs = $derived.by((): Record<string, string> => {
    if (this.preview === null) return {};
    const { scene } = this.given.look;
    if (showing.goesOn(this.preview)) return showing.standingSigns(scene.standing, this.preview.after.standing);
    const [battle] = this.preview.battles;
    return { ...showing.beatSigns(this.#beats), ...(battle ? showing.battleSigns(battle) : {}) };
  });

  ghost = $derived.by((): Ghost | null => {
    const { facing, rotation } = this.shown;
    if (facing === null) return this.preview === null ? this.#laid() : showing.previewGhost(this.preview);
    const { look } = this.given;
    const { hex, tile } = facing;
    const after = this.preview && showing.unitAt(this.preview.after.standing, hex);
    const mover = facing.now === null ? undefined : look.scene.standing.units.find((one) => one.tile === tile);
    const player = look.scene.players[look.choices.decides?.player ?? -1];
    const coat = after?.tile === tile ? after.coat : (this.#moved()?.coat ?? mover?.coat ?? player?.coat ?? "");
    return { hex, tile, coat, rotation };
  });

  /** A tile that needs no facing. */
  #laid(): Ghost | null {
    const { offer, chosen: hexes, asked } = this.shown;
    const { look } = this.given;
    const hex = hexes[hexes.length - 1];
    if (asked !== "ready" || offer?.kind !== "place" || offer.tile === null || hex === undefined) return null;
    const coat = look.scene.players[look.choices.decides?.player ?? -1]?.coat ?? "";
    return { hex, tile: offer.tile, coat, rotation: 0 };
  }

  #moved() {
    const unit = this.walk.unit ?? this.shown.offer?.unit ?? null;
    return unit === null ? undefined : showing.unitAt(this.given.look.scene.standing, unit);
  }

  turning = $derived.by((): Turning | null => {
    const { asked, facing, rotation, options } = this.now;
    const about = this.given.look.choices.decides?.about;
    if (asked === "option" && about && options.some(({ direction }) => direction !== null)) {
      const allowed = DIRECTIONS.map((name) => options.some(({ direction }) => direction === name));
      const chosen = this.edge === null ? null : options[this.edge]?.direction;
      // No rotation but a choice among edges: the unit itself is not turned.
      return { hex: about, rotation: DIRECTIONS.findIndex((name) => name === chosen), allowed };
    }
    if (asked !== "facing" || facing === null) return null;
    return { hex: facing.hex, rotation, allowed: facing.facings.map((then) => then !== null) };
  });

  lifted = $derived.by(() => {
    const { facing } = this.shown;
    const unit = this.#moved()?.hex ?? null;
    return facing !== null && unit !== null && facing.hex !== unit ? unit : null;
  });

  /** What stands on the board; where two units change places, as they would then stand. */
  standing = $derived.by((): Standing => {
    const { scene } = this.given.look;
    const swaps = ["castle", "procedure swap"].includes(this.shown.offer?.kind ?? "");
    return swaps && this.preview !== null ? this.preview.after.standing : scene.standing;
  });

  /** Units that can be dragged. */
  movable = $derived.by((): string[] => {
    if (!this.decides) return [];
    const { kind } = this.walk;
    const offers = this.ground.choices.offers.filter(
      (offer) => !chooser.acts(offer) && (offer.energy === null || offer.kind === kind),
    );
    return offers.flatMap(({ unit }) => unit ?? []);
  });
}
