/**
 * What is looked at closely: a tile, or a unit on the board as it is now or in the course of a Battle. One at a time, for
 * the whole page.
 */

import type { Attachment } from "svelte/attachments";
import type { InBattle, UnitCard, UnitForm } from "../api/forms";
import { unitCard, type Moment } from "../api/views";
import { byFinger } from "../parts/finger";
import { isSmall } from "../parts/screen.svelte";
import { chosen } from "../texts/language.svelte";

/** A tile as it is printed; with a coat where it is not its own army's. */
export interface TileLook {
  tile: string;
  coat?: string | undefined;
}

/** When in the course of a Battle, which is that of the moment, and how people are told. */
export interface When {
  at: InBattle;
  words: string;
}

/** A unit on the board; the unit itself, where it is known, is shown before the server has told more. */
export interface UnitLook {
  moment: Moment;
  hex: string;
  unit?: UnitForm | undefined;
  when?: When | undefined;
}

/** Something that is no tile, by the key under which `terms.ts` has it: a Terminal, energy, a procedure. */
export interface TermLook {
  term: string;
}

export type Inspected = TileLook | UnitLook | TermLook;

interface Asked {
  key: string;
  look: UnitLook;
}

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
  /** What the server is asked about, or will be in a moment. */
  #asked: Asked | null = null;

  tile(tile: string, coat?: string): void {
    this.#stop();
    this.#show({ tile, coat }, null);
  }

  unit(moment: Moment, hex: string, unit?: UnitForm, when?: When): void {
    const look: UnitLook = { moment, hex, unit, when };
    const key = JSON.stringify([moment, hex, when?.at ?? null, chosen.language]);
    const known = this.#kept.get(key) ?? null;
    // Where the game goes on while a unit is looked at, the card stays as it is until the next one is there.
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

  /** The Battle whose unit was looked at is not shown any more: of the unit only what is printed stays. */
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

  /** Look at any of them. */
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

  /** Whether it is the unit whose card is shown, at another time of the game or of a Battle. */
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
      // What is printed stays to be seen.
    }
    if (signal.aborted) return;
    this.#show(asked.look, card, card === null);
    this.#asked = null;
  }
}

export const inspect = new Inspect();

/**
 * An attachment for whatever shows a tile: pointing at it or focusing it shows its card, and so does a tap, which opens
 * the sheet on small screens. `what` may be a tile's id.
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

/** The same without the tap, for buttons that do something else when they are pressed. */
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

/** Whether a click came from a finger; the sheet is only for those, and for small screens. */
export function isTap(event: Event): boolean {
  return byFinger(event) || isSmall();
}
