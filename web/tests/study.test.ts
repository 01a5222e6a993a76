import { describe, expect, it } from "vitest";
import type { BoardForm } from "../src/api/forms";
import type { Look } from "../src/api/views";
import { tileName } from "../src/api/tiles";
import { atRandom, drawsOf } from "../src/study/chance";
import { back, begin, forward, goTo, next } from "../src/study/history";
import { linkTo, momentOf, readLink, type Line } from "../src/study/link";
import { fromLine, toLine } from "../src/study/line";
import {
  addPlayer,
  addTo,
  changeUnit,
  cleared,
  formOf,
  hasBomber,
  move,
  put,
  remove,
  removeFoundation,
  removeFrom,
  removePlayer,
  setArmy,
  setBoard,
  setBomber,
  setEnergy,
  setHq,
  setTeams,
  setTerminals,
  setTurn,
  setupOf,
  standingAs,
  teamsByPlayer,
  unitOn,
  type Setup,
} from "../src/study/position";
import { POSITIONS } from "./study-positions";

const FIGHT = "living standard outpost:20* hegemony:18 | C3=0.HQ C2=1.Runner/S A1=1.HQ B3=0.Commando/SW | B2=1.Mine";

const USUAL = { discards: [], energy: [], terminals: null, bomber: "none" };

function setup(line = FIGHT, hands: string[][] = [["outpost/Runner"], []]): Setup {
  return setupOf({ line, hands, turn: null, ...USUAL });
}

describe("positions", () => {
  it.each(POSITIONS)("reads and writes %s", (line, form) => {
    expect(fromLine(line)).toEqual({ teams: [], ...form });
    expect(toLine(fromLine(line))).toBe(line);
  });

  it("writes names with marks in them as the server does", () => {
    const odd = put(setup(), "D4", { player: 0, tile: "outpost/A%5FB%2FC_D", rotation: 1, foundation: false });
    expect(unitOn(odd, "D4")?.tile).toBe("A_B/C D");
    expect(toLine(odd.position)).toContain("D4=0.A%5FB%2FC_D/NE");
    expect(fromLine(toLine(odd.position))).toEqual(odd.position);
  });

  it("begins with whose turn it is, and with a hand for everybody", () => {
    const begun = setupOf({ line: FIGHT, hands: [["outpost/Runner"]], turn: 1, ...USUAL });
    expect(begun.hands).toEqual([["outpost/Runner"], []]);
    expect(begun.position.starter).toBe(1);
    expect(formOf(begun)).toEqual({ position: toLine(begun.position), hands: begun.hands, turn: 1 });
  });

  it("holds what a position does not say, and says no more than is unusual", () => {
    const hands = [["mercenaries/Harpooner"], ["bombers/Mad_Bomber"]];
    const discards = [["outpost/Medic"], []];
    const unsaid = { discards, energy: [0, 3], terminals: ["A1", "B1"], bomber: "mercenary" };
    const begun = setupOf({ line: "living duel outpost:20* hegemony:20", hands, turn: 0, ...unsaid });
    expect(formOf(begun)).toEqual({ position: toLine(begun.position), hands, turn: 0, ...unsaid });
    const drained = setEnergy(removeFrom("discards", begun, 0, 0), 1, 0);
    const usual = setTerminals(setBomber(drained, "none"), null);
    expect(formOf(usual)).toEqual({ position: toLine(begun.position), hands, turn: 0 });
    expect(formOf(removePlayer(addPlayer(begun, "borgo"), 2))).toEqual(formOf(begun));
  });

  it("knows whether Mad Bomber is there", () => {
    expect(hasBomber(setup())).toBe(false);
    expect(hasBomber(addTo("hands", setup(), 1, "bombers/Mad_Bomber"))).toBe(true);
    expect(hasBomber(addTo("hands", setup(), 1, "bombers/Mad_Bomber_II"))).toBe(false);
    const bomber = { player: null, tile: "bombers/Mad_Bomber", rotation: 0, foundation: false };
    expect(hasBomber(put(setup(), "D4", bomber))).toBe(true);
  });

  it("knows a tile's name by its id", () => {
    expect(tileName("hegemony/Net_Fighter")).toBe("Net Fighter");
    expect(tileName("smart/100%25_Cyborg")).toBe("100% Cyborg");
    expect(tileName("Net_Fighter")).toBe("Net Fighter");
  });
});

