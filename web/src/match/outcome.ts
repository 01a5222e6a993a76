/** How a match ended, in words. */

import type { Scene } from "../api/forms";
import type { Look } from "../api/views";
import { match as texts } from "../texts/match";
import { t } from "../texts/language.svelte";
import type { Course } from "./course";

export interface Outcome {
  title: string;
  /** One sentence. */
  why: string;
  /** For whom it is told: good, bad or neither. */
  mood: "won" | "lost" | "drawn";
}

/** The end of a match; null while it runs. `you` is one's own seat. */
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

/**
 * The last look at a match. The rules do not know of players who gave up, ran out of time or agreed to a draw: there the
 * end comes from the match, and nothing is to be decided any more.
 */
export function atTheEnd(look: Look, course: Course): Look {
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
