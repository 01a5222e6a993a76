/** The story of a game as readable lines, and which line is current. */

import type { Battle, Beat, Entry, Story, TurnForm } from "../api/forms";

/** A turn and its readable entries. */
export interface Chapter {
  turn: number;
  player: number | null;
  words: string;
  /** The step at which the turn begins. */
  step: number;
  entries: Entry[];
}

/** All turns; with `battlesOnly`, only the parts in which Battles began. */
export function chapters(story: Story, battlesOnly = false): Chapter[] {
  return story.turns.flatMap((turn, i) => {
    const entries = endedOnce(turn.entries).filter((entry) =>
      battlesOnly ? entry.battles.length > 0 : entry.beats.length > 0 || entry.battles.length > 0,
    );
    if (entries.length === 0 && (battlesOnly || i < story.turns.length - 1)) return [];
    return [{ turn: turn.turn, player: turn.player, words: turn.words, step: turnStep(story, i), entries }];
  });
}

/** A turn ends twice after a Final Battle that does not end the game. Keeps the first end only. */
export function endedOnce(entries: Entry[]): Entry[] {
  let ended = false;
  return entries.map((entry) => {
    const beats = entry.beats.filter(({ what }) => {
      const again = what === "turn ended" && ended;
      ended ||= what === "turn ended";
      return !again;
    });
    return beats.length === entry.beats.length ? entry : { ...entry, beats };
  });
}

/** The step at which a turn begins. */
function turnStep(story: Story, number: number): number {
  const first = story.turns[number]?.entries[0];
  if (first) return first.step;
  const last = story.turns.slice(0, number).findLast((turn) => turn.entries.length > 0);
  return (last?.entries.at(-1)?.step ?? -1) + 1;
}

/** The last readable entry at or before a step. */
export function currentEntry(read: Chapter[], step: number): Entry | null {
  let found: Entry | null = null;
  for (const { entries } of read) {
    for (const entry of entries) {
      if (entry.step >= step) return found;
      found = entry;
    }
  }
  return found;
}

/** The same Battle from the story, and so in its language; the Battle itself if the story does not have it. */
export function inStory(battle: Battle, story: Story | null): Battle {
  const { place } = battle;
  if (place === null || story === null) return battle;
  const told = allEntries(story.turns).flatMap(({ battles }) => battles);
  return told.find((one) => one.place?.step === place.step && one.place.number === place.number) ?? battle;
}

/** The entry made by the step that led to a moment. */
export function entryAt(story: Story, step: number): Entry | null {
  return allEntries(story.turns).find((entry) => entry.step === step - 1) ?? null;
}

function allEntries(turns: TurnForm[]): Entry[] {
  return turns.flatMap((turn) => turn.entries);
}

/** The beats of an entry before and after its Battles: the Battle ends the turn, and the end of the turn comes last. */
export function roundBattles({ beats, battles }: Entry): { before: Beat[]; after: Beat[] } {
  if (battles.length === 0) return { before: beats, after: [] };
  const ended = beats.findIndex(({ what }) => what === "turn ended");
  const split = ended < 0 ? beats.length : Math.max(1, ended);
  return { before: beats.slice(0, split), after: beats.slice(split) };
}

/** The beginning of a turn, for marks on a slider and jumps between turns. */
export interface TurnMark {
  step: number;
  words: string;
  player: number | null;
}

/** Empty until the story is loaded. */
export function turnMarks(story: Story | null): TurnMark[] {
  if (story === null) return [];
  return story.turns.map((turn, i) => ({ step: turnStep(story, i), words: turn.words, player: turn.player }));
}

/** The turn that contains a step. */
export function turnAt(marks: TurnMark[], step: number): TurnMark | null {
  return marks.findLast((mark) => mark.step <= step) ?? marks[0] ?? null;
}

/** The hexes affected by an act. */
export function hexesOf(beats: Beat[]): string[] {
  return [...new Set(beats.flatMap(({ source, to }) => [source, to].filter((hex) => hex !== null)))];
}
