import { describe, expect, it } from "vitest";
import type { Choice } from "../src/api/forms";
import {
  back,
  beginOffer,
  beginTile,
  beginUnit,
  confirm,
  confirms,
  opening,
  pickOption,
  point,
  situation,
  switchTo,
  takeTile,
  turn,
  turnedBy,
} from "../src/play/chooser";
import { handyOf } from "../src/play/handy";
import { ableUnits, acts, buttons, careful, procedures } from "../src/play/offers";
import { atStart, START, type Ground, type Walk } from "../src/play/walk";
import { fixture, type Fixture } from "./moments";

function ground(name: string): Ground {
  const { look } = fixture(name);
  return { choices: look.choices, board: look.scene.board };
}

function some<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error("expected something");
  return value;
}

/** Click on hexes, one after the other. */
function clicked(on: Ground, walk: Walk, ...hexes: string[]): Walk {
  return hexes.reduce((at, hex) => some(point(on, at, hex)), walk);
}

function offer(on: Ground, kind: string) {
  return some(on.choices.offers.find((one) => one.kind === kind));
}

/** The actions at the ends of all ways; those of facings that look alike are one and the same to people. */
function leaves(tree: Choice): number[][] {
  if (typeof tree === "number") return [[tree]];
  if (tree.pick === "hex") return Object.values(tree.hexes).flatMap(leaves);
  if (tree.pick === "area") return tree.areas.flatMap((area) => leaves(area.then));
  if (tree.pick === "option") return tree.options.flatMap((option) => leaves(option.then));
  const facings = tree.facings.flatMap((then) => (then === null ? [] : [leaves(then)]));
  const [first = []] = facings;
  return tree.alike ? first.map((_, n) => facings.flatMap((one) => one[n] ?? [])) : facings.flat();
}

describe("placing", () => {
  const on = ground("placing");

  it("begins with a tile, and asks where", () => {
    const walk = some(beginTile(on, 0, "outpost/Runner"));
    const now = situation(on, walk);
    expect(now.asked).toBe("hex");
    expect(now.offer?.kind).toBe("place");
    expect(now.hexes).toContain("B1");
    expect(now.hexes).not.toContain("C3");
    expect(now.ends.map((end) => end.kind)).toEqual(["discard"]);
  });

  it("starts with the tile as printed, and asks for all facings at once", () => {
    const walk = clicked(on, some(beginTile(on, 0, "outpost/Runner")), "B1");
    const now = situation(on, walk);
    expect([now.asked, now.rotation, now.facing?.hex]).toEqual(["facing", 0, "B1"]);
    expect(now.worth).toHaveLength(6);
    expect(now.action).toBe(now.worth[0]);
    expect(confirms(now, "B1")).toBe(true);
    expect(confirms(now, "D1")).toBe(false);
  });

  it("goes to another hex when that is clicked, and keeps nothing of the first", () => {
    const walk = clicked(on, some(beginTile(on, 0, "outpost/Runner")), "B1", "D1");
    expect(walk.picks).toEqual([{ hex: "D1" }, { facing: 0, settled: false }]);
  });

  it("turns, and confirms with the action of that facing", () => {
    const walk = turn(on, clicked(on, some(beginTile(on, 0, "outpost/Runner")), "B1"), 5);
    const now = situation(on, walk);
    expect(now.rotation).toBe(5);
    expect(confirm(on, walk)).toBe(now.worth[5]);
  });

  it("goes back one step at a time", () => {
    const begun = some(beginTile(on, 0, "outpost/Runner"));
    const placed = clicked(on, begun, "B1");
    expect(back(on, placed)).toEqual(begun);
    expect(atStart(back(on, begun))).toBe(true);
  });

  it("has what acts at once as an end", () => {
    const now = situation(on, some(beginTile(on, 2, "outpost/Battle")));
    expect(now.asked).toBe("ends");
    expect(now.ends.map((end) => end.kind)).toEqual(["battle", "discard"]);
    expect(now.ends.every(acts)).toBe(true);
  });

  it("has the end of the turn as a button", () => {
    expect(buttons(on.choices).map((one) => one.kind)).toEqual(["end"]);
  });

  it("knows tiles that nothing can be done with", () => {
    expect(beginTile(on, 0, "outpost/HQ")).toBeNull();
  });
});

