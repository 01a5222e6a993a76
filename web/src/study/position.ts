/**
 * A board being set up: a complete position in JSON form, hands and turn. Every edit is a pure function. The server
 * decides what is legal; this module only knows what shares a place (one unit per hex, one HQ per player).
 */

import type { BoardForm, Standing } from "../api/forms";
import type { Look, Study } from "../api/views";
import { tileName } from "../api/tiles";
import { fromLine, MARKERS, toLine, type PlacedUnit, type Position } from "./line";

const HQ = "HQ";

export interface Setup {
  position: Position;
  /** Tile ids by player. */
  hands: string[][];
  discards: string[][];
  /** By player; Duel board only. */
  energy: number[];
  turn: number;
  /**
   * Settings that a position does not contain: hexes of the Terminals (null for the usual ones), and the owner of Mad
   * Bomber when placed.
   */
  terminals: string[] | null;
  bomber: Bomber;
}

export type Bomber = NonNullable<Study["bomber"]>;
const BOMBERS: readonly Bomber[] = ["none", "neutral", "mercenary"];

/** The rule for Mad Bomber by its key; the usual one for an unknown key. */
export function bomberOf(word: string | null): Bomber {
  return BOMBERS.find((one) => one === word) ?? "none";
}

/** A tile to place. */
export interface Piece {
  player: number | null;
  /** Tile id. */
  tile: string;
  rotation: number;
  foundation: boolean;
}

/** The request form. It sends the line, so that error messages name the wrong word of it. */
export function formOf({ position, hands, turn, ...unsaid }: Setup): Study {
  return { position: toLine(position), hands, turn, ...unusual(unsaid) };
}

/** The settings that a position does not contain, if they are unusual. */
export function unusual({ discards, energy, terminals, bomber }: Omit<Study, "position" | "hands" | "turn">) {
  return {
    ...(discards?.some((tiles) => tiles.length > 0) ? { discards } : {}),
    ...(energy?.some((much) => much > 0) ? { energy } : {}),
    ...(terminals ? { terminals } : {}),
    ...(bomber && bomber !== "none" ? { bomber } : {}),
  };
}

/** A study board that starts from a loaded moment. */
export function setupOf(look: Pick<Look, "line" | Exclude<keyof Setup, "position">>): Setup {
  const position = fromLine(look.line);
  const count = position.players.length;
  const turn = look.turn ?? position.starter;
  return {
    position: { ...position, starter: turn },
    hands: evened(look.hands, count, []),
    discards: evened(look.discards, count, []),
    energy: evened(look.energy, count, 0),
    turn,
    terminals: look.terminals,
    bomber: bomberOf(look.bomber),
  };
}

function evened<Of>(given: Of[], players: number, otherwise: Of): Of[] {
  return Array.from({ length: players }, (_, player) => given[player] ?? otherwise);
}

// Queries

export const unitOn = ({ position }: Setup, hex: string) => position.units.find((unit) => unit.hex === hex);

export const foundationOn = ({ position }: Setup, hex: string) =>
  position.foundations.find((foundation) => foundation.hex === hex);

const MAD_BOMBER = "Mad Bomber";

/** Whether Mad Bomber is on the board or in a hand. */
export function hasBomber({ position, hands }: Setup): boolean {
  const held = hands.flat().some((tile) => tileName(tile) === MAD_BOMBER);
  return held || position.units.some(({ tile }) => tile === MAD_BOMBER);
}

// Edits of the board

function withPosition(setup: Setup, changes: Partial<Position>): Setup {
  return { ...setup, position: { ...setup.position, ...changes } };
}

/** Place a piece, replacing what is there. An HQ leaves its old hex. */
export function put(setup: Setup, hex: string, piece: Piece): Setup {
  const tile = tileName(piece.tile);
  const { player, rotation } = piece;
  const { units, foundations, players } = setup.position;
  if (piece.foundation) {
    const others = foundations.filter((other) => other.hex !== hex);
    return withPosition(setup, { foundations: [...others, { hex, player, tile }] });
  }
  const isHq = (unit: { tile: string; player: number | null }) => unit.tile === HQ && unit.player === player;
  const others = units.filter((unit) => unit.hex !== hex && !(tile === HQ && isHq(unit)));
  const placed = withPosition(setup, { units: [...others, { hex, player, tile, rotation, wounds: 0, markers: "" }] });
  if (tile !== HQ || player === null || players[player]?.hq !== 0) return placed;
  // an HQ without points cannot stand; placing it gives it one
  return setPlayer(placed, player, { hq: 1 });
}

