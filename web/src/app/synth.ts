/** The sounds of the table, synthesised. A sound is a few layers; each layer is a tone or noise with an envelope. */

export type Sound =
  | "draw"
  | "place"
  | "move"
  | "turn"
  | "discard"
  | "melee"
  | "ranged"
  | "gauss"
  | "armour"
  | "medic"
  | "net"
  | "explosion"
  | "destroyed"
  | "hq"
  | "fallen"
  | "battle"
  | "yours"
  | "clock"
  | "won"
  | "lost";

interface Layer {
  wave: OscillatorType | "noise";
  /** Pitch in hertz, at the beginning and at the end; of noise, the middle of what passes the filter. */
  from: number;
  to?: number;
  /** Seconds after the beginning of the sound. */
  at?: number;
  /** Seconds until it has faded. */
  time: number;
  /** Loudness, 0 to 1. */
  gain: number;
}

const tone = (wave: OscillatorType, from: number, to: number, time: number, gain: number, at = 0): Layer => ({
  wave,
  from,
  to,
  at,
  time,
  gain,
});
const noise = (from: number, to: number, time: number, gain: number, at = 0): Layer => ({
  wave: "noise",
  from,
  to,
  at,
  time,
  gain,
});

export const SOUNDS: Record<Sound, readonly Layer[]> = {
  // a tile slides off the pile
  draw: [noise(1800, 4200, 0.12, 0.22)],
  // cardboard on a table
  place: [noise(900, 300, 0.07, 0.5), tone("sine", 170, 90, 0.12, 0.5)],
  move: [noise(700, 1500, 0.14, 0.22), tone("sine", 150, 95, 0.1, 0.35, 0.11)],
  turn: [noise(2600, 2000, 0.04, 0.25), noise(2200, 1700, 0.04, 0.2, 0.05)],
  discard: [noise(3000, 700, 0.18, 0.2)],
  // blades
  melee: [
    noise(5200, 2400, 0.09, 0.4),
    tone("triangle", 1500, 500, 0.1, 0.18),
    tone("sine", 140, 70, 0.14, 0.45, 0.05),
  ],
  // a shot
  ranged: [noise(3200, 400, 0.16, 0.6), tone("square", 320, 60, 0.1, 0.2)],
  // a discharge
  gauss: [
    tone("sawtooth", 220, 2600, 0.16, 0.16),
    noise(6000, 1800, 0.2, 0.22, 0.12),
    tone("sine", 90, 50, 0.22, 0.4, 0.14),
  ],
  armour: [
    tone("triangle", 2100, 1950, 0.25, 0.22),
    tone("triangle", 3130, 3000, 0.18, 0.12),
    noise(4000, 3000, 0.04, 0.3),
  ],
  medic: [tone("sine", 523, 523, 0.16, 0.25), tone("sine", 784, 784, 0.26, 0.25, 0.11)],
  net: [noise(1200, 3600, 0.1, 0.25), noise(3600, 900, 0.18, 0.25, 0.08)],
  explosion: [noise(1400, 80, 0.6, 0.8), tone("sine", 110, 32, 0.55, 0.7)],
  destroyed: [noise(2000, 160, 0.3, 0.5), tone("triangle", 240, 55, 0.28, 0.4)],
  hq: [tone("sawtooth", 150, 70, 0.28, 0.3), noise(800, 140, 0.3, 0.5), tone("square", 440, 330, 0.22, 0.1, 0.04)],
  fallen: [
    noise(900, 50, 1.1, 0.8),
    tone("sine", 90, 26, 1.1, 0.8),
    tone("sawtooth", 196, 98, 0.7, 0.16, 0.1),
    tone("sawtooth", 147, 73, 0.9, 0.16, 0.35),
  ],
  // drums
  battle: [
    tone("sine", 120, 55, 0.2, 0.6),
    tone("sine", 120, 55, 0.2, 0.5, 0.16),
    tone("sine", 150, 60, 0.32, 0.7, 0.32),
  ],
  yours: [tone("sine", 587, 587, 0.16, 0.3), tone("sine", 880, 880, 0.3, 0.26, 0.12)],
  clock: [tone("square", 1300, 1300, 0.03, 0.12)],
  won: [
    tone("triangle", 392, 392, 0.2, 0.28),
    tone("triangle", 523, 523, 0.2, 0.28, 0.15),
    tone("triangle", 659, 659, 0.2, 0.28, 0.3),
    tone("triangle", 784, 784, 0.6, 0.32, 0.45),
  ],
  lost: [
    tone("triangle", 330, 330, 0.28, 0.26),
    tone("triangle", 294, 294, 0.28, 0.26, 0.24),
    tone("triangle", 220, 208, 0.7, 0.28, 0.48),
  ],
};

/** Seconds that a layer takes to begin, so that it does not click. */
const ATTACK = 0.004;
/** Silence, for an exponential fade. */
const SILENT = 0.0001;

/** Seconds that a sound lasts. */
export function lengthOf(sound: Sound): number {
  return Math.max(...SOUNDS[sound].map(({ at = 0, time }) => at + time));
}

/** Schedule a sound at a time of the context. `hiss` is a second of white noise. */
export function schedule(
  context: BaseAudioContext,
  out: AudioNode,
  sound: Sound,
  when: number,
  hiss: AudioBuffer,
): void {
  for (const { wave, from, to = from, at = 0, time, gain } of SOUNDS[sound]) {
    const begins = when + at;
    const ends = begins + time;
    const level = context.createGain();
    level.gain.setValueAtTime(SILENT, begins);
    level.gain.exponentialRampToValueAtTime(gain, begins + ATTACK);
    level.gain.exponentialRampToValueAtTime(SILENT, ends);
    level.connect(out);
    if (wave === "noise") {
      const source = context.createBufferSource();
      source.buffer = hiss;
      source.loop = true;
      const filter = context.createBiquadFilter();
      filter.type = "bandpass";
      filter.Q.value = 0.8;
      glide(filter.frequency, from, to, begins, ends);
      source.connect(filter);
      filter.connect(level);
      source.start(begins);
      source.stop(ends);
    } else {
      const source = context.createOscillator();
      source.type = wave;
      glide(source.frequency, from, to, begins, ends);
      source.connect(level);
      source.start(begins);
      source.stop(ends);
    }
  }
}

function glide(pitch: AudioParam, from: number, to: number, begins: number, ends: number): void {
  pitch.setValueAtTime(from, begins);
  if (to !== from) pitch.exponentialRampToValueAtTime(to, ends);
}

/** A second of white noise; the same each time. */
export function whiteNoise(context: BaseAudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate, context.sampleRate);
  const samples = buffer.getChannelData(0);
  let state = 1;
  for (let n = 0; n < samples.length; n++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    samples[n] = state / 2 ** 31 - 1;
  }
  return buffer;
}
