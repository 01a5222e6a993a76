/** Player status at the table: identity, and a one- or two-word sign. */

import type { PlayerForm, Scene } from "../api/forms";
import { match as texts } from "../texts/match";
import type { Plain } from "../texts/language.svelte";

export type GaveUp = "resigned" | "time" | "forfeit";

/** Who sits at the table; unknown for records and study boards. */
export interface Person {
  /** The person's name, or the bot's level. */
  name: string;
  bot: boolean;
  /** A bot, busy while it must decide. */
  thinks: boolean;
  /** Left the table. */
  away: boolean;
  /** Whether a socket of this player is open; always true for bots. */
  here: boolean;
  gaveUp: GaveUp | null;
}

export interface Sign {
  words: Plain;
  kind: "active" | "turn" | "good" | "quiet" | "bad";
}

const RESULTS: Record<number, Sign> = {
  1: { words: texts.result_won, kind: "good" },
  0: { words: texts.result_drawn, kind: "quiet" },
  [-1]: { words: texts.result_lost, kind: "bad" },
};

/** Turn and decision come first, then whatever keeps a player from playing. */
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
function absence(person: Person | undefined): Plain | null {
  if (person === undefined || person.bot) return null;
  if (person.away) return texts.away;
  return person.here ? null : texts.offline;
}

/** A player as panels and chips show them. */
export interface Side {
  form: PlayerForm;
  /** Whether it is the viewer. */
  mine: boolean;
  /** The name if known, else empty. */
  name: string;
  bot: boolean;
  sign: Sign | null;
  absent: Plain | null;
  /** Remaining share of the HQ points, 0 to 1. */
  share: number;
}

/** The viewer and the players. */
export interface Company {
  names: readonly string[];
  people: readonly Person[];
  /** The viewer's seat; null for a spectator. */
  you: number | null;
  /** Whether a past moment is shown: then it is nobody's turn. */
  past: boolean;
}

/** The display data of a player. */
export function sideOf(scene: Scene, form: PlayerForm, { names, people, you, past }: Company): Side {
  const person = people[form.player];
  return {
    form,
    mine: form.player === you,
    name: names[form.player] ?? person?.name ?? "",
    bot: person?.bot === true,
    sign: signOf(scene, form.player, past ? null : you, person),
    absent: absence(person),
    share: form.start_hq > 0 ? Math.max(0, Math.min(1, form.hq / form.start_hq)) : 0,
  };
}
