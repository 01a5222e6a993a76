/**
 * A Battle as a row of frames, each a picture with its sentences. Going on is showing the next frame, going back the
 * one before: nothing is worked out while somebody watches.
 *
 * All who act in a phase act at once, and their wounds count when it ends (R6.1, R6.5): so a phase has one frame for
 * all who act, one for each hit, one in which all the hits strike, and one in which the dead are gone. Until that one
 * everybody is drawn as they stood when the phase began.
 */

import type { Battle, Beat, Phase, Standing, Wounds } from "../api/forms";
import type { Arrow, Mark } from "../board/contract";

/** What is written at a hex. `pending` are wounds that count when the phase ends, `lost` those that just did; `spent`
 * is a Medic that gives itself, `saved` whom it saves. */
export type Sign =
  | { what: "pending" | "lost"; wounds: Wounds }
  | { what: "destroyed" | "spent" | "netted" | "free" | "taken" | "stopped" | "saved" | "explodes" | "changed" };

export interface Frame {
  /**
   * `before` and `after` stand round the phases. Of a phase: `phase` is its beginning with all who act, `beat` one
   * thing that happens, `strike` what all its hits come to, `end` the board when it is over. `choice` is the end of
   * what is known while somebody is to choose.
   */
  kind: "before" | "phase" | "beat" | "strike" | "end" | "choice" | "after";
  /** Place of its phase among `Battle.phases`; null outside of them. */
  phase: number | null;
  standing: Standing;
  /** How many phases of the Battle are over in this standing; null for all of it, or as far as it is known. */
  over: number | null;
  /** What is told here, in order. */
  beats: Beat[];
  arrows: Arrow[];
  signs: Record<string, Sign>;
  marks: Record<string, Mark>;
}

/** One sentence of the Battle's text, and the frame that shows it. */
export interface Told {
  frame: number;
  beat: Beat;
}

const ACTING = new Set(["acted", "held"]);
/** What happens before the wounds count; all the rest is what comes of it. */
const DURING = new Set(["converted", "exploded", "set off", "hit", "stopped", "healed"]);

/** All frames of a Battle: `before` first; `after`, or `choice`, last. */
export function timeline(battle: Battle): Frame[] {
  // Of a Battle that goes on after a choice only the rest may be shown.
  const frames: Frame[] = [plain("before", battle.before, battle.phases[0]?.number ?? 0)];
  let standing = battle.before;
  battle.phases.forEach((phase, number) => {
    frames.push(...phaseFrames(phase, number, standing));
    standing = phase.after;
  });
  if (!battle.ended) {
    const running = battle.phases.length === 0 ? null : battle.phases.length - 1;
    frames.push({ ...plain("choice", battle.after, null), phase: running });
  } else frames.push({ ...plain("after", battle.after, null), beats: battle.aftermath });
  return frames;
}

function plain(kind: Frame["kind"], standing: Standing, over: number | null): Frame {
  return { kind, phase: null, standing, over, beats: [], arrows: [], signs: {}, marks: {} };
}

function phaseFrames(phase: Phase, number: number, standing: Standing): Frame[] {
  const { acting, during, striking, ending } = parts(phase.beats);
  const picture = new Picture(standing);
  const frames: Frame[] = [];
  const show = (kind: Frame["kind"], beats: Beat[], more: Partial<Frame> = {}) => {
    frames.push({ kind, phase: number, standing, over: phase.number, beats, marks: {}, ...picture.now(), ...more });
  };
  show("phase", acting, { marks: marksOf(acting, "about"), signs: heldSigns(acting) });
  for (const beat of during) {
    picture.add(beat);
    show("beat", [beat], { marks: beatMarks(beat) });
  }
  if (striking.length > 0) {
    const marks = marksOf(striking, "hit");
    show("strike", striking, { arrows: picture.faint(), signs: strikeSigns(striking, picture), marks });
  }
  const quiet = during.length === 0 && striking.length === 0;
  if (ending.length === 0) return frames;
  if (quiet && ending.every((beat) => beat.what === "phase ended")) {
    // Nothing came of it: its end is told together with its beginning, and nobody waits for it.
    const opening = frames[0];
    if (opening) frames[0] = { ...opening, beats: [...acting, ...ending] };
  } else {
    const end = plain("end", phase.after, phase.number + 1);
    frames.push({ ...end, phase: number, beats: ending, signs: endSigns(ending) });
  }
  return frames;
}

/**
 * The beats of a phase by what they are parts of. Medics answer hits (R6.6) and are shown after them, though they are
 * told before: whoever watches has then seen the hit that is cancelled.
 */
