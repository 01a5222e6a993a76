/** A record that is looked through: the moment somebody wants to see, and what the server has told of it. */

import type { Story } from "../api/forms";
import { getText } from "../api/http";
import { look, story, type Look, type Moment } from "../api/views";
import { chosen } from "../texts/language.svelte";
import { tagsOf } from "./records";

const KEPT = 80;

export class Replay {
  /** The latest moment that could be shown; null until there is one. */
  look = $state.raw<Look | null>(null);
  story = $state.raw<Story | null>(null);
  tags = $state.raw<Record<string, string>>({});
  /** Why the record cannot be shown. */
  trouble = $state.raw<Error | null>(null);

  #wanted: number | null = null;
  #running = false;
  #opening: string | null = null;
  #looks: Record<string, Look> = {};

  constructor(readonly record: string) {}

  /** The moment after so many steps; without a number the last one. */
  moment(step: number | null): Moment {
    return { record: this.record, step };
  }

  /** Load what belongs to the whole record, in the chosen language. */
  async open(): Promise<void> {
    const language = chosen.language;
    if (this.#opening === language) return;
    this.#opening = language;
    try {
      const [told, text] = await Promise.all([story(this.moment(null)), getText(`/api/records/${this.record}`)]);
      if (chosen.language !== language) return; // somebody changed it meanwhile
      this.story = told;
      this.tags = tagsOf(text);
    } catch (error) {
      this.#fail(error);
    } finally {
      if (this.#opening === language) this.#opening = null;
    }
  }

  /** Show a moment. Of several that are wanted while one is on its way only the last is asked for. */
  async show(step: number | null): Promise<void> {
    this.#wanted = step;
    if (this.#running) return;
    this.#running = true;
    try {
      let asked: string | undefined;
      while (asked !== this.#key(this.#wanted)) {
        asked = this.#key(this.#wanted);
        this.look = await this.#ask(this.#wanted);
        this.trouble = null;
      }
    } catch (error) {
      this.#fail(error);
    } finally {
      this.#running = false;
    }
    this.#ahead();
    if (this.look && this.story === null) void this.open(); // it could not be had before
  }

  /** A moment as it is told in the chosen language. */
  #key(step: number | null): string {
    return `${chosen.language} ${step}`;
  }

  async #ask(step: number | null): Promise<Look> {
    const key = this.#key(step);
    const known = this.#looks[key];
    if (known) return known;
    const told = await look(this.moment(step));
    if (Object.keys(this.#looks).length >= KEPT) this.#looks = {};
    this.#looks[key] = told;
    return told;
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
