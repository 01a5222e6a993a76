/** State of playing on from a board: history, current board and story. */

import type { Battle, Story } from "../api/forms";
import { battleNow, hint, look, story, type Hint, type Look, type Moment } from "../api/views";
import { identity } from "../app/identity.svelte";
import { isRecord, writeStored, readStored } from "../app/storage";
import { isTransient } from "../app/retry";
import { finishedBattles } from "../battle/finished";
import { inStory } from "../log/chronicle";
import { chosen } from "../texts/language.svelte";
import { atRandom, drawsOf, type Draw } from "./chance";
import { reason } from "./reason";
import { back, begin, entries, forward, goTo, mapped, next, type History } from "./history";
import { momentOf, type Line } from "./link";
import { formOf, setupOf, standingAs } from "./position";

const KEY = "neurohex.study";

/** A Battle to watch: fought or previewed. */
export interface Watched {
  battle: Battle;
  fought: boolean;
  /** The moment of a preview, or the moment it led to. */
  moment: Moment;
}

/** A history entry, with the Battle fought by hand that led to it. */
interface Played extends Line {
  fought?: { battle: Battle; moment: Moment };
}

export class Playing {
  #history = $state.raw<History<Played> | null>(null);
  #look = $state.raw<Look | null>(null);
  #story = $state.raw<Story | null>(null);
  #asking: AbortController | null = null;
  /** The history being loaded; further requests build on it. */
  #wanted: History<Played> | null = null;
  busy = $state(false);
  /** Counts jumps to other boards. Pending choices on the old board are dropped. */
  visit = $state(0);
  /** Why the board cannot be shown, or the last request was refused. */
  wrong = $state<string | null>(null);
  /** Whether a retry may succeed. */
  passes = $state(false);
  watched = $state.raw<Watched[]>([]);
  opinion = $state.raw<Hint | null>(null);
  thinking = $state(false);
  /** Whether draws happen at random, automatically. */
  #luck = $state(readStored(KEY, isRecord)?.luck === true);

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

  /** Battles fought by hand so far. They are not in the story. */
  get fought(): Battle[] {
    const { past = [], now } = this.#history ?? {};
    return [...past, now].flatMap((one) => (one?.fought ? [one.fought.battle] : []));
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
    writeStored(KEY, { luck });
  }

  /**
   * Start with a board and the actions played on it. Returns false on failure: `wrong` says why and there is no board,
   * since any other would be mistaken for it.
   */
  async begin({ root, then }: Line): Promise<boolean> {
    this.#history = this.#look = this.#story = null;
    let history = begin<Line>({ root, then: [] });
    for (const number of then.keys()) history = next(history, { root, then: then.slice(0, number + 1) });
    return this.#to(history);
  }

  /** Continue the game played here. Returns false on failure: `wrong` says why. */
  async resume(): Promise<boolean> {
    await this.refresh();
    return this.wrong === null;
  }

