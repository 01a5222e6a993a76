/** Requests for analyses of games. */

import type { AnalysisState, GameReview } from "../api/forms";
import { fetchFile, post } from "../api/http";
import { chosen } from "../texts/language.svelte";

/** The game: a finished match or a record. */
export type Game = { match: string } | { record: string };

/** Milliseconds allowed for an analysis in words. */
const REVIEW_TIMEOUT = 30_000;

/** How far an analysis is; with `start` the server computes what is missing. */
export const analysisState = (game: Game, depth: number, start: boolean, signal?: AbortSignal) =>
  post<AnalysisState>("/api/analysis", { moment: game, depth, start }, signal, REVIEW_TIMEOUT);

export const reviewOf = (game: Game, depth: number, signal?: AbortSignal) =>
  post<GameReview>("/api/analysis/review", { moment: game, depth, lang: chosen.language }, signal, REVIEW_TIMEOUT);

/** The record with its analysis, as a file. */
export const analysedRecord = (game: Game, depth: number): Promise<Blob> =>
  fetchFile("/api/analysis/record", { moment: game, depth }, REVIEW_TIMEOUT);
