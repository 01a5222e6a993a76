import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Battle, Entry, Story } from "../src/api/forms";
import { RefusedError } from "../src/api/http";
import type { Look, Moment } from "../src/api/views";
import { after, newCourse } from "../src/match/course";
import { FAR_BEHIND, Live, PATIENCE, type Dependencies } from "../src/match/live.svelte";
import type { Accepted, Command, Looked, MatchEvent, Shown } from "../src/match/messages";
import type { Follower } from "../src/match/outbox";
import { acted, CREATED, JOINED, STARTED, type Bare } from "./match-events";

const BATTLE = { phases: [{ initiative: 3, beats: [] }], ended: true, aftermath: [] } as unknown as Battle;

/** A server of one match, whose state is only how many steps it has. */
class Server {
  events: MatchEvent[] = [CREATED];
  follower: Follower | null = null;
  asked: Command[] = [];
  looks: (number | null)[] = [];
  flying = 0;
  mostFlying = 0;
  /** How many Battles begin with a step. */
  battles = new Map<number, number>();
  fail: Error | null = null;
  hold: Promise<undefined> | null = null;
  /** When stories are told; they are in the language in which they were asked for. */
  tells: Promise<void> | null = null;
  /** Whether it shows by itself what stands after an event. */
  pushes = false;
  /** The language in which it does. */
  pushed: "en" | "pl" = "en";

  now = () => this.events.reduce(after, newCourse());

  happens(...events: Bare<MatchEvent>[]): void {
    for (const event of events) {
      const full = { ...event, match: "m", n: this.events.length, at: 0 } as unknown as MatchEvent;
      this.events.push(full);
      this.follower?.event(full);
      if (this.pushes && this.now().moved === full.n) this.show();
    }
  }

  /** Show what stands after the last event. */
  show(): void {
    const { acts, steps, last, undone } = this.now();
    const first = undone === last ? steps : (acts.at(-1)?.from ?? 0);
    const look = { step: steps, steps, event: last, undo: null } as Look;
    const story = this.part(first, steps);
    this.follower?.shown({ type: "shown", match: "m", n: last, lang: this.pushed, look, story } as Shown);
  }

  private part(first: number, end: number): Story & { first: number } {
    const entries = Array.from({ length: end - first }, (_, n) => this.entry(first + n));
    return { version: 1, first, steps: entries.length, turns: [{ turn: 0, player: null, words: "", entries }] };
  }

  look = async ({ step = null }: Moment): Promise<Look> => {
    this.looks.push(step);
    this.flying += 1;
    this.mostFlying = Math.max(this.mostFlying, this.flying);
    await (this.hold ?? Promise.resolve());
    this.flying -= 1;
    if (this.fail) throw this.fail;
    const { steps, last } = this.now();
    if (step !== null && step > steps) throw new RefusedError("malformed", "moment.step: too far", 400, 0);
    return { step: step ?? steps, steps, event: last, undo: null } as Look;
  };

  story = async ({ step = null }: Moment, first: number): Promise<Story & { first: number }> => {
    const part = this.part(first, step ?? this.now().steps);
    await (this.tells ?? Promise.resolve());
    return part;
  };

  private entry(step: number): Entry {
    const beats = [{ words: `step ${step}`, source: null, to: `H${step}` }];
    const battle = (number: number) => ({ ...BATTLE, words: language, place: { step, number, until: step + 1 } });
    const battles = Array.from({ length: this.battles.get(step) ?? 0 }, (_, number) => battle(number));
    const { action } = this.now().acts.find(({ from, to }) => from <= step && step < to) ?? { action: 0 };
    return { step, player: 0, action, kind: "place", words: language, beats, battles } as unknown as Entry;
  }