  /** Play an action, and random draws after it if they are automatic. */
  async act(action: number): Promise<void> {
    if (!this.#history || this.busy) return;
    const { root, then } = this.#history.now;
    await this.#to(next(this.#history, { root, then: [...then, action] }), true);
    if (this.luck && this.draws.length > 0) await this.drawAtRandom();
  }

  /** Draw at random until somebody must decide. */
  async drawAtRandom(): Promise<void> {
    for (let draw = atRandom(this.draws); draw !== null && !this.busy; draw = atRandom(this.draws)) {
      const line = this.line;
      if (!line || !this.#history) return;
      await this.#to(next(this.#history, { root: line.root, then: [...line.then, draw.action] }), true);
      if (this.wrong !== null) return;
    }
  }

  /** One step back; during a load, back to the board still shown. */
  async back(): Promise<void> {
    await this.#go(back);
  }

  async forward(): Promise<void> {
    await this.#go(forward);
  }

  async goTo(number: number): Promise<void> {
    await this.#go((history) => goTo(history, number));
  }

  async #go(way: (from: History<Played>) => History<Played>): Promise<void> {
    const from = this.#wanted ?? this.#history;
    const to = from && way(from);
    if (to && to !== from) await this.#to(to);
  }

  /** Jump to a step of the log, which also counts the steps of the original match or record. */
  async goToStep(step: number): Promise<void> {
    const { line } = this;
    if (!line || !this.#look) return;
    const since = step - (this.#look.step - line.then.length);
    if (since >= 0) await this.goTo(this.step - line.then.length + since);
    else if (!("study" in line.root)) await this.#to(begin<Line>({ root: { ...line.root, step }, then: [] }));
  }

  /** Reload in another language; running requests handle it themselves. */
  async refresh(): Promise<void> {
    this.opinion = null;
    if (this.#history && !this.busy && (await this.#to(this.#history))) await this.#retell();
  }

  /** Preview the Battle that could be fought now. */
  async whatIf(): Promise<void> {
    const seen = await this.#battle();
    if (seen) this.watched = [{ ...seen, fought: false }];
  }

  /** Fight it and continue from the result. */
  async fight(): Promise<void> {
    const seen = await this.#battle();
    if (!seen || !this.#history || !this.#look || this.busy) return;
    const study = formOf(standingAs(setupOf(this.#look), this.#look.scene.standing, seen.battle.after));
    await this.#to(next(this.#history, { root: { study }, then: [], fought: seen }));
    if (this.wrong === null) this.watched = [{ ...seen, fought: true }];
  }

  /** Whether no Battle can be fought: before the first turn, inside a Battle, after the end. */
  get peaceful(): boolean {
    const scene = this.#look?.scene;
    return !scene || scene.ending !== null || scene.whose === null || scene.decides?.phase !== null;
  }

  watchedOne(): void {
    this.watched = this.watched.slice(1);
  }

  watch(battle: Battle): void {
    const known = this.#history ? entries(this.#history) : [];
    const led = known.find(({ fought }) => fought?.battle === battle)?.fought ?? this;
    if (led.moment) this.watched = [{ battle, fought: true, moment: led.moment }];
  }

  /** Ask a strong bot for its analysis. */
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

  /** A preview of the Battle; null if the board has changed meanwhile. */
  async #battle(): Promise<{ battle: Battle; moment: Moment } | null> {
    const { moment } = this;
    if (!moment || this.peaceful) return null;
    try {
      const battle = await battleNow(moment);
      this.wrong = null;
      return battle && same(this.moment, moment) ? { battle, moment } : null;
    } catch (error) {
      this.#refuse(error);
      return null;
    }
  }

  /** Reload the Battles in the chosen language. */
  async #retell(): Promise<void> {
    const { language } = chosen;
    for (const one of this.watched) {
      const told = one.battle.place ? inStory(one.battle, this.#story) : await battleNow(one.moment).catch(() => null);
      if (chosen.language !== language) return; // it changed again; that change reloads them
      if (told) this.watched = this.watched.map((now) => (now === one ? { ...one, battle: told } : now));
    }
    for (const { fought } of this.#history ? entries(this.#history) : []) {
      const battle = fought && (await battleNow(fought.moment).catch(() => null));
      if (chosen.language !== language) return;
      if (!battle || !this.#history) continue;
      const told = { ...fought, battle };
      this.#history = mapped(this.#history, (line) => (line.fought === fought ? { ...line, fought: told } : line));
    }
  }

  /** Go to another history entry; false if the server refuses it. With `acted`, Battles on the way are shown. */
  async #to(history: History<Played>, acted = false): Promise<boolean> {
    const before = this.#history;
    const moved = before === null || !same(before.now, history.now);
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    this.#wanted = history;
    this.busy = true;
    try {
      const [seen, told] = await this.#see(history.now, asking.signal);
      if (this.#asking !== asking) return false;
      const fought = acted ? finishedBattles(told).slice(finishedBattles(this.#story).length) : [];
      this.#history = fixed(history, seen);
      this.#look = seen;
      this.#story = told;
      this.wrong = null;
      if (moved) this.opinion = null;
      if (moved && !acted) this.visit += 1;
      const moment = momentOf(this.#history.now);
      if (acted || moved) this.watched = fought.map((battle) => ({ battle, fought: true, moment }));
      return true;
    } catch (error) {
      if (this.#asking === asking) this.#refuse(error);
      return false;
    } finally {
      if (this.#asking === asking) {
        this.busy = false;
        this.#wanted = null;
      }
    }
  }

  /** Load board and story; again if the language changed meanwhile. */
  async #see(line: Line, signal: AbortSignal): Promise<[Look, Story]> {
    const { language } = chosen;
    const moment = momentOf(line);
    const seen = await look(moment, signal);
    const told = await story(moment, seen.step - line.then.length, signal);
    return chosen.language === language ? [seen, told] : this.#see(line, signal);
  }

  #refuse(error: unknown): void {
    this.wrong = reason(error);
    this.passes = isTransient(error);
  }
}

/** Pins a running match to the step that was shown, not to its latest. */
function fixed(history: History<Played>, seen: Look): History<Played> {
  const { root, then } = history.now;
  if ("study" in root || root.step !== null) return history;
  const step = seen.step - then.length;
  const at = (line: Played): Played => ("study" in line.root ? line : { ...line, root: { ...line.root, step } });
  return mapped(history, at);
}

function same(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
