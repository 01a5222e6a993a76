import { describe, expect, it } from "vitest";
import type { Battle, Beat, BoardForm, PlayerForm } from "../src/api/forms";
import {
  add,
  durations,
  losses,
  nextStop,
  phaseStart,
  previousStop,
  signature,
  timeline,
  toldUpTo,
  type Frame,
} from "../src/battle/timeline";
import { announcementOf, caption, hexWords, signWords } from "../src/battle/words";
import fixtures from "./fixtures/battles.json";

interface Fixture {
  features: string[];
  board: BoardForm;
  players: PlayerForm[];
  battle: Battle;
}
const all = fixtures as unknown as Fixture[];

function withFeature(feature: string): Fixture {
  const found = all.find(({ features }) => features.includes(feature));
  if (!found) throw new Error(`no Battle has ${feature}`);
  return found;
}

/** The frame that tells a beat of that kind, in the Battle that shows it first. */
function frameOf(feature: string, matches: (beat: Beat) => boolean): { frame: Frame; frames: Frame[]; beat: Beat } {
  const frames = timeline(withFeature(feature).battle);
  for (const frame of frames) {
    const beat = frame.beats.find(matches);
    if (beat) return { frame, frames, beat };
  }
  throw new Error("no frame tells it");
}

describe.each(all)("a Battle with $features", ({ battle, players, board }) => {
  const frames = timeline(battle);

  it("begins before it and ends after it", () => {
    expect(frames[0]).toMatchObject({ kind: "before", standing: battle.before, phase: null });
    expect(frames.at(-1)?.standing).toEqual(battle.after);
    expect(frames.at(-1)?.kind).toBe(battle.ended ? "after" : "choice");
  });

  it("knows how many phases are over where everybody stands so", () => {
    const standings = [battle.before, ...battle.phases.map((phase) => phase.after)];
    for (const { standing, over } of frames) expect(standing).toBe(over === null ? battle.after : standings[over]);
    expect(frames.map(({ over }) => over ?? Infinity)).toEqual(
      frames.map(({ over }) => over ?? Infinity).sort((one, other) => one - other),
    );
    expect(frames.findIndex(({ over }) => over === null)).toBe(frames.length - 1);
  });

  it("tells every sentence once", () => {
    const told = toldUpTo(frames, frames.length - 1).map(({ beat }) => beat);
    const given = [...battle.phases.flatMap((phase) => phase.beats), ...(battle.ended ? battle.aftermath : [])];
    expect(told).toHaveLength(given.length);
    expect(new Set(told)).toEqual(new Set(given));
  });

  it("leaves everybody where they stood until the phase ends", () => {
    battle.phases.forEach((phase, number) => {
      const before = battle.phases[number - 1]?.after ?? battle.before;
      for (const frame of frames.filter((one) => one.phase === number && one.kind !== "choice")) {
        expect(frame.standing).toBe(frame.kind === "end" ? phase.after : before);
      }
    });
  });

  it("draws only what is on the board", () => {
    const hexes = new Set(board.hexes.map(({ name }) => name));
    for (const { arrows, signs, marks } of frames) {
      const named = [...arrows.flatMap(({ source, to, via = [] }) => [source, to, ...via])];
      for (const hex of [...named, ...Object.keys(signs), ...Object.keys(marks)]) expect(hexes).toContain(hex);
    }
  });

  it("has words for every frame, sign and hex", () => {
    for (const frame of frames) {
      expect(caption(frame, battle, true)).not.toBe("");
      for (const { words } of frame.beats) expect(announcementOf(frame, battle, true)).toContain(words);
      const signs = Object.fromEntries(Object.entries(frame.signs).map(([hex, sign]) => [hex, signWords(sign)]));
      for (const { name } of board.hexes) expect(hexWords(name, frame.standing, players, signs)).toContain(name);
    }
  });

  it("plays in ten to twenty seconds when much happens, and faster when little does", () => {
    const times = durations(frames);
    const sum = times.reduce((all, time) => all + time, 0);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(300);
    expect(Math.max(...times)).toBeLessThanOrEqual(2000);
    expect(sum).toBeLessThan(20_000);
    if (frames.length > 12) expect(sum).toBeGreaterThan(10_000);
  });

  it("goes from phase to phase", () => {
    const starts = battle.phases.map((_, number) => phaseStart(frames, number));
    for (const start of starts) expect(frames[start]?.kind).toBe("phase");
    expect(phaseStart(frames, -1)).toBe(0);
    expect(phaseStart(frames, battle.phases.length)).toBe(frames.length - 1);
    expect(nextStop(frames, 0)).toBe(starts[0] ?? frames.length - 1);
    expect(previousStop(frames, frames.length - 1)).toBe(starts.at(-1) ?? 0);
    expect(nextStop(frames, frames.length - 1)).toBe(frames.length - 1);
    expect(previousStop(frames, 0)).toBe(0);
  });

  it("counts what each player lost", () => {
    const gone = battle.before.units.length - battle.after.units.length;
    const owned = losses(battle).flatMap(({ units }) => units);
    const nobodys = battle.before.units.filter((unit) => unit.owner === null).length;
    expect(owned.length).toBeLessThanOrEqual(gone);
    expect(owned.length).toBeGreaterThanOrEqual(gone - nobodys);
    expect(losses(battle).map(({ to }) => to)).toEqual(battle.after.hq);
  });
});

