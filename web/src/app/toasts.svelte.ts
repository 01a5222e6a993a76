/** Short messages at the edge of the page that disappear by themselves. */

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

  /** Show a message. One that is still visible is not repeated. */
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

/** Show an informational message. */
export function tell(words: string, kind: Toast["kind"] = "info"): void {
  toasts.show(words, kind);
}

/** Show why something failed. Aborted requests are ignored. */
export function complain(error: unknown): void {
  if (error instanceof DOMException && error.name === "AbortError") return;
  toasts.show(refusalWords(error), "bad");
}