describe("edits of the board", () => {
  it("puts a unit in place of another", () => {
    const edited = put(setup(), "C2", { player: 0, tile: "outpost/Runner", rotation: 2, foundation: false });
    expect(unitOn(edited, "C2")).toEqual({ hex: "C2", player: 0, tile: "Runner", rotation: 2, wounds: 0, markers: "" });
    expect(edited.position.units).toHaveLength(4);
  });

  it("moves an HQ that is put somewhere else, and gives one without points some", () => {
    const moved = put(setup(), "E2", { player: 1, tile: "hegemony/HQ", rotation: 0, foundation: false });
    expect(unitOn(moved, "A1")).toBeUndefined();
    const fallen = setHq(setup(), 1, 0);
    expect(unitOn(fallen, "A1")).toBeUndefined();
    expect(unitOn(fallen, "C3")).toBeDefined();
    const back = put(fallen, "A1", { player: 1, tile: "hegemony/HQ", rotation: 0, foundation: false });
    expect(back.position.players[1]?.hq).toBe(1);
  });

  it("puts foundations under units and takes the unit away first", () => {
    const mined = put(setup(), "C2", { player: 1, tile: "vegas/Mine", rotation: 3, foundation: true });
    expect(mined.position.foundations).toHaveLength(2);
    expect(unitOn(mined, "C2")?.tile).toBe("Runner");
    const once = remove(mined, "C2");
    expect(unitOn(once, "C2")).toBeUndefined();
    expect(once.position.foundations).toHaveLength(2);
    expect(remove(once, "C2").position.foundations).toHaveLength(1);
    expect(removeFoundation(mined, "C2").position.units).toHaveLength(4);
  });

  it("moves units, lets two change places, and moves a bare foundation", () => {
    expect(unitOn(move(setup(), "C2", "D2"), "D2")?.tile).toBe("Runner");
    const swapped = move(setup(), "C2", "B3");
    expect(unitOn(swapped, "B3")?.tile).toBe("Runner");
    expect(unitOn(swapped, "C2")).toMatchObject({ tile: "Commando", rotation: 4 });
    expect(move(setup(), "B2", "E3").position.foundations[0]?.hex).toBe("E3");
  });

  it("changes a unit and nothing else", () => {
    const edited = changeUnit(setup(), "C2", { rotation: 5, wounds: 1, player: 0 });
    expect(unitOn(edited, "C2")).toEqual({ hex: "C2", player: 0, tile: "Runner", rotation: 5, wounds: 1, markers: "" });
    expect(unitOn(edited, "B3")).toEqual(unitOn(setup(), "B3"));
    expect(cleared(edited).position.units).toEqual([]);
  });

  it("takes over what a Battle leaves", () => {
    const before = {
      units: [
        { hex: "C3", tile: "outpost/HQ", owner: 0, points: 20 },
        { hex: "A1", tile: "hegemony/HQ", owner: 1, points: 1 },
        { hex: "B3", tile: "outpost/Commando", owner: 0, points: null },
        { hex: "C2", tile: "hegemony/Runner", owner: 1, points: null },
        { hex: "C1", tile: "hegemony/Runner", owner: 1, points: null },
        { hex: "E1", tile: "mercenaries/Harpooner", owner: 1, points: null },
      ],
      foundations: [{ hex: "B2", tile: "hegemony/Mine", owner: 1 }],
    } as unknown as Parameters<typeof standingAs>[1];
    const standing = {
      units: [
        {
          hex: "D1",
          tile: "hegemony/Runner",
          name: "Runner",
          owner: 1,
          rotation: 0,
          wounds: 0,
          points: null,
          markers: { venom: 2 },
        },
        { hex: "C3", tile: "outpost/HQ", name: "HQ", owner: 0, rotation: 0, wounds: 2, points: 18, markers: {} },
        {
          hex: "D4",
          tile: "bombers/Mad_Bomber",
          name: "Mad Bomber",
          owner: null,
          rotation: 1,
          wounds: 0,
          points: null,
          markers: {},
        },
      ],
      foundations: [{ hex: "B2", tile: "hegemony/Mine", name: "Mine", owner: 1 }],
      hq: [18, 0],
      score: null,
    } as unknown as Parameters<typeof standingAs>[1];
    const after = standingAs(addTo("discards", setup(), 0, "outpost/Medic"), before, standing);
    // Of what is gone, mercenaries and HQs are in no pile.
    expect(after.discards).toEqual([["outpost/Medic", "outpost/Commando"], ["hegemony/Runner"]]);
    expect(toLine(after.position)).toBe(
      "living standard outpost:18* hegemony:0 | D1=1.Runner^vv C3=0.HQ D4=-.Mad_Bomber/NE | B2=1.Mine",
    );
  });
});

