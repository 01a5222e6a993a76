import { describe, expect, it } from "vitest";
import type { Battle, Entry, Story } from "../src/api/forms";
import { clockText } from "../src/parts/clock";
import { leftNow, timesOf } from "../src/table/clocks";
import type { Act } from "../src/match/course";
import { newNonce } from "../src/match/nonce";
import {
  allShown,
  battlesIn,
  entries,
  joined,
  lastBattle,
  notShown,
  pieces,
  recentIn,
  retold,
  sentences,
} from "../src/match/story";
import real from "./fixtures/story.json";

const entry = (step: number, battles: Battle[] = []) =>
  ({ step, player: 0, beats: [{ words: `step ${step}`, source: null, to: "C3" }], battles }) as unknown as Entry;
const story = (...turns: [turn: number, ...entries: Entry[]][]): Story => ({
  version: 1,
  first: 0,
  steps: turns.reduce((sum, [, ...each]) => sum + each.length, 0),
  turns: turns.map(([turn, ...each]) => ({ turn, player: 0, words: `Turn ${turn}`, entries: each })),
});
const part = (first: number, ...turns: [turn: number, ...entries: Entry[]][]) => ({ ...story(...turns), first });
const steps = (told: Story) => told.turns.map(({ turn, entries: each }) => [turn, ...each.map(({ step }) => step)]);

describe("a story that grows", () => {
  it("goes on in the middle of a turn and with new ones", () => {
    const told = joined(story([1, entry(0), entry(1)]), part(2, [1, entry(2)], [2, entry(3)]));
    expect(steps(told)).toEqual([
      [1, 0, 1, 2],
      [2, 3],
    ]);
    expect(told.steps).toBe(4);
  });

  it("takes overlapping steps from the newer part", () => {
    const told = joined(story([1, entry(0), entry(1)], [2, entry(2), entry(3)]), part(1, [1, entry(1)], [2, entry(2)]));
    expect(steps(told)).toEqual([
      [1, 0, 1],
      [2, 2],
    ]);
  });

  it("gets shorter when something was taken back", () => {
    const told = joined(story([1, entry(0), entry(1)], [2, entry(2)]), { version: 1, first: 1, steps: 0, turns: [] });
    expect(steps(told)).toEqual([[1, 0]]);
    expect(told.steps).toBe(1);
  });

  it("is the part itself where that begins at the beginning", () => {
    const whole = part(0, [0, entry(0)]);
    expect(joined(null, whole)).toBe(whole);
    expect(joined(story([7, entry(9)]), whole)).toBe(whole);
  });

  it("is the same for a real game at once or in parts", () => {
    const whole = (real as unknown as { story?: Story }).story ?? (real as unknown as Story);
    for (const cut of [1, 5, Math.floor(whole.steps / 2), whole.steps - 1]) {
      const before = joined(null, { ...cutStory(whole, 0, cut), first: 0 });
      const after = joined(before, { ...cutStory(whole, cut, whole.steps), first: cut });
      expect(steps(after)).toEqual(steps({ ...whole, turns: whole.turns.filter((turn) => turn.entries.length > 0) }));
    }
  });
});

function cutStory(whole: Story, from: number, to: number): Story {
  const turns = whole.turns
    .map((turn) => ({ ...turn, entries: turn.entries.filter(({ step }) => step >= from && step < to) }))
    .filter((turn) => turn.entries.length > 0);
  return { ...whole, steps: to - from, turns };
}

describe("the sentences of an act", () => {
  it("is sentences, each with an end, and the hexes", () => {
    const whole = story([1, entry(0), entry(1)]);
    expect(sentences(entries(whole, 0, 2))).toBe("step 0. step 1.");
    const act = { n: 1, seat: 0, from: 0, to: 2 } as Act;
    expect(recentIn([act], act, whole)[0]?.hexes).toEqual(["C3"]);
  });
});

describe("the pieces of an act", () => {
  const beat = (player: number | null, words: string) => ({ words, player, what: words.split(" ")[1] ?? "" });
  const did = (step: number, beats: ReturnType<typeof beat>[], battles: Battle[] = []) =>
    ({ step, player: 0, beats, battles }) as unknown as Entry;
  const fought = (step: number, until: number) => ({ ended: true, place: { step, number: 0, until } }) as Battle;
  const ends = { words: "A ends", player: 0, what: "turn ended" };

  it("are each about one player", () => {
    const drawn = [did(1, [beat(1, "B draws Move")]), did(2, [beat(1, "B draws Net")])];
    const told = pieces(story([1, did(0, [beat(0, "A plays"), beat(null, "It rains"), ends])], [2, ...drawn]), 0, 3);
    expect(told).toEqual([
      { player: 0, words: "A plays. It rains. A ends." },
      { player: 1, words: "B draws Move. B draws Net." },
    ]);
  });

  it("have a Battle where it was fought: after what began it, before what it ended", () => {
    const battle = fought(0, 1);
    const told = pieces(story([1, did(0, [beat(0, "A plays"), ends], [battle])]), 0, 1);
    expect(told).toEqual([{ player: 0, words: "A plays." }, { battle }, { player: 0, words: "A ends." }]);
  });

  it("have a Battle with choices once, where it ended", () => {
    const battle = fought(0, 2);
    const now = story([1, did(0, [beat(0, "A plays")], [battle]), did(1, [ends])]);
    expect(pieces(now, 0, 1)).toEqual([{ player: 0, words: "A plays." }]);
    expect(pieces(now, 1, 2)).toEqual([{ battle }, { player: 0, words: "A ends." }]);
  });

  it("begin with another player's Battle if the act follows it", () => {
    const battle = fought(1, 2);
    const quiet = did(0, [beat(0, "A moves")]);
    const now = story([1, quiet, did(1, [beat(0, "A plays")], [battle])], [2, did(2, [beat(1, "B moves")])]);
    const act = (n: number, seat: number) => ({ n, seat, action: 1, from: n, to: n + 1, by: null, auto: false });
    const acts = [act(0, 0), act(1, 0), act(2, 1)];
    expect(recentIn(acts, acts[2], now).map((each) => each.act.n)).toEqual([1, 2]);
    expect(recentIn(acts, acts[1], now).map((each) => each.act.n)).toEqual([0, 1]);
    const peaceful = story([1, quiet, did(1, [beat(0, "A waits")])], [2, did(2, [beat(1, "B moves")])]);
    expect(recentIn(acts, acts[2], peaceful).map((each) => each.act.n)).toEqual([2]);
  });

  it("come with every act", () => {
    const whole = (real as unknown as { story: Story }).story;
    const began = entries(whole, 0, Infinity).find(({ battles }) => battles.length > 0);
    if (began === undefined) throw new Error("no Battle");
    const act = { n: 1, seat: 0, action: 1, from: began.step, to: began.step + 1, by: null, auto: false };
    const [happened] = recentIn([act], act, whole);
    expect(happened && battlesIn(happened)).toEqual(began.battles);
  });
});

