/** The state of playing at one table: what was begun, what is pointed at, what would come of it. */

import { untrack } from "svelte";
import type { Offer, Preview } from "../api/forms";
import type { Look, Moment, HintedAct } from "../api/views";
import type { DragSource } from "../board/contract";
import { DIRECTIONS } from "../board/rotation";
import { chosen } from "../texts/language.svelte";
import { Carrying } from "./carrying.svelte";
import * as chooser from "./chooser";
import type { Laid } from "./looking.svelte";
import { acts, careful, LAST } from "./offers";
import { Outlook } from "./outlook.svelte";
import { anyAction } from "./tree";
import { atStart, START, type Ground, type Situation, type Walk } from "./walk";

export interface Given {
  moment: Moment;
  look: Look;
  deciders: number[];
  busy: boolean;
  suggested: HintedAct | null;
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
  #carrying: Carrying;
  /** What was put somewhere by the last act, until the table has changed. */
  laid: Laid | null = null;
  /** Whether something was sent and is not answered. */
  #sent = $state<string | null>(null);

  constructor(given: () => Given) {
    this.#given = given;
    this.#carrying = new Carrying(() => ({
      key: this.key,
      ground: this.ground,
      clicked: this.#clicked,
      decides: this.decides,
    }));
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
  /** What was begun by clicks: a drag that ends nowhere leaves it as it is. */
  #clicked = $derived.by((): Walk => {
    if (!this.mine) return START;
    return this.#walked?.key === this.key ? this.#walked.walk : chooser.opening(this.ground);
  });
  /** Whether something is being dragged. */
  carries = $derived.by(() => this.#carrying.walk !== null);
  /** What was begun; while something is dragged, by that. */
  walk = $derived.by((): Walk => this.#carrying.walk ?? this.#clicked);

  begun = $derived(!atStart(this.walk));
  /** Whether there is a step back: what begins by itself is no step. */
  canGoBack = $derived.by((): boolean => {
    const opening = chooser.opening(this.ground);
    return this.armed !== null || (this.begun && JSON.stringify(opening) !== JSON.stringify(this.walk));
  });

  now: Situation = $derived(chooser.situation(this.mine ? this.ground : this.#nothing, this.walk));
  /** How what is dragged is turned where it is over no hex that it may go to; null where it cannot be turned. */
  airborne = $derived.by(() => this.#carrying.airborne);
  /** What a click on the hex that is pointed at would come to, or a drop; while a tile is turned the pointer may
   * wander. */
  ahead: Situation | null = $derived.by(() => {
    const { landing } = this.#carrying;
    if (this.carries) return landing && chooser.situation(this.ground, landing);
    const { asked, hexes } = this.now;
    const asks = asked === "hex" || asked === "area";
    if (!asks || this.pointed === null || !hexes.includes(this.pointed)) return null;
    const walk = chooser.point(this.ground, this.walk, this.pointed);
    return walk === null ? null : chooser.situation(this.ground, walk);
  });
  /** The tile of the hand that is used: the one that was chosen, or that a chosen unit would use up. */
  slot = $derived(this.walk.slot ?? (this.walk.unit === null ? null : (this.now.offer?.slot ?? null)));
  /** What was chosen, or begins by itself: a unit, a tile. */
  choice = $derived.by((): { unit: string | null; tile: string | null } => {
    const { tile, unit } = this.walk;
    const { offer } = this.now;
    const own = tile === null && unit === null && offer?.unit === null ? offer.tile : null;
    return { unit, tile: tile ?? own };
  });
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
  armed = $derived(this.mine && !this.carries && this.#armed?.key === this.key ? this.#armed.action : null);

  /** Do it, if it was asked for before; else show what would come of it, and have it confirmed. */
  #arm(action: number, walk: Walk): void {
    if (this.armed === action) void this.act(action);
    else if (this.#go(walk)) this.#armed = { key: this.key, action };
  }

  /** An offer by its button: it acts, or begins to be walked. By touch nothing was shown before. */
  take(offer: Offer, touch = false): void {
    if (!this.decides) return;
    if (acts(offer)) {
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

  /** Something is dragged, over a hex or over none; null: no more. Nothing is chosen by that. */
  carry(from: DragSource | null, over: string | null, tiles: string[]): void {
    this.#carrying.follow(from, over, tiles);
  }

  /** What is dragged was let go over a hex: where it may go there, that is chosen, turned as it was. */
  drop(from: DragSource, to: string, tiles: string[]): void {
    this.carry(from, to, tiles);
    this.#go(this.#carrying.landing);
    this.carry(null, null, tiles);
  }

  option(number: number, touch = false): void {
    const then = this.now.options[number]?.then;
    if (typeof then === "number" && touch && this.armed !== then) this.#armed = { key: this.key, action: then };
    else if (typeof then === "number") void this.act(then);
    else this.#go(chooser.pickOption(this.ground, this.walk, number));
  }

  /** The option whose edge was chosen on the board. */
  edge = $derived(!this.carries && this.#edge?.key === this.key ? this.#edge.option : null);

  turn(rotation: number): void {
    if (this.carries) return this.#carrying.turn(rotation);
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
    const { key, now } = this;
    this.#sent = key;
    this.considered = null;
    this.outlook.stop();
    this.laid = now.action === action && now.facing !== null ? { hex: now.facing.hex, tile: now.facing.tile } : null;
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
    if (this.carries) return own;
    return this.considered ?? own ?? (this.begun ? null : (this.given.suggested?.action ?? null));
  });
  preview = $derived<Preview | null>(this.outlook.of(this.action));
  /** Whether what would come of it could not be found out. */
  unknown = $derived(this.preview === null && this.outlook.failed(this.action));

  /** Inside a Battle: an action that may follow, for the hits that whoever decides has to reckon with. */
  coming = $derived.by(() => {
    const { decides, offers } = this.given.look.choices;
    const first = decides?.stage === "medic" ? offers[0] : undefined;
    return first === undefined ? null : (anyAction(first.then) ?? null);
  });

  /** Actions to be looked at now. */
  wanted = $derived.by(() => {
    return [this.action, this.coming].filter((action) => action !== null).concat(this.shown.worth);
  });

  /** Tell the server what is wanted; for an effect. */
  look(): void {
    const key = this.key + chosen.language;
    untrack(() => this.#forget());
    // What was given up for an act is asked for again if that was refused.
    if (this.given.look.choices.decides !== null && !this.sending) this.outlook.want(key, this.moment, this.wanted);
  }

  /** What was begun at another moment is over: taking back what was done does not bring it back. */
  #forget(): void {
    const { key } = this;
    if (this.#walked !== null && this.#walked.key !== key) this.#walked = null;
    if (this.#edge !== null && this.#edge.key !== key) this.#edge = null;
    if (this.#armed !== null && this.#armed.key !== key) this.#armed = null;
  }
}