function parts(beats: Beat[]): Record<"acting" | "during" | "striking" | "ending", Beat[]> {
  const end = beats.findIndex((beat) => beat.what === "phase ended");
  const before = end < 0 ? beats : beats.slice(0, end);
  const during = before.filter((beat) => DURING.has(beat.what));
  return {
    acting: before.filter((beat) => ACTING.has(beat.what)),
    during: [...during.filter((beat) => beat.what !== "healed"), ...during.filter((beat) => beat.what === "healed")],
    striking: before.filter((beat) => !ACTING.has(beat.what) && !DURING.has(beat.what)),
    ending: end < 0 ? [] : beats.slice(end),
  };
}

/** What is drawn over the board as the hits of a phase come one by one. */
class Picture {
  private hits: Beat[] = [];
  private healed: Beat[] = [];
  private latest: Beat | null = null;
  private signs: Record<string, Sign> = {};

  constructor(private readonly standing: Standing) {}

  add(beat: Beat): void {
    this.latest = beat;
    if (beat.what === "hit" || beat.what === "stopped") this.hits.push(beat);
    if (beat.what === "healed") this.healed.push(beat);
    const { to } = beat;
    if (to === null) return;
    if (beat.what === "exploded") this.signs[to] = { what: "explodes" };
    if (beat.what === "set off") this.signs[to] = { what: "explodes" };
    if (beat.what === "converted") this.signs[to] = { what: "changed" };
  }

  now(): Pick<Frame, "arrows" | "signs"> {
    return { arrows: this.arrows(this.latest), signs: this.pending() };
  }

  /** All that was drawn, with nothing in front. */
  faint(): Arrow[] {
    return this.arrows(null);
  }

  /** Whether it is a Medic that has cancelled a hit, and goes for that. */
  spent(hex: string): boolean {
    return this.healed.some((beat) => beat.by === hex);
  }

  private arrows(front: Beat | null): Arrow[] {
    const arrows: Arrow[] = [];
    for (const beat of this.hits) {
      const arrow = hitArrow(beat);
      if (arrow) arrows.push(beat === front ? arrow : { ...arrow, faint: true });
    }
    for (const { by, to } of this.healed.slice(front?.what === "healed" ? -1 : 0)) {
      if (by !== null && to !== null) arrows.push({ kind: "medic", source: by, to, faint: front?.what !== "healed" });
    }
    return arrows;
  }

  /** Wounds so far by hex; hits that Medics have cancelled are out of it once that was shown. */
  private pending(): Record<string, Sign> {
    const signs: Record<string, Sign> = { ...this.signs };
    const there = new Set(this.standing.units.map((unit) => unit.hex));
    for (const hit of this.hits) {
      const { to, wounds } = hit;
      if (to === null || !there.has(to)) continue;
      const sofar = signs[to];
      if (hit.what === "stopped") {
        if (hit === this.latest && sofar === undefined) signs[to] = { what: "stopped" };
      } else if (hit.by !== null && this.healed.some((beat) => beat.by === hit.by && beat.to === to)) {
        if (sofar === undefined) signs[to] = { what: "saved" };
      } else if (wounds !== null) {
        signs[to] = { what: "pending", wounds: add(sofar?.what === "pending" ? sofar.wounds : 0, wounds) };
      }
    }
    return signs;
  }
}

/** The wounds of two hits together. */
export function add(one: Wounds, other: Wounds): Wounds {
  if (typeof one === "number" && typeof other === "number") return one + other;
  return one === "destroys" || other === "destroys" ? "destroys" : "endless";
}

function hitArrow({ what, source, to, kind, via, wounds }: Beat): Arrow | null {
  if (source === null || to === null || kind === null) return null;
  const label = what === "stopped" ? "0" : typeof wounds === "number" ? String(wounds) : "∞";
  return { kind, source, to, label, ...(via.length > 0 ? { via } : {}) };
}

function beatMarks({ what, source, to, by }: Beat): Record<string, Mark> {
  const marks: Record<string, Mark> = {};
  if (by !== null && what === "healed") marks[by] = "about";
  else if (source !== null) marks[source] = "danger";
  if (to !== null) marks[to] = what === "hit" || what === "stopped" ? "hit" : "about";
  return marks;
}

function marksOf(beats: Beat[], mark: Mark): Record<string, Mark> {
  return Object.fromEntries(beats.flatMap(({ to }) => (to === null ? [] : [[to, mark]])));
}

function heldSigns(beats: Beat[]): Record<string, Sign> {
  return Object.fromEntries(beats.flatMap(({ what, to }) => (what === "held" && to ? [[to, { what: "netted" }]] : [])));
}

