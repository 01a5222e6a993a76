/** A record that is looked through: the moment somebody wants to see, and what the server has told of it. */

import type { Story } from "../api/forms";
import { getText, Refused } from "../api/http";
import { look, story, type Look, type Moment } from "../api/views";
import { mayPass } from "../app/persist";
import { chosen, type Language } from "../texts/language.svelte";
import { recordText } from "./link";
import { tagsOf } from "./records";

const KEPT = 80;
/** How long to wait before a moment is asked for again that could not be had, in milliseconds: each time longer. */
export const PAUSES = [500, 1_500, 4_000];

export class Replay {
  /** The latest moment that could be shown; null until there is one. */
  look = $state.raw<Look | null>(null);
  story = $state.raw<Story | null>(null);
  tags = $state.raw<Record<string, string>>({});
  /** Why the record cannot be shown. */
  trouble = $state.raw<Error | null>(null);

  #wanted: number | null = null;
  #running = false;
  /** Wait no longer before the next question. */
  #wake: () => void = () => undefined;
  #opening: Language | null = null;
  /** The language of the story. */
  #told: Language | null = null;
  #looks: Record<string, Look> = {};

  constructor(readonly record: string) {}

  /** The moment after so many steps; without a number the last one. */
  moment(step: number | null): Moment {
    return { record: this.record, step };
  }

  /** Whether a moment is on its way that is not shown yet. */
  get underWay(): boolean {
    return this.#running;
  }

  /** Load what belongs to the whole record, in the chosen language. */
  async open(): Promise<void> {
    const language = chosen.language;
    if (this.#opening === language) return;
    this.#opening = language;
    try {
      const [told, text] = await Promise.all([story(this.moment(null)), getText(recordText(this.record))]);
      if (chosen.language !== language) return; // somebody changed it meanwhile
      this.story = told;
      this.#told = language;
      this.tags = tagsOf(text);
    } catch (error) {
      this.#fail(error);
    } finally {
      if (this.#opening === language) this.#opening = null;
    }
  }

  /** Show a moment. Of several that are wanted while one is on its way only the last is asked for. Where it cannot be had
   * even after some time, `trouble` says why, and what was shown before stays. */
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
    if (this.look && this.#told !== chosen.language) void this.open(); // it could not be had before
  }

  /** A moment as it is told in the chosen language. */
  #key(step: number | null): string {
    return `${chosen.language} ${step}`;
  }

  /** A moment, asked for again where it could not be had for now, as long as nobody wants another. */
  async #patiently(step: number | null): Promise<Look> {
    for (const pause of this.look === null ? [] : PAUSES) {
      try {
        return await this.#ask(step);
      } catch (error) {
        if (!mayPass(error)) throw error;
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

  /** A link may ask for more steps than there are: that is the end. */
  async #look(step: number | null): Promise<Look> {
    try {
      return await look(this.moment(step));
    } catch (error) {
      if (step === null || !(error instanceof Refused && error.code === "malformed")) throw error;
      const last = await look(this.moment(null));
      if (step <= last.steps) throw error;
      return last;
    }
  }

  /** The next moment is asked for before anybody wants it: stepping on then takes no time. */
  #ahead(): void {
    const now = this.look;
    if (now && now.step < now.steps) this.#ask(now.step + 1).catch(() => undefined); // asked again when it is wanted
  }

  #fail(error: unknown): void {
    this.trouble = error instanceof Error ? error : new Error(String(error));
  }
}