it("takes the second of equal tiles as the first", () => {
  const on = ground("equal-tiles");
  const { hand } = some(fixture("equal-tiles").look.scene.players[0]);
  const slot = hand.lastIndexOf("outpost/Commando");
  const walk = some(beginTile(on, slot, "outpost/Commando"));
  expect(walk.slot).toBe(slot);
  expect(situation(on, walk).asked).toBe("hex");
});

describe("moving", () => {
  const on = ground("moving");
  const slot = 1;

  it("takes a Move tile and a unit in either order", () => {
    const byTile = some(beginTile(on, slot, "hegemony/Move"));
    expect(situation(on, byTile).asked).toBe("unit");
    expect(situation(on, byTile).hexes).toEqual(["B3", "C3", "E3"]);
    const tileThenUnit = clicked(on, byTile, "C3");
    const unitThenTile = some(takeTile(on, some(beginUnit(on, "C3")), slot, "hegemony/Move"));
    expect(situation(on, tileThenUnit).offer?.by?.source).toBe("tile");
    expect(situation(on, unitThenTile).offer).toBe(situation(on, tileThenUnit).offer);
  });

  it("goes by what costs nothing first, and by another way when that is chosen", () => {
    const walk = some(beginUnit(on, "C3"));
    const now = situation(on, walk);
    expect(now.ways.map((way) => way.by?.source)).toEqual(["mobility", "unit", "tile"]);
    expect(now.offer?.by?.source).toBe("mobility");
    const other = switchTo(on, walk, some(now.ways[1]));
    expect(situation(on, other).offer?.by).toEqual({ source: "unit", hex: "B3" });
  });

  it("turns a unit that picks its own hex, but not to its current facing", () => {
    const walk = clicked(on, some(beginUnit(on, "C3")), "C3");
    const now = situation(on, walk);
    expect([now.asked, now.facing?.hex, now.facing?.now]).toEqual(["facing", "C3", 0]);
    expect(now.rotation).toBe(1);
    expect(turn(on, walk, 0)).toBe(walk);
  });

  it("keeps the facing of a unit that goes elsewhere", () => {
    const now = situation(on, clicked(on, some(beginUnit(on, "C3")), "C4"));
    expect([now.asked, now.rotation]).toEqual(["facing", 0]);
  });

  it("begins with another unit when that is clicked", () => {
    const walk = clicked(on, some(beginTile(on, slot, "hegemony/Move")), "C3", "E3");
    expect([walk.tile, walk.unit]).toEqual(["hegemony/Move", "E3"]);
  });

  it("goes back to the choice of the unit", () => {
    const walk = clicked(on, some(beginTile(on, slot, "hegemony/Move")), "C3");
    expect(situation(on, back(on, walk)).asked).toBe("unit");
  });

  it("tells which units can do something by themselves", () => {
    expect(ableUnits(on.choices)).toEqual(["C3"]);
  });

  it("ignores clicks on empty hexes", () => {
    expect(point(on, START, "A3")).toBeNull();
  });
});

it("steps over facings that are null when turning", () => {
  const on = ground("moving");
  const { facing } = situation(on, clicked(on, some(beginUnit(on, "C3")), "C3"));
  expect(turnedBy(some(facing), 1, -1)).toBe(5);
  expect(turnedBy(some(facing), 5, 1)).toBe(1);
});

describe("pushing", () => {
  it("asks for the pusher, then the pushed", () => {
    const on = ground("pushing");
    const tile = some(beginTile(on, 0, "moloch/Push_Back"));
    expect(situation(on, tile).hexes).toEqual(["C3"]);
    const now = situation(on, clicked(on, tile, "C3", "C2"));
    expect([now.asked, now.chosen]).toEqual(["ready", ["C3", "C2"]]);
    expect(confirms(now, "C2")).toBe(true);
    expect(confirms(now, "C3")).toBe(false);
  });

  it("lets who pushes a neutral bomber choose where it goes", () => {
    const on = ground("pushing-a-bomber");
    const walk = clicked(on, some(beginTile(on, 0, "moloch/Push_Back")), "C3", "C2");
    expect(situation(on, walk).hexes).toEqual(["B1", "C1", "D1"]);
    expect(situation(on, clicked(on, walk, "C1")).asked).toBe("ready");
  });

  it("is open from the start for who is pushed", () => {
    const on = ground("pushed-by-somebody");
    const now = situation(on, opening(on));
    expect([now.asked, now.offer?.kind]).toEqual(["hex", "yield"]);
    expect(now.hexes.toSorted()).toEqual(["B1", "C1", "D1"]);
  });
});

