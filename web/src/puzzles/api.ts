/** The puzzle API. */

import type {
  OfAttempt,
  OfHint,
  OfProof,
  OfPuzzle,
  PuzzleAttempt,
  PuzzleHint,
  PuzzleProof,
  PuzzleRatings,
  Puzzles,
  PuzzleSolution,
  PuzzleStanding,
} from "../api/forms";
import { get, post } from "../api/http";
import { chosen } from "../texts/language.svelte";
import type { PuzzleRef } from "./link";

/** Milliseconds allowed for a proof, including time in the queue. */
const PROOF_TIMEOUT = 120_000;

export const allPuzzles = () => get<Puzzles>(`/api/puzzles?lang=${chosen.language}`);

/** How hard the puzzles are. */
export const allRatings = () => get<PuzzleRatings>("/api/puzzles/ratings");

/** The rating and results of the person who is signed in. */
export const ownStanding = () => get<PuzzleStanding>("/api/puzzles/standing");

/** A puzzle after some acts; with `fight`, also the verdict of its Battle. */
export const attemptAt = (puzzle: PuzzleRef, then: number[], fight: boolean, signal?: AbortSignal) =>
  post<PuzzleAttempt>(
    "/api/puzzles/attempt",
    { puzzle, then, fight, lang: chosen.language } satisfies OfAttempt,
    signal,
  );

export const hintFor = (puzzle: PuzzleRef, number: number) =>
  post<PuzzleHint>("/api/puzzles/hint", { puzzle, number, lang: chosen.language } satisfies OfHint);

export const solutionOf = (puzzle: PuzzleRef) =>
  post<PuzzleSolution>("/api/puzzles/solution", { puzzle, lang: chosen.language } satisfies OfPuzzle);

export const proofOf = (puzzle: Record<string, unknown>, signal?: AbortSignal) =>
  post<PuzzleProof>("/api/puzzles/proof", { puzzle, lang: chosen.language } satisfies OfProof, signal, PROOF_TIMEOUT);
