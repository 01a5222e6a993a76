/** In how many games the person is to move: asked now and then, told by title, icon and notification. */

import { myTurns } from "../api/people";
import { identity } from "../app/identity.svelte";
import { readStored, writeStored } from "../app/storage";
import { t } from "../texts/language.svelte";
import { people as texts } from "../texts/people";

const SOON = 10_000;
const LATER = 30_000;
const KEY = "neurohex.notify";

interface Badged {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
}

/** The matches that were not in the last answer. */
export function fresh(before: readonly string[], now: readonly string[]): string[] {
  return now.filter((match) => !before.includes(match));
}

class TurnWatch {
  #matches = $state.raw<readonly string[]>([]);
  #wanted = $state(readStored(KEY, (kept): kept is boolean => typeof kept === "boolean") ?? false);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = false;

  get count(): number {
    return this.#matches.length;
  }

  /** Whether notifications are wanted and allowed. */
  get notifies(): boolean {
    return this.#wanted && permission() === "granted";
  }

  /** Ask the browser for notifications, or do without. Returns whether they come. */
  async notify(on: boolean): Promise<boolean> {
    this.#wanted = on && typeof Notification !== "undefined" && (await Notification.requestPermission()) === "granted";
    writeStored(KEY, this.#wanted);
    return this.#wanted;
  }

  /** Ask now, and again while the page is open. Returns a function that stops it. */
  start(): () => void {
    const seen = () => {
      if (document.visibilityState === "visible") void this.look();
    };
    document.addEventListener("visibilitychange", seen);
    void this.look();
    return () => {
      document.removeEventListener("visibilitychange", seen);
      clearTimeout(this.#timer);
    };
  }

  async look(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.look(), document.visibilityState === "visible" ? SOON : LATER);
    if (identity.person === null) {
      this.#set([]);
      return;
    }
    try {
      this.#set((await myTurns()).matches);
    } catch {
      // The next round asks again; whatever needs the server reports its own errors.
    }
  }

  #set(matches: readonly string[]): void {
    const [first] = fresh(this.#matches, matches);
    const more = this.#asked && first !== undefined;
    this.#asked = true;
    this.#matches = matches;
    const badged = navigator as Badged;
    const badge = matches.length > 0 ? badged.setAppBadge?.(matches.length) : badged.clearAppBadge?.();
    badge?.catch(() => undefined);
    if (more && this.notifies && document.visibilityState === "hidden") {
      const note = new Notification(t(texts.notice_title, matches.length), { body: t(texts.notice_body), tag: "turn" });
      note.onclick = () => {
        focus();
        location.assign(matches.length === 1 ? `/match/${first}` : "/games");
      };
    }
  }
}

export function permission(): NotificationPermission | "missing" {
  return typeof Notification === "undefined" ? "missing" : Notification.permission;
}

export const turns = new TurnWatch();
