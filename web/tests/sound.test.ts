/** Sound: what is scheduled, when it is silent, and what acts and Battles sound like. */

import { beforeEach, describe, expect, it } from "vitest";
import { settings } from "../src/app/settings.svelte";
import { Sounds } from "../src/app/sound.svelte";
import { lengthOf, SOUNDS, type Sound } from "../src/app/synth";
import { soundOf, soundOfOffer, soundsOf } from "../src/play/hear";

class Param {
  value = 0;
  readonly events: { how: string; value: number; at: number }[] = [];
  setValueAtTime(value: number, at: number): void {
    this.events.push({ how: "set", value, at });
  }
  exponentialRampToValueAtTime(value: number, at: number): void {
    if (value <= 0) throw new RangeError("an exponential ramp cannot reach 0");
    this.events.push({ how: "ramp", value, at });
  }
}

class Node {
  readonly to: unknown[] = [];
  connect(node: unknown): void {
    this.to.push(node);
  }
}

class Source extends Node {
  readonly frequency = new Param();
  readonly Q = new Param();
  readonly gain = new Param();
  type = "";
  buffer: unknown = null;
  loop = false;
  began = NaN;
  ended = NaN;
  start(at: number): void {
    this.began = at;
  }
  stop(at: number): void {
    this.ended = at;
  }
}

/** An AudioContext that only writes down what it is asked for. */
class FakeContext {
  currentTime = 10;
  sampleRate = 8000;
  state = "running";
  destination = new Node();
  resumed = 0;
  readonly tones: Source[] = [];
  readonly noises: Source[] = [];
  readonly gains: Source[] = [];
  createGain(): Source {
    return made(this.gains);
  }
  createOscillator(): Source {
    return made(this.tones);
  }
  createBufferSource(): Source {
    return made(this.noises);
  }
  createBiquadFilter(): Source {
    return new Source();
  }
  createBuffer(_: number, length: number): { getChannelData: () => Float32Array } {
    const samples = new Float32Array(length);
    return { getChannelData: () => samples };
  }
  resume(): Promise<void> {
    this.resumed += 1;
    return Promise.resolve();
  }
}

function made(list: Source[]): Source {
  const source = new Source();
  list.push(source);
  return source;
}

function heard(gesture = true): { sounds: Sounds; context: FakeContext } {
  const context = new FakeContext();
  const sounds = new Sounds(() => context as unknown as AudioContext);
  if (gesture) dispatchEvent(new Event("pointerdown"));
  return { sounds, context };
}

beforeEach(() => settings.set({ sound: "on", volume: 1 }));

describe("sound", () => {
  it("is never scheduled before a first gesture, and a refused sound does not come later", () => {
    const { sounds, context } = heard(false);
    sounds.play("place");
    expect(context.gains).toHaveLength(0);
    dispatchEvent(new KeyboardEvent("keydown", { key: "a" }));
    expect(context.gains).toHaveLength(0);
    sounds.play("place");
    expect(context.gains.length).toBeGreaterThan(1);
  });

  it("is silent when it is off, and as loud as the volume says", () => {
    const { sounds, context } = heard();
    settings.set({ sound: "off" });
    sounds.play("place");
    expect(context.gains).toHaveLength(0);
    settings.set({ sound: "on", volume: 0.5 });
    sounds.play("place");
    expect(context.gains[0]?.gain.events).toEqual([{ how: "set", value: 0.125, at: 10 }]);
    context.currentTime = 20;
    settings.set({ volume: 1 });
    sounds.play("place");
    expect(context.gains[0]?.gain.events.at(-1)).toEqual({ how: "set", value: 0.5, at: 20 });
  });

  it("follows the system until it is chosen: off for fingers, on for a mouse", () => {
    const before = globalThis.matchMedia;
    const screen = (coarse: boolean) =>
      ((query: string) => ({ matches: coarse && query.includes("coarse") })) as unknown as typeof matchMedia;
    settings.set({ sound: "system" });
    globalThis.matchMedia = screen(true);
    expect(settings.sound).toBe(false);
    globalThis.matchMedia = screen(false);
    expect(settings.sound).toBe(true);
    globalThis.matchMedia = before;
  });

  it.each(Object.keys(SOUNDS) as Sound[])("%s begins softly, fades and ends", (sound) => {
    const { sounds, context } = heard();
    sounds.play(sound, 0.1);
    const sources = [...context.tones, ...context.noises];
    expect(sources).toHaveLength(SOUNDS[sound].length);
    for (const source of sources) {
      expect(source.began).toBeGreaterThanOrEqual(10.1);
      expect(source.ended).toBeGreaterThan(source.began);
      expect(source.ended).toBeLessThanOrEqual(10.1 + lengthOf(sound) + 1e-9);
    }
    const [out, ...levels] = context.gains;
    expect(out?.to).toEqual([context.destination]);
    expect(levels).toHaveLength(sources.length);
    for (const level of levels) {
      expect(level.to).toEqual([out]);
      const values = level.gain.events.map(({ value }) => value);
      expect(Math.max(...values)).toBeLessThanOrEqual(1);
      expect([values[0], values.at(-1)]).toEqual([0.0001, 0.0001]);
    }
    expect(lengthOf(sound)).toBeLessThan(1.5);
  });

  it("plays equal sounds at the same moment once, and a series within its time", () => {
    const { sounds, context } = heard();
    sounds.playAll(["melee", "melee", "hq"], 0.2);
    const begins = [...context.tones, ...context.noises].map(({ began }) => began);
    expect(Math.max(...begins)).toBeLessThan(10.4);
    const count = context.gains.length;
    sounds.play("hq", 0.13);
    expect(context.gains).toHaveLength(count);
  });

  it("wakes a context that the browser suspended", () => {
    const { sounds, context } = heard();
    context.state = "suspended";
    sounds.play("turn");
    expect(context.resumed).toBe(1);
  });

  it("tells kinds of hits apart", () => {
    const kinds = ["melee", "ranged", "gauss", "explosion"].map((kind) => soundOf({ what: "hit", kind }));
    expect(kinds).toEqual(["melee", "ranged", "gauss", "explosion"]);
    const others = ["stopped", "healed", "netted", "exploded", "hq wounded", "eliminated", "drawn", "placed", "turned"];
    expect(others.map((what) => soundOf({ what, kind: null }))).toEqual([
      "armour",
      "medic",
      "net",
      "explosion",
      "hq",
      "fallen",
      "draw",
      "place",
      "turn",
    ]);
    expect(soundOf({ what: "turn began", kind: null })).toBeNull();
    expect(
      soundsOf([
        { what: "drawn", kind: null },
        { what: "drawn", kind: null },
      ]),
    ).toEqual(["draw"]);
    expect([soundOfOffer("place"), soundOfOffer("end")]).toEqual(["place", null]);
  });
});
