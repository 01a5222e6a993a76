/** What the server tells of a moment of a game: the page knows no rules, and asks. */

import { chosen } from "../texts/language.svelte";
import type { Battle, Choices, InBattle, Preview, Scene, Sprites, Story, Study, UnitCard } from "./forms";
import { post } from "./http";

/** A board for study: a position, in one line or as JSON, with tiles in hand. */
export interface StudyForm {
  position: string | Record<string, unknown>;
  hands?: string[][];
  discards?: string[][];
  energy?: number[];
  turn?: number | null;
  /** Null: the usual ones. */
  terminals?: string[] | null;
  bomber?: Study["bomber"];
}

/** Which game. */
export type Source = { match: string } | { record: string } | { study: StudyForm } | { lesson: string };

/**
 * A state that can be looked at: of a match or record after so many steps (null: as it stands now), of a board for
 * study, or of a lesson; and from there on the actions of `then`, which need not have been played by anybody.
 */
export type Moment = Source & { step?: number | null; then?: number[] };

export interface Look {
  version: number;
  scene: Scene;
  choices: Choices;
  /** Steps that lead here, and that there are. */
  step: number;
  steps: number;
  /** The seat that may take back its last act; of a running match as it stands. */
  undo: number | null;
  /** Number of the last event that this knows of; null for what is no match. */
  event: number | null;
  /** The position as one line, the hands, discards and energy by player, and whose turn it is: a board for study that
   * begins here. */
  line: string;
  hands: string[][];
  discards: string[][];
  energy: number[];
  turn: number | null;
  /** And what a position does not say: where the Terminals lie, null for where they usually do, and how Mad Bomber is
   * played. */
  terminals: string[] | null;
  bomber: string;
}

export interface Thinking {
  action: number;
  words: string;
  /** Of winning, 0 to 1. */
  chance: number;
  tries: number;
  /** What the bot has in mind for the turn, this act first. */
  line: string[];
}

export interface Hint {
  player: number;
  thoughts: Thinking[];
}

/** How long a bot may think about a hint, in milliseconds, with others before it in the queue. */
const THINKS = 90_000;

function view<T>(name: string, moment: Moment, more: Record<string, unknown> = {}, signal?: AbortSignal): Promise<T> {
  return post<T>(`/api/views/${name}`, { moment, lang: chosen.language, ...more }, signal);
}

export const look = (moment: Moment, signal?: AbortSignal) => view<Look>("look", moment, {}, signal);

/** What would come of each of some actions, at most twelve. */
export async function previews(moment: Moment, actions: number[], signal?: AbortSignal): Promise<Preview[]> {
  return (await view<{ previews: Preview[] }>("previews", moment, { actions }, signal)).previews;
}

/** What holds for a unit, and why; in the course of a Battle, if that is given. */
export const unitCard = (moment: Moment, hex: string, battle: InBattle | null, signal?: AbortSignal) =>
  view<UnitCard>("unit", moment, battle === null ? { hex } : { hex, battle }, signal);

/** The Battle that would be fought now; null where there can be none. */
export async function battleNow(moment: Moment, signal?: AbortSignal): Promise<Battle | null> {
  return (await view<{ battle: Battle | null }>("battle", moment, {}, signal)).battle;
}

/** The log from a step on; `first` of the answer is the step it really begins with. */
export const story = (moment: Moment, first = 0, signal?: AbortSignal) =>
  view<Story & { first: number }>("story", moment, { first }, signal);

/** Drawings that this game needs besides the common ones. */
export const drawings = (moment: Moment) => post<Sprites>("/api/views/drawings", { moment });

export const hint = (moment: Moment, signal?: AbortSignal) =>
  post<Hint>("/api/views/hint", { moment, lang: chosen.language }, signal, THINKS);
