/** Plays sounds: never before a first gesture, not in a hidden tab, as loud as the settings say. */

import { settings } from "./settings.svelte";
import { lengthOf, schedule, whiteNoise, type Sound } from "./synth";

/** The same sound again within so many seconds is one sound. */
const APART = 0.045;
/** Seconds that a sound may be delayed: later it would belong to something else. */
const LATE = 0.6;
/** Loudness of all sounds at full volume: several may play together. */
const HEADROOM = 0.5;
const GESTURES = ["pointerdown", "keydown"] as const;

export class Sounds {
  #context: AudioContext | null = null;
  #out: GainNode | null = null;
  #hiss: AudioBuffer | null = null;
  #gesture = false;
  readonly #last: Partial<Record<Sound, number>> = {};

  constructor(private readonly make: () => AudioContext | null = newContext) {
    if (typeof addEventListener !== "function") return;
    const begin = () => {
      this.#gesture = true;
      for (const name of GESTURES) removeEventListener(name, begin, true);
    };
    for (const name of GESTURES) addEventListener(name, begin, true);
  }

  /** Play a sound, some seconds from now. */
  play(sound: Sound, after = 0): void {
    // Browsers refuse sound before a gesture; a refused sound must not come later.
    if (!this.#gesture || !settings.sound || (document.hidden && sound !== "yours")) return;
    const context = this.#open();
    if (context === null || this.#out === null || this.#hiss === null) return;
    const when = context.currentTime + Math.min(after, LATE);
    const before = this.#last[sound] ?? -Infinity;
    if (when < before + APART) return;
    this.#last[sound] = when;
    this.#out.gain.setValueAtTime(HEADROOM * settings.volume ** 2, context.currentTime);
    schedule(context, this.#out, sound, when, this.#hiss);
  }

  /** Play several, one after another, none longer than `seconds` in all. */
  playAll(sounds: readonly Sound[], seconds = LATE): void {
    const gap = Math.min(0.12, seconds / Math.max(1, sounds.length));
    sounds.forEach((sound, n) => this.play(sound, n * gap));
  }

  #open(): AudioContext | null {
    const context = this.#context ?? this.make();
    if (context === null) return null;
    if (this.#context === null) {
      this.#context = context;
      this.#out = context.createGain();
      this.#out.connect(context.destination);
      this.#hiss = whiteNoise(context);
    }
    if (context.state === "suspended") void context.resume().catch(() => undefined);
    return context;
  }
}

function newContext(): AudioContext | null {
  try {
    return typeof AudioContext === "function" ? new AudioContext({ latencyHint: "interactive" }) : null;
  } catch {
    return null; // no sound device
  }
}

export const sounds = new Sounds();
export { lengthOf, type Sound };
