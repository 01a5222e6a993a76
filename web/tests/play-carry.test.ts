import { describe, expect, it } from "vitest";
import { airborne, land, lift } from "../src/play/carry";
import { beginTile, point, situation } from "../src/play/chooser";
import { START, type Ground } from "../src/play/walk";
import { fixture } from "./moments";

function ground(name: string): Ground {
  const { look } = fixture(name);
  return { choices: look.choices, board: look.scene.board };
}

function hand(name: string): string[] {
  const { scene, choices } = fixture(name).look;
  return scene.players[choices.decides?.player ?? -1]?.hand ?? [];
}

function some<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error("expected something");
  return value;
}

describe("a tile of the hand", () => {
  const on = ground("placing");
  const lifted = some(lift(on, START, { key: "0" }, hand("placing")));

  it("is lifted as if it had been chosen", () => {
    expect(lifted).toEqual(beginTile(on, 0, "outpost/Runner"));
    expect(situation(on, lifted).hexes.length).toBeGreaterThan(10);
  });

  it("lands as printed, or as it was turned on its way", () => {
    expect(situation(on, some(land(on, lifted, "A2", null)))).toMatchObject({ asked: "facing", rotation: 0 });
    const there = situation(on, some(land(on, lifted, "A2", 5)));
    expect(there).toMatchObject({ asked: "facing", rotation: 5, facing: { hex: "A2" } });
    expect(there.action).not.toBeNull();
  });

  it("is turned in mid-air", () => {
    expect(airborne(on, lifted, null)).toBe(0);
    expect(airborne(on, lifted, 4)).toBe(4);
  });

  it("lands nowhere but where it may go", () => {
    expect(fixture("placing").look.scene.standing.units.map(({ hex }) => hex)).toContain("B3");
    expect(land(on, lifted, "B3", null)).toBeNull();
    expect(lift(on, START, { key: "7" }, hand("placing"))).toBeNull();
  });

  it("is played wherever it falls where it is played as a whole", () => {
    const battle = some(lift(on, START, { key: "2" }, hand("placing")));
    expect(land(on, battle, "B3", null)).toEqual(battle);
    expect(airborne(on, battle, 1)).toBeNull();
  });

  it("aims without being turned", () => {
    const at = ground("grenade");
    const grenade = some(lift(at, START, { key: "0" }, hand("grenade")));
    const [first = ""] = situation(at, grenade).hexes;
    expect(situation(at, some(land(at, grenade, first, 3))).asked).toBe("ready");
    expect(airborne(at, grenade, 3)).toBeNull();
  });
});

it("an HQ, which is in no hand, is lifted too", () => {
  const on = ground("headquarters");
  const lifted = some(lift(on, START, { key: "0" }, ["borgo/HQ"]));
  expect(situation(on, some(land(on, lifted, "C3", null))).action).not.toBeNull();
});

describe("a unit", () => {
  const on = ground("moving");
  const unit = "C3"; // a Runner
  const stands = some(fixture("moving").look.scene.standing.units.find(({ hex }) => hex === unit));

  it("goes to another hex as it is turned now, and nowhere else", () => {
    const lifted = some(lift(on, START, { hex: unit }, []));
    const { hexes } = situation(on, lifted);
    const to = some(hexes.find((hex) => hex !== unit));
    expect(airborne(on, lifted, null)).toBe(stands.rotation);
    expect(situation(on, some(land(on, lifted, to, null))).rotation).toBe(stands.rotation);
    expect(situation(on, some(land(on, lifted, to, (stands.rotation + 2) % 6))).rotation).toBe(
      (stands.rotation + 2) % 6,
    );
    const far = on.board.hexes.map(({ name }) => name).filter((name) => !hexes.includes(name));
    expect(far.flatMap((name) => land(on, lifted, name, null) ?? [])).toEqual([]);
  });

  it("that was put somewhere else is lifted from where it stands", () => {
    const lifted = some(lift(on, START, { hex: unit }, []));
    const to = some(situation(on, lifted).hexes.find((hex) => hex !== unit));
    const put = some(point(on, lifted, to));
    expect(situation(on, some(lift(on, put, { hex: unit }, []))).asked).toBe("hex");
  });
});