  wire: Dependencies["wire"] = {
    follow: (_match, follower) => {
      this.follower = follower;
      follower.following(this.events.length - 1);
      if (!this.pushes) follower.lost();
      for (const event of this.events) follower.event(event);
      return () => (this.follower = null);
    },
    retell: () => {
      this.pushed = this.follower?.language() ?? "en";
      this.follower?.following(this.events.length - 1);
      if (!this.pushes) this.follower?.lost();
    },
    ask: (command): Promise<Accepted | Looked> => {
      this.asked.push(command);
      if (command.type === "look") {
        const present = {
          last: this.events.length - 1,
          at: 0,
          phase: "running" as const,
          awaited: 0,
          left: [9000, 8000],
        };
        return Promise.resolve({ type: "looked", id: "", match: "m", present });
      }
      if (command.type === "act") this.happens(acted(0, command.action));
      if (command.type === "undo") this.happens({ type: "undone", seat: 0 });
      const n = this.events.length - 1;
      return Promise.resolve({ type: "accepted", id: "", match: "m", first: n, last: n });
    },
  };
}

let server: Server;
let live: Live;
let unseen: boolean;
let language: "en" | "pl";
let told: string[];
const PACE = 1000;

function open(...events: Bare<MatchEvent>[]): void {
  server.happens(...events);
  live = new Live("m", {
    look: server.look,
    story: server.story,
    wire: server.wire,
    language: () => language,
    person: () => "ann",
    unseen: () => unseen,
    pace: () => PACE,
    battles: () => true,
    ontold: (words) => told.push(words),
  });
}

const settle = () => vi.advanceTimersByTimeAsync(0);