describe("targets", () => {
  it("throws a grenade at a unit", () => {
    const on = ground("grenade");
    const walk = clicked(on, some(beginTile(on, 0, "borgo/Grenade")), "C2");
    expect(situation(on, walk).action).toBe(confirm(on, walk));
    expect(typeof confirm(on, walk)).toBe("number");
  });

  it("asks a sniper what to shoot only where there are two things", () => {
    const on = ground("sniper");
    const tile = some(beginTile(on, 0, "outpost/Sniper"));
    expect(situation(on, clicked(on, tile, "C2")).asked).toBe("ready");
    const both = clicked(on, tile, "C1");
    const now = situation(on, both);
    expect(now.options.map((option) => option.words)).toEqual(["The unit", "The foundation tile"]);
    expect(confirm(on, pickOption(on, both, 1))).toBe(now.options[1]?.then);
    expect(situation(on, clicked(on, both, "C2")).asked).toBe("ready");
  });

  it("drops a big bomb by the hex in its middle", () => {
    const on = ground("air-strike");
    const tile = some(beginTile(on, 0, "moloch/Air_Strike"));
    expect(situation(on, tile).hexes.toSorted()).toEqual(["B2", "B3", "C2", "C3", "C4", "D2", "D3"]);
    const now = situation(on, clicked(on, tile, "C3"));
    expect(now.asked).toBe("ready");
    expect(now.chosen).toHaveLength(7);
    expect(confirms(now, "B2")).toBe(true);
  });

  it("narrows a small bomb hex by hex", () => {
    const on = ground("small-bomb");
    const tile = some(beginTile(on, 0, "doomsday/Small_Bomb"));
    expect(situation(on, tile).hexes).toHaveLength(19);
    const one = clicked(on, tile, "C1");
    expect(situation(on, one).hexes.toSorted()).toEqual(["B1", "C2", "D1"]);
    const two = clicked(on, one, "D1");
    const now = situation(on, two);
    // On the rim two hexes are enough: only one triangle has both.
    expect([now.asked, now.chosen.toSorted()]).toEqual(["ready", ["C1", "C2", "D1"]]);
    expect(situation(on, back(on, two)).hexes.toSorted()).toEqual(["B1", "C2", "D1"]);
    expect(situation(on, clicked(on, two, "A1")).chosen).toEqual(["A1"]);
  });

  it("castles two units", () => {
    const on = ground("castling");
    const slot = some(fixture("castling").look.scene.players[0]).hand.indexOf("vegas/Castling");
    const tile = some(beginTile(on, slot, "vegas/Castling"));
    // The first unit has only one to change places with, the middle one has two.
    expect(situation(on, clicked(on, tile, "C5"))).toMatchObject({ asked: "ready", chosen: ["C5", "C4"] });
    const middle = clicked(on, tile, "C4");
    expect(situation(on, middle).hexes.toSorted()).toEqual(["C3", "C5"]);
    expect(situation(on, clicked(on, middle, "C3")).asked).toBe("ready");
  });

  it("turns a unit by a Rotation tile", () => {
    const on = ground("castling");
    const walk = clicked(on, some(beginTile(on, 1, "vegas/Rotation")), "C4");
    const now = situation(on, walk);
    expect([now.asked, now.facing?.hex]).toEqual(["facing", "C4"]);
    expect(situation(on, back(on, walk)).asked).toBe("unit");
  });

  it("lays a foundation without asking for its facing", () => {
    const on = ground("castling");
    const now = situation(on, clicked(on, some(beginTile(on, 0, "vegas/Mine")), "A3"));
    expect([now.asked, now.facing]).toEqual(["ready", null]);
  });
});