/** Remove the unit of a hex or, if there is none, its foundation. */
export function remove(setup: Setup, hex: string): Setup {
  const { units, foundations } = setup.position;
  if (unitOn(setup, hex)) return withPosition(setup, { units: units.filter((unit) => unit.hex !== hex) });
  return withPosition(setup, { foundations: foundations.filter((foundation) => foundation.hex !== hex) });
}

export function removeFoundation(setup: Setup, hex: string): Setup {
  return withPosition(setup, { foundations: setup.position.foundations.filter((other) => other.hex !== hex) });
}

/** Move a unit; two units swap. A foundation moves only if no unit is on it. */
export function move(setup: Setup, from: string, to: string): Setup {
  const moved = <P extends { hex: string }>(placed: P[]): P[] =>
    placed.map((one) => (one.hex === from ? { ...one, hex: to } : one.hex === to ? { ...one, hex: from } : one));
  const { units, foundations } = setup.position;
  if (unitOn(setup, from)) return withPosition(setup, { units: moved(units) });
  return withPosition(setup, { foundations: moved(foundations) });
}

/** Change properties of the unit on a hex. */
export function changeUnit(setup: Setup, hex: string, changes: Partial<Omit<PlacedUnit, "hex" | "tile">>): Setup {
  const units = setup.position.units.map((unit) => (unit.hex === hex ? { ...unit, ...changes } : unit));
  return withPosition(setup, { units });
}

/** An empty board with the same players. */
export function cleared(setup: Setup): Setup {
  return withPosition(setup, { units: [], foundations: [] });
}

/** Apply the result of a Battle, given both boards by the server. Destroyed units are discarded. */
export function standingAs(setup: Setup, before: Standing, standing: Standing): Setup {
  const discards = setup.discards.map((tiles, player) => [...tiles, ...lostBy(setup, player, before, standing)]);
  return withPosition(
    { ...setup, discards },
    {
      players: setup.position.players.map((player, n) => ({ ...player, hq: standing.hq[n] ?? player.hq })),
      units: standing.units.map(({ hex, owner, name, rotation, wounds, points, markers }) => ({
        hex,
        player: owner,
        tile: name,
        rotation,
        wounds: points === null ? wounds : 0,
        markers: lettersOf(markers),
      })),
      foundations: standing.foundations.map(({ hex, owner, name }) => ({ hex, player: owner, tile: name })),
    },
  );
}

/** Markers by kind as their letters, in the order of the line. */
export function lettersOf(markers: Readonly<Record<string, number>>): string {
  return Object.entries(MARKERS)
    .map(([letter, kind]) => letter.repeat(markers[kind] ?? 0))
    .join("");
}

