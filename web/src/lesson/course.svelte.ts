/** State of the lesson: the current step, the actions tried and the verdict. */

import type { Battle, Lesson, LessonStep, Story, Verdict } from "../api/forms";
import { refusalWords } from "../app/refusals";
import { look, story, type Look, type Moment } from "../api/views";
import { finishedBattles } from "../battle/finished";
import { chosen } from "../texts/language.svelte";
import { verdictOn, wholeLesson } from "./api";
import { keepProgress, readProgress, resumeAt, withDone, type Progress } from "./progress";

export class Course {
  #lesson = $state.raw<Lesson | null>(null);
  #progress = $state.raw<Progress>(readProgress());
  #key = $state<string | null>(null);
  #then = $state.raw<number[]>([]);
  #look = $state.raw<Look | null>(null);
  #verdict = $state.raw<Verdict | null>(null);
  #battles = $state.raw<Battle[]>([]);
  #fought = 0;
  #asking: AbortController | null = null;
  /** The actions requested last, and the step on the board. */
  #wanted: number[] = [];
  #shown: string | null = null;
  busy = $state(false);
  /** Error message, for people. */
  wrong = $state<string | null>(null);
  hinted = $state(false);
  /** Counts attempts. A new attempt needs a new table. */
  attempt = $state(0);

  get steps(): LessonStep[] {
    return this.#lesson?.steps ?? [];
  }

  get step(): LessonStep | null {
    return this.steps.find((step) => step.key === this.#key) ?? null;
  }

  /** Index of the step. */
  get number(): number {
    return this.steps.findIndex((step) => step.key === this.#key);
  }

  /** The next step; null at the end. */
  get next(): LessonStep | null {
    return this.number < 0 ? null : (this.steps[this.number + 1] ?? null);
  }

  isDone(key: string): boolean {
    return this.#progress.done.includes(key);
  }

  get done(): number {
    return this.steps.filter((step) => this.isDone(step.key)).length;
  }

  get moment(): Moment | null {
    return this.#key === null ? null : { lesson: this.#key, then: this.#then };
  }

  get look(): Look | null {
    return this.#look;
  }

  get tried(): boolean {
    return this.#then.length > 0;
  }

  /** A Battle to watch before the verdict is shown. */
  get battle(): Battle | null {
    return this.#battles[0] ?? null;
  }

  /** The verdict to show now. */
  get verdict(): Verdict | null {
    return this.battle === null ? this.#verdict : null;
  }

  /** Whether the pupil may act. */
  get open(): boolean {
    return this.#verdict?.over !== true && this.battle === null;
  }

  watched(): void {
    this.#battles = this.#battles.slice(1);
  }

  /**
   * Load the lesson in the chosen language and open the step with that key; without a valid key, the step to continue
   * with. Returns the key of the step.
   */
  async load(key: string | null): Promise<string | null> {
    try {
      await this.#fetch();
      this.wrong = null;
    } catch (error) {
      this.#refuse(error);
      return null;
    }
    const keys = this.steps.map((step) => step.key);
    const wanted = key !== null && keys.includes(key) ? key : resumeAt(this.#progress, keys);
    if (wanted !== null) await this.begin(wanted);
    return wanted;
  }

  /** Start or restart a step. */
  async begin(key: string): Promise<void> {
    if (key !== this.#key) this.hinted = false;
    this.attempt += 1;
    this.#key = key;
    this.#keep({ ...this.#progress, last: key, steps: this.steps.length });
    await this.#to([]);
  }

  async again(): Promise<void> {
    if (this.#key !== null) await this.begin(this.#key);
  }

  /** Retry the failed request. */
  async retry(): Promise<void> {
    await this.#to(this.#wanted);
  }

  /** Play an action and get the verdict. */
  async act(action: number): Promise<void> {
    if (this.#key !== null && !this.busy && this.open) await this.#to([...this.#then, action]);
  }

  /** Reload the texts in another language. Progress is kept. */
  async translate(): Promise<void> {
    try {
      await this.#fetch();
    } catch (error) {
      this.#refuse(error);
    }
    if (!this.busy) await this.#to(this.#then); // the running request handles it
  }

  /** Load the lesson in the chosen language. An answer in a previous language is better than none. */
  async #fetch(): Promise<void> {
    const { language } = chosen;
    const lesson = await wholeLesson();
    if (this.#lesson === null || chosen.language === language) this.#lesson = lesson;
  }

  async #to(then: number[]): Promise<void> {
    const key = this.#key;
    if (key === null) return;
    this.#wanted = then;
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    const acted = then.length > this.#then.length;
    const retold = key === this.#shown && then.length === this.#then.length;
    this.busy = true;
    try {
      const [seen, verdict, told] = await this.#see(key, then, asking.signal);
      if (this.#asking !== asking) return;
      this.#then = then;
      this.#look = seen;
      this.#shown = key;
      this.#verdict = verdict;
      const fought = finishedBattles(told);
      const watched = acted ? this.#fought : fought.length - (retold ? this.#battles.length : 0);
      this.#battles = fought.slice(watched);
      this.#fought = fought.length;
      this.wrong = null;
      if (verdict?.done) this.#keep(withDone(this.#progress, key));
    } catch (error) {
      if (this.#asking !== asking) return;
      this.#refuse(error);
      // Do not show the board of another step.
      if (this.#shown !== key) [this.#look, this.#verdict, this.#then] = [null, null, []];
    } finally {
      if (this.#asking === asking) this.busy = false;
    }
  }

  /** Load board, verdict and story; again if the language changed meanwhile. */
  async #see(key: string, then: number[], signal: AbortSignal): Promise<[Look, Verdict | null, Story | null]> {
    const { language } = chosen;
    const moment: Moment = { lesson: key, then };
    const told = await Promise.all([
      look(moment, signal),
      then.length > 0 ? verdictOn(key, then, signal) : null,
      then.length > 0 ? story(moment, 0, signal) : null,
    ]);
    return chosen.language === language ? told : this.#see(key, then, signal);
  }

  #keep(progress: Progress): void {
    this.#progress = progress;
    keepProgress(progress);
  }

  #refuse(error: unknown): void {
    this.wrong = refusalWords(error);
  }
}