function strikeSigns(beats: Beat[], picture: Picture): Record<string, Sign> {
  const signs: Record<string, Sign> = {};
  for (const { what, to, wounds } of beats) {
    if (to === null) continue;
    if (what === "destroyed") signs[to] = { what: picture.spent(to) ? "spent" : "destroyed" };
    else if (what === "hq wounded" && wounds !== null) signs[to] ??= { what: "lost", wounds };
    else if (what === "wounded") signs[to] ??= { what: "lost", wounds: pendingOf(picture, to) };
  }
  return signs;
}

function pendingOf(picture: Picture, hex: string): Wounds {
  const sign = picture.now().signs[hex];
  return sign?.what === "pending" ? sign.wounds : 1;
}

const END_SIGNS: Record<string, Sign> = {
  netted: { what: "netted" },
  unnetted: { what: "free" },
  freed: { what: "free" },
  taken: { what: "taken" },
};

function endSigns(beats: Beat[]): Record<string, Sign> {
  const signs: Record<string, Sign> = {};
  for (const { what, to } of beats) {
    const sign = END_SIGNS[what];
    if (to !== null && sign) signs[to] = sign;
  }
  return signs;
}

/** What one player has lost in a Battle. */
export interface Loss {
  player: number;
  /** Points of the HQ before and after, or of a score game. */
  from: number;
  to: number;
  units: { hex: string; tile: string; name: string; coat: string; rotation: number }[];
}

/** What a Battle has cost each player, in their order. */
export function losses(battle: Battle): Loss[] {
  const left = new Set(battle.after.units.map((unit) => `${unit.hex} ${unit.tile}`));
  const gone = battle.before.units.filter((unit) => !left.has(`${unit.hex} ${unit.tile}`));
  const from = battle.before.score ?? battle.before.hq;
  const to = battle.after.score ?? battle.after.hq;
  return from.map((points, player) => ({
    player,
    from: points,
    to: to[player] ?? points,
    units: gone.filter((unit) => unit.owner === player),
  }));
}

/** What tells a Battle from any other: the same for one that goes on, and in every language. */
export function signature({ starter, cause, before }: Battle): string {
  return JSON.stringify([starter, cause, before.hq, before.units.map((u) => [u.hex, u.tile, u.rotation, u.wounds])]);
}

/** All sentences up to a frame, in the order in which they are shown. */
export function toldUpTo(frames: readonly Frame[], last: number): Told[] {
  return frames.slice(0, last + 1).flatMap(({ beats }, frame) => beats.map((beat) => ({ frame, beat })));
}

/** The frame with which a phase begins: by its place among the phases; -1 for the Battle's beginning. */
export function phaseStart(frames: readonly Frame[], phase: number): number {
  const start = frames.findIndex((frame) => frame.phase === phase);
  return phase < 0 ? 0 : start < 0 ? frames.length - 1 : start;
}

/** The frames at which phases begin, with the Battle's own beginning and its end. */
function stops(frames: readonly Frame[]): number[] {
  return frames.flatMap((frame, i) => (frame.kind === "phase" || i === 0 || i === frames.length - 1 ? [i] : []));
}

/** Where "next phase" leads from a frame. */
export function nextStop(frames: readonly Frame[], at: number): number {
  return stops(frames).find((stop) => stop > at) ?? frames.length - 1;
}

/** Where "previous phase" leads: to the beginning of the running one, or, from there, of the one before. */
export function previousStop(frames: readonly Frame[], at: number): number {
  return stops(frames).findLast((stop) => stop < at) ?? 0;
}

/** A Battle that would take longer than this at speed 1 is shown faster, but never more than so much faster. */
const LONGEST = 18_000;
const HASTE = 0.6;

/**
 * How many milliseconds each frame is shown for at speed 1. What is new takes its time: who acts, the first hit of a
 * phase, what all hits come to. The other hits follow close on one another, and nobody waits where nothing came of it.
 */
export function durations(frames: readonly Frame[]): number[] {
  const usual = frames.map((frame, at) => usualDuration(frame, frames[at - 1]));
  const haste = Math.max(HASTE, Math.min(1, LONGEST / usual.reduce((sum, time) => sum + time, 0)));
  return usual.map((time) => Math.round(time * haste));
}

function usualDuration({ kind, beats }: Frame, before: Frame | undefined): number {
  const more = (each: number, most: number) => Math.min(each * Math.max(0, beats.length - 1), most);
  switch (kind) {
    case "phase":
      return beats.some(({ what }) => what === "phase ended") ? 900 : 1200 + more(200, 800);
    case "beat":
      return before?.kind === "beat" ? 650 : 1100;
    case "strike":
      return 1300 + more(200, 800);
    case "end":
      return beats.length > 1 ? 1200 : 500;
    default:
      return 1200;
  }
}
