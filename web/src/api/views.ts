/** What the server tells of a moment of a game: the page knows no rules, and asks. */

import { chosen } from "../texts/language.svelte";
import type { Api, Battle, InBattle, Moment as AnyMoment, Preview, Study } from "./forms";
import { post } from "./http";

export type { Hint, HintedAct, Look, Study } from "./forms";

/** Which game. */
export type Source = { match: string } | { record: string } | { study: Study } | { lesson: string };

/**
 * A state that can be looked at: of a match or record after so many steps (null: as it stands now), of a board for
 * study, or of a lesson; and from there on the actions of `then`, which need not have been played by anybody.
 */
export type Moment = Source & Pick<AnyMoment, "step" | "then">;

/** All views by their names: what is asked, and what is answered. */
type Views = { [Path in keyof Api as Path extends `POST /api/views/${infer Name}` ? Name : never]: Api[Path] };

/** What is asked besides the moment and the language, which are always told. */
type More<Name extends keyof Views> = Omit<Views[Name]["body"], "moment" | "lang">;

/** How long a bot may think about a hint, in milliseconds, with others before it in the queue. */
const THINKS = 90_000;

function view<Name extends keyof Views>(
  name: Name,
  moment: Moment,
  more: More<Name>,
  signal?: AbortSignal,
  patience?: number,
): Promise<Views[Name]["answer"]> {
  return post(`/api/views/${name}`, { moment, lang: chosen.language, ...more }, signal, patience);
}

export const look = (moment: Moment, signal?: AbortSignal) => view("look", moment, {}, signal);

/** What would come of each of some actions, at most twelve. */
export async function previews(moment: Moment, actions: number[], signal?: AbortSignal): Promise<Preview[]> {
  return (await view("previews", moment, { actions }, signal)).previews;
}

/** What holds for a unit, and why; in the course of a Battle, if that is given. */
export const unitCard = (moment: Moment, hex: string, battle: InBattle | null, signal?: AbortSignal) =>
  view("unit", moment, battle === null ? { hex } : { hex, battle }, signal);

/** The Battle that would be fought now; null where there can be none. */
export async function battleNow(moment: Moment, signal?: AbortSignal): Promise<Battle | null> {
  return (await view("battle", moment, {}, signal)).battle;
}

/** The log from a step on; `first` of the answer is the step it really begins with. */
export const story = (moment: Moment, first = 0, signal?: AbortSignal) => view("story", moment, { first }, signal);

/** Drawings that this game needs besides the common ones. */
export const drawings = (moment: Moment): Promise<Views["drawings"]["answer"]> =>
  post("/api/views/drawings", { moment } satisfies Views["drawings"]["body"]);

export const hint = (moment: Moment, signal?: AbortSignal) => view("hint", moment, {}, signal, THINKS);
