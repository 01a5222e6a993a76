/** Positions in their written forms: complete JSON, and the one-line form. */

import { tileName } from "../api/tiles";
import { DIRECTIONS } from "../board/rotation";

export interface PlacedUnit {
  hex: string;
  /** Null for a bomber that belongs to nobody. */
  player: number | null;
  /** The tile's name, not its id. */
  tile: string;
  rotation: number;
  wounds: number;
  /** Markers by their letters, such as `vvs`: venom, paralysis, steel net. */
  markers: string;
}

/** Kinds of markers by their letters. */
export const MARKERS = { v: "venom", p: "paralysis", s: "steel_net" } as const;

export interface PlacedFoundation {
  hex: string;
  player: number | null;
  tile: string;
}

export interface Position {
  ruleset: string;
  board: string;
  players: { army: string; hq: number }[];
  units: PlacedUnit[];
  foundations: PlacedFoundation[];
  starter: number;
  /** Teams of two or more; players in none are alone. */
  teams: number[][];
}

/** A name as one word of a line. */
function wordOf(name: string): string {
  return name.replaceAll(/[_|/~^%]|[^\S ]/g, escaped).replaceAll(" ", "_");
}

function escaped(char: string): string {
  // the two that encodeURIComponent leaves unchanged
  return char === "_" ? "%5F" : char === "~" ? "%7E" : encodeURIComponent(char);
}

/** Parse `Look.line` as the server writes it. Lines typed by people go to the server first. */
export function fromLine(line: string): Position {
  const [head = [], units = [], foundations = []] = line.split("|").map((part) => part.split(/\s+/).filter(Boolean));
  const [ruleset = "", board = "", ...rest] = head;
  const last = rest.at(-1) ?? "";
  const teams = last.startsWith("teams=") ? last.slice(6).split(",") : [];
  const players = teams.length > 0 ? rest.slice(0, -1) : rest;
  return {
    ruleset,
    board,
    players: players.map((word) => {
      const [army = "", hq = ""] = word.replace("*", "").split(":");
      return { army, hq: Number(hq) };
    }),
    units: units.map((word) => {
      const [bare = "", markers = ""] = word.split("^");
      const [placed = "", wounds = "0"] = bare.split("~");
      const [rest = "", facing = "N"] = placed.split("/");
      const rotation = Math.max(0, DIRECTIONS.indexOf(facing as (typeof DIRECTIONS)[number]));
      return { ...placedOf(rest), rotation, wounds: Number(wounds), markers };
    }),
    foundations: foundations.map(placedOf),
    starter: Math.max(
      0,
      players.findIndex((word) => word.endsWith("*")),
    ),
    teams: teams.map((team) => team.split("+").map(Number)),
  };
}

function placedOf(word: string): PlacedFoundation {
  const equals = word.indexOf("=");
  const dot = word.indexOf(".", equals);
  const owner = word.slice(equals + 1, dot);
  return {
    hex: word.slice(0, equals),
    player: owner === "-" ? null : Number(owner),
    tile: tileName(word.slice(dot + 1)),
  };
}

/** The one-line form, as the server writes it. */
export function toLine(position: Position): string {
  const words = [position.ruleset, position.board];
  for (const [number, { army, hq }] of position.players.entries()) {
    words.push(`${army}:${hq}${number === position.starter ? "*" : ""}`);
  }
  if (position.teams.length > 0) words.push(`teams=${position.teams.map((team) => team.join("+")).join(",")}`);
  const { units, foundations } = position;
  if (units.length > 0 || foundations.length > 0) {
    words.push("|");
    for (const unit of units) {
      const facing = unit.rotation > 0 ? `/${DIRECTIONS[unit.rotation] ?? "N"}` : "";
      const marks = unit.markers ? `^${unit.markers}` : "";
      words.push(`${placedWord(unit)}${facing}${unit.wounds > 0 ? `~${unit.wounds}` : ""}${marks}`);
    }
  }
  if (foundations.length > 0) words.push("|", ...foundations.map(placedWord));
  return words.join(" ");
}

function placedWord({ hex, player, tile }: PlacedFoundation): string {
  return `${hex}=${player ?? "-"}.${wordOf(tile)}`;
}
