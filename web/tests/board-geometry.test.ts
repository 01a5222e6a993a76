import { describe, expect, it } from "vitest";
import { drawArrows } from "../src/board/arrows";
import { HANDLE, hexAt, hexOf, middleHex, polar, sector, tilePlace, toBoard, walk, wedge } from "../src/board/geometry";
import { Follower } from "../src/board/identity";
import { marksOf } from "../src/board/marks";
import { nextRotation, turnTo } from "../src/board/rotation";
import { boardOf, spritesOf, unitOf } from "./board-forms";

const board = boardOf(2);
const large = boardOf(3);
/** Half of the height of a label beside a line. */
const LABEL = 24;

describe("hexes", () => {
  it("have a middle one", () => {
    expect(middleHex(board)).toBe("C3");
    expect(middleHex(large)).toBe("D4");
  });

  it.each([board, large])("are found by any point in them", (on) => {
    for (const hex of on.hexes) {
      expect(hexAt(on, hex)).toBe(hex.name);
      for (const degrees of [0, 30, 60, 90, 180, 270, 300]) {
        const { x, y } = polar(95, degrees);
        expect(hexAt(on, { x: hex.x + x, y: hex.y + y })).toBe(hex.name);
      }
    }
  });

  it("are not found off the board", () => {
    expect(hexAt(board, { x: 0, y: -530 })).toBeNull();
    expect(hexAt(board, { x: -400, y: 400 })).toBeNull();
  });

  it("are seen where the box is shown as large as fits", () => {
    const box = [-100, -50, 200, 100];
    const wide = { left: 10, top: 20, width: 600, height: 100 };
    expect(toBoard(wide, box, { x: 310, y: 70 })).toEqual({ x: 0, y: 0 });
    expect(toBoard(wide, box, { x: 410, y: 120 })).toEqual({ x: 100, y: 50 });
    const high = { left: 0, top: 0, width: 400, height: 1000 };
    expect(toBoard(high, box, { x: 0, y: 500 })).toEqual({ x: -100, y: 0 });
  });

  it("have tiles a little below their middle", () => {
    expect(tilePlace(board, "C3")).toEqual({ x: 0, y: 12 });
    expect(hexOf(board, "Z9")).toBeUndefined();
  });
});

describe("walking by keys", () => {
  const way = (from: string, keys: string, on = board) => {
    let at = from;
    let level: number | null = null;
    return [...keys].map((key) => {
      const name = { U: "ArrowUp", D: "ArrowDown", L: "ArrowLeft", R: "ArrowRight" }[key] ?? key;
      level = key === "L" || key === "R" ? (level ?? hexOf(on, at)?.y ?? 0) : null;
      at = walk(on, at, name, level ?? 0) ?? at;
      return at;
    });
  };

  it("goes up and down a column and stays at its ends", () => {
    expect(way("C3", "UUUDD")).toEqual(["C2", "C1", "C1", "C2", "C3"]);
  });

  it("goes sideways at one height", () => {
    expect(way("C3", "RRR")).toEqual(["D2", "E2", "E2"]);
    expect(way("A2", "RRRR")).toEqual(["B2", "C3", "D2", "E2"]);
    expect(way("G1", "LLLLLL", large)).toEqual(["F1", "E2", "D2", "C2", "B1", "A1"]);
  });

  it("comes back the way it went", () => {
    expect(way("C3", "RRLL")).toEqual(["D2", "E2", "D2", "C3"]);
  });

  it("reaches every hex, and knows no other keys", () => {
    const seen = new Set(["C3"]);
    for (const hex of seen)
      for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"])
        seen.add(walk(board, hex, key, hexOf(board, hex)?.y ?? 0) ?? hex);
    expect(seen.size).toBe(19);
    expect(walk(board, "C3", "x", 0)).toBeNull();
    expect(walk(board, "Z1", "ArrowUp", 0)).toBeNull();
  });
});

describe("turning", () => {
  it("knows in which direction a point lies", () => {
    for (let n = 0; n < 6; n++) {
      expect(sector(polar(80, 60 * n))).toBe(n);
      expect(sector(polar(80, 60 * n + 25))).toBe(n);
      expect(sector(polar(80, 60 * n - 25))).toBe(n);
    }
  });

  it("skips illegal rotations", () => {
    const allowed = [true, false, false, true, false, true];
    expect(nextRotation(0, allowed, 1)).toBe(3);
    expect(nextRotation(0, allowed, -1)).toBe(5);
    expect(nextRotation(2, [false, false, true, false, false, false], 1)).toBe(2);
  });

  it("takes the shorter way", () => {
    expect(turnTo(0, 5)).toBe(-60);
    expect(turnTo(300, 0)).toBe(360);
    expect(turnTo(-60, 1)).toBe(60);
    expect(turnTo(120, 2)).toBe(120);
  });

  it("has a sixth of a ring for each edge", () => {
    expect(wedge(0, 50, 100)).toBe("M-25 -43.3L-50 -86.6L50 -86.6L25 -43.3Z");
  });
});

