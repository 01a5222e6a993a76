/** State of one puzzle being played: the acts, the verdict, hints and the solution. */

import type { Battle, PuzzleAttempt, PuzzleEntry, PuzzleSolution, PuzzleVerdict } from "../api/forms";
import type { Look, Moment } from "../api/views";
import { refusalWords } from "../app/refusals";
import { chosen } from "../texts/language.svelte";
import { attemptAt, hintFor, solutionOf } from "./api";
import type { PuzzleRef } from "./link";

/** Hints of each puzzle. */
export const HINTS = 3;

/** A Battle to watch: that of the verdict, or of a course of the solution. */
type Film = "verdict" | { course: number };

export class Run {
  #ref = $state.raw<PuzzleRef | null>(null);
  #told = $state.raw<PuzzleAttempt | null>(null);
  #film = $state.raw<Film | null>(null);
  #hints = $state.raw<string[]>([]);
  #solution = $state.raw<PuzzleSolution | null>(null);
  #asking: AbortController | null = null;
  busy = $state(false);
  /** Error message, for people. */
  wrong = $state<string | null>(null);
  /** Counts boards that were jumped to: pending choices on the old one are dropped. */
  visit = $state(0);

  /** `onfought` is called after each Battle, `onshown` when the solution is shown, `onhelped` after that and each hint. */
  constructor(
    private readonly onfought: (id: string, solved: boolean) => void,
    private readonly onshown: (id: string) => void,
    private readonly onhelped: () => void = () => undefined,
  ) {}

  get ref(): PuzzleRef | null {
    return this.#ref;
  }

  get puzzle(): PuzzleEntry | null {
    return this.#told?.puzzle ?? null;
  }

  get told(): PuzzleAttempt | null {
    return this.#told;
  }

  get look(): Look | null {
    return this.#told?.look ?? null;
  }

  get moment(): Moment | null {
    return this.#ref === null ? null : { puzzle: this.#ref, then: this.#then };
  }

  get #then(): number[] {
    return this.#told?.acts.map(({ action }) => action) ?? [];
  }

  /** What the opponent chose last, in answer to the last act; null if it chose nothing. */
  get reply(): string | null {
    const last = this.#told?.acts.at(-1);
    return last !== undefined && last.player !== this.#told?.player ? last.words : null;
  }

  get tried(): boolean {
    return this.#then.length > 0;
  }

  get mayFight(): boolean {
    return this.#told?.may_fight === true && !this.busy;
  }

  /** A Battle to watch. */
  get film(): Battle | null {
    if (this.#film === null) return null;
    const shown = this.#film === "verdict" ? this.#told?.verdict : this.#solution?.courses[this.#film.course];
    return shown?.battle ?? null;
  }

  /** The moment of that Battle, for the cards of its units. */
  get filmMoment(): Moment | null {
    if (this.#ref === null || this.#film === null) return null;
    if (this.#film === "verdict") return this.moment;
    const acts = this.#solution?.courses[this.#film.course]?.acts ?? [];
    return { puzzle: this.#ref, then: acts.map(({ action }) => action) };
  }

  /** The verdict to show now: not before the Battle was watched. */
  get verdict(): PuzzleVerdict | null {
    return this.#film === null ? (this.#told?.verdict ?? null) : null;
  }

  get hints(): string[] {
    return this.#hints;
  }

  get solution(): PuzzleSolution | null {
    return this.#solution;
  }

  /** Open a puzzle. Returns whether that worked; `wrong` says why not. */
  async open(ref: PuzzleRef): Promise<boolean> {
    this.#ref = ref;
    this.#told = this.#film = this.#solution = null;
    this.#hints = [];
    return this.#to([]);
  }

  async act(action: number): Promise<void> {
    if (!this.busy) await this.#to([...this.#then, action]);
  }

  /** Take the solver's last act back, with the opponent's answers to it. */
  async undo(): Promise<void> {
    const acts = this.#told?.acts ?? [];
    const last = acts.findLastIndex(({ player }) => player === this.#told?.player);
    if (last >= 0 && !this.busy) await this.#to(this.#then.slice(0, last));
  }

  async reset(): Promise<void> {
    if (!this.busy && (this.tried || this.verdict !== null)) await this.#to([]);
  }

  /** Request again what failed. */
  async retry(): Promise<void> {
    if (this.#ref !== null && !this.busy) await this.#to(this.#then);
  }

  /** Fight the Battle; its film comes before the verdict. */
  async fight(): Promise<void> {
    if (!this.mayFight || !(await this.#to(this.#then, true))) return;
    const { puzzle, verdict } = this.#told ?? {};
    if (!puzzle || !verdict) return;
    this.#film = "verdict";
    if (puzzle.number !== null) this.onfought(puzzle.id, verdict.solved);
  }

  /** Watch the Battle of the verdict again. */
  watchAgain(): void {
    if (this.#told?.verdict) this.#film = "verdict";
  }

  /** Watch the Battle of a course of the solution. */
  watchSolution(course: number): void {
    if (this.#solution?.courses[course]) this.#film = { course };
  }

  watched(): void {
    this.#film = null;
  }

  async hint(): Promise<void> {
    const ref = this.#ref;
    const number = this.#hints.length + 1;
    if (ref === null || number > HINTS) return;
    await this.#ask(async () => {
      const { words } = await hintFor(ref, number);
      this.onhelped();
      if (this.#ref === ref && this.#hints.length === number - 1) this.#hints = [...this.#hints, words];
    });
  }

  async solve(): Promise<void> {
    const [ref, puzzle] = [this.#ref, this.puzzle];
    if (ref === null || puzzle === null) return;
    await this.#ask(async () => {
      const solution = await solutionOf(ref);
      this.onhelped();
      if (this.#ref !== ref) return;
      this.#solution = solution;
      if (puzzle.number !== null) this.onshown(puzzle.id);
    });
  }

  /** Reload everything in another language. */
  async translate(): Promise<void> {
    const ref = this.#ref;
    if (ref === null) return;
    const fought = (this.#told?.verdict ?? null) !== null;
    await this.#to(this.#then, fought);
    await this.#ask(async () => {
      const many = this.#hints.length;
      const hints = await Promise.all(Array.from({ length: many }, (_, at) => hintFor(ref, at + 1)));
      if (this.#ref === ref && this.#hints.length === many) this.#hints = hints.map(({ words }) => words);
      const solution = this.#solution === null ? null : await solutionOf(ref);
      if (this.#ref === ref && this.#solution !== null) this.#solution = solution;
    });
  }

  async #ask(ask: () => Promise<void>): Promise<void> {
    try {
      await ask();
      this.wrong = null;
    } catch (error) {
      this.wrong = refusalWords(error);
    }
  }

  async #to(then: number[], fight = false): Promise<boolean> {
    const ref = this.#ref;
    if (ref === null) return false;
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    const acted = then.length > this.#then.length;
    this.busy = true;
    try {
      const told = await this.#see(ref, then, fight, asking.signal);
      if (this.#asking !== asking) return false;
      this.#told = told;
      this.wrong = null;
      if (!acted) this.visit += 1;
      return true;
    } catch (error) {
      if (this.#asking === asking) this.wrong = refusalWords(error);
      return false;
    } finally {
      if (this.#asking === asking) this.busy = false;
    }
  }

  /** Load it; again if the language changed meanwhile. */
  async #see(ref: PuzzleRef, then: number[], fight: boolean, signal: AbortSignal): Promise<PuzzleAttempt> {
    const { language } = chosen;
    const told = await attemptAt(ref, then, fight, signal);
    return chosen.language === language ? told : this.#see(ref, then, fight, signal);
  }
}
