/** Playing on from a board: what was played, what stands there now, what was told of it. */

import type { Battle, Story } from "../api/forms";
import { battleNow, hint, look, story, type Hint, type Look, type Moment } from "../api/views";
import { identity } from "../app/identity.svelte";
import { isRecord, keep, recall } from "../app/memory";
import { mayPass } from "../app/persist";
import { finishedBattles } from "../battle/finished";
import { atRandom, drawsOf, type Draw } from "./chance";
import { reason } from "./reason";
import { back, begin, forward, goTo, next, type History } from "./history";
import { momentOf, type Line } from "./link";
import { formOf, setupOf, standingAs } from "./position";

const KEY = "neurohex.study";

/** A Battle to be watched: one that was fought, or one that would be. */
export interface Watched {
  battle: Battle;
  fought: boolean;
  /** At which it would be fought, or to which it led. */
  moment: Moment;
}

export class Playing {
  #history = $state.raw<History<Line> | null>(null);
  #look = $state.raw<Look | null>(null);
  #story = $state.raw<Story | null>(null);
  #asking: AbortController | null = null;
  busy = $state(false);
  /** Counts the boards that were gone to without playing: what was begun on one is not gone on with. */
  visit = $state(0);
  /** Why the board cannot be shown, or what was asked last was refused. */
  wrong = $state<string | null>(null);
  /** Whether the same may be answered if it is asked again. */
  passes = $state(false);
  watched = $state.raw<Watched[]>([]);
  opinion = $state.raw<Hint | null>(null);
  thinking = $state(false);
  /** Whether draws are left to chance as they come. */
  #luck = $state(recall(KEY, isRecord)?.luck === true);

  get line(): Line | null {
    return this.#history?.now ?? null;
  }

  get moment(): Moment | null {
    return this.line && momentOf(this.line);
  }

  get look(): Look | null {
    return this.#look;
  }

  get story(): Story | null {
    return this.#story;
  }

  get step(): number {
    return this.#history?.past.length ?? 0;
  }

