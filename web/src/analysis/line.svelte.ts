/** A line of acts on the board: act by act, with its Battles, and the Battle that would follow. */

import type { Battle, ReviewedAct, ReviewedDecision, Story } from "../api/forms";
import { battleNow, look, story, type Look, type Moment } from "../api/views";
import { settings } from "../app/settings.svelte";
import { complain, tell } from "../app/toasts.svelte";
import { entryAt } from "../log/chronicle";
import { t } from "../texts/language.svelte";
import { analysis as texts } from "../texts/analysis";
import type { Game } from "./api";

export type Side = "better" | "played";
/** Milliseconds per act at speed 1. */
const ACT_TIME = 1_100;

export class Line {
  side = $state<Side>("better");
  /** Acts shown. */
  count = $state(0);
  look = $state.raw<Look | null>(null);
  playing = $state(false);
  battle = $state.raw<Battle | null>(null);
  /** Whether the Battle is part of the line; otherwise it would follow. */
  fought = $state(false);

  #story: Story | null = null;
  #waiting: Battle[] = [];
  #asked = 0;
  #hasFought = false;

  constructor(
    readonly game: Game,
    readonly decision: ReviewedDecision,
  ) {
    this.count = decision.better.length;
  }

  /** The acts of the side that is shown. */
  get acts(): ReviewedAct[] {
    return this.decision[this.side];
  }

  /** The moment after the acts shown. */
  get moment(): Moment {
    return this.momentAfter(this.count);
  }

  /** The moment after all acts of the line. */
  get end(): Moment {
    return this.momentAfter(this.acts.length);
  }

  momentAfter(count: number): Moment {
    const then = this.acts.slice(0, count).map(({ action }) => action);
    return { ...this.game, step: this.decision.step, then };
  }

  /** Load what is to be shown. */
  async show(): Promise<void> {
    const asked = ++this.#asked;
    try {
      const told = await look(this.moment);
      if (asked === this.#asked) this.look = told;
    } catch (error) {
      if (asked === this.#asked) complain(error);
    }
  }

  choose(side: Side): void {
    this.stop();
    this.side = side;
    this.#story = null;
    this.count = this.acts.length;
    void this.show();
  }

  to(count: number): void {
    this.stop();
    this.count = Math.max(0, Math.min(count, this.acts.length));
    void this.show();
  }

  stop(): void {
    this.playing = false;
    this.battle = null;
    this.#waiting = [];
  }

  /** Play the line from its beginning, with its Battles. */
  async play(): Promise<void> {
    this.stop();
    const side = this.side;
    this.count = 0;
    this.playing = true;
    this.#hasFought = false;
    void this.show();
    try {
      const told = await story(this.end, this.decision.step);
      if (this.side !== side) return;
      this.#story = told;
    } catch (error) {
      this.playing = false;
      complain(error);
    }
  }

  /** Milliseconds until the next act of the film. */
  get pause(): number {
    return ACT_TIME / settings.speed;
  }

  /** The next act of the film. */
  next(): void {
    if (!this.playing || this.#story === null) return;
    if (this.count >= this.acts.length) {
      this.playing = false;
      if (!this.#hasFought) void this.expected();
      return;
    }
    this.count += 1;
    void this.show();
    const came = entryAt(this.#story, this.decision.step + this.count);
    if (came && came.battles.length > 0) {
      this.#hasFought = true;
      this.#waiting = came.battles.slice(1);
      this.battle = came.battles[0] ?? null;
      this.fought = true;
    }
  }

  /** Whether the film can go on. */
  get ready(): boolean {
    return this.playing && this.battle === null;
  }

  /** The Battle that would follow the line. */
  async expected(): Promise<void> {
    const side = this.side;
    try {
      const ahead = await battleNow(this.end);
      if (this.side !== side) return;
      this.count = this.acts.length;
      void this.show();
      if (ahead) {
        this.fought = false;
        this.battle = ahead;
      } else tell(t(texts.no_battle));
    } catch (error) {
      complain(error);
    }
  }

  /** The Battle was watched. */
  closed(): void {
    this.battle = this.#waiting.shift() ?? null;
  }
}
