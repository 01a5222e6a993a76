/** State of an analysis: how far it is, its texts, and the decision that is looked at. */

import type { AnalysisState, GameReview, ReviewedDecision } from "../api/forms";
import { RefusedError } from "../api/http";
import { isTransient } from "../app/retry";
import { analysisState, reviewOf, type Game } from "./api";

/** Milliseconds between questions about the progress, and after a failed one. */
export const POLL = 1_000;
export const RETRY = 3_000;
export const USUAL_DEPTH = 2;

export class Analysis {
  progress = $state.raw<AnalysisState | null>(null);
  review = $state.raw<GameReview | null>(null);
  /** Why nothing can be shown. */
  trouble = $state.raw<Error | null>(null);
  /** Whether a request to start is under way. */
  starting = $state(false);
  /** The place of the decision among `review.moments`. */
  at = $state(0);

  readonly moments = $derived<ReviewedDecision[]>(this.review?.moments ?? []);
  readonly moment = $derived<ReviewedDecision | null>(this.moments[this.at] ?? null);
  /** The depth asked for. */
  #depth = USUAL_DEPTH;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;
  /** Counts requests for texts: only the last one counts. */
  #asked = 0;

  constructor(readonly game: Game) {}

  /** Ask how far the analysis is; goes on asking while it runs. */
  async open(): Promise<void> {
    await this.#ask(false);
  }

  /** Start it, or think again at another depth. */
  async start(depth: number): Promise<void> {
    if (this.starting) return;
    this.#depth = depth;
    this.starting = true;
    try {
      await this.#ask(true);
    } finally {
      this.starting = false;
    }
  }

  /** The texts in the language chosen now. */
  async translate(): Promise<void> {
    if (this.review) await this.#load(this.review.depth);
  }

  /** Look at a decision, by its place in the list. */
  to(place: number): void {
    if (this.moments.length > 0) this.at = Math.max(0, Math.min(place, this.moments.length - 1));
  }

  /** Look at the decision of a step, or at the next one after it. */
  toStep(step: number): void {
    const place = this.moments.findIndex((moment) => moment.step >= step);
    if (place >= 0) this.at = place;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  async #ask(start: boolean): Promise<void> {
    clearTimeout(this.#timer);
    try {
      const told = await analysisState(this.game, this.#depth, start);
      if (this.#closed) return;
      this.trouble = null;
      this.progress = told;
      const deepest = Math.max(0, ...told.depths);
      if (deepest > (this.review?.depth ?? 0)) await this.#load(deepest);
      if (told.state === "running") this.#later(POLL, false);
    } catch (error) {
      if (this.#closed) return;
      this.trouble = error instanceof Error ? error : new Error(String(error));
      const running = this.progress?.state === "running";
      // After a restart the server has kept what was computed, but must be asked to go on.
      if (isTransient(error) && (running || start)) this.#later(RETRY, true);
    }
  }

  #later(pause: number, start: boolean): void {
    if (!this.#closed) this.#timer = setTimeout(() => void this.#ask(start), pause);
  }

  async #load(depth: number): Promise<void> {
    const asked = ++this.#asked;
    const kept = this.moment?.step ?? null;
    try {
      const review = await reviewOf(this.game, depth);
      if (this.#closed || asked !== this.#asked) return;
      this.review = review;
      this.at = Math.max(
        0,
        review.moments.findIndex(({ step }) => step === kept),
      );
    } catch (error) {
      if (error instanceof RefusedError && error.status === 404) return; // forgotten meanwhile
      throw error;
    }
  }
}
