/** What is inspected: a tile, or a unit on the board, now or during a Battle. One at a time for the whole page. */

import type { Attachment } from "svelte/attachments";
import type { InBattle, UnitCard, UnitForm } from "../api/forms";
import { unitCard, type Moment } from "../api/views";
import { byFinger } from "../parts/finger";
import { room } from "../parts/screen.svelte";
import { chosen } from "../texts/language.svelte";

/** A printed tile; with a coat if it differs from its army's. */
export interface TileLook {
  tile: string;
  coat?: string | undefined;
}

/** A moment during the Battle, and its description for people. */
export interface When {
  at: InBattle;
  words: string;
}

/** A unit on the board; `unit`, if known, is shown until the server's card arrives. */
export interface UnitLook {
  moment: Moment;
  hex: string;
  unit?: UnitForm | undefined;
  when?: When | undefined;
}

/** A rules term that is not a tile, by its key in `terms.ts`: a Terminal, energy, a procedure. */
export interface TermLook {
  term: string;
}

export type Inspected = TileLook | UnitLook | TermLook;

interface Asked {
  key: string;
  look: UnitLook;
}

/** Milliseconds: a pointer that only passes over the board requests nothing. */
const PAUSE = 90;
const KEPT = 200;

class Inspect {
  /** What is inspected; stays until something else is. */
  what = $state.raw<Inspected | null>(null);
  /** The unit's card, once loaded. */
  card = $state.raw<UnitCard | null>(null);
  /** The card could not be loaded. */
  failed = $state(false);
  /** On small screens: whether the sheet with the card is open. */
  sheet = $state(false);

  #kept = new Map<string, UnitCard>();
  #timer: ReturnType<typeof setTimeout> | null = null;
  #running: AbortController | null = null;
  /** The pending or scheduled request. */
  #asked: Asked | null = null;

  tile(tile: string, coat?: string): void {
    this.#stop();
    this.#show({ tile, coat }, null);
  }

  unit(moment: Moment, hex: string, unit?: UnitForm, when?: When): void {
    const look: UnitLook = { moment, hex, unit, when };
    const key = JSON.stringify([moment, hex, when?.at ?? null, chosen.language]);
    const known = this.#kept.get(key) ?? null;
    // If the game goes on while a unit is inspected, keep the card until the next one arrives.
    if (known !== null || !this.#isNext(look)) this.#show(look, known);
    if (this.#asked?.key === key) {
      this.#asked.look = look;
      return;
    }
    this.#stop();
    if (known !== null) return;
    const asked = (this.#asked = { key, look });
    this.#timer = setTimeout(() => void this.#load(asked), PAUSE);
  }

  /** The Battle is closed: keep only the printed facts of its unit. */
  leaveBattle(): void {
    const { what } = this;
    if (what === null || !("hex" in what) || !what.when) return;
    if (what.unit) this.tile(what.unit.tile, what.unit.coat);
    else this.clear();
  }

  term(term: string): void {
    this.#stop();
    this.#show({ term }, null);
  }

  /** Inspect any of them. */
  at(what: Inspected): void {
    if ("term" in what) this.term(what.term);
    else if ("tile" in what) this.tile(what.tile, what.coat);
    else this.unit(what.moment, what.hex, what.unit, what.when);
  }

  clear(): void {
    this.#stop();
    this.what = null;
    this.card = null;
    this.sheet = false;
  }

  #show(what: Inspected, card: UnitCard | null, failed = false): void {
    this.what = what;
    this.card = card;
    this.failed = failed;
  }

  /** Whether it is the inspected unit at another moment of the game or of a Battle. */
  #isNext({ hex, unit, when }: UnitLook): boolean {
    const { what, card } = this;
    if (card === null || what === null || !("hex" in what) || !what.when !== !when) return false;
    return what.hex === hex && what.unit?.tile === unit?.tile;
  }

  #stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#running?.abort();
    this.#running = this.#asked = null;
  }

  async #load(asked: Asked): Promise<void> {
    const { signal } = (this.#running = new AbortController());
    const { moment, hex, when } = asked.look;
    let card: UnitCard | null = null;
    try {
      card = await unitCard(moment, hex, when?.at ?? null, signal);
      if (this.#kept.size >= KEPT) this.#kept.clear();
      this.#kept.set(asked.key, card);
    } catch {
      // The printed facts stay visible.
    }
    if (signal.aborted) return;
    this.#show(asked.look, card, card === null);
    this.#asked = null;
  }
}

export const inspect = new Inspect();

/**
 * An attachment for elements that show a tile: hovering, focusing or tapping it shows its card; a tap opens the sheet
 * on small screens. `what` may be a tile's id.
 */
export function inspectable(what: () => Inspected | string | null): Attachment<Element> {
  const seen = () => {
    const shown = what();
    return typeof shown === "string" ? { tile: shown } : shown;
  };
  const points = pointable(seen);
  return (node) => {
    const tap = (event: Event) => {
      const shown = seen();
      if (shown === null) return;
      inspect.at(shown);
      if (isTap(event)) inspect.sheet = true;
    };
    node.addEventListener("click", tap);
    const stop = points(node);
    return () => {
      node.removeEventListener("click", tap);
      stop?.();
    };
  };
}

/** The same without the tap, for buttons with another action. */
export function pointable(what: () => Inspected | null): Attachment<Element> {
  return (node) => {
    const show = () => {
      const seen = what();
      if (seen !== null) inspect.at(seen);
    };
    const enter = (event: Event) => {
      if ((event as PointerEvent).pointerType !== "touch") show();
    };
    const listening = new AbortController();
    const { signal } = listening;
    node.addEventListener("pointerenter", enter, { signal });
    node.addEventListener("focus", show, { signal });
    return () => listening.abort();
  };
}

/** Whether a click came from a finger; only then, and on small screens, the sheet opens. */
export function isTap(event: Event): boolean {
  return byFinger(event) || !room.card;
}
