/** Styles of lines on the board. Each meaning has its own line, end and colour. */

/** What a line means. */
export type Meaning = "attack" | "move" | "bonus" | "hinders" | "net" | "healing" | "takeover" | "scoping";

export interface LineStyle {
  meaning: Meaning;
  width: number;
  /** The line itself: dashes, or none for a solid one. */
  dash?: string;
  /** The shape at its end. */
  end: "arrow" | "dot" | "bar" | "diamond";
  /** Its colour; attacks and moves have those of the drawings. */
  colour?: string;
}

const ATTACK: LineStyle = { meaning: "attack", width: 10, end: "arrow" };

const STYLES: Partial<Record<string, LineStyle>> = {
  move: { meaning: "move", width: 10, end: "arrow" },
  bonus: { meaning: "bonus", width: 7, dash: "1 13", end: "dot", colour: "#1c7c3a" },
  hinders: { meaning: "hinders", width: 7, dash: "16 10", end: "bar", colour: "#a3112c" },
  net: { meaning: "net", width: 6, dash: "9 13", end: "bar", colour: "#3a3844" },
  medic: { meaning: "healing", width: 6, end: "dot", colour: "#0c7d4b" },
  takeover: { meaning: "takeover", width: 7, dash: "26 9", end: "diamond", colour: "#94650a" },
  scoper: { meaning: "scoping", width: 6, dash: "20 9 2 9", end: "diamond", colour: "#00727a" },
};

/** The style of a line by its kind. Kinds that are not listed are attacks. */
export function styleOf(kind: string): LineStyle {
  return STYLES[kind] ?? ATTACK;
}

/** Kinds for a legend, one for each meaning; attacks by each weapon. */
export const SAMPLES = [
  "melee",
  "ranged",
  "gauss",
  "explosion",
  "bonus",
  "hinders",
  "net",
  "medic",
  "takeover",
  "scoper",
  "move",
] as const;
