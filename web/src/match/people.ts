/** Who the players of a match are, as people read it. */

import type { Catalogue } from "../api/forms";
import type { Course, GaveUp } from "./course";
import type { Presence } from "./messages";

/** What a player's panel shows besides the game itself. */
export interface Person {
  /** The person's name, or the level of the bot. */
  name: string;
  bot: boolean;
  /** A bot that is at work when it is to decide. */
  thinks: boolean;
  /** Left the table. */
  away: boolean;
  /** Whether a socket of this player is open; bots always are there. */
  here: boolean;
  gaveUp: GaveUp | null;
}

/** A bot by the name of its level; one that is no level by its own. */
export function botName(bot: string, catalogue: Catalogue | null): string {
  return catalogue?.levels.find(({ key }) => key === bot)?.name ?? bot;
}

/** The people at a table, by seat; of a moment that is `past` only who they are. */
export function peopleOf(
  course: Course,
  presence: Presence | null,
  catalogue: Catalogue | null,
  past = false,
): Person[] {
  const running = course.phase === "running" && !past;
  return course.seats.map((seat, number) => ({
    name: seat.bot === null ? seat.name : botName(seat.bot, catalogue),
    bot: seat.bot !== null,
    thinks: seat.bot !== null && running,
    away: seat.away && running,
    here: !running || presence === null || presence.here.includes(number),
    gaveUp: past ? null : seat.gaveUp,
  }));
}
