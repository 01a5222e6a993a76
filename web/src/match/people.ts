/** The players of a match, for display. */

import type { Catalogue } from "../api/forms";
import { botName } from "../log/records";
import type { Person } from "../table/standing";
import type { Course } from "./course";
import type { Presence } from "./messages";

/**
 * The people at a table, by seat; at a `past` moment only their names. While a Battle plays (`fighting`) nobody is
 * thinking.
 */
export function peopleOf(
  course: Course,
  presence: Presence | null,
  catalogue: Catalogue | null,
  past = false,
  fighting = false,
): Person[] {
  const running = course.phase === "running" && !past;
  return course.seats.map((seat, number) => ({
    name: seat.bot === null ? seat.name : botName(seat.bot, catalogue),
    bot: seat.bot !== null,
    thinks: seat.bot !== null && running && !fighting,
    away: seat.away && running,
    here: !running || presence === null || presence.here.includes(number),
    gaveUp: past ? null : seat.gaveUp,
  }));
}
