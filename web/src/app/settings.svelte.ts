/** User settings: stored in the browser and applied to `<html data-…>`. */

import { chosen, LANGUAGES, type Language } from "../texts/language.svelte";
import { page } from "../parts/colour.svelte";
import { isRecord, writeStored, readStored } from "./storage";

const KEY = "neurohex.settings";

export const SPEEDS = [0.5, 1, 2, 4, 10] as const;

/** Chosen values; `system` follows the system's preference. */
export interface Preferences {
  theme: "system" | "dark" | "light";
  contrast: "system" | "normal" | "high";
  patterns: "soft" | "strong";
  motion: "system" | "less" | "full";
  /** Speed factor of Battles and bot moves. */
  speed: number;
  /** Confirm before a turn ends with tiles in hand. */
  confirmEnd: boolean;
  /** The values on tiles: as they are now, or as printed. */
  values: "now" | "printed";
  /** Play Battles automatically when they happen. */
  playBattles: boolean;
  /** Sound: `system` is on, except on phones. */
  sound: "system" | "on" | "off";
  /** 0 to 1. */
  volume: number;
  /** Whether to show other players' reactions. */
  reactions: boolean;
}

const USUAL: Preferences = {
  theme: "system",
  contrast: "system",
  patterns: "soft",
  motion: "system",
  speed: 1,
  confirmEnd: false,
  values: "now",
  playBattles: true,
  sound: "system",
  volume: 0.7,
  reactions: true,
};

/** Stored settings, with invalid values replaced by defaults. */
export function preferencesFrom(kept: Record<string, unknown>): Preferences {
  const one = <T>(key: string, of: readonly T[], usual: T): T => of.find((value) => value === kept[key]) ?? usual;
  return {
    theme: one("theme", ["system", "dark", "light"] as const, USUAL.theme),
    contrast: one("contrast", ["system", "normal", "high"] as const, USUAL.contrast),
    patterns: one("patterns", ["soft", "strong"] as const, USUAL.patterns),
    motion: one("motion", ["system", "less", "full"] as const, USUAL.motion),
    speed: one<number>("speed", SPEEDS, USUAL.speed),
    confirmEnd: one("confirmEnd", [false, true], USUAL.confirmEnd),
    values: one("values", ["now", "printed"] as const, USUAL.values),
    playBattles: one("playBattles", [false, true], USUAL.playBattles),
    sound: one("sound", ["system", "on", "off"] as const, USUAL.sound),
    volume: typeof kept.volume === "number" && kept.volume >= 0 && kept.volume <= 1 ? kept.volume : USUAL.volume,
    reactions: one("reactions", [true, false], USUAL.reactions),
  };
}

/** The initial language: the browser's first one that the page has. */
export function usualLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const found = LANGUAGES.find((language) => tag.toLowerCase().split("-")[0] === language);
    if (found) return found;
  }
  return "en";
}

function asks(query: string): MediaQueryList | null {
  return typeof matchMedia === "function" ? matchMedia(query) : null; // missing in some test environments
}

class Settings {
  #preferences = $state<Preferences>({ ...USUAL });
  #systemLess = $state(false);
  #systemHigh = $state(false);
  #systemLight = $state(false);

  constructor() {
    const kept = readStored(KEY, isRecord) ?? {};
    this.#preferences = preferencesFrom(kept);
    const linked = new URLSearchParams(location.search).get("lang"); // a link may name its language
    chosen.language =
      LANGUAGES.find((language) => language === kept.language) ??
      usualLanguage([...(linked === null ? [] : [linked]), ...navigator.languages]);
    const less = asks("(prefers-reduced-motion: reduce)");
    const high = asks("(prefers-contrast: more)");
    const light = asks("(prefers-color-scheme: light)");
    this.#systemLight = light?.matches ?? false;
    light?.addEventListener("change", () => {
      this.#systemLight = light.matches;
      this.#apply();
    });
    this.#systemLess = less?.matches ?? false;
    this.#systemHigh = high?.matches ?? false;
    less?.addEventListener("change", () => {
      this.#systemLess = less.matches;
      this.#apply();
    });
    high?.addEventListener("change", () => {
      this.#systemHigh = high.matches;
      this.#apply();
    });
    this.#apply();
  }

  /** The chosen values. The getters below resolve `system`. */
  get preferences(): Readonly<Preferences> {
    return this.#preferences;
  }

  get theme(): "dark" | "light" {
    return this.#preferences.theme === "system" ? (this.#systemLight ? "light" : "dark") : this.#preferences.theme;
  }

  /** Whether there is sound. */
  get sound(): boolean {
    const { sound } = this.#preferences;
    return sound === "system" ? !(asks("(pointer: coarse)")?.matches ?? false) : sound === "on";
  }

  get volume(): number {
    return this.#preferences.volume;
  }

  get contrast(): "normal" | "high" {
    return this.#preferences.contrast === "system"
      ? this.#systemHigh
        ? "high"
        : "normal"
      : this.#preferences.contrast;
  }

  get patterns(): "soft" | "strong" {
    return this.#preferences.patterns;
  }

  /** `less`: no gliding, flying or fading. */
  get motion(): "less" | "full" {
    return this.#preferences.motion === "system" ? (this.#systemLess ? "less" : "full") : this.#preferences.motion;
  }

  get speed(): number {
    return this.#preferences.speed;
  }

  get confirmEnd(): boolean {
    return this.#preferences.confirmEnd;
  }

  get values(): "now" | "printed" {
    return this.#preferences.values;
  }

  get playBattles(): boolean {
    return this.#preferences.playBattles;
  }

  get reactions(): boolean {
    return this.#preferences.reactions;
  }

  get language(): Language {
    return chosen.language;
  }

  /** Change settings or the language. */
  set(change: Partial<Preferences & { language: Language }>): void {
    const { language, ...preferences } = change;
    Object.assign(this.#preferences, preferences);
    if (language) chosen.language = language;
    writeStored(KEY, { ...this.#preferences, language: chosen.language });
    this.#apply();
  }

  #apply(): void {
    const html = document.documentElement;
    html.lang = chosen.language;
    html.dataset.theme = this.theme;
    page.theme = this.theme;
    html.dataset.contrast = this.contrast;
    html.dataset.patterns = this.patterns;
    html.dataset.motion = this.motion;
  }
}

export const settings = new Settings();
