/** The state of playing at one table: the walk, the hovered hex, the outcome. */

import { untrack } from "svelte";
import type { Offer, Preview, Sentence } from "../api/forms";
import { sounds } from "../app/sound.svelte";
import { reason, type LiveLook, type Moment, type HintedAct } from "../api/views";
import type { DragSource } from "../board/contract";
import { DIRECTIONS } from "../board/rotation";
import { chosen } from "../texts/language.svelte";
import { Carrying } from "./carrying.svelte";
import * as chooser from "./chooser";
import type { Laid } from "./looking.svelte";
import { acts, careful, LAST } from "./offers";
import { Outlook } from "./outlook.svelte";
import { soundOfOffer } from "./hear";
import { anyAction, numbers } from "./tree";
import { atStart, START, type Ground, type Situation, type Walk } from "./walk";

export interface Given {
  moment: Moment;
  look: LiveLook;
  deciders: number[];
  busy: boolean;
  /** Whether outcomes are not shown before an act. */
  blind: boolean;
  suggested: HintedAct | null;
  last: string[];
  onact: (action: number) => void | Promise<void>;
}

export class Playing {
  readonly outlook = new Outlook();
  /** The hovered hex. */
  pointed = $state<string | null>(null);
  /** For options about edges: the edge chosen on the board, to be confirmed. */
  #edge = $state.raw<{ key: string; option: number } | null>(null);
  /** The action of a hovered button. */
  considered = $state<number | null>(null);
  /** The action of a pressed button, to be confirmed. */
  #armed = $state.raw<{ key: string; action: number } | null>(null);
  #given: () => Given;
  #walked = $state.raw<{ key: string; walk: Walk } | null>(null);
  #carrying: Carrying;
  /** What the last act placed, until the table changes. */
  laid: Laid | null = null;
  /** The key of a sent, unanswered action. */
  #sent = $state<string | null>(null);

