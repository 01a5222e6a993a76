/** Views of a moment of a game. The page knows no rules; it asks the server. */

import { chosen } from "../texts/language.svelte";
import type { Battle, InBattle, Moment as AnyMoment, Preview, Study, paths } from "./forms";
import { post } from "./http";

export type { Hint, HintedAct, LiveLook, Look, Study } from "./forms";

/** The game. */
export type Source =
  | { match: string }
  | { record: string }
  | { study: Study }
  | { lesson: string }
  | { puzzle: string | Record<string, unknown> };

/**
 * A state to look at: of a match or record after `step` steps (null: now), of a study board, of a lesson or of a puzzle,
 * followed by the hypothetical actions in `then`.
 */
export type Moment = Source & Pick<AnyMoment, "step" | "then">;

/** All views by name: request and answer. */
type Views = {
  [Path in keyof paths as Path extends `/api/views/${infer Name}` ? Name : never]: paths[Path] extends {
    post: {
      requestBody: { content: { "application/json": infer Body } };
      responses: { 200: { content: infer Content } };
    };
  }
    ? { body: Body; answer: Content extends { "application/json": infer Answer } ? Answer : never }
    : never;
};

/** Fields of the request other than the moment and the language, which are always sent. */
type More<Name extends keyof Views> = Omit<Views[Name]["body"], "moment" | "lang">;

/** Milliseconds allowed for a hint, including time in the queue. */
const HINT_TIMEOUT = 90_000;

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

/** Previews of up to twelve actions. */
export async function previews(moment: Moment, actions: number[], signal?: AbortSignal): Promise<Preview[]> {
  return (await view("previews", moment, { actions }, signal)).previews;
}

/** The state of a unit and the reasons for it; during a Battle, if one is given. */
export const unitCard = (moment: Moment, hex: string, battle: InBattle | null, signal?: AbortSignal) =>
  view("unit", moment, battle === null ? { hex } : { hex, battle }, signal);

/** What a hex was to be chosen for. */
export type Wish = Pick<Views["reason"]["body"], "kind" | "tile" | "unit">;

/** Why a hex cannot be chosen. */
export const reason = (moment: Moment, hex: string, wish: Wish, signal?: AbortSignal) =>
  view("reason", moment, { hex, ...wish }, signal);

/** A preview of the Battle that could be fought now; null if none can be. */
export async function battleNow(moment: Moment, signal?: AbortSignal): Promise<Battle | null> {
  return (await view("battle", moment, {}, signal)).battle;
}

/** The log from a step on. `first` of the answer is the step it really begins with. */
export const story = (moment: Moment, first = 0, signal?: AbortSignal) => view("story", moment, { first }, signal);

/** Drawings that this game needs beyond the common set. */
export const drawings = (moment: Moment): Promise<Views["drawings"]["answer"]> =>
  post("/api/views/drawings", { moment } satisfies Views["drawings"]["body"]);

export const hint = (moment: Moment, signal?: AbortSignal) => view("hint", moment, {}, signal, HINT_TIMEOUT);