describe("a live match", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    server = new Server();
    unseen = false;
    language = "en";
    told = [];
  });
  afterEach(() => {
    live.close();
    vi.useRealTimers();
  });

  it("asks for nothing before the start", async () => {
    open();
    await settle();
    expect(server.looks).toEqual([]);
    expect(live.seat).toBeNull();
  });

  it("shows the present of a long match with one request", async () => {
    open(JOINED, STARTED, ...Array.from({ length: 30 }, () => acted(1, 1)));
    await settle();
    expect(server.looks).toEqual([null]);
    expect(live.look?.step).toBe(30);
    expect(live.isNow).toBe(true);
    expect(live.story?.steps).toBe(30);
    expect(told).toEqual([]);
  });

  it("shows the acts of others one after another", async () => {
    open(JOINED, STARTED);
    await settle();
    server.happens(acted(1, 1), acted(1, 2, [7]), acted(1, 3));
    await settle();
    expect([live.look?.step, live.isNow, live.happened?.words]).toEqual([1, false, "step 0."]);
    await vi.advanceTimersByTimeAsync(PACE);
    expect([live.look?.step, live.isNow, live.happened?.hexes]).toEqual([3, false, ["H1", "H2"]]);
    await vi.advanceTimersByTimeAsync(PACE);
    expect([live.look?.step, live.isNow]).toEqual([4, true]);
    expect(live.story?.turns[0]?.entries.map(({ step }) => step)).toEqual([0, 1, 2, 3]);
    expect(told).toHaveLength(3);
  });

  it("has at most one pending request for the table", async () => {
    open(JOINED, STARTED);
    await settle();
    let go: (value: undefined) => void = () => undefined;
    server.hold = new Promise((done) => (go = done));
    server.happens(acted(1, 1));
    await settle();
    server.happens(acted(1, 2));
    await settle();
    server.happens(acted(0, 3));
    await settle();
    expect(server.flying).toBe(1);
    go(undefined);
    server.hold = null;
    await vi.advanceTimersByTimeAsync(3 * PACE);
    expect(live.look?.step).toBe(3);
    expect(server.mostFlying).toBe(1);
  });

  it("jumps to the present when far behind, hidden or asked to", async () => {
    open(JOINED, STARTED);
    await settle();
    server.happens(...Array.from({ length: FAR_BEHIND + 1 }, () => acted(1, 1)));
    await settle();
    expect(live.look?.step).toBe(FAR_BEHIND + 1);
    unseen = true;
    server.happens(acted(1, 1), acted(1, 1));
    await settle();
    expect(live.isNow).toBe(true);
    unseen = false;
    server.happens(acted(1, 1), acted(1, 1), acted(1, 1));
    await settle();
    expect(live.isNow).toBe(false);
    live.catchUp();
    await settle();
    expect(live.isNow).toBe(true);
    server.happens(acted(1, 1), acted(1, 1));
    await settle();
    expect(live.isNow).toBe(false);
  });

  it.each([
    [null, false],
    [{ type: "turn", allowance: 60_000 } as const, true],
  ])("shows all that many others do, ever faster, where no clock runs: %j", async (clock, jumps) => {
    const seats = [{ person: "ann" }, ...Array.from({ length: 5 }, () => ({ bot: "level1" }))];
    server.events = [{ ...CREATED, seats, ...(clock ? { clock } : {}) }];
    open(JOINED, STARTED);
    await settle();
    server.happens(...Array.from({ length: 3 * FAR_BEHIND }, () => acted(1, 1)));
    await settle();
    expect(live.isNow).toBe(jumps);
    if (jumps) return;
    expect(live.look?.step).toBe(1);
    await vi.advanceTimersByTimeAsync(2 * PACE);
    expect(live.look?.step).toBeGreaterThan(4);
    expect(live.isNow).toBe(false);
  });

  it("is busy until the table shows the decision", async () => {
    open(JOINED, STARTED);
    await settle();
    const done = live.decide({ type: "act", action: 7 });
    expect(live.busy).toBe(true);
    await settle();
    await done;
    expect([live.busy, live.look?.step]).toEqual([false, 1]);
    expect(server.asked).toMatchObject([{ type: "act", action: 7, seen: 2 }]);
  });

  it("shows own acts at once", async () => {
    open(JOINED, STARTED);
    await settle();
    const both = [live.decide({ type: "act", action: 7 })];
    expect(live.behind).toBe(0);
    await settle();
    both.push(live.decide({ type: "act", action: 8 }));
    expect([live.isNow, live.behind]).toEqual([false, 0]);
    await settle();
    await Promise.all(both);
    expect([live.look?.step, live.isNow]).toEqual([2, true]);
    server.happens(acted(1, 1), acted(1, 2));
    expect(live.behind).toBe(2);
  });

  it("shows consecutive acts of one player", async () => {
    open(JOINED, STARTED, acted(0, 1));
    await settle();
    server.happens(acted(1, 1), acted(1, 2));
    await settle();
    expect(live.recent.map(({ words }) => words)).toEqual(["step 1."]);
    await vi.advanceTimersByTimeAsync(PACE);
    expect(live.recent.map(({ words }) => words)).toEqual(["step 1.", "step 2."]);
    expect(live.happened?.words).toBe("step 2.");
    server.happens(acted(0, 3));
    await settle();
    expect(live.recent.map(({ words }) => words)).toEqual(["step 3."]);
  });

  it("shows a takeback at once, and reloads the log", async () => {
    open(JOINED, STARTED, acted(0, 1), acted(0, 2));
    await settle();
    await Promise.all([live.decide({ type: "undo" }), settle()]);
    expect([live.look?.step, live.isNow, live.happened]).toEqual([1, true, null]);
    expect(live.story?.steps).toBe(1);
  });

  it("never shows an act that was taken back and replaced", async () => {
    const asked = vi.spyOn(server, "story");
    open(JOINED, STARTED, acted(0, 1), acted(0, 2), acted(0, 3));
    await settle();
    const actions = () => live.story?.turns.flatMap(({ entries }) => entries.map(({ action }) => action));
    expect(actions()).toEqual([1, 2, 3]);
    // As after a lost connection: all in one go.
    server.happens({ type: "undone", seat: 0 }, { type: "undone", seat: 0 }, acted(0, 4), acted(0, 5));
    await settle();
    expect(actions()).toEqual([1, 4, 5]);
    expect(live.recent.map(({ act }) => act.action)).toEqual([1, 4, 5]);
    expect(asked.mock.calls.map(([, first]) => first)).toEqual([0, 1]); // no more than is needed
  });

  it("drops acts that were taken back before they were shown", async () => {
    open(JOINED, STARTED);
    await settle();
    server.happens(acted(1, 1), acted(1, 2));
    await settle();
    server.happens({ type: "undone", seat: 1 });
    await vi.advanceTimersByTimeAsync(PACE);
    expect([live.look?.step, live.isNow]).toEqual([1, true]);
  });

  it("plays a Battle before the table goes on, until it is closed", async () => {
    open(JOINED, STARTED, acted(1, 1));
    await settle();
    server.battles.set(1, 1);
    server.happens(acted(1, 2), acted(1, 3));
    await settle();
    expect([live.look?.step, live.battle]).toEqual([1, expect.objectContaining(BATTLE)]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(live.look?.step).toBe(1);
    live.closeBattle();
    await settle();
    expect([live.look?.step, live.battle]).toEqual([2, null]);
    await vi.advanceTimersByTimeAsync(PACE);
    expect([live.look?.step, live.battle]).toEqual([3, null]);
  });

  it("plays no Battle from before the user's arrival", async () => {
    server.battles.set(0, 1);
    open(JOINED, STARTED, acted(1, 1));
    await settle();
    server.happens(acted(1, 2));
    await settle();
    expect([live.battle, live.look?.step]).toEqual([null, 2]);
  });

  it("retries, and then shows the present", async () => {
    open(JOINED, STARTED);
    await settle();
    server.fail = new RefusedError("offline", "the server cannot be reached", 0, 0);
    server.happens(acted(1, 1), acted(1, 2));
    await settle();
    expect(live.look?.step).toBe(0);
    server.fail = null;
    await vi.advanceTimersByTimeAsync(1000);
    expect([live.look?.step, live.isNow]).toEqual([2, true]);
  });

  it("survives and reports a bug of the page", async () => {
    const said = vi.fn();
    vi.stubGlobal("reportError", said);
    open(JOINED, STARTED);
    await settle();
    server.fail = new SyntaxError("Unexpected end of JSON input");
    server.happens(acted(1, 1));
    await settle();
    server.fail = null;
    server.happens(acted(1, 2));
    await vi.advanceTimersByTimeAsync(1000);
    expect([live.look?.step, live.isNow]).toEqual([2, true]);
    expect(said).toHaveBeenCalledOnce();
    vi.unstubAllGlobals();
  });

  describe("in another language", () => {
    const languages = () => [
      ...new Set(live.story?.turns.flatMap(({ entries }) => entries.map(({ words }) => words)) ?? []),
    ];
    const slow = (wait: number) => new Promise<void>((done) => setTimeout(done, wait));

    it("is reloaded completely", async () => {
      open(JOINED, STARTED, acted(1, 1), acted(1, 2));
      await settle();
      language = "pl";
      await Promise.all([live.retell(), settle()]);
      expect([languages(), live.look?.step]).toEqual([["pl"], 2]);
      const asked = server.looks.length;
      await live.retell();
      expect(server.looks).toHaveLength(asked);
    });

    it("translates the playing Battle, the queued ones and their acts", async () => {
      open(JOINED, STARTED, acted(1, 1));
      await settle();
      server.battles.set(1, 2);
      server.happens(acted(1, 2));
      await settle();
      const playing = live.battle;
      expect([playing?.words, playing?.place?.number, live.look?.step]).toEqual(["en", 0, 1]);
      language = "pl";
      await Promise.all([live.retell(), settle()]);
      expect(live.battle).toMatchObject({ words: "pl", place: { step: 1, number: 0 } });
      expect([live.look?.step, live.story?.steps, languages()]).toEqual([1, 1, ["pl"]]);
      expect(live.happened?.words).toBe("step 1.");
      live.closeBattle();
      await settle();
      expect(live.battle).toMatchObject({ words: "pl", place: { step: 1, number: 1 } });
      live.closeBattle();
      await settle();
      expect([live.battle, live.look?.step, languages()]).toEqual([null, 2, ["pl"]]);
    });

    it("is never told in both, though the table goes on while it is asked", async () => {
      open(JOINED, STARTED, acted(1, 1));
      await settle();
      language = "pl";
      server.tells = slow(300);
      const anew = live.retell();
      server.tells = slow(100);
      server.happens(acted(1, 2));
      await vi.advanceTimersByTimeAsync(300);
      server.tells = null;
      await vi.advanceTimersByTimeAsync(PACE);
      await anew;
      expect([languages(), live.story?.steps]).toEqual([["pl"], 2]);
    });

    it("is never told in both, though the language goes to and fro while the table goes on", async () => {
      open(JOINED, STARTED, acted(1, 1));
      await settle();
      server.tells = slow(300);
      server.happens(acted(1, 2));
      await settle();
      language = "pl";
      server.tells = slow(100);
      const there = live.retell();
      await vi.advanceTimersByTimeAsync(150);
      expect(languages()).toEqual(["pl"]);
      language = "en";
      server.tells = slow(1000);
      const back = live.retell();
      server.tells = null;
      await vi.advanceTimersByTimeAsync(3000);
      await Promise.all([there, back]);
      expect([languages(), live.story?.steps, live.isNow]).toEqual([["en"], 2, true]);
    });
  });

  it("asks for times only where there is a clock", async () => {
    open(JOINED, STARTED);
    await settle();
    expect(server.asked).toEqual([]);
    live.close();
    server = new Server();
    server.events = [{ ...CREATED, clock: { type: "player", main: 9000 } }];
    open(JOINED, STARTED);
    await settle();
    expect(live.times).toMatchObject({ left: [9000, 8000], running: 0 });
  });

  describe("with pushed views", () => {
    const actions = () => live.story?.turns.flatMap(({ entries }) => entries.map(({ action }) => action));
    beforeEach(() => (server.pushes = true));

    it("asks for nothing from the waiting room to the end", async () => {
      open(JOINED);
      server.happens(STARTED);
      await settle();
      expect([live.look?.step, live.isNow]).toEqual([0, true]);
      server.happens(acted(1, 1), acted(1, 2, [7]));
      await settle();
      expect([live.look?.step, live.isNow, live.happened?.words]).toEqual([1, false, "step 0."]);
      await vi.advanceTimersByTimeAsync(PACE);
      expect([live.look?.step, live.isNow, actions()]).toEqual([3, true, [1, 2, 2]]);
      await Promise.all([live.decide({ type: "act", action: 5 }), vi.advanceTimersByTimeAsync(PACE)]);
      await Promise.all([live.decide({ type: "undo" }), settle()]);
      expect([live.look?.step, live.isNow, actions()]).toEqual([3, true, [1, 2, 2]]);
      server.happens({ type: "finished", how: "resigned", result: [-1, 1] });
      await settle();
      expect([live.isNow, actions()]).toEqual([true, [1, 2, 2]]);
      expect([server.looks, told.length]).toEqual([[], 3]);
    });

    it("requests once on arrival", async () => {
      server.happens(JOINED, STARTED, acted(1, 1), acted(1, 2), acted(1, 3));
      const events = [...server.events];
      server.wire.follow = (_match, follower) => {
        server.follower = follower;
        follower.following(events.length - 1);
        for (const event of events.slice(0, 4)) follower.event(event);
        return () => undefined;
      };
      open();
      await settle();
      for (const event of events.slice(4)) server.follower?.event(event);
      await settle();
      expect([live.look?.step, live.isNow, live.happened?.act.action]).toEqual([3, true, 3]);
      server.happens(acted(1, 4));
      await settle();
      expect([live.look?.step, actions(), server.looks]).toEqual([4, [1, 2, 3, 4], [null]]);
    });

    it("waits for pending views, and skips acts while hidden", async () => {
      open(JOINED, STARTED);
      await settle();
      expect(server.looks).toEqual([null]); // what was before
      server.pushes = false;
      server.happens(acted(1, 1));
      await vi.advanceTimersByTimeAsync(PATIENCE - 1);
      expect(live.look?.step).toBe(0);
      server.show();
      await settle();
      expect([live.look?.step, live.isNow]).toEqual([1, true]);
      server.pushes = true;
      unseen = true;
      server.happens(acted(1, 2), acted(1, 3), acted(1, 4));
      await vi.advanceTimersByTimeAsync(PACE);
      expect([live.isNow, actions()]).toEqual([true, [1, 2, 3, 4]]);
      expect(server.looks).toEqual([null]);
    });

    it("asks where it did not come, and goes on with what does", async () => {
      open(JOINED, STARTED);
      await settle();
      server.pushes = false;
      server.happens(acted(1, 1));
      await vi.advanceTimersByTimeAsync(PATIENCE + PACE);
      expect([live.look?.step, server.looks]).toEqual([1, [null, 1]]);
      server.follower?.shown({ type: "skipped", match: "m", n: server.events.length });
      server.happens(acted(1, 2));
      await vi.advanceTimersByTimeAsync(PACE);
      expect([live.look?.step, server.looks]).toEqual([2, [null, 1, 2]]); // it was told not to wait
      server.pushes = true;
      server.happens(acted(1, 3));
      await settle();
      expect([live.look?.step, server.looks, actions()]).toEqual([3, [null, 1, 2], [1, 2, 3]]);
    });

    it("asks for what it missed while the line was broken, and for no more", async () => {
      open(JOINED, STARTED, acted(1, 1));
      await settle();
      server.pushes = false;
      server.happens(acted(1, 2));
      await settle();
      server.follower?.lost();
      await settle();
      expect([live.look?.step, server.looks]).toEqual([2, [null, 2]]);
      server.follower?.following(server.events.length - 1);
      server.pushes = true;
      await vi.advanceTimersByTimeAsync(PACE);
      server.happens(acted(1, 3));
      await settle();
      expect([live.look?.step, server.looks, actions()]).toEqual([3, [null, 2], [1, 2, 3]]);
    });

    it("never puts an act into the place of one that was taken back", async () => {
      open(JOINED, STARTED, acted(0, 1), acted(0, 2));
      await settle();
      unseen = true;
      server.pushes = false; // these are lost
      server.follower?.shown({ type: "skipped", match: "m", n: server.events.length + 1 });
      server.happens({ type: "undone", seat: 0 }, acted(0, 3));
      server.pushes = true;
      server.happens(acted(0, 4));
      await settle();
      expect(actions()).toEqual([1, 3, 4]);
      expect(server.looks).toEqual([null, null]);
    });

    it("reloads in another language, and then follows it", async () => {
      open(JOINED, STARTED, acted(1, 1));
      await settle();
      language = "pl";
      server.happens(acted(1, 2)); // still in the other one
      await Promise.all([live.retell(), vi.advanceTimersByTimeAsync(PACE)]);
      const asked = server.looks.length;
      server.happens(acted(1, 3));
      await vi.advanceTimersByTimeAsync(PACE);
      expect([live.look?.step, server.looks.length]).toEqual([3, asked]);
      const words = live.story?.turns.flatMap(({ entries }) => entries.map((entry) => entry.words));
      expect(words).toEqual(["pl", "pl", "pl"]);
    });

    it("knows everybody's time without asking", async () => {
      server.events = [{ ...CREATED, clock: { type: "player", main: 9000 } }];
      open(JOINED);
      server.pushes = false;
      server.happens(STARTED);
      const note = { type: "shown", match: "m", n: 2, lang: "en", look: { step: 0, event: 2 } as Look };
      const story = { version: 1, first: 0, steps: 0, turns: [] };
      server.follower?.shown({ ...note, story, left: [7000, 9000], running: 0 } as Shown);
      await settle();
      expect(live.times).toMatchObject({ left: [7000, 9000], running: 0 });
      expect(server.asked).toEqual([]);
      server.happens({ type: "paused" });
      await settle();
      expect(server.asked).toMatchObject([{ type: "look" }]);
    });
  });

  it("shows who is there", async () => {
    open(JOINED);
    server.follower?.presence({ type: "presence", match: "m", here: [0], watching: 3 });
    await settle();
    expect(live.presence?.watching).toBe(3);
    expect(live.seat).toBe(0);
  });

  it("knows when all earlier events have arrived", async () => {
    open(JOINED);
    expect(live.isThere).toBe(true);
    live.close();
    server = new Server();
    server.wire.follow = (_match, follower) => {
      server.follower = follower;
      follower.following(1);
      follower.event(CREATED);
      return () => undefined;
    };
    open();
    await settle();
    expect(live.isThere).toBe(false);
    server.happens(JOINED);
    expect(live.isThere).toBe(true);
  });

  it("ignores events once closed", async () => {
    open(JOINED, STARTED);
    await settle();
    live.close();
    expect(server.follower).toBeNull();
  });
});
