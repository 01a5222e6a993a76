/** What is looked at closely: a tile, or a unit on the board as it is now. One at a time, for the whole page. */

import type { Attachment } from "svelte/attachments";
import type { UnitCard, UnitForm } from "../api/forms";
import { unitCard, type Moment } from "../api/views";
import { chosen } from "../texts/language.svelte";

/** A tile as it is printed; with a coat where it is not its own army's. */
export interface TileLook {
  tile: string;
  coat?: string | undefined;
}

/** A unit on the board; the unit itself, where it is known, is shown before the server has told more. */
export interface UnitLook {
  moment: Moment;
  hex: string;
  unit?: UnitForm | undefined;
}

export type Inspected = TileLook | UnitLook;

/** Somebody who only passes over the board asks nothing. */
const PAUSE = 90;
const KEPT = 200;

class Inspect {
  /** What is looked at; it stays until something else is. */
  what = $state.raw<Inspected | null>(null);
  /** The card of the unit, once it is there. */
  card = $state.raw<UnitCard | null>(null);
  /** The card could not be had. */
  failed = $state(false);
  /** On small screens: whether the sheet with the card is open. */
  sheet = $state(false);

  #kept = new Map<string, UnitCard>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #running: AbortController | null = null;

  tile(tile: string, coat?: string): void {
    this.#stop();
    this.what = { tile, coat };
    this.card = null;
    this.failed = false;
  }

  unit(moment: Moment, hex: string, unit?: UnitForm): void {
    const key = JSON.stringify([moment, hex, chosen.language]);
    this.#stop();
    this.what = { moment, hex, unit };
    this.card = this.#kept.get(key) ?? null;
    this.failed = false;
    if (this.card === null) this.#timer = setTimeout(() => void this.#load(key, moment, hex), PAUSE);
  }

  /** Look at either. */
  at(what: Inspected): void {
    if ("tile" in what) this.tile(what.tile, what.coat);
    else this.unit(what.moment, what.hex, what.unit);
  }

  clear(): void {
    this.#stop();
    this.what = null;
    this.card = null;
    this.sheet = false;
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#running?.abort();
    this.#running = null;
  }

  async #load(key: string, moment: Moment, hex: string): Promise<void> {
    const running = new AbortController();
    this.#running = running;
    try {
      const card = await unitCard(moment, hex, running.signal);
      if (this.#kept.size >= KEPT) this.#kept.clear();
      this.#kept.set(key, card);
      if (!running.signal.aborted) this.card = card;
    } catch {
      // What is printed stays to be seen.
      if (!running.signal.aborted) this.failed = true;
    }
  }
}

export const inspect = new Inspect();

/**
 * An attachment for whatever shows a tile: pointing at it or focusing it shows its card, and so does a tap, which opens
 * the sheet on small screens. `what` may be a tile's id.
 */
export function inspectable(what: () => Inspected | string | null): Attachment<Element> {
  return (node) => {
    const show = (): boolean => {
      const seen = what();
      if (seen === null) return false;
      inspect.at(typeof seen === "string" ? { tile: seen } : seen);
      return true;
    };
    const enter = (event: Event) => {
      if ((event as PointerEvent).pointerType !== "touch") show();
    };
    const tap = (event: Event) => {
      if (show() && isTap(event)) inspect.sheet = true;
    };
    const listening = new AbortController();
    const { signal } = listening;
    node.addEventListener("pointerenter", enter, { signal });
    node.addEventListener("focus", () => void show(), { signal });
    node.addEventListener("click", tap, { signal });
    return () => listening.abort();
  };
}

/** Whether a click came from a finger; the sheet is only for those, and for small screens. */
export function isTap(event: Event): boolean {
  const type = (event as PointerEvent).pointerType;
  return type === "touch" || isSmall();
}

class Screen {
  /** Whether it is a small one, on which cards come as a sheet. */
  small = $state(false);

  constructor() {
    // Some test environments have none.
    const query = typeof matchMedia === "function" ? matchMedia("(max-width: 1099px)") : null;
    this.small = query?.matches ?? false;
    query?.addEventListener("change", () => (this.small = query.matches));
  }
}

const screen = new Screen();

/** Whether the screen is small, so that cards come as a sheet. Follows the screen. */
export function isSmall(): boolean {
  return screen.small;
}