/** Tiles of a player's own army that are no longer on the board. */
function lostBy({ position }: Setup, player: number, before: Standing, after: Standing): string[] {
  const own = `${position.players[player]?.army ?? ""}/`;
  const standing = ({ units, foundations }: Standing) =>
    [...units.filter(({ points }) => points === null), ...foundations]
      .filter(({ owner, tile }) => owner === player && tile.startsWith(own))
      .map(({ tile }) => tile);
  const left = standing(after);
  return standing(before).filter((tile) => {
    const at = left.indexOf(tile);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

// Edits of the game

export function setRuleset(setup: Setup, ruleset: string): Setup {
  return withPosition(setup, { ruleset });
}

/**
 * Change the board type. Pieces keep their place relative to the middle; those without one are removed. Terminals
 * become the usual ones, and there is no energy.
 */
export function setBoard(setup: Setup, from: BoardForm, to: BoardForm): Setup {
  const places = new Map(to.hexes.map((hex) => [placeOf(hex), hex.name]));
  const names = new Map(from.hexes.map((hex) => [hex.name, places.get(placeOf(hex))]));
  const moved = <P extends { hex: string }>(placed: P[]): P[] =>
    placed.flatMap((one) => {
      const hex = names.get(one.hex);
      return hex === undefined ? [] : [{ ...one, hex }];
    });
  const { units, foundations } = setup.position;
  const placed = withPosition(setup, { board: to.key, units: moved(units), foundations: moved(foundations) });
  return { ...placed, terminals: null, energy: setup.energy.map(() => 0) };
}

function placeOf({ x, y }: { x: number; y: number }): string {
  return `${Math.round(x)} ${Math.round(y)}`;
}

export function setPlayer(setup: Setup, player: number, changes: { army?: string; hq?: number }): Setup {
  const players = setup.position.players.map((one, n) => (n === player ? { ...one, ...changes } : one));
  return withPosition(setup, { players });
}

/** Set the points of an HQ. At 0 it leaves the board. */
export function setHq(setup: Setup, player: number, hq: number): Setup {
  const changed = setPlayer(setup, player, { hq });
  if (hq > 0) return changed;
  const units = changed.position.units.filter((unit) => unit.player !== player || unit.tile !== HQ);
  return withPosition(changed, { units });
}

/**
 * Change a player's army. Units stay if `has` says that the new army has them; hand and discards keep tiles from
 * outside the old army.
 */
export function setArmy(setup: Setup, player: number, army: string, has: (name: string) => boolean): Setup {
  const units = setup.position.units.filter((unit) => unit.player !== player || has(unit.tile));
  const changed = withPosition(setPlayer(setup, player, { army }), { units });
  const old = `${setup.position.players[player]?.army ?? ""}/`;
  const kept = (lots: string[][]) => ofOne(lots, player, (tiles) => tiles.filter((tile) => !tile.startsWith(old)));
  return { ...changed, hands: kept(changed.hands), discards: kept(changed.discards) };
}

export function addPlayer(setup: Setup, army: string, hq = 20): Setup {
  const players = [...setup.position.players, { army, hq }];
  const { hands, discards, energy } = setup;
  return {
    ...withPosition(setup, { players }),
    hands: [...hands, []],
    discards: [...discards, []],
    energy: [...energy, 0],
  };
}

/** Remove a player and everything they own; later players move up. */
export function removePlayer(setup: Setup, gone: number): Setup {
  const number = (player: number) => (player > gone ? player - 1 : player);
  const others = <Of>(all: Of[]): Of[] => all.filter((_, n) => n !== gone);
  const renumbered = <P extends { player: number | null }>(placed: P[]): P[] =>
    placed
      .filter((one) => one.player !== gone)
      .map((one) => (one.player === null ? one : { ...one, player: number(one.player) }));
  const { players, units, foundations, teams, starter } = setup.position;
  const follows = (player: number) => (player === gone ? 0 : number(player));
  return {
    ...setup,
    position: {
      ...setup.position,
      players: others(players),
      units: renumbered(units),
      foundations: renumbered(foundations),
      starter: follows(starter),
      teams: realTeams(teams.map((team) => team.filter((player) => player !== gone).map(number))),
    },
    hands: others(setup.hands),
    discards: others(setup.discards),
    energy: others(setup.energy),
    turn: follows(setup.turn),
  };
}

/** Team number by player; null for players without one. */
export function teamsByPlayer({ position }: Setup): (number | null)[] {
  return position.players.map((_, player) => {
    const team = position.teams.findIndex((members) => members.includes(player));
    return team < 0 ? null : team;
  });
}

/** Set the team of each player; null for none. */
export function setTeams(setup: Setup, byPlayer: (number | null)[]): Setup {
  const keys = [...new Set(byPlayer.filter((team) => team !== null))];
  const teams = keys.map((key) => byPlayer.flatMap((team, player) => (team === key ? [player] : [])));
  return withPosition(setup, { teams: realTeams(teams) });
}

/** Teams of two or more, in seat order. */
function realTeams(teams: number[][]): number[][] {
  return teams.filter((team) => team.length > 1).sort((one, other) => (one[0] ?? 0) - (other[0] ?? 0));
}

export function setTurn(setup: Setup, turn: number): Setup {
  return { ...withPosition(setup, { starter: turn }), turn };
}

/** Set the Terminals; null for the usual ones. */
export function setTerminals(setup: Setup, terminals: string[] | null): Setup {
  return { ...setup, terminals };
}

export function setBomber(setup: Setup, bomber: Bomber): Setup {
  return { ...setup, bomber };
}

export function setEnergy(setup: Setup, player: number, much: number): Setup {
  return { ...setup, energy: setup.energy.with(player, much) };
}

/** Places for a player's tiles other than the board. */
export type Lot = "hands" | "discards";

export function addTo(lot: Lot, setup: Setup, player: number, tile: string): Setup {
  return { ...setup, [lot]: ofOne(setup[lot], player, (tiles) => [...tiles, tile]) };
}

export function removeFrom(lot: Lot, setup: Setup, player: number, slot: number): Setup {
  return { ...setup, [lot]: ofOne(setup[lot], player, (tiles) => tiles.filter((_, at) => at !== slot)) };
}

function ofOne<Of>(all: Of[], player: number, change: (own: Of) => Of): Of[] {
  return all.map((own, n) => (n === player ? change(own) : own));
}
