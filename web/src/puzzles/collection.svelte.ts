/** The collection in the chosen language, what was solved of it, and the filters of its list. */

import type { PuzzleEntry, PuzzleTheme, Puzzles } from "../api/forms";
import { refusalWords } from "../app/refusals";
import { chosen } from "../texts/language.svelte";
import { allPuzzles } from "./api";
import {
  dateHere,
  keepProgress,
  puzzleOfTheDay,
  readProgress,
  streak,
  triedOf,
  withShown,
  withTry,
  type Progress,
  type Tried,
} from "./progress";

export type Shown = "all" | "open" | "done";

class Collection {
  #known = $state.raw<Puzzles | null>(null);
  #progress = $state.raw<Progress>(readProgress());
  /** Error message, for people. */
  wrong = $state<string | null>(null);
  show = $state<Shown>("all");
  /** The key of a theme; empty for all. */
  theme = $state("");

  get loaded(): boolean {
    return this.#known !== null;
  }

  get all(): PuzzleEntry[] {
    return this.#known?.puzzles ?? [];
  }

  get themes(): PuzzleTheme[] {
    return this.#known?.themes ?? [];
  }

  /** Load it in the chosen language. */
  async load(): Promise<void> {
    const { language } = chosen;
    if (this.#known?.lang === language) return;
    try {
      const known = await allPuzzles();
      if (this.#known === null || chosen.language === language) this.#known = known;
      this.wrong = null;
    } catch (error) {
      this.wrong = refusalWords(error);
    }
  }

  // --- progress
  tried(id: string): Tried {
    return triedOf(this.#progress, id);
  }

  get done(): number {
    return this.all.filter(({ id }) => this.tried(id).done !== null).length;
  }

  get streak(): number {
    return streak(this.#progress, this.#today);
  }

  get ofTheDay(): PuzzleEntry | null {
    return puzzleOfTheDay(this.all, this.#today);
  }

  get #today(): string {
    return dateHere(new Date());
  }

  /** A Battle was fought. */
  fought(id: string, solved: boolean): void {
    this.#keep(withTry(readProgress(), id, solved, this.#today)); // another tab may have written
  }

  /** The solution was shown. */
  seen(id: string): void {
    this.#keep(withShown(readProgress(), id));
  }

  /** Read what another tab has written. */
  refresh(): void {
    this.#progress = readProgress();
  }

  #keep(progress: Progress): void {
    this.#progress = progress;
    keepProgress(progress);
  }

  // --- the list
  /** The puzzles that fit the filters, by grade; null for those without one. */
  get groups(): { grade: number | null; puzzles: PuzzleEntry[] }[] {
    const fit = this.all.filter((one) => this.#fits(one));
    const grades = [1, 2, 3, 4, 5, null].map((grade) => ({
      grade,
      puzzles: fit.filter((one) => one.grade === grade),
    }));
    return grades.filter(({ puzzles }) => puzzles.length > 0);
  }

  #fits({ id, themes }: PuzzleEntry): boolean {
    const done = this.tried(id).done !== null;
    const fits = this.show === "all" || (this.show === "done") === done;
    return fits && (this.theme === "" || themes.includes(this.theme));
  }

  /** The next one that is not solved, in order; the first such from the start again; null if there is no other. */
  after(id: string): PuzzleEntry | null {
    const at = this.all.findIndex((one) => one.id === id);
    const others = [...this.all.slice(at + 1), ...this.all.slice(0, Math.max(0, at))];
    return others.find((one) => this.tried(one.id).done === null) ?? others[0] ?? null;
  }
}

export const collection = new Collection();
