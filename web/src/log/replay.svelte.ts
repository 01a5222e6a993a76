/** State of a replay: the requested moment and the server's answers. */

import type { Story } from "../api/forms";
import { getText, RefusedError } from "../api/http";
import { look, story, type Look, type Moment } from "../api/views";
import { isTransient } from "../app/retry";
import { chosen, type Language } from "../texts/language.svelte";
import { recordText } from "./link";
import { tagsOf } from "./records";

const KEPT = 80;
/** Milliseconds before each retry of a failed request. */
export const RETRY_PAUSES = [500, 1_500, 4_000];

export class Replay {
  /** The latest moment loaded; null until the first. */
  look = $state.raw<Look | null>(null);
  story = $state.raw<Story | null>(null);
  tags = $state.raw<Record<string, string>>({});
  /** Why the record cannot be shown. */
  trouble = $state.raw<Error | null>(null);

  #wanted: number | null = null;
  #running = false;
  /** Ends the current retry pause. */
  #wake: () => void = () => undefined;
  #opening: Language | null = null;
  /** Language of the story. */
  #told: Language | null = null;
  #looks: Record<string, Look> = {};

  constructor(readonly record: string) {}

  /** The moment after that many steps; null for the last. */
  moment(step: number | null): Moment {
    return { record: this.record, step };
  }

  /** Whether a moment is loading. */
  get underWay(): boolean {
    return this.#running;
  }

  /** Load the story of the record in the chosen language. */
  async open(): Promise<void> {
    const language = chosen.language;
    if (this.#opening === language) return;
    this.#opening = language;
    try {
      const [told, text] = await Promise.all([story(this.moment(null)), getText(recordText(this.record))]);
      if (chosen.language !== language) return; // the language changed meanwhile
      this.story = told;
      this.#told = language;
      this.tags = tagsOf(text);
    } catch (error) {
      this.#fail(error);
    } finally {
      if (this.#opening === language) this.#opening = null;
    }
  }

  /**
   * Show a moment. Requests that pile up while one is loading collapse into the last. If retries fail, `trouble` says
   * why and the previous moment stays.
   */
  async show(step: number | null): Promise<void> {
    this.#wanted = step;
    this.#wake();
    if (this.#running) return;
    this.#running = true;
    try {
      let asked: string | undefined;
      while (asked !== this.#key(this.#wanted)) {
        asked = this.#key(this.#wanted);
        this.look = await this.#patiently(this.#wanted);
        this.trouble = null;
      }
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#running = false;
    }
    this.#ahead();
    if (this.look && this.#told !== chosen.language) void this.open(); // loading it failed before
  }

  /** Cache key of a moment in the chosen language. */
  #key(step: number | null): string {
    return `${chosen.language} ${step}`;
  }

  /** Load a moment, with retries until another one is requested. */
  async #patiently(step: number | null): Promise<Look> {
    for (const pause of this.look === null ? [] : RETRY_PAUSES) {
      try {
        return await this.#ask(step);
      } catch (error) {
        if (!isTransient(error)) throw error;
        await this.#rest(pause);
        if (this.#wanted !== step) return this.#patiently(this.#wanted);
      }
    }
    return this.#ask(step);
  }

  #rest(pause: number): Promise<void> {
    return new Promise((done) => {
      const timer = setTimeout(done, pause);
      this.#wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }

  async #ask(step: number | null): Promise<Look> {
    const key = this.#key(step);
    const known = this.#looks[key];
    if (known) return known;
    const told = await this.#look(step);
    if (Object.keys(this.#looks).length >= KEPT) this.#looks = {};
    this.#looks[key] = told;
    return told;
  }

  /** A link may name a step beyond the end; show the end. */
  async #look(step: number | null): Promise<Look> {
    try {
      return await look(this.moment(step));
    } catch (error) {
      if (step === null || !(error instanceof RefusedError && error.code === "malformed")) throw error;
      const last = await look(this.moment(null));
      if (step <= last.steps) throw error;
      return last;
    }
  }

  /** Prefetch the next moment, so that stepping forward is instant. */
  #ahead(): void {
    const now = this.look;
    if (now && now.step < now.steps) this.#ask(now.step + 1).catch(() => undefined); // retried when it is needed
  }

  #fail(error: unknown): void {
    this.trouble = error instanceof Error ? error : new Error(String(error));
  }
}