describe("Battles that have not been shown", () => {
  const phase = (initiative: number) => ({ initiative, beats: [], after: { after: initiative } });
  const battle = (ended: boolean, ...phases: number[]) =>
    ({ before: "before", phases: phases.map(phase), ended }) as unknown as Battle;

  it("are all of those after the last one", () => {
    const [one, two] = [battle(true, 3), battle(true, 2)];
    const before = story([1, entry(0, [one])]);
    const now = story([1, entry(0, [one]), entry(1, [two])]);
    expect(notShown(now, allShown(before))).toEqual([two]);
    expect(notShown(now, null)).toEqual([one, two]);
    expect(notShown(now, allShown(now))).toEqual([]);
    expect(lastBattle(now)).toBe(two);
    expect(lastBattle(null)).toBeNull();
  });

  it("continue with the phase of the choice", () => {
    const before = story([1, entry(0, [battle(false, 4, 3)])]);
    const whole = battle(true, 4, 3, 2);
    const [rest] = notShown(story([1, entry(0, [whole]), entry(1)]), allShown(before));
    expect(rest).toEqual({ ...whole, before: { after: 4 }, phases: whole.phases.slice(1) });
  });

  it("are not shown again while nothing has gone on in them", () => {
    const waiting = story([1, entry(0, [battle(false, 4)])]);
    expect(notShown(waiting, allShown(waiting))).toEqual([]);
  });
});

describe("clocks", () => {
  it("count down for the one who decides, from when it was told", () => {
    const times = timesOf({ last: 1, at: 5, phase: "running", awaited: 1, left: [9000, 8000] }, 100);
    expect(times).toEqual({ left: [9000, 8000], running: 1, came: 100 });
    if (times === null) throw new Error("no times");
    expect([leftNow(times, 0, 1100), leftNow(times, 1, 1100), leftNow(times, 1, 99_999)]).toEqual([9000, 7000, 0]);
  });

  it("stand still in a pause and at the end, and are not there without a clock", () => {
    const told = { last: 1, at: 5, awaited: 1, left: [1, 2] };
    expect(timesOf({ ...told, phase: "running", paused: true }, 0)?.running).toBeNull();
    expect(timesOf({ ...told, phase: "finished" }, 0)?.running).toBeNull();
    expect(timesOf({ last: 1, at: 5, phase: "running" }, 0)).toBeNull();
  });

  it("are read the more exactly the less is left", () => {
    expect([0, 9_450, 61_000, 3_661_000, 3 * 86_400_000 + 3_600_000].map(clockText)).toEqual([
      "0.0",
      "9.4",
      "1:01",
      "1:01:01",
      "3 d 1 h",
    ]);
  });
});

describe("a nonce", () => {
  it("is 32 hexadecimal digits, never the same", () => {
    expect(newNonce()).toMatch(/^[0-9a-f]{32}$/);
    expect(newNonce()).not.toBe(newNonce());
  });
});

describe("a Battle in another story of the match", () => {
  const fought = (number: number, words: string, phases = 3) =>
    ({
      words,
      place: { step: 4, number, until: 7 },
      before: `before ${words}`,
      phases: Array.from({ length: phases }, (_, n) => ({ number: n, beats: [], after: `${words} after ${n}` })),
      ended: true,
    }) as unknown as Battle;
  const polish = story([1, entry(3, [fought(0, "inna")]), entry(4, [fought(0, "pierwsza"), fought(1, "druga")])]);

  it("is the one of the same place", () => {
    expect(retold(fought(1, "second"), polish)).toMatchObject({ words: "druga", before: "before druga" });
    expect(retold(fought(0, "first"), polish)).toMatchObject({ words: "pierwsza", phases: { length: 3 } });
    expect(retold(fought(2, "third"), polish)).toBeNull();
    expect(retold({ ...fought(1, "ahead"), place: null }, polish)).toBeNull();
    expect(retold(fought(1, "second"), null)).toBeNull();
  });

  it("is as much of it as was shown", () => {
    const whole = fought(1, "second");
    const [rest] = notShown(story([1, entry(4, [fought(0, "first"), whole])]), {
      step: 4,
      battle: 1,
      phases: 2,
      ended: false,
    });
    expect(rest?.phases.map(({ number }) => number)).toEqual([1, 2]);
    expect(retold(rest as Battle, polish)).toMatchObject({
      words: "druga",
      before: "druga after 0",
      phases: [{ number: 1 }, { number: 2 }],
    });
  });
});