describe("other ways with one tile", () => {
  it("puts a unit in place of a Transporter when that is clicked", () => {
    const on = ground("transporter");
    const walk = some(beginTile(on, 0, "smart/Cyborg"));
    expect(situation(on, walk).ways.map((way) => way.kind)).toEqual(["place", "deploy"]);
    const now = situation(on, clicked(on, walk, "C3"));
    expect([now.asked, now.offer?.kind]).toEqual(["facing", "deploy"]);
  });

  it("lets a tile go for Mad Bomber II", () => {
    const on = ground("bomber");
    const { tile, slot } = offer(on, "bomber");
    const walk = some(beginTile(on, slot ?? 0, some(tile)));
    const now = situation(on, switchTo(on, walk, offer(on, "bomber")));
    expect([now.asked, now.offer?.kind]).toEqual(["hex", "bomber"]);
  });

  it("does not let a Move tile go for a bomber by a click on the board", () => {
    const on = ground("bomber");
    const walk = some(beginTile(on, 1, "borgo/Move"));
    const now = situation(on, walk);
    expect([now.asked, now.ways.map((way) => way.kind)]).toEqual(["unit", ["bomber"]]);
    expect(point(on, walk, "C5")).toBeNull();
  });
});

describe("procedures", () => {
  const on = ground("procedures");

  it("can be begun with a button, the unit following", () => {
    expect(procedures(on.choices).map((one) => one.kind)).toEqual(["procedure rotation", "procedure push"]);
    const walk = beginOffer(on, some(procedures(on.choices)[0]));
    expect(situation(on, walk)).toMatchObject({ asked: "unit", hexes: ["A2", "B1", "C3"] });
    expect(situation(on, clicked(on, walk, "B1")).asked).toBe("facing");
  });

  it("turns both units that change places, and can go back to the first", () => {
    const walk = clicked(on, beginOffer(on, offer(on, "procedure swap")), "B1");
    const first = situation(on, walk);
    expect([first.asked, first.facing?.hex, first.action]).toEqual(["facing", "C3", null]);
    const second = confirm(on, turn(on, walk, 1)) as Walk;
    expect(situation(on, second)).toMatchObject({ asked: "facing", facing: { hex: "B1" } });
    const done = turn(on, second, 4);
    expect(typeof confirm(on, done)).toBe("number");
    expect(situation(on, back(on, done))).toMatchObject({ asked: "facing", facing: { hex: "C3" }, rotation: 1 });
  });

  it("knows what a swap comes to while the first of the two is still being turned", () => {
    const walk = clicked(on, beginOffer(on, offer(on, "procedure swap")), "B1");
    const { action, leads } = situation(on, walk);
    expect([action, leads]).toEqual([null, situation(on, confirm(on, walk) as Walk).action]);
    expect(leads).not.toBeNull();
  });

  it("are never begun by a click on a unit alone: they cost energy", () => {
    const walk = clicked(on, START, "B1");
    const now = situation(on, walk);
    expect([now.asked, now.action]).toEqual(["way", null]);
    expect(now.ways.map((way) => way.kind)).toContain("procedure rotation");
    expect(situation(on, clicked(on, walk, "B1")).asked).toBe("way");
    const way = some(now.ways.find(({ kind }) => kind === "procedure rotation"));
    expect(situation(on, switchTo(on, walk, way)).asked).toBe("facing");
    expect(atStart(back(on, walk))).toBe(true);
  });

  it("destroy: Laser by its two Links, Elimination by its victim, Detonation at once", () => {
    const armed = ground("weapons");
    const laser = beginOffer(armed, offer(armed, "procedure laser"));
    expect(situation(armed, laser)).toMatchObject({ asked: "area", hexes: ["B4", "E2"] });
    expect(situation(armed, clicked(armed, laser, "E2"))).toMatchObject({ asked: "ready", chosen: ["B4", "E2"] });
    const elimination = beginOffer(armed, offer(armed, "procedure elimination"));
    expect(situation(armed, elimination)).toMatchObject({ asked: "hex", hexes: ["B3"] });
    expect(acts(offer(armed, "procedure detonation"))).toBe(true);
  });
});

describe("immediate actions that need confirmation", () => {
  const kinds = (name: string, main: boolean, touch: boolean) => {
    const { offers } = ground(name).choices;
    return new Set(offers.filter((one) => acts(one) && careful(one, main, touch)).map(({ kind }) => kind));
  };

  it("are costly ones, and by touch those without a preview", () => {
    expect(kinds("weapons", true, false)).toEqual(new Set(["procedure detonation", "sell hq point"]));
    expect(kinds("energy", false, false)).toEqual(new Set(["sell hq point"]));
    expect(kinds("energy", true, false)).toEqual(new Set(["sell", "sell hq point"]));
    expect(kinds("mercenary", false, false)).toEqual(new Set());
    expect(kinds("mercenary", false, true)).toEqual(new Set(["hire"]));
  });
});

