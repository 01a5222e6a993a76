/** The result of a match in words. */

import type { Scene, Standing, Story } from "../api/forms";
import type { LiveLook } from "../api/views";
import { match as texts } from "../texts/match";
import { t } from "../texts/language.svelte";
import type { Course } from "./course";

export interface Outcome {
  title: string;
  /** One sentence. */
  why: string;
  /** The user's point of view: good, bad or neither. */
  mood: "won" | "lost" | "drawn";
}

/** The end of a match; null while it runs. `you` is the user's seat. */
export function outcomeOf(course: Course, scene: Scene, you: number | null): Outcome | null {
  const { finished } = course;
  if (finished === null) return null;
  const named = (seats: number[]) => seats.map((seat) => scene.players[seat]?.name ?? "").join(", ");
  const winners = finished.result.flatMap((result, seat) => (result === 1 ? [seat] : []));
  const gaveUp = (how: string) => named(course.seats.flatMap((seat, number) => (seat.gaveUp === how ? [number] : [])));
  const why = {
    rules: scene.ending?.words ?? t(texts.how_rules),
    resigned: t(texts.how_resigned, gaveUp("resigned")),
    time: t(texts.how_time, gaveUp("time")),
    forfeit: t(texts.how_forfeit, gaveUp("forfeit")),
    agreed: t(texts.how_agreed),
    aborted: t(texts.how_aborted),
  }[finished.how];
  if (you !== null && finished.how !== "aborted") {
    const result = finished.result[you] ?? 0;
    if (result === 1) return { title: t(texts.you_won), why, mood: "won" };
    if (result === -1) return { title: t(texts.you_lost), why, mood: "lost" };
  }
  if (winners.length === 0) return { title: t(texts.you_drew), why, mood: "drawn" };
  return { title: t(texts.won, named(winners)), why, mood: "drawn" };
}

/** The Battle that decided a game. */
export interface TurningPoint {
  /** The moment after it. */
  step: number;
  turn: number;
  /** HQ points that the losing side lost in it beyond those of the winners. */
  points: number;
  before: Standing;
  after: Standing;
}

/** The Battle in which the winners gained most HQ points on the others; null without winners or such a Battle. */
export function turningPoint(story: Story | null, winners: readonly number[]): TurningPoint | null {
  if (story === null || winners.length === 0) return null;
  let best: TurningPoint | null = null;
  for (const { turn, entries } of story.turns) {
    for (const { step, battles } of entries) {
      for (const { before, after, place } of battles) {
        const points = before.hq.reduce((sum, had, player) => {
          const lost = had - (after.hq[player] ?? had);
          return winners.includes(player) ? sum - lost : sum + lost;
        }, 0);
        if (points > (best?.points ?? 0)) best = { step: place?.until ?? step + 1, turn, points, before, after };
      }
    }
  }
  return best;
}

/**
 * The last look at a match. The rules do not know about resignations, timeouts and agreed draws: take the end from the
 * match, and remove the decision.
 */
export function atTheEnd(look: LiveLook, course: Course): LiveLook {
  const { finished } = course;
  if (finished === null || look.scene.ending !== null) return look;
  const winners = finished.result.flatMap((result, seat) => (result === 1 ? [seat] : []));
  const words = outcomeOf(course, look.scene, null);
  const ending = {
    reason: finished.how,
    winners,
    result: finished.result,
    words: words ? `${words.title}. ${words.why}` : "",
  };
  return {
    ...look,
    undo: null,
    scene: { ...look.scene, decides: null, ending },
    choices: { ...look.choices, decides: null, offers: [] },
  };
}
