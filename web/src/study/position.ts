/**
 * A board that is being set up: a position in its JSON form, with all its keys, the tiles in hand and whose turn it
 * is. Every edit is a function from one to the next. What may be is for the server to say: nothing here knows a rule
 * but what makes two things the same place (one unit a hex, one HQ a player).
 */

import type { BoardForm, Standing } from "../api/forms";
import type { Look, Study } from "../api/views";
import { tileName } from "../board/names";
import { fromLine, toLine, type PlacedUnit, type Position } from "./line";

const HQ = "HQ";

export interface Setup {
  position: Position;
  /** Ids of tiles, by player. */
  hands: string[][];
  discards: string[][];
  /** By player; of the Duel board. */
  energy: number[];
  turn: number;
  /** What a position does not say: the hexes of the Terminals, null for the usual ones, and whose Mad Bomber is when it
   * is placed. */
  terminals: string[] | null;
  bomber: Bomber;
}

export type Bomber = NonNullable<Study["bomber"]>;
const BOMBERS: readonly Bomber[] = ["none", "neutral", "mercenary"];

/** How Mad Bomber is played, by its word; as usual for what is none. */
export function bomberOf(word: string | null): Bomber {
  return BOMBERS.find((one) => one === word) ?? "none";
}

/** A tile to be put somewhere. */
export interface Piece {
  player: number | null;
  /** Its id. */
  tile: string;
  rotation: number;
  foundation: boolean;
}

/** As the server is asked about it: errors then name the word of the line that is wrong. */
export function formOf({ position, hands, turn, ...unsaid }: Setup): Study {
  return { position: toLine(position), hands, turn, ...unusual(unsaid) };
}

/** What a position does not say, as far as it is not as usual. */
export function unusual({ discards, energy, terminals, bomber }: Omit<Study, "position" | "hands" | "turn">) {
  return {
    ...(discards?.some((tiles) => tiles.length > 0) ? { discards } : {}),
    ...(energy?.some((much) => much > 0) ? { energy } : {}),
    ...(terminals ? { terminals } : {}),
    ...(bomber && bomber !== "none" ? { bomber } : {}),
  };
}

/** A board for study that begins where a look was taken. */
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

// What lies where.

export const unitOn = ({ position }: Setup, hex: string) => position.units.find((unit) => unit.hex === hex);

export const foundationOn = ({ position }: Setup, hex: string) =>
  position.foundations.find((foundation) => foundation.hex === hex);

const MAD_BOMBER = "Mad Bomber";

/** Whether Mad Bomber is on the board or in a hand. */
export function hasBomber({ position, hands }: Setup): boolean {
  const held = hands.flat().some((tile) => tileName(tile) === MAD_BOMBER);
  return held || position.units.some(({ tile }) => tile === MAD_BOMBER);
}

// Edits of the board.

function withPosition(setup: Setup, changes: Partial<Position>): Setup {
  return { ...setup, position: { ...setup.position, ...changes } };
}

/** The piece on the hex, in place of what stands there; an HQ leaves the hex where it stood. */
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
  const placed = withPosition(setup, { units: [...others, { hex, player, tile, rotation, wounds: 0 }] });
  if (tile !== HQ || player === null || players[player]?.hq !== 0) return placed;
  // an HQ without points cannot stand: putting it there means that it has some again
  return setPlayer(placed, player, { hq: 1 });
}

/** Without the unit of the hex or, if there is none, without its foundation. */
export function remove(setup: Setup, hex: string): Setup {
  const { units, foundations } = setup.position;
  if (unitOn(setup, hex)) return withPosition(setup, { units: units.filter((unit) => unit.hex !== hex) });
  return withPosition(setup, { foundations: foundations.filter((foundation) => foundation.hex !== hex) });
}

export function removeFoundation(setup: Setup, hex: string): Setup {
  return withPosition(setup, { foundations: setup.position.foundations.filter((other) => other.hex !== hex) });
}

