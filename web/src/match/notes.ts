/** Notes that help a newcomer at this moment. */

import type { LiveLook } from "../api/views";
import type { Terms } from "./messages";

export type MatchNote = "hq" | "discard" | "duel" | "full_board" | "battle_tile" | "first_turns" | "attacks" | "undo";

/** At most so many free hexes deserve a note. */
const FEW = 3;

/** All notes that fit the decision, most useful first. */
export function notesFor(look: LiveLook, seat: number, terms: Terms | undefined): MatchNote[] {
  const { scene, choices } = look;
  const { decides, offers } = choices;
  if (decides?.player !== seat) return [];
  if (decides.stage === "hq") return ["hq"];
  if (decides.stage === "discard") return ["discard"];
  if (decides.stage !== "main") return [];
  const free = scene.board.hexes.length - scene.standing.units.length;
  const usual = terms?.reinforcement !== true && terms?.alternative_start !== true;
  const fitting: Record<Exclude<MatchNote, "hq" | "discard">, boolean> = {
    duel: (scene.players[seat]?.duel ?? null) !== null,
    full_board: free > 0 && free <= FEW,
    battle_tile: offers.some(({ kind }) => kind === "battle"),
    first_turns: usual && scene.turn <= scene.players.length,
    attacks: offers.some(({ kind }) => kind === "place"),
    undo: look.undo === seat,
  };
  return (Object.keys(fitting) as (keyof typeof fitting)[]).filter((note) => fitting[note]);
}
