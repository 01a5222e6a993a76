/**
 * A Battle as a list of precomputed frames. A frame is a picture with sentences; stepping only changes the index.
 *
 * All units of a phase act at once, and wounds count at its end (R6.1, R6.5). So a phase has one frame for all acting
 * units, one per hit, one in which all hits strike, and one without the destroyed units. Until then everything is drawn
 * as it was at the beginning of the phase.
 */

import type { Battle, Beat, Phase, Standing, Wounds } from "../api/forms";
import type { Arrow, Mark } from "../board/contract";

/**
 * A label at a hex. `pending`: wounds that will count at the end of the phase. `lost`: wounds that just did. `spent`: a
 * Medic that sacrifices itself. `saved`: the unit it saves.
 */
export type Sign =
  | { what: "pending" | "lost"; wounds: Wounds }
  | { what: "destroyed" | "spent" | "netted" | "free" | "taken" | "stopped" | "saved" | "explodes" | "changed" }
  | { what: "reflected" | "venom" | "paralysis" | "steel_net" | "unpowered" };

export interface Frame {
  /**
   * `before` and `after` surround the phases. In a phase: `phase` shows all that act, `beat` one event, `strike` all
   * hits together, `end` the board afterwards. `choice` is the end of what is known while somebody must choose.
   */
  kind: "before" | "phase" | "beat" | "strike" | "end" | "choice" | "after";
  /** Index in `Battle.phases`; null outside phases. */
  phase: number | null;
  standing: Standing;
  /** Number of phases completed on this board; null for all known ones. */
  over: number | null;
  /** Beats told here, in order. */
  beats: Beat[];
  arrows: Arrow[];
  signs: Record<string, Sign>;
  marks: Record<string, Mark>;
}

/** One sentence of a Battle and the frame that shows it. */
export interface Told {
  frame: number;
  beat: Beat;
}

const ACTING = new Set(["acted", "held"]);
/** Beats before the wounds count; all others are consequences. */
const DURING = new Set([
  "aimed",
  "converted",
  "exploded",
  "foundation blew",
  "set off",
  "reflected",
  "hit",
  "stopped",
  "healed",
]);

/** All frames of a Battle: `before` first, `after` or `choice` last. */
export function timeline(battle: Battle): Frame[] {
  // A Battle that continues after a choice may lack its earlier phases.
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
    // Nothing happened: merge the end of the phase into its beginning.
    const opening = frames[0];
    if (opening) frames[0] = { ...opening, beats: [...acting, ...ending] };
  } else {
    const end = plain("end", phase.after, phase.number + 1);
    frames.push({ ...end, phase: number, beats: ending, signs: endSigns(ending) });
  }
  return frames;
}

/**
 * The beats of a phase by part. Medics answer hits (R6.6), so they are shown after them although they are told before:
 * the viewer then knows the hit that is cancelled.
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

/** The drawing on the board while the hits of a phase arrive. */
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
    const { to, by } = beat;
    if (beat.what === "reflected" && by !== null) this.signs[by] = { what: "reflected" };
    if (to === null) return;
    if (beat.what === "exploded") this.signs[to] = { what: "explodes" };
    if (beat.what === "set off") this.signs[to] = { what: "explodes" };
    if (beat.what === "foundation blew") this.signs[to] = { what: "explodes" };
    if (beat.what === "converted") this.signs[to] = { what: "changed" };
  }

  now(): Pick<Frame, "arrows" | "signs"> {
    return { arrows: this.arrows(this.latest), signs: this.pending() };
  }

  /** All arrows, none highlighted. */
  faint(): Arrow[] {
    return this.arrows(null);
  }

  /** Whether it is a Medic that was spent on a hit. */
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

  /** Wounds so far by hex, without hits that Medics have visibly cancelled. */
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

/** The sum of two hits. */
export function add(one: Wounds, other: Wounds): Wounds {
  if (typeof one === "number" && typeof other === "number") return one + other;
  return one === "destroys" || other === "destroys" ? "destroys" : "endless";
}

