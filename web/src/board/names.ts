/** How the names of tiles fit on the board. */

/** Room for a name above a tile, in drawing units, and the average width of a letter in its height. */
const ROOM = 138;
const LETTER = 0.66;

/** The height of a tile's name above it, and the width to squeeze it into if it is too long. */
export function fitted(name: string): { size: number; length: number | undefined } {
  const size = Math.min(22, Math.max(17, ROOM / (LETTER * name.length) / 0.8));
  return { size: Math.round(10 * size) / 10, length: name.length * LETTER * size > ROOM ? ROOM : undefined };
}

/** The letter of a team; empty without one. */
export function teamLetter(team: number | null): string {
  return team === null ? "" : String.fromCharCode(65 + team);
}