describe("edits of the game", () => {
  const board = (key: string, hexes: [string, number, number][]): BoardForm => ({
    key,
    hexes: hexes.map(([name, x, y]) => ({ name, x, y, main: true, terminal: false, neighbours: [] })),
    box: [],
    cell: 1,
    tile: 1,
    drop: 0,
  });

  it("keeps what stands in its place as seen from the middle of another board", () => {
    const small = board("standard", [
      ["C3", 0, 0],
      ["C2", 0, -204.4],
    ]);
    const large = board("expanded", [
      ["D4", 0, 0],
      ["D3", 0, -204.38],
      ["A1", -531, -306],
    ]);
    const there = setBoard(setEnergy(setTerminals(setup(), ["A1"]), 1, 2), small, large);
    expect(there.terminals).toBeNull();
    expect(there.energy).toEqual([0, 0]);
    expect(there.position.board).toBe("expanded");
    expect(there.position.units.map((unit) => unit.hex)).toEqual(["D4", "D3"]);
    expect(there.position.foundations).toEqual([]);
  });

  it("keeps of a player's tiles those that the new army has", () => {
    const hired = addTo("discards", addTo("hands", setup(), 0, "mercenaries/Harpooner"), 0, "outpost/Medic");
    const changed = setArmy(hired, 0, "borgo", (name) => name === "HQ");
    expect(changed.position.players[0]?.army).toBe("borgo");
    expect(changed.position.units.map((unit) => unit.hex)).toEqual(["C3", "C2", "A1"]);
    expect(changed.hands[0]).toEqual(["mercenaries/Harpooner"]);
    expect(changed.discards[0]).toEqual([]);
  });

  it("adds players and takes them away with all that is theirs", () => {
    const three = setTurn(addTo("hands", addPlayer(setup(), "moloch"), 2, "moloch/Battle"), 2);
    expect(three.position.players[2]).toEqual({ army: "moloch", hq: 20 });
    const two = removePlayer(three, 1);
    expect(toLine(two.position)).toBe("living standard outpost:20 moloch:20* | C3=0.HQ B3=0.Commando/SW");
    expect(two.hands).toEqual([["outpost/Runner"], ["moloch/Battle"]]);
    expect(two.turn).toBe(1);
    expect(removePlayer(three, 2).turn).toBe(0);
  });

  it("makes teams of two or more", () => {
    const four = addPlayer(addPlayer(setup(), "moloch"), "borgo");
    const teams = setTeams(four, [0, 1, 0, 1]);
    expect(teams.position.teams).toEqual([
      [0, 2],
      [1, 3],
    ]);
    expect(teamsByPlayer(teams)).toEqual([0, 1, 0, 1]);
    expect(setTeams(four, [null, 3, null, 0]).position.teams).toEqual([]);
    expect(removePlayer(teams, 0).position.teams).toEqual([[0, 2]]);
  });

  it("deals to hands and discard piles", () => {
    const dealt = addTo("hands", setup(), 1, "hegemony/Battle");
    expect(dealt.hands).toEqual([["outpost/Runner"], ["hegemony/Battle"]]);
    expect(removeFrom("hands", dealt, 0, 0).hands).toEqual([[], ["hegemony/Battle"]]);
    const discarded = addTo("discards", addTo("discards", dealt, 1, "hegemony/Runner"), 1, "hegemony/Boss");
    expect(discarded.discards).toEqual([[], ["hegemony/Runner", "hegemony/Boss"]]);
    expect(removeFrom("discards", discarded, 1, 0).discards).toEqual([[], ["hegemony/Boss"]]);
    expect(discarded.hands).toEqual(dealt.hands);
  });
});

describe("history", () => {
  it("undoes and redoes, and forgets undone steps after a new one", () => {
    let history = next(next(begin(1), 2), 3);
    history = back(back(history));
    expect(history).toEqual({ past: [], now: 1, future: [2, 3] });
    expect(back(history)).toBe(history);
    expect(forward(history).now).toBe(2);
    expect(goTo(history, 2)).toEqual({ past: [1, 2], now: 3, future: [] });
    expect(goTo(history, 9)).toBe(history);
    expect(next(history, 7)).toEqual({ past: [1], now: 7, future: [] });
    expect(forward(next(history, 7)).now).toBe(7);
  });
});

