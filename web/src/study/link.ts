/** Links to study boards: the origin of the board and the actions played on it. */

import type { Moment, Study } from "../api/views";
import { bomberOf, unusual } from "./position";

/** Setting up a board, or playing on. */
export type Mode = "setup" | "play";

/** The origin of a board. */
export type Root = { match: string; step: number | null } | { record: string; step: number | null } | { study: Study };

/** A board and the actions played on it. */
export interface Line {
  root: Root;
  then: number[];
}

export const momentOf = ({ root, then }: Line): Moment => ({ ...root, then });

/** Parse a query; `line` is null if it names no board. */
export function readLink(query: URLSearchParams): { line: Line | null; mode: Mode } {
  const root = rootOf(query);
  const then = numbers(query.get("then"));
  const played = root !== null && (!("study" in root) || then.length > 0);
  if (root === null) return { line: null, mode: "setup" }; // nothing to play on from
  const mode = query.get("mode") ?? (played ? "play" : "setup");
  return { line: { root, then }, mode: mode === "play" ? "play" : "setup" };
}

/** The address of a board. */
export function linkTo({ root, then }: Line, mode: Mode): string {
  const query = new URLSearchParams();
  if ("study" in root) {
    const { position, hands = [], turn } = root.study;
    query.set("line", typeof position === "string" ? position : JSON.stringify(position));
    if (hands.some((hand) => hand.length > 0)) query.set("hands", lotsIn(hands));
    if (typeof turn === "number") query.set("turn", String(turn));
    const { discards, energy, terminals, bomber } = unusual(root.study);
    if (discards) query.set("discards", lotsIn(discards));
    if (energy) query.set("energy", energy.join(","));
    if (terminals) query.set("terminals", terminals.join(","));
    if (bomber) query.set("bomber", bomber);
  } else {
    if ("match" in root) query.set("match", root.match);
    else query.set("record", root.record);
    if (root.step !== null) query.set("step", String(root.step));
  }
  if (then.length > 0) query.set("then", then.join(","));
  query.set("mode", mode);
  // legal in a query, and easier to read
  return `/study?${query.toString().replaceAll("%3A", ":").replaceAll("%2F", "/").replaceAll("%2C", ",")}`;
}

function rootOf(query: URLSearchParams): Root | null {
  const step = query.has("step") ? (numbers(query.get("step"))[0] ?? null) : null;
  const match = query.get("match");
  if (match) return { match, step };
  const record = query.get("record");
  if (record) return { record, step };
  const line = query.get("line");
  if (!line) return null;
  const hands = lotsOf(query.get("hands"));
  const turn = numbers(query.get("turn"))[0] ?? null;
  const terminals = query.get("terminals")?.split(",").filter(Boolean) ?? null;
  const unsaid = unusual({
    discards: lotsOf(query.get("discards")),
    energy: numbers(query.get("energy")),
    terminals,
    bomber: bomberOf(query.get("bomber")),
  });
  return { study: { position: asPosition(line), hands, turn, ...unsaid } };
}

const lotsIn = (lots: string[][]): string => lots.map((tiles) => tiles.join(",")).join(";");

const lotsOf = (text: string | null): string[][] =>
  (text ?? "").split(";").map((tiles) => tiles.split(",").filter(Boolean));

/** A typed position: JSON or one line. The server refuses anything else. */
export function asPosition(text: string): Study["position"] {
  const trimmed = text.trim();
  if (!trimmed.startsWith("{")) return trimmed;
  try {
    return JSON.parse(trimmed) as Record<string, unknown>;
  } catch {
    return trimmed;
  }
}

function numbers(text: string | null): number[] {
  return (text ?? "")
    .split(",")
    .filter((word) => /^\d+$/.test(word))
    .map(Number);
}