function hitArrow({ what, source, to, kind, via, wounds }: Beat): Arrow | null {
  if (source === null || to === null || kind === null) return null;
  const label =
    what === "stopped" ? "0" : typeof wounds === "number" ? String(wounds) : wounds === "destroys" ? "✕" : "∞";
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
  return Object.fromEntries(
    beats.flatMap(({ what, to, kind }) =>
      what === "held" && to ? [[to, HELD_SIGNS[kind ?? ""] ?? { what: "netted" }]] : [],
    ),
  );
}

function strikeSigns(beats: Beat[], picture: Picture): Record<string, Sign> {
  const signs: Record<string, Sign> = {};
  for (const { what, to, wounds, kind } of beats) {
    if (to === null) continue;
    const marker = what === "marked" ? MARKERS[kind ?? ""] : undefined;
    if (marker) signs[to] ??= marker;
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

const HELD_SIGNS: Partial<Record<string, Sign>> = {
  paralysis: { what: "paralysis" },
  unpowered: { what: "unpowered" },
};

const MARKERS: Partial<Record<string, Sign>> = {
  venom: { what: "venom" },
  paralysis: { what: "paralysis" },
  steel_net: { what: "steel_net" },
};

const END_SIGNS: Record<string, Sign> = {
  netted: { what: "netted" },
  unnetted: { what: "free" },
  freed: { what: "free" },
  taken: { what: "taken" },
};

function endSigns(beats: Beat[]): Record<string, Sign> {
  const signs: Record<string, Sign> = {};
  for (const { what, to, kind } of beats) {
    const sign = what === "marked" ? MARKERS[kind ?? ""] : END_SIGNS[what];
    if (to !== null && sign) signs[to] = what === "netted" && kind === "unpowered" ? { what: "unpowered" } : sign;
  }
  return signs;
}

/** Losses of one player in a Battle. */
export interface Loss {
  player: number;
  /** HQ points, or score, before and after. */
  from: number;
  to: number;
  units: { hex: string; tile: string; name: string; coat: string; rotation: number }[];
}

/** Losses by player, in player order. */
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

/** Identifies a Battle: the same while it continues, and in every language. */
export function signature({ starter, cause, before }: Battle): string {
  return JSON.stringify([starter, cause, before.hq, before.units.map((u) => [u.hex, u.tile, u.rotation, u.wounds])]);
}

/** All sentences up to a frame, in display order. */
export function toldUpTo(frames: readonly Frame[], last: number): Told[] {
  return frames.slice(0, last + 1).flatMap(({ beats }, frame) => beats.map((beat) => ({ frame, beat })));
}

/** The first frame of a phase by index; -1 for the beginning of the Battle. */
export function phaseStart(frames: readonly Frame[], phase: number): number {
  const start = frames.findIndex((frame) => frame.phase === phase);
  return phase < 0 ? 0 : start < 0 ? frames.length - 1 : start;
}

/** First frames of the phases, plus the beginning and end of the Battle. */
function stops(frames: readonly Frame[]): number[] {
  return frames.flatMap((frame, i) => (frame.kind === "phase" || i === 0 || i === frames.length - 1 ? [i] : []));
}

/** The target of "next phase". */
export function nextStop(frames: readonly Frame[], at: number): number {
  return stops(frames).find((stop) => stop > at) ?? frames.length - 1;
}

/** The target of "previous phase": the start of the current phase or, from there, of the one before. */
export function previousStop(frames: readonly Frame[], at: number): number {
  return stops(frames).findLast((stop) => stop < at) ?? 0;
}

/** A Battle that takes longer than this at speed 1 is sped up, within a limit. */
const LONGEST = 18_000;
const HASTE = 0.6;

/**
 * Milliseconds per frame at speed 1. New information takes its time: who acts, the first hit of a phase, the total.
 * Further hits follow quickly, and phases without hits do not wait.
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
