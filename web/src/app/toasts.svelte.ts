/** Short words that appear at the edge of the page and go again by themselves. */

import { announce } from "./announcer.svelte";
import { refusalWords } from "./refusals";

export interface Toast {
  id: number;
  words: string;
  kind: "info" | "good" | "bad";
}

const STAYS = 6000;

class Toasts {
  list = $state<Toast[]>([]);
  #last = 0;

  /** Show some words; the same ones that still stand there are not shown twice. */
  show(words: string, kind: Toast["kind"] = "info"): void {
    announce(words);
    if (this.list.some((toast) => toast.words === words)) return;
    const id = ++this.#last;
    this.list = [...this.list.slice(-2), { id, words, kind }];
    setTimeout(() => this.drop(id), kind === "bad" ? STAYS * 1.5 : STAYS);
  }

  drop(id: number): void {
    this.list = this.list.filter((toast) => toast.id !== id);
  }
}

export const toasts = new Toasts();

/** Tell people something in passing. */
export function tell(words: string, kind: Toast["kind"] = "info"): void {
  toasts.show(words, kind);
}

/** Why something failed, shown in passing. What was given up on purpose is no failure. */
export function complain(error: unknown): void {
  if (error instanceof DOMException && error.name === "AbortError") return;
  toasts.show(refusalWords(error), "bad");
}
