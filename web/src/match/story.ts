/** The growing log of a match: merging parts of a story, and what to show of an act. */

import type { Battle, Beat, Entry, Story } from "../api/forms";
import { endedOnce, hexesOf, roundBattles } from "../log/chronicle";
import type { Act } from "./course";

/** A story merged with a part that begins at step `first`, at or before the story's end. */
export function joined(story: Story | null, part: Story & { first: number }): Story {
  if (story === null || part.first <= 0) return part;
  const turns = upTo(story, part.first).turns;
  const [head, ...rest] = part.turns;
  if (head === undefined) return { ...part, steps: part.first, turns };
  const last = turns.at(-1);
  if (last?.turn === head.turn) {
    turns[turns.length - 1] = { ...last, entries: [...last.entries, ...head.entries] };
  } else {
    turns.push(head);
  }
  turns.push(...rest);
  return { ...part, steps: part.first + part.turns.reduce((sum, { entries }) => sum + entries.length, 0), turns };
}

/** The part of a story before a step. */
export function upTo(story: Story, step: number): Story {
  const turns = story.turns.flatMap((turn) => {
    const entries = turn.entries.filter((entry) => entry.step < step);
    return entries.length > 0 ? [entries.length === turn.entries.length ? turn : { ...turn, entries }] : [];
  });
  return { ...story, steps: step, turns };
}

/** The entries of the steps from `from` up to, but not including, `to`. */
export function entries(story: Story | null, from: number, to: number): Entry[] {
  return (story?.turns ?? []).flatMap((turn) => turn.entries.filter(({ step }) => step >= from && step < to));
}

/** A few sentences about an act. */
export function sentences(told: Entry[]): string {
  return said(endedOnce(told).flatMap(({ beats }) => beats));
}

function said(beats: Beat[]): string {
  return beats
    .map(({ words }) => words)
    .filter((words) => words !== "")
    .map((words) => (/[.!?…]$/.test(words) ? words : `${words}.`))
    .join(" ");
}

/** Part of an act: sentences about one player (null: about nobody), or a fought Battle. */
export type Piece = { player: number | null; words: string } | { battle: Battle };

/**
 * What happened in the steps from `from` up to, but not including, `to`, in order. A Battle with choices appears with
 * the choice that ended it, or with its last known one.
 */
export function pieces(story: Story | null, from: number, to: number): Piece[] {
  const fought = entries(story, 0, to).flatMap(({ step, battles }) =>
    battles.map((battle) => ({ battle, last: (battle.place?.until ?? step + 1) - 1 })),
  );
  const found: (Beat[] | { battle: Battle })[] = [];
  const tell = (beats: Beat[]) => {
    for (const beat of beats) {
      const group = found.at(-1);
      if (Array.isArray(group) && (beat.player === null || beat.player === group[0]?.player)) group.push(beat);
      else found.push([beat]);
    }
  };
  for (const entry of endedOnce(entries(story, from, to))) {
    const { before, after } = entry.battles.length > 0 ? roundBattles(entry) : { before: [], after: entry.beats };
    tell(before);
    found.push(...fought.flatMap(({ battle, last }) => (last === entry.step ? [{ battle }] : [])));
    tell(after);
  }
  return found
    .map((group) => (Array.isArray(group) ? { player: group[0]?.player ?? null, words: said(group) } : group))
    .filter((piece) => "battle" in piece || piece.words !== "");
}

/** An act, for display. */
export interface Happened {
  act: Act;
  words: string;
  hexes: string[];
  /** The same by player, with the fought Battles. */
  pieces: Piece[];
}

/** More consecutive acts than this are not news. */
const RECENT = 8;

/**
 * The consecutive acts of the player who did `last`, and before them the act of another player that led to a Battle, if
 * it did. Empty without a last act.
 */
export function recentIn(acts: readonly Act[], last: Act | undefined, story: Story | null): Happened[] {
  if (last === undefined) return [];
  const before = acts.filter(({ n }) => n <= last.n);
  const from = Math.max(before.findLastIndex(({ seat }) => seat !== last.seat) + 1, before.length - RECENT);
  const found = before.slice(Math.max(0, from - 1)).map((act) => {
    const told = entries(story, act.from, act.to);
    return {
      act,
      words: sentences(told),
      hexes: hexesOf(told.flatMap(({ beats }) => beats)),
      pieces: pieces(story, act.from, act.to),
    };
  });
  const [first] = found;
  return from === 0 || (first && battlesIn(first).length > 0) ? found : found.slice(1);
}

/** The Battles of an act. */
export function battlesIn({ pieces: told }: Pick<Happened, "pieces">): Battle[] {
  return told.flatMap((piece) => ("battle" in piece ? [piece.battle] : []));
}

/** How far the Battles of a story were shown: the last one and its number of phases. */
export interface BattlesShown {
  step: number;
  battle: number;
  phases: number;
  ended: boolean;
}

/** Everything in the story counts as shown. */
export function allShown(story: Story): BattlesShown | null {
  const entry = entries(story, 0, Infinity).findLast(({ battles }) => battles.length > 0);
  const battle = entry?.battles.at(-1);
  if (entry === undefined || battle === undefined) return null;
  return {
    step: entry.step,
    battle: entry.battles.length - 1,
    phases: battle.phases.length,
    ended: battle.ended,
  };
}

/** The Battles of a story, or their remainders, that were not shown. */
export function notShown(story: Story, shown: BattlesShown | null): Battle[] {
  return entries(story, shown?.step ?? 0, Infinity).flatMap(({ step, battles }) =>
    battles.flatMap((battle, number) => {
      if (shown === null || step > shown.step || number > shown.battle) return [battle];
      return number === shown.battle && !shown.ended ? rest(battle, shown.phases) : [];
    }),
  );
}

/** The remainder of a Battle that stopped for a choice: it resumes with the phase of that choice. */
function rest(battle: Battle, phases: number): Battle[] {
  if (battle.phases.length <= phases && !battle.ended) return [];
  const from = Math.max(0, phases - 1);
  return [{ ...battle, before: battle.phases[from - 1]?.after ?? battle.before, phases: battle.phases.slice(from) }];
}

/** The same Battle, or remainder, in another story of the match; null if it is missing there. */
export function retold({ place, phases }: Battle, story: Story | null): Battle | null {
  if (!place) return null;
  const found = entries(story, place.step, place.step + 1)
    .flatMap(({ battles }) => battles)
    .find((battle) => battle.place?.number === place.number);
  const from = phases[0]?.number ?? 0;
  return found === undefined || from === 0 ? (found ?? null) : (rest(found, from + 1)[0] ?? null);
}

/** The last fought Battle, or null. */
export function lastBattle(story: Story | null): Battle | null {
  return (
    entries(story, 0, Infinity)
      .findLast(({ battles }) => battles.length > 0)
      ?.battles.at(-1) ?? null
  );
}
