/** What is said about a player just now, in one word or two. */

import type { Scene } from "../api/forms";
import { match as texts } from "../texts/match";
import type { Plain } from "../texts/language.svelte";
import type { Person } from "./people";

export interface Sign {
  words: Plain;
  kind: "active" | "turn" | "good" | "quiet" | "bad";
}

const RESULTS: Record<number, Sign> = {
  1: { words: texts.result_won, kind: "good" },
  0: { words: texts.result_drawn, kind: "quiet" },
  [-1]: { words: texts.result_lost, kind: "bad" },
};

/** Whose turn it is and who decides come first; then what keeps somebody from playing. */
export function signOf(scene: Scene, player: number, you: number | null, person: Person | undefined): Sign | null {
  const form = scene.players[player];
  if (scene.ending !== null) {
    const result = scene.ending.result[player] ?? 0;
    return RESULTS[result] ?? null;
  }
  if (person?.gaveUp === "resigned") return { words: texts.gave_up_resigned, kind: "bad" };
  if (person?.gaveUp === "time") return { words: texts.gave_up_time, kind: "bad" };
  if (person?.gaveUp === "forfeit") return { words: texts.gave_up_forfeit, kind: "bad" };
  if (form?.out) return { words: texts.out, kind: "bad" };
  if (scene.decides === null) return null;
  if (scene.decides.player === player) {
    const turn = scene.whose === player || scene.whose === null;
    if (player === you) return { words: turn ? texts.your_turn : texts.you_decide, kind: "active" };
    if (person?.thinks) return { words: texts.thinking, kind: "active" };
    return { words: turn ? texts.their_turn : texts.they_decide, kind: "active" };
  }
  if (scene.whose === player) return { words: player === you ? texts.your_turn : texts.their_turn, kind: "turn" };
  return null;
}

/** Whether somebody is not at the table. */
export function absence(person: Person | undefined): Plain | null {
  if (person === undefined || person.bot) return null;
  if (person.away) return texts.away;
  return person.here ? null : texts.offline;
}