  /** Why the hex that was clicked last cannot be chosen; null once something else happened. */
  refused = $derived.by(() => (this.#refused?.key === this.#place ? this.#refused.why : null));
  #refused = $state.raw<{ key: string; why: Sentence } | null>(null);
  #place = $derived.by(() => JSON.stringify([this.key, this.walk, chosen.language]));

  /** Ask why a hex cannot be chosen; answers in `refused`. Only while a hex is asked for, or a tile being turned has one. */
  async whyNot(hex: string): Promise<string | null> {
    const { now, walk } = this;
    const asks = ["hex", "area", "unit", "facing"].includes(now.asked) || (now.asked === "ends" && walk.tile !== null);
    if (!this.decides || !asks) return null;
    const place = this.#place;
    const kind = now.offer?.kind ?? null;
    const unit = walk.unit ?? now.offer?.unit ?? null;
    try {
      const why = await reason(this.moment, hex, { kind, tile: walk.tile ?? now.offer?.tile ?? null, unit });
      if (place !== this.#place) return null;
      this.#refused = { key: place, why };
      return why.words;
    } catch {
      return null; // the question still says what can be chosen
    }
  }

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
  /** Key of a walk: it lasts while the same actions are legal. */
  key = $derived.by(() => {
    const { moment, look } = this.given;
    const offers = look.choices.offers.map(({ kind, tile, unit, by, then }) => [kind, tile, unit, by, then]);
    return JSON.stringify([moment, look.step, look.choices.decides?.player, offers]);
  });

  ground = $derived<Ground>({
    choices: this.given.look.choices,
    board: this.given.look.scene.board,
  });

  /** Whether the user decides. A sent choice stays unchanged, so that nothing flickers. */
  mine = $derived.by(() => {
    const { look, deciders } = this.given;
    const player = look.choices.decides?.player;
    return player !== undefined && deciders.includes(player);
  });

  /** A decision is under way. */
  sending = $derived(this.given.busy || this.#sent === this.key);

  /** Whether the user can decide now. */
  decides = $derived(this.mine && !this.sending);

  /** The moment with its step, so that requests are about what is shown, even if the game has gone on. */
  moment = $derived.by((): Moment => {
    const { moment, look } = this.given;
    const steps = ("match" in moment || "record" in moment) && !moment.then?.length;
    return steps ? { ...moment, step: look.step } : moment;
  });

  // --- the walk ---
  /** The walk started by clicks: a drag that ends nowhere leaves it unchanged. */
  #clicked = $derived.by((): Walk => {
    if (!this.mine) return START;
    return this.#walked?.key === this.key ? this.#walked.walk : chooser.opening(this.ground);
  });
  /** Whether something is being dragged. */
  carries = $derived.by(() => this.#carrying.walk !== null);
  /** The walk; during a drag, the drag's. */
  walk = $derived.by((): Walk => this.#carrying.walk ?? this.#clicked);

  begun = $derived(!atStart(this.walk));
  /** Whether there is a step to undo: an automatic start does not count. */
  canGoBack = $derived.by((): boolean => {
    const opening = chooser.opening(this.ground);
    return this.armed !== null || (this.begun && JSON.stringify(opening) !== JSON.stringify(this.walk));
  });

  now: Situation = $derived(chooser.situation(this.mine ? this.ground : this.#nothing, this.walk));
  /** The rotation of the dragged tile off any legal hex; null if it cannot be turned. */
  airborne = $derived.by(() => this.#carrying.airborne);
  /** The situation after a click or a drop on the hovered hex. While a tile is being turned, the pointer may wander. */
  ahead: Situation | null = $derived.by(() => {
    const { landing } = this.#carrying;
    if (this.carries) return landing && chooser.situation(this.ground, landing);
    const { asked, hexes } = this.now;
    const asks = asked === "hex" || asked === "area";
    if (!asks || this.pointed === null || !hexes.includes(this.pointed)) return null;
    const walk = chooser.point(this.ground, this.walk, this.pointed);
    return walk === null ? null : chooser.situation(this.ground, walk);
  });
  /** The slot in use: the chosen one, or the one that the chosen unit would use up. */
  slot = $derived(this.walk.slot ?? (this.walk.unit === null ? null : (this.now.offer?.slot ?? null)));
  /** The chosen or automatic unit and tile. */
  choice = $derived.by((): { unit: string | null; tile: string | null } => {
    const { tile, unit } = this.walk;
    const { offer } = this.now;
    const own = tile === null && unit === null && offer?.unit === null ? offer.tile : null;
    return { unit, tile: tile ?? own };
  });
  /** The shown situation. */
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

  // --- user actions ---
  takeTile(slot: number, tile: string): boolean {
    if (this.walk.slot === slot && this.walk.unit === null && this.begun) return this.startOver();
    return this.#go(chooser.takeTile(this.ground, this.walk, slot, tile));
  }

  /** The action to confirm, requested by a button: it has no preview, or a cost. */
  armed = $derived(this.mine && !this.carries && this.#armed?.key === this.key ? this.#armed.action : null);

  /** Act on the second press; on the first, show the outcome and ask for confirmation. */
  #arm(action: number, walk: Walk): void {
    if (this.armed === action) void this.act(action);
    else if (this.#go(walk)) this.#armed = { key: this.key, action };
  }

  /** Press an offer's button: act or start a walk. Touch has shown no preview before. */
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

  /** Click a hex. Returns whether it meant anything. */
  hex(hex: string): boolean {
    if (!this.decides) return false;
    if (chooser.confirms(this.now, hex) || (this.edge !== null && this.given.look.choices.decides?.about === hex)) {
      this.confirm();
      return true;
    }
    return this.#go(chooser.point(this.ground, this.walk, hex));
  }

  /** A drag over a hex or none; null: it ended. Chooses nothing. */
  carry(from: DragSource | null, over: string | null, tiles: string[]): void {
    this.#carrying.follow(from, over, tiles);
  }

  /** A drop on a hex: picks it if it is legal, with the drag's rotation. */
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
    if (this.#go(chooser.turn(this.ground, this.walk, rotation))) sounds.play("turn");
  }

  turnBy(step: 1 | -1): void {
    const { asked, facing, rotation } = this.now;
    if (asked === "facing" && facing !== null) this.turn(chooser.turnedBy(facing, rotation, step));
  }

  confirm(): void {
    if (this.armed !== null) return void this.act(this.armed);
    if (this.edge !== null) return this.option(this.edge);
    const next = chooser.confirm(this.ground, this.walk);
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

  /** Send an action. Blocks other actions until the table changes or the server refuses. */
  async act(action: number): Promise<void> {
    if (!this.decides) return;
    const { key, now } = this;
    const offer = this.given.look.choices.offers.find(({ then }) => numbers([then]).includes(action));
    const heard = offer ? soundOfOffer(offer.kind) : null;
    if (heard) sounds.play(heard);
    this.#sent = key;
    this.considered = null;
    this.outlook.stop();
    this.laid = now.action === action && now.facing !== null ? { hex: now.facing.hex, tile: now.facing.tile } : null;
    try {
      await this.given.onact(action);
    } finally {
      // By now the table is still busy, shows another look, or refused.
      if (this.#sent === key) this.#sent = null;
    }
  }

  // --- outcome ---
  /** The action whose outcome is shown. */
  action = $derived.by(() => {
    const edge = this.edge === null ? null : (this.now.options[this.edge]?.then ?? null);
    // A tile without a target, such as Battle, shows its outcome as soon as it is chosen.
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
  /** Whether the outcome could not be loaded. */
  unknown = $derived(this.preview === null && this.outlook.failed(this.action));

  /** Inside a Battle: a possible next action, to show the hits that the player must expect. */
  coming = $derived.by(() => {
    const { decides, offers } = this.given.look.choices;
    const first = decides?.stage === "medic" ? offers[0] : undefined;
    return first === undefined ? null : (anyAction(first.then) ?? null);
  });

  /** Actions to prefetch now. */
  wanted = $derived.by(() => {
    return [this.action, this.coming].filter((action) => action !== null).concat(this.shown.worth);
  });

  /** Request the wanted outcomes; call from an effect. */
  look(): void {
    const key = this.key + chosen.language;
    untrack(() => this.#forget());
    // Outcomes dropped for an act are requested again if it was refused.
    const shows = this.given.look.choices.decides !== null && !this.given.blind;
    if (shows && !this.sending) this.outlook.want(key, this.moment, this.wanted);
  }

  /** Forget walks of other moments: a takeback does not restore them. */
  #forget(): void {
    const { key } = this;
    if (this.#walked !== null && this.#walked.key !== key) this.#walked = null;
    if (this.#edge !== null && this.#edge.key !== key) this.#edge = null;
    if (this.#armed !== null && this.#armed.key !== key) this.#armed = null;
  }
}