describe("links", () => {
  const lines: [Line, string][] = [
    [{ root: { match: "3f2a", step: 17 }, then: [31, 16] }, "/study?match=3f2a&step=17&then=31,16&mode=play"],
    [{ root: { record: "ab", step: null }, then: [] }, "/study?record=ab&mode=play"],
    [
      {
        root: { study: { position: "outpost hegemony | C3=0.HQ", hands: [["outpost/Runner"], []], turn: 1 } },
        then: [],
      },
      "/study?line=outpost+hegemony+%7C+C3%3D0.HQ&hands=outpost/Runner%3B&turn=1&mode=play",
    ],
  ];

  it("keep what a position does not say", () => {
    const study = { position: "duel smart vegas", hands: [["mercenaries/Harpooner"]], turn: 0 };
    const table = { discards: [["smart/Golem", "smart/Battle"], ["vegas/Move"]], energy: [2, 0] };
    const unsaid = { ...table, terminals: ["A1", "B1"], bomber: "mercenary" as const };
    const link = linkTo({ root: { study: { ...study, ...unsaid } }, then: [] }, "setup");
    expect(link).toBe(
      "/study?line=duel+smart+vegas&hands=mercenaries/Harpooner&turn=0" +
        "&discards=smart/Golem,smart/Battle%3Bvegas/Move&energy=2,0&terminals=A1,B1&bomber=mercenary&mode=setup",
    );
    const read = (address: string) => readLink(new URL(address, "http://x").searchParams).line?.root;
    expect(read(link)).toEqual({ study: { ...study, ...unsaid } });
    // What is no way to play it is none, and what is as usual is not said.
    expect(read("/study?line=duel+smart+vegas&bomber=mad&terminals=")).toMatchObject({ study: { hands: [[]] } });
    expect(
      linkTo({ root: { study: { ...study, ...USUAL, bomber: "none", energy: [0] } }, then: [] }, "setup"),
    ).not.toMatch(/discards|energy|terminals|bomber/);
  });

  it.each(lines)("leads back to where it was made", (line, link) => {
    expect(linkTo(line, "play")).toBe(link);
    expect(readLink(new URL(link, "http://x").searchParams)).toEqual({ line, mode: "play" });
  });

  it("opens games to be played on and lines to be set up", () => {
    const read = (query: string) => readLink(new URLSearchParams(query));
    expect(read("")).toEqual({ line: null, mode: "setup" });
    expect(read("match=a&step=3").mode).toBe("play");
    expect(read("line=outpost hegemony").mode).toBe("setup");
    expect(read("line=outpost hegemony&then=4").mode).toBe("play");
    expect(read("match=a&step=x").line).toEqual({ root: { match: "a", step: null }, then: [] });
    expect(read("line=outpost hegemony&mode=play").mode).toBe("play");
    expect(read("mode=play")).toEqual({ line: null, mode: "setup" }); // there is nothing to play on from
  });

  it("reads a position in JSON", () => {
    const { line } = readLink(new URLSearchParams({ line: '{"players": []}' }));
    expect(line && momentOf(line)).toEqual({ study: { position: { players: [] }, hands: [[]], turn: null }, then: [] });
    expect(readLink(new URLSearchParams({ line: "{" })).line?.root).toMatchObject({ study: { position: "{" } });
  });
});

describe("draws", () => {
  const look = (stage: string) =>
    ({
      scene: { players: [{ pile: [] }, { pile: [{ tile: "a/X", count: 3 }] }] },
      choices: {
        decides: { player: 1, stage },
        offers: [
          { then: 5, tile: "a/X", words: "X is drawn" },
          { then: 6, tile: "a/Y", words: "Y is drawn" },
        ],
      },
    }) as unknown as Look;

  it("are what can be drawn, with how many there are", () => {
    expect(drawsOf(look("draw"))).toEqual([
      { action: 5, tile: "a/X", words: "X is drawn", count: 3 },
      { action: 6, tile: "a/Y", words: "Y is drawn", count: 1 },
    ]);
    expect(drawsOf(look("main"))).toEqual([]);
  });

  it("are as likely as there are tiles", () => {
    const draws = drawsOf(look("draw"));
    const drawn = [0, 0.24, 0.5, 0.74, 0.76, 0.99].map((chance) => atRandom(draws, () => chance)?.action);
    expect(drawn).toEqual([5, 5, 5, 5, 6, 6]);
    expect(atRandom([])).toBeNull();
  });
});
