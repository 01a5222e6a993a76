/** Reactions at a table: a fixed set, each with a drawing (texts/manners.ts has the words). */

import type { Reacted, Reaction } from "../api/forms";
import type { IconName } from "../parts/icons";
import type { Course } from "./course";

export const REACTION_ICONS: Record<Reaction, IconName> = {
  hello: "wave",
  luck: "star",
  nice: "thumb",
  ouch: "ouch",
  oops: "oops",
  moment: "clock",
  thanks: "heart",
};

/** In the order of the menu. */
export const REACTIONS = Object.keys(REACTION_ICONS) as Reaction[];

/** A reaction that has come. */
export interface Said extends Reacted {
  /** When it came, in milliseconds since 1970. */
  at: number;
}

/** Most reactions shown at once. */
const MOST = 3;

/** The reactions to show after another one: of each player the last. */
export function afterSaid(said: readonly Said[], note: Reacted, at: number): Said[] {
  return [...said.filter(({ seat }) => seat !== note.seat), { ...note, at }].slice(-MOST);
}

export interface Other {
  person: string;
  name: string;
}

/** The other people at a table, without bots. */
export function othersAt(course: Course, me: string | null): Other[] {
  return course.seats.flatMap(({ person, name, bot }) =>
    person !== null && bot === null && person !== me ? [{ person, name }] : [],
  );
}