describe("arrows", () => {
  const points = (line: string) =>
    line
      .slice(1)
      .split("L")
      .map((pair) => pair.split(" ").map(Number));

  it("run from tile to tile", () => {
    const [arrow] = drawArrows(board, [{ kind: "ranged", source: "C4", to: "C2" }]);
    expect(points(arrow?.line ?? "")).toEqual([
      [0, 156.4],
      [0, -115.4],
    ]);
    expect(arrow?.head).toContain("M0 -148.4");
    expect(arrow?.badge.x).toBeCloseTo(0);
  });

  it("bend at redirectors", () => {
    const [arrow] = drawArrows(board, [{ kind: "ranged", source: "A1", via: ["C3"], to: "C1" }]);
    expect(points(arrow?.line ?? "")).toHaveLength(3);
  });

  it("lie side by side on one way, and keep to the right where they meet", () => {
    const two = drawArrows(board, [
      { kind: "melee", source: "C4", to: "C3" },
      { kind: "ranged", source: "C4", to: "C3" },
    ]);
    expect(two.map(({ line }) => points(line)[0]?.[0])).toEqual([-19, 19]);
    const met = drawArrows(board, [
      { kind: "melee", source: "C4", to: "C3" },
      { kind: "melee", source: "C3", to: "C4" },
    ]);
    expect(met.map(({ line }) => points(line)[0]?.[0])).toEqual([24, -24]);
  });

  it("keeps labels and lines clear of the handles of a tile that is being turned", () => {
    const there = { kind: "melee", source: "C3", to: "C2", label: "1" };
    const back = { kind: "melee", source: "C2", to: "C3", label: "1" };
    const far = { kind: "ranged", source: "C5", to: "C3", label: "1" };
    const middle = tilePlace(board, "C3");
    const knobs = [0, 60, 120, 180, 240, 300].map((degrees) => polar(HANDLE.far, degrees));
    const nearest = (x: number, y: number) =>
      Math.min(...knobs.map((knob) => Math.hypot(x - middle.x - knob.x, y - middle.y - knob.y)));
    for (const { badge, line, width } of drawArrows(board, [there, back, far], "C3")) {
      expect(nearest(badge.x, badge.y)).toBeGreaterThan(HANDLE.radius + LABEL);
      const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = []] = points(line);
      for (let share = 0; share <= 1; share += 0.02)
        expect(nearest(x1 + (x2 - x1) * share, y1 + (y2 - y1) * share)).toBeGreaterThan(HANDLE.radius + width / 2);
    }
  });

  it("go round the hex where they begin and end in it", () => {
    const [arrow] = drawArrows(board, [{ kind: "explosion", source: "C3", to: "C3" }]);
    expect(arrow?.line).toMatch(/^M-88 12a88 88/);
    expect(arrow?.head).toBe("");
  });

  it("are thin where they only link, and short in melee", () => {
    const [link, melee, shot] = drawArrows(board, [
      { kind: "bonus", source: "C4", to: "C3" },
      { kind: "melee", source: "B2", to: "C3" },
      { kind: "ranged", source: "D2", to: "C3" },
    ]);
    expect(link?.width).toBeLessThan(melee?.width ?? 0);
    const length = (line = "") => {
      const [[ax = 0, ay = 0] = [], [bx = 0, by = 0] = []] = points(line);
      return Math.hypot(ax - bx, ay - by);
    };
    expect(length(melee?.line)).toBeLessThan(length(shot?.line));
  });
});

describe("marks in corners", () => {
  const sprites = spritesOf();
  const plain = { tile: "outpost/Runner", rotation: 0, wounds: 0, taker: null, under: null };

  it("stand in the freest corners of the rotation", () => {
    expect(marksOf(sprites, plain)).toEqual([]);
    expect(marksOf(sprites, { ...plain, wounds: 2 })).toEqual([
      { symbol: "wound", x: 73, y: 0, count: "" },
      { symbol: "wound", x: -36.5, y: -63.2, count: "" },
    ]);
    expect(marksOf(sprites, { ...plain, rotation: 2, wounds: 1 })).toEqual([
      { symbol: "wound", x: 36.5, y: -63.2, count: "" },
    ]);
  });

  it("are one drop with a number for many wounds", () => {
    expect(marksOf(sprites, { ...plain, wounds: 3 })).toEqual([{ symbol: "wound", x: 73, y: 0, count: "3" }]);
  });

  it("are the taker's first, then wounds, then the foundation, and never more than there is room", () => {
    const marks = marksOf(sprites, { ...plain, wounds: 2, taker: "vegas", under: "vegas/Mine" });
    expect(marks.map(({ symbol, count }) => symbol + count)).toEqual(["taker/vegas", "wound2", "under/vegas/Mine"]);
  });

  it("use the army's own coat until that of its second player is there", () => {
    expect(marksOf(sprites, { ...plain, taker: "vegas~2" })[0]?.symbol).toBe("taker/vegas");
  });
});

describe("units that are followed", () => {
  it("keep their number when they move, are turned, or change places", () => {
    const follower = new Follower();
    const before = follower.follow(board, [unitOf("A1", "outpost/Runner"), unitOf("C3", "vegas/Guard")]);
    const after = follower.follow(board, [
      unitOf("A1", "vegas/Guard"),
      unitOf("C3", "outpost/Runner", { rotation: 5, wounds: 1 }),
    ]);
    expect(after.map(({ id, unit }) => [id, unit.hex])).toEqual([
      [before[0]?.id, "C3"],
      [before[1]?.id, "A1"],
    ]);
    expect(after[0]?.angle).toBe(-60);
  });

  it("that are alike: who stays is the same, and the nearest one moved", () => {
    const follower = new Follower();
    const [first, second, third] = follower.follow(board, [
      unitOf("A1", "outpost/Runner"),
      unitOf("C3", "outpost/Runner"),
      unitOf("E3", "outpost/Runner"),
    ]);
    const after = follower.follow(board, [unitOf("C2", "outpost/Runner"), unitOf("A1", "outpost/Runner")]);
    expect(after.map(({ id, unit }) => [id, unit.hex])).toEqual([
      [first?.id, "A1"],
      [second?.id, "C2"],
    ]);
    const again = follower.follow(board, [unitOf("A1", "outpost/Runner"), unitOf("E3", "vegas/Guard")]);
    expect(again[1]?.id).toBeGreaterThan(third?.id ?? 0);
  });
});
