/** A board that is being set up, with the server's word on every edit and a way back. */

import type { BoardForm } from "../api/forms";
import { look, type Look, type Moment } from "../api/views";
import { mayPass } from "../app/persist";
import { reason } from "./reason";
import { back, begin, entries, forward, goTo, next, type History } from "./history";
import { asPosition, linkTo, momentOf, type Line } from "./link";
import { formOf, setBoard, setupOf, unusual, type Setup } from "./position";

/** What a new board begins with. */
const FIRST = "living standard outpost:20* hegemony:20 | C4=0.HQ C2=1.HQ";

const lineOf = (setup: Setup): Line => ({ root: { study: formOf(setup) }, then: [] });

export class Editor {
  #history = $state.raw<History<Setup> | null>(null);
  #good: History<Setup> | null = null;
  #look = $state.raw<Look | null>(null);
  #wrong = $state<string | null>(null);
  #passes = $state(false);
  #asking: AbortController | null = null;

  /** The board as it is edited; null until the first is there. */
  get setup(): Setup | null {
    return this.#history?.now ?? null;
  }

  /** The board as the server last saw it; an edit behind `setup` for a moment. */
  get look(): Look | null {
    return this.#look;
  }

  /** Why the last edit was refused, for people. */
  get wrong(): string | null {
    return this.#wrong;
  }

  /** Whether the same may be answered if it is asked again. */
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

  /** Begin with the board that stands at a moment; without one, with a new board. False where it cannot be had: `wrong`
   * says why, and there is no board, as another one would be taken for it. */
  async begin(moment: Moment = { study: { position: FIRST } }): Promise<boolean> {
    this.#history = this.#good = this.#look = null;
    return this.#take(moment, (setup) => begin(setup));
  }

  /** Open the board of an address: one of those that were set up here before is gone back to, with the ways back and
   * forth from it; for any other, as for none, all is begun anew. */
  async open(line: Line | null): Promise<boolean> {
    const asked = line && linkTo(line, "setup");
    const known =
      this.#history && entries(this.#history).findLastIndex((one) => linkTo(lineOf(one), "setup") === asked);
    if (this.#history === null || known === null || known < 0) return this.begin(line ? momentOf(line) : undefined);
    return this.#to(goTo(this.#history, known));
  }

  /** Go on with the board that stands at a moment, as an edit that can be taken back. False where it cannot be had: `wrong`
   * says why, and the board stays as it was. */
  async goOn(moment: Moment): Promise<boolean> {
    return this.#take(moment, (setup) => {
      if (this.#history === null) return begin(setup);
      return linkTo(lineOf(setup), "setup") === linkTo(lineOf(this.#history.now), "setup")
        ? this.#history
        : next(this.#history, setup);
    });
  }

  /** Put the position that somebody wrote in place of the board; false where it cannot be. Hands, discards
   * and energy stay if they fit, and so does what else a position does not say. */
  async read(text: string): Promise<boolean> {
    const position = asPosition(text);
    const { hands = [], turn = null, terminals = null, bomber = "none" } = this.setup ?? {};
    const unsaid = unusual(this.setup ?? {});
    const put = (setup: Setup) => (this.#history ? next(this.#history, setup) : begin(setup));
    const fits = await this.#take({ study: { position, hands, turn, ...unsaid } }, put, true);
    return fits || this.#take({ study: { position, ...unusual({ terminals, bomber }) } }, put);
  }

  /** Change the board. An edit that the server refuses is taken back, and `wrong` says why. */
  async edit(change: (setup: Setup) => Setup): Promise<void> {
    if (!this.#history) return;
    const changed = change(this.#history.now);
    if (changed !== this.#history.now) await this.#to(next(this.#history, changed));
  }

  /** Another board, and on it what has a place there. */
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

  /** Ask again, as when the language changed. */
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

  /** Only the latest question counts: an answer to an earlier one is dropped. */
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
    this.#passes = mayPass(error);
    if (this.#good) this.#history = this.#good;
  }
}