  get steps(): number {
    return this.step + (this.#history?.future.length ?? 0);
  }

  get draws(): Draw[] {
    return this.#look ? drawsOf(this.#look) : [];
  }

  get luck(): boolean {
    return this.#luck;
  }

  set luck(luck: boolean) {
    this.#luck = luck;
    keep(KEY, { luck });
  }

  /** Begin with a board and what was played on it already. */
  async begin({ root, then }: Line): Promise<void> {
    this.#look = this.#story = null;
    let history = begin<Line>({ root, then: [] });
    for (const number of then.keys()) history = next(history, { root, then: then.slice(0, number + 1) });
    await this.#to(history);
  }

  /** Play something, and the draws after it where they are left to chance. */
  async act(action: number): Promise<void> {
    if (!this.#history || this.busy) return;
    const { root, then } = this.#history.now;
    await this.#to(next(this.#history, { root, then: [...then, action] }), true);
    if (this.luck && this.draws.length > 0) await this.drawAtRandom();
  }

  /** Draw as chance has it, until somebody is to decide. */
  async drawAtRandom(): Promise<void> {
    for (let draw = atRandom(this.draws); draw !== null && !this.busy; draw = atRandom(this.draws)) {
      const line = this.line;
      if (!line || !this.#history) return;
      await this.#to(next(this.#history, { root: line.root, then: [...line.then, draw.action] }), true);
      if (this.wrong !== null) return;
    }
  }

  async back(): Promise<void> {
    if (this.#history && this.step > 0) await this.#to(back(this.#history));
  }

  async forward(): Promise<void> {
    if (this.#history && this.step < this.steps) await this.#to(forward(this.#history));
  }

  async goTo(number: number): Promise<void> {
    if (this.#history) await this.#to(goTo(this.#history, number));
  }

  /** To a step of the log, which counts those of the match or record that the board comes from too. */
  async goToStep(step: number): Promise<void> {
    const { line } = this;
    if (!line || !this.#look) return;
    const since = step - (this.#look.step - line.then.length);
    if (since >= 0) await this.goTo(this.step - line.then.length + since);
    else if (!("study" in line.root)) await this.begin({ root: { ...line.root, step }, then: [] });
  }

  /** Look again, as when the language changed. */
  async refresh(): Promise<void> {
    this.opinion = null;
    if (this.#history) await this.#to(this.#history);
  }

  /** See the Battle that would be fought now. */
  async whatIf(): Promise<void> {
    const seen = await this.#battle();
    if (seen) this.watched = [{ ...seen, fought: false }];
  }

  /** Fight it, and go on from what it leaves. */
  async fight(): Promise<void> {
    const seen = await this.#battle();
    if (!seen || !this.#history || !this.#look) return;
    const study = formOf(standingAs(setupOf(this.#look), this.#look.scene.standing, seen.battle.after));
    await this.#to(next(this.#history, { root: { study }, then: [] }));
    if (this.wrong === null) this.watched = [{ ...seen, fought: true }];
  }

  /** Whether no Battle can be fought now: before the first turn, inside a Battle, after the end. */
  get peaceful(): boolean {
    const scene = this.#look?.scene;
    return !scene || scene.ending !== null || scene.whose === null || scene.decides?.phase !== null;
  }

  watchedOne(): void {
    this.watched = this.watched.slice(1);
  }

  watch(battle: Battle): void {
    if (this.moment) this.watched = [{ battle, fought: true, moment: this.moment }];
  }

  /** Ask a strong bot what it thinks of the board. */
  async ask(): Promise<void> {
    const { moment } = this;
    if (!moment || this.thinking) return;
    this.thinking = true;
    try {
      const opinion = await identity.as(() => hint(moment));
      if (this.moment && same(this.moment, moment)) this.opinion = opinion;
      this.wrong = null;
    } catch (error) {
      this.#refuse(error);
    } finally {
      this.thinking = false;
    }
  }

  async #battle(): Promise<{ battle: Battle; moment: Moment } | null> {
    const { moment } = this;
    if (!moment || this.peaceful) return null;
    try {
      const battle = await battleNow(moment);
      this.wrong = null;
      return battle && { battle, moment };
    } catch (error) {
      this.#refuse(error);
      return null;
    }
  }

  /** Show another board of the history; one that the server refuses is not gone to. With `acted`, Battles that were
   * fought on the way are to be watched. */
  async #to(history: History<Line>, acted = false): Promise<void> {
    const before = this.#history;
    const moved = before === null || !same(before.now, history.now);
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    this.busy = true;
    try {
      const [seen, told] = await this.#see(history.now, asking.signal);
      if (this.#asking !== asking) return;
      const fought = acted ? finishedBattles(told).slice(finishedBattles(this.#story).length) : [];
      this.#history = fixed(history, seen);
      this.#look = seen;
      this.#story = told;
      this.wrong = null;
      if (moved) this.opinion = null;
      if (moved && !acted) this.visit += 1;
      const moment = momentOf(this.#history.now);
      if (acted || moved) this.watched = fought.map((battle) => ({ battle, fought: true, moment }));
    } catch (error) {
      if (this.#asking === asking) this.#refuse(error);
    } finally {
      if (this.#asking === asking) this.busy = false;
    }
  }

  async #see(line: Line, signal: AbortSignal): Promise<[Look, Story]> {
    const moment = momentOf(line);
    const seen = await look(moment, signal);
    return [seen, await story(moment, seen.step - line.then.length, signal)];
  }

  #refuse(error: unknown): void {
    this.wrong = reason(error);
    this.passes = mayPass(error);
  }
}

/** A match that goes on is studied at the step that was looked at, not at whichever is its last. */
function fixed(history: History<Line>, seen: Look): History<Line> {
  const { root, then } = history.now;
  if ("study" in root || root.step !== null) return history;
  const step = seen.step - then.length;
  const at = (line: Line): Line => ("study" in line.root ? line : { ...line, root: { ...line.root, step } });
  return { past: history.past.map(at), now: at(history.now), future: history.future.map(at) };
}

function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