/** The unit of one hex on the other; two units change places. A foundation is moved where no unit stands on it. */
export function move(setup: Setup, from: string, to: string): Setup {
  const moved = <P extends { hex: string }>(placed: P[]): P[] =>
    placed.map((one) => (one.hex === from ? { ...one, hex: to } : one.hex === to ? { ...one, hex: from } : one));
  const { units, foundations } = setup.position;
  if (unitOn(setup, from)) return withPosition(setup, { units: moved(units) });
  return withPosition(setup, { foundations: moved(foundations) });
}

/** The unit of the hex with some of its facts changed. */
export function changeUnit(setup: Setup, hex: string, changes: Partial<Omit<PlacedUnit, "hex" | "tile">>): Setup {
  const units = setup.position.units.map((unit) => (unit.hex === hex ? { ...unit, ...changes } : unit));
  return withPosition(setup, { units });
}

/** An empty board with the same players. */
export function cleared(setup: Setup): Setup {
  return withPosition(setup, { units: [], foundations: [] });
}

/** What stood after a Battle in place of what stands, as the server tells both; what is gone has been discarded. */
export function standingAs(setup: Setup, before: Standing, standing: Standing): Setup {
  const discards = setup.discards.map((tiles, player) => [...tiles, ...lostBy(setup, player, before, standing)]);
  return withPosition(
    { ...setup, discards },
    {
      players: setup.position.players.map((player, n) => ({ ...player, hq: standing.hq[n] ?? player.hq })),
      units: standing.units.map(({ hex, owner, name, rotation, wounds, points }) => ({
        hex,
        player: owner,
        tile: name,
        rotation,
        wounds: points === null ? wounds : 0,
      })),
      foundations: standing.foundations.map(({ hex, owner, name }) => ({ hex, player: owner, tile: name })),
    },
  );
}

/** Tiles of a player's own army that stood before, and stand no more. */
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

// Edits of the game.

export function setRuleset(setup: Setup, ruleset: string): Setup {
  return withPosition(setup, { ruleset });
}

/** On another board: what stands keeps its place as seen from the middle, and what has none there is gone. Terminals, if
 * it has any, are the usual ones, and there is no energy. */
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

/** The points of an HQ; one without any is not on the board. */
export function setHq(setup: Setup, player: number, hq: number): Setup {
  const changed = setPlayer(setup, player, { hq });
  if (hq > 0) return changed;
  const units = changed.position.units.filter((unit) => unit.player !== player || unit.tile !== HQ);
  return withPosition(changed, { units });
}

/** Another army for a player: of its units those stay that `has` says the new army has too, and in hand and among
 * discards what was not of the old one. */
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

/** Without a player and all that is his; those after him move up. */
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

/** Who is with whom, as a number of a team or null for each player. */
export function teamsByPlayer({ position }: Setup): (number | null)[] {
  return position.players.map((_, player) => {
    const team = position.teams.findIndex((members) => members.includes(player));
    return team < 0 ? null : team;
  });
}

/** A player in the same team as another one; alone with null. */
export function setTeams(setup: Setup, byPlayer: (number | null)[]): Setup {
  const keys = [...new Set(byPlayer.filter((team) => team !== null))];
  const teams = keys.map((key) => byPlayer.flatMap((team, player) => (team === key ? [player] : [])));
  return withPosition(setup, { teams: realTeams(teams) });
}

/** Teams of two or more, in the order of seats. */
function realTeams(teams: number[][]): number[][] {
  return teams.filter((team) => team.length > 1).sort((one, other) => (one[0] ?? 0) - (other[0] ?? 0));
}

export function setTurn(setup: Setup, turn: number): Setup {
  return { ...withPosition(setup, { starter: turn }), turn };
}

/** With Terminals on these hexes; null for the usual ones. */
export function setTerminals(setup: Setup, terminals: string[] | null): Setup {
  return { ...setup, terminals };
}

export function setBomber(setup: Setup, bomber: Bomber): Setup {
  return { ...setup, bomber };
}

export function setEnergy(setup: Setup, player: number, much: number): Setup {
  return { ...setup, energy: setup.energy.with(player, much) };
}

/** Where tiles of a player can be, other than on the board. */
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
