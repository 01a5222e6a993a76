/** A story as it is read: which lines there are, and which is the current one. */

import type { Battle, Beat, Entry, Story, TurnForm } from "../api/forms";

/** A turn with the entries of it that there is something to read of. */
export interface Chapter {
  turn: number;
  player: number | null;
  words: string;
  /** The step that shows the board as the turn begins. */
  step: number;
  entries: Entry[];
}

/** All turns; with `battlesOnly` those parts of them in which Battles began. */
export function chapters(story: Story, battlesOnly = false): Chapter[] {
  return story.turns.flatMap((turn, i) => {
    const entries = endedOnce(turn.entries).filter((entry) =>
      battlesOnly ? entry.battles.length > 0 : entry.beats.length > 0 || entry.battles.length > 0,
    );
    if (entries.length === 0 && (battlesOnly || i < story.turns.length - 1)) return [];
    return [{ turn: turn.turn, player: turn.player, words: turn.words, step: turnStep(story, i), entries }];
  });
}

/** After a Final Battle that does not end the game its turn ends a second time; to be told of it once is enough. */
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

/** The number of steps that lead to the beginning of a turn. */
function turnStep(story: Story, number: number): number {
  const first = story.turns[number]?.entries[0];
  if (first) return first.step;
  const last = story.turns.slice(0, number).findLast((turn) => turn.entries.length > 0);
  return (last?.entries.at(-1)?.step ?? -1) + 1;
}

/** The entry that a moment comes right after: the last one, of those that are read, within so many steps. */
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

/** A Battle as a story tells it: the same one, in the language of the story. As it is where the story has none there. */
export function retold(battle: Battle, story: Story | null): Battle {
  const { place } = battle;
  if (place === null || story === null) return battle;
  const told = allEntries(story.turns).flatMap(({ battles }) => battles);
  return told.find((one) => one.place?.step === place.step && one.place.number === place.number) ?? battle;
}

/** The entry of exactly the step that leads to a moment. */
export function entryAt(story: Story, step: number): Entry | null {
  return allEntries(story.turns).find((entry) => entry.step === step - 1) ?? null;
}

function allEntries(turns: TurnForm[]): Entry[] {
  return turns.flatMap((turn) => turn.entries);
}

/** The beats of an entry before its Battles and after them: a Battle ends the turn, and that is told last. */
export function roundBattles({ beats, battles }: Entry): { before: Beat[]; after: Beat[] } {
  if (battles.length === 0) return { before: beats, after: [] };
  const ended = beats.findIndex(({ what }) => what === "turn ended");
  const split = ended < 0 ? beats.length : Math.max(1, ended);
  return { before: beats.slice(0, split), after: beats.slice(split) };
}

/** Where turns begin, for the marks of a slider and for going from turn to turn. */
export interface TurnMark {
  step: number;
  words: string;
  player: number | null;
}

/** None where nothing is told yet. */
export function turnMarks(story: Story | null): TurnMark[] {
  if (story === null) return [];
  return story.turns.map((turn, i) => ({ step: turnStep(story, i), words: turn.words, player: turn.player }));
}

/** The turn that a moment is in. */
export function turnAt(marks: TurnMark[], step: number): TurnMark | null {
  return marks.findLast((mark) => mark.step <= step) ?? marks[0] ?? null;
}

/** The hexes where an act did something, to be pointed out. */
export function hexesOf(beats: Beat[]): string[] {
  return [...new Set(beats.flatMap(({ source, to }) => [source, to].filter((hex) => hex !== null)))];
}