describe("choices that begin by themselves", () => {
  it.each([
    ["headquarters", "hex"],
    ["captive", "facing"],
    ["clown", "option"],
    ["quartermaster", "option"],
    ["medic", "hex"],
    ["recon", "hex"],
  ])("%s", (name, asked) => {
    const on = ground(name);
    expect(situation(on, opening(on)).asked).toBe(asked);
  });

  it("does not ask how an HQ is turned that looks alike", () => {
    const on = ground("headquarters");
    const walk = clicked(on, opening(on), "C3");
    expect(situation(on, walk).asked).toBe("ready");
    expect(confirms(situation(on, walk), "C3")).toBe(true);
    expect(situation(on, clicked(on, walk, "A1")).chosen).toEqual(["A1"]);
  });

  it("walks a Medic to its end by clicks", () => {
    const on = ground("medic");
    let walk = opening(on);
    for (let step = 0; step < 4 && situation(on, walk).asked !== "ready"; step++) {
      const now = situation(on, walk);
      walk = now.asked === "option" ? pickOption(on, walk, 0) : clicked(on, walk, some(now.hexes[0]));
    }
    expect(typeof confirm(on, walk)).toBe("number");
  });

  it("has buttons below tiles where each can only be discarded or traded", () => {
    expect(handyOf(ground("discard").choices, "vegas/Scout")?.kind).toBe("discard");
    expect(handyOf(ground("energy").choices, "vegas/Agitator")?.kind).toBe("sell");
    expect(handyOf(ground("placing").choices, "outpost/Runner")).toBeNull();
  });

  it("has mercenaries and draws as buttons", () => {
    expect(buttons(ground("mercenary").choices).map((one) => one.kind)).toEqual(Array(4).fill("hire"));
    expect(buttons(ground("source").choices).map((one) => one.kind)).toEqual(["pile", "hire"]);
    expect(new Set(buttons(ground("draw").choices).map((one) => one.kind))).toEqual(new Set(["draw"]));
  });
});

describe("every action can be reached", () => {
  const names = Object.keys(import.meta.glob("./fixtures/*.json"))
    .map((path) => path.replace(/.*\/(.*)\.json/, "$1"))
    .filter((name) => (fixture(name) as Partial<Fixture>).look !== undefined);

  /** All actions that can be reached from a walk by what people can do. */
  function reached(on: Ground, walk: Walk, found: Set<number>, depth = 0): void {
    const now = situation(on, walk);
    for (const end of now.ends) if (acts(end)) found.add(end.then);
    if (now.action !== null) found.add(now.action);
    if (depth > 8) return;
    if (depth === 0) for (const way of now.ways) reached(on, switchTo(on, walk, way), found, depth + 1);
    const turned = walk.picks[walk.picks.length - 1];
    if (now.asked === "facing" && now.facing && turned && "facing" in turned) {
      for (let rotation = 0; rotation < 6; rotation++) {
        const next = turn(on, walk, rotation);
        const sure = confirm(on, next);
        if (typeof sure === "number") found.add(sure);
        else if (sure !== next) reached(on, sure, found, depth + 1);
      }
      return;
    }
    if (now.asked === "option") now.options.forEach((_, n) => reached(on, pickOption(on, walk, n), found, depth + 1));
    if (now.asked === "hex" || now.asked === "area" || now.asked === "unit")
      for (const hex of now.hexes) reached(on, clicked(on, walk, hex), found, depth + 1);
  }

  it.each(names)("%s", (name) => {
    const on = ground(name);
    const found = new Set<number>();
    for (const one of on.choices.offers) {
      if (one.slot !== null && one.tile !== null) reached(on, some(beginTile(on, one.slot, one.tile)), found);
      else if (one.unit !== null) reached(on, some(beginUnit(on, one.unit)), found);
      else if (acts(one)) found.add(one.then);
      else reached(on, beginOffer(on, one), found);
    }
    reached(on, opening(on), found);
    const all = on.choices.offers.flatMap((one) => leaves(one.then));
    expect(all.filter((alike) => !alike.some((action) => found.has(action)))).toEqual([]);
    const known = new Set(all.flat());
    expect([...found].filter((action) => !known.has(action))).toEqual([]);
  });
});