describe("what is drawn", () => {
  it("is an arrow for a hit, with its wounds, and a sign at whom it hits", () => {
    const { frame, beat } = frameOf("hit melee", ({ what }) => what === "hit");
    const arrow = frame.arrows.find(({ faint }) => !faint);
    expect(arrow).toMatchObject({ kind: beat.kind, source: beat.source, to: beat.to, label: String(beat.wounds) });
    expect(frame.signs[beat.to ?? ""]?.what).toBe("pending");
    expect(frame.marks).toMatchObject({ [beat.to ?? ""]: "hit", [beat.source ?? ""]: "danger" });
  });

  it("keeps earlier hits of the phase faintly in sight", () => {
    const frames = all.flatMap(({ battle }) => timeline(battle));
    const later = frames.find(({ kind, arrows }) => kind === "beat" && arrows.length > 1);
    expect(later?.arrows.filter(({ faint }) => faint)).toHaveLength((later?.arrows.length ?? 0) - 1);
  });

  it("goes through redirectors", () => {
    const { frame, beat } = frameOf("redirected", ({ via }) => via.length > 0);
    expect(frame.arrows.find(({ faint }) => !faint)?.via).toEqual(beat.via);
  });

  it("shows a hit that is cancelled first, then the Medic", () => {
    const { frame, frames, beat } = frameOf("healed", ({ what }) => what === "healed");
    const hit = frames.findIndex((one) => one.beats.some(({ what, by }) => what === "hit" && by === beat.by));
    expect(hit).toBeGreaterThan(0);
    expect(hit).toBeLessThan(frames.indexOf(frame));
    expect(frames[hit]?.signs[beat.to ?? ""]?.what).toBe("pending");
    expect(frame.arrows).toContainEqual({ kind: "medic", source: beat.by, to: beat.to, faint: false });
    expect(frame.signs[beat.to ?? ""]?.what).not.toBe("pending");
    const strike = frames.slice(frames.indexOf(frame)).find(({ kind }) => kind === "strike");
    expect(strike?.signs[beat.by ?? ""]?.what).toBe("spent");
  });

  it("shows what armour stops", () => {
    const { frame, beat } = frameOf("stopped", ({ what }) => what === "stopped");
    expect(frame.arrows.find(({ faint }) => !faint)?.label).toBe("0");
    expect(["stopped", "pending"]).toContain(frame.signs[beat.to ?? ""]?.what);
  });

  it("shows who is kept in a net, who explodes, who comes free", () => {
    const held = frameOf("held", ({ what }) => what === "held");
    expect(held.frame.signs[held.beat.to ?? ""]?.what).toBe("netted");
    const exploded = frameOf("exploded", ({ what }) => what === "exploded");
    expect(exploded.frame.signs[exploded.beat.to ?? ""]?.what).toBe("explodes");
    const free = frameOf("unnetted", ({ what }) => what === "unnetted");
    expect(free.frame).toMatchObject({ kind: "end" });
    expect(free.frame.signs[free.beat.to ?? ""]?.what).toBe("free");
  });

  it("shows deaths and lost points while all still stand, and then without the dead", () => {
    const { frame, frames, beat } = frameOf("destroyed", ({ what }) => what === "destroyed");
    expect(frame.kind).toBe("strike");
    expect(frame.signs[beat.to ?? ""]?.what).toBe("destroyed");
    expect(frame.standing.units.some(({ hex }) => hex === beat.to)).toBe(true);
    const next = frames[frames.indexOf(frame) + 1];
    expect(next?.kind).toBe("end");
    expect(next?.standing.units.some(({ hex }) => hex === beat.to)).toBe(false);
    const hq = frameOf("hq wounded", ({ what }) => what === "hq wounded");
    expect(hq.frame.signs[hq.beat.to ?? ""]).toEqual({ what: "lost", wounds: hq.beat.wounds });
  });
});

describe("a phase in which nothing happens", () => {
  it("is one frame, which tells its end too", () => {
    const quiet = all.flatMap(({ battle }) => timeline(battle).filter(({ kind }) => kind === "phase"));
    const told = quiet.filter(({ beats }) => beats.some(({ what }) => what === "phase ended"));
    expect(told.length).toBeGreaterThan(0);
    for (const { beats } of told) expect(beats.every(({ what }) => what !== "hit")).toBe(true);
  });
});

describe("wounds of several hits", () => {
  it("add up, and what has no number stays so", () => {
    expect(add(1, 2)).toBe(3);
    expect(add(1, "endless")).toBe("endless");
    expect(add("destroys", 2)).toBe("destroys");
    expect(add("endless", "destroys")).toBe("destroys");
  });
});

describe("the signature of a Battle", () => {
  it("tells Battles apart, and not the same one that has gone on", () => {
    const ended = all.filter(({ battle }) => battle.ended);
    const signatures = ended.map(({ battle }) => signature(battle));
    expect(new Set(signatures).size).toBe(ended.length);
    const { battle } = withFeature("unfinished");
    expect(signature({ ...battle, ended: true, words: "Bitwa", phases: [] })).toBe(signature(battle));
  });
});
