/** State of a board being set up, validated by the server on every edit, with undo. */

import type { BoardForm } from "../api/forms";
import { look, type Look, type Moment } from "../api/views";
import { isTransient } from "../app/retry";
import { reason } from "./reason";
import { back, begin, entries, forward, goTo, next, type History } from "./history";
import { asPosition, linkTo, momentOf, type Line } from "./link";
import { formOf, setBoard, setupOf, unusual, type Setup } from "./position";

/** The initial board. */
const FIRST = "living standard outpost:20* hegemony:20 | C4=0.HQ C2=1.HQ";

const lineOf = (setup: Setup): Line => ({ root: { study: formOf(setup) }, then: [] });

export class Editor {
  #history = $state.raw<History<Setup> | null>(null);
  #good: History<Setup> | null = null;
  #look = $state.raw<Look | null>(null);
  #wrong = $state<string | null>(null);
  #passes = $state(false);
  #asking: AbortController | null = null;

  /** The board being edited; null until the first is loaded. */
  get setup(): Setup | null {
    return this.#history?.now ?? null;
  }

  /** The board as the server last saw it; briefly one edit behind `setup`. */
  get look(): Look | null {
    return this.#look;
  }

  /** Why the last edit was refused. */
  get wrong(): string | null {
    return this.#wrong;
  }

  /** Whether a retry may succeed. */
  get passes(): boolean {
    return this.#passes;
  }

  get canUndo(): boolean {
    return (this.#history?.past.length ?? 0) > 0;
  }

  get canRedo(): boolean {
    return (this.#history?.future.length ?? 0) > 0;
  }

  get line(): Line | null {
    return this.setup && lineOf(this.setup);
  }

  /**
   * Start with the board at a moment, or with a new one. Returns false on failure: `wrong` says why and there is no
   * board, since any other would be mistaken for it.
   */
  async begin(moment: Moment = { study: { position: FIRST } }): Promise<boolean> {
    this.#history = this.#good = this.#look = null;
    return this.#take(moment, (setup) => begin(setup));
  }

  /**
   * Open the board of an address. A board from this session is restored with its undo history; any other starts a new
   * one.
   */
  async open(line: Line | null): Promise<boolean> {
    const asked = line && linkTo(line, "setup");
    const known =
      this.#history && entries(this.#history).findLastIndex((one) => linkTo(lineOf(one), "setup") === asked);
    if (this.#history === null || known === null || known < 0) return this.begin(line ? momentOf(line) : undefined);
    return this.#to(goTo(this.#history, known));
  }

  /**
   * Continue with the board at a moment, as an edit that can be undone. Returns false on failure: `wrong` says why and
   * the board is unchanged.
   */
  async goOn(moment: Moment): Promise<boolean> {
    return this.#take(moment, (setup) => {
      if (this.#history === null) return begin(setup);
      return linkTo(lineOf(setup), "setup") === linkTo(lineOf(this.#history.now), "setup")
        ? this.#history
        : next(this.#history, setup);
    });
  }

  /**
   * Replace the board by a typed position; false if it is invalid. Hands, discards, energy and whatever else a position
   * does not contain stay if they fit.
   */
  async read(text: string): Promise<boolean> {
    const position = asPosition(text);
    const { hands = [], turn = null, terminals = null, bomber = "none" } = this.setup ?? {};
    const unsaid = unusual(this.setup ?? {});
    const put = (setup: Setup) => (this.#history ? next(this.#history, setup) : begin(setup));
    const fits = await this.#take({ study: { position, hands, turn, ...unsaid } }, put, true);
    return fits || this.#take({ study: { position, ...unusual({ terminals, bomber }) } }, put);
  }

  /** Change the board. An edit that the server refuses is undone, and `wrong` says why. */
  async edit(change: (setup: Setup) => Setup): Promise<void> {
    if (!this.#history) return;
    const changed = change(this.#history.now);
    if (changed !== this.#history.now) await this.#to(next(this.#history, changed));
  }

  /** Change the board type and keep the pieces that fit. */
  async changeBoard(key: string): Promise<void> {
    const from = this.#look?.scene.board;
    if (!from || !this.setup) return;
    const to = await this.#board(key, this.setup);
    if (to) await this.edit((setup) => setBoard(setup, from, to));
  }

  async undo(): Promise<void> {
    if (this.#history && this.canUndo) await this.#to(back(this.#history));
  }

  async redo(): Promise<void> {
    if (this.#history && this.canRedo) await this.#to(forward(this.#history));
  }

  /** Request again, e.g. after a change of language. */
  async refresh(): Promise<void> {
    if (this.#history) await this.#to(this.#history);
  }

  async #board(key: string, { position }: Setup): Promise<BoardForm | null> {
    const armies = position.players.map(({ army }) => army).join(" ");
    try {
      return (await look({ study: { position: `${position.ruleset} ${key} ${armies}` } })).scene.board;
    } catch (error) {
      this.#refuse(error);
      return null;
    }
  }

  async #to(history: History<Setup>): Promise<boolean> {
    this.#history = history;
    return this.#ask({ study: formOf(history.now) }, (seen) => {
      this.#good = history;
      this.#look = seen;
    });
  }

  async #take(moment: Moment, put: (setup: Setup) => History<Setup>, quietly = false): Promise<boolean> {
    return this.#ask(
      moment,
      (seen) => {
        this.#history = this.#good = put(setupOf(seen));
        this.#look = seen;
      },
      quietly,
    );
  }

  /** Only the latest request counts; earlier answers are dropped. */
  async #ask(moment: Moment, take: (seen: Look) => void, quietly = false): Promise<boolean> {
    this.#asking?.abort();
    const asking = (this.#asking = new AbortController());
    try {
      const seen = await look(moment, asking.signal);
      if (this.#asking !== asking) return false;
      take(seen);
      this.#wrong = null;
      return true;
    } catch (error) {
      if (this.#asking === asking && !quietly) this.#refuse(error);
      return false;
    }
  }

  #refuse(error: unknown): void {
    this.#wrong = reason(error);
    this.#passes = isTransient(error);
    if (this.#good) this.#history = this.#good;
  }
}
