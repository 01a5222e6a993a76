import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RefusedError } from "../src/api/http";
import type { MatchEvent, Presence, Reacted, Shown, Skipped } from "../src/match/messages";
import { Wire, type Line, type Status } from "../src/match/wire";

class FakeLine implements Line {
  static all: FakeLine[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: unknown }) => void) | null = null;
  onclose: ((end: { code: number; reason: string }) => void) | null = null;
  sent: Record<string, unknown>[] = [];
  closed = false;

  constructor() {
    FakeLine.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(): void {
    this.closed = true;
  }
  tell(message: Record<string, unknown>): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  /** Open it, and let the server greet. */
  greet(): void {
    this.onopen?.();
    this.tell({ type: "welcome", id: this.sent[0]?.id, server: "neurohex" });
  }
  end(code: number, reason = ""): void {
    this.onclose?.({ code, reason });
  }
  of(type: string): Record<string, unknown>[] {
    return this.sent.filter((message) => message.type === type);
  }
}

const last = () => FakeLine.all.at(-1) as FakeLine;
const event = (n: number, match = "m") => ({ type: "returned", match, n, at: 0, seat: 0 });

class Ear {
  events: number[] = [];
  notes: Presence[] = [];
  why: RefusedError | null = null;
  event = (told: MatchEvent) => void this.events.push(told.n);
  presence = (note: Presence) => void this.notes.push(note);
  newest: number | null = null;
  following = (newest: number) => (this.newest = newest);
  shows: number[] = [];
  shown = (note: Shown | Skipped) => void this.shows.push(note.n);
  heard: string[] = [];
  reacted = (note: Reacted) => void this.heard.push(note.reaction);
  wanted: "en" | "pl" = "en";
  language = () => this.wanted;
  losses = 0;
  lost = () => void (this.losses += 1);
  ended = (why: RefusedError) => (this.why = why);
}

let statuses: Status[];
let wire: Wire;
let ear: Ear;
/** Answers whether the server knows a token. */
let isKnown: (token: string) => Promise<boolean>;

beforeEach(() => {
  vi.useFakeTimers();
  FakeLine.all = [];
  statuses = [];
  ear = new Ear();
  isKnown = () => Promise.resolve(false);
  wire = new Wire({
    open: () => new FakeLine(),
    onstatus: (status) => statuses.push(status),
    isKnown: (token) => isKnown(token),
    random: () => 1,
  });
});
afterEach(() => vi.useRealTimers());

/** Follow a match, with some of its events told. */
function following(events: number): FakeLine {
  wire.follow("m", ear);
  last().greet();
  last().tell({ type: "following", id: last().of("follow")[0]?.id, match: "m", last: events - 1 });
  for (let n = 0; n < events; n++) last().tell(event(n));
  return last();
}

it.each(["%", "", "a b", "x".repeat(41)])("asks for no match that can have no such id: %j", (match) => {
  wire.follow(match, ear);
  expect(ear.why?.code).toBe("unknown_match");
});

describe("saying hello", () => {
  it("opens no socket before one is needed", () => {
    expect(FakeLine.all).toHaveLength(0);
    expect(wire.status.kind).toBe("idle");
  });

  it("says who it is first, then what it wants", () => {
    wire.signIn("secret");
    wire.follow("m", ear);
    last().onopen?.();
    expect(last().sent).toMatchObject([{ type: "hello", token: "secret" }]);
    last().tell({ type: "welcome", id: "1", server: "neurohex" });
    expect(last().sent[1]).toMatchObject({ type: "follow", match: "m", since: 0 });
    expect(wire.status.kind).toBe("open");
  });

  it("has no token for a spectator", () => {
    wire.follow("m", ear);
    last().onopen?.();
    expect(last().sent[0]).not.toHaveProperty("token");
  });

  it("reconnects after a sign-in", () => {
    const before = following(1);
    wire.signIn("secret");
    expect(before.closed).toBe(true);
    last().greet();
    expect(last().sent).toMatchObject([{ token: "secret" }, { type: "follow", since: 1 }]);
  });

  it("closes an unneeded socket", () => {
    const leave = wire.follow("m", ear);
    last().greet();
    leave();
    vi.advanceTimersByTime(500);
    expect(last().closed).toBe(false);
    vi.advanceTimersByTime(1000);
    expect(last().closed).toBe(true);
    expect(wire.status.kind).toBe("idle");
  });
});

describe("events", () => {
  it("arrive once and in order; duplicates are dropped", () => {
    const line = following(3);
    line.tell(event(1));
    line.tell(event(3));
    expect(ear.events).toEqual([0, 1, 2, 3]);
  });

  it("requests missing events once, and goes on", () => {
    const line = following(2);
    line.tell(event(4));
    line.tell(event(5));
    expect(line.of("follow").map(({ since }) => since)).toEqual([0, 2]);
    for (const n of [2, 3, 4, 5]) line.tell(event(n));
    expect(ear.events).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("passes on notes, but nothing of unfollowed matches", () => {
    const line = following(1);
    line.tell({ type: "presence", match: "m", here: [0], watching: 2 });
    line.tell({ type: "reacted", match: "m", seat: 1, reaction: "nice" });
    expect(ear.heard).toEqual(["nice"]);
    line.tell(event(1, "other"));
    expect(ear.notes).toHaveLength(1);
    expect(ear.events).toEqual([0]);
  });

  it("are shown in the language that is wanted, on each line anew", () => {
    const line = following(2);
    expect(line.of("follow")).toMatchObject([{ since: 0, show: "en" }]);
    line.tell({ type: "shown", match: "m", n: 2, lang: "en" });
    line.tell({ type: "skipped", match: "m", n: 3 });
    line.tell({ type: "shown", match: "other", n: 4, lang: "en" });
    expect(ear.shows).toEqual([2, 3]);
    ear.wanted = "pl";
    wire.retell("m");
    wire.retell("other");
    expect(line.of("follow").slice(1)).toMatchObject([{ match: "m", since: 2, show: "pl" }]);
    expect(ear.losses).toBe(0);
    line.end(1006);
    expect(ear.losses).toBe(1);
    wire.retell("m"); // nobody hears it; the next line is asked so anyway
    vi.advanceTimersByTime(200);
    last().greet();
    expect(last().of("follow")).toMatchObject([{ match: "m", since: 2, show: "pl" }]);
  });

  it("says why a match cannot be followed", () => {
    wire.follow("m", ear);
    last().greet();
    const id = last().of("follow")[0]?.id;
    last().tell({ type: "refused", id, match: "m", code: "unknown_match", why: "there is no match m" });
    expect(ear.why?.message).toBe("there is no match m");
  });

  it.each(["unavailable", "too_fast", "ahead"])("asks again later where the match is %s", (code) => {
    wire.follow("m", ear);
    last().greet();
    last().tell({ type: "refused", id: last().of("follow")[0]?.id, match: "m", code, why: "wait" });
    expect(last().of("follow")).toHaveLength(1);
    vi.advanceTimersByTime(500);
    expect(last().of("follow")).toHaveLength(2);
    expect(ear.why).toBeNull();
  });

  it("asks more and more seldom for a match that cannot be told, and no more once it is left", () => {
    const leave = wire.follow("m", ear);
    const stays = wire.follow("other", new Ear()); // else the line would be given up
    last().greet();
    const asked = () =>
      last()
        .of("follow")
        .filter(({ match }) => match === "m");
    const refuse = (code: string) => {
      last().tell({ type: "refused", id: asked().at(-1)?.id, match: "m", code, why: "later" });
    };
    const pauses: number[] = [];
    for (let n = 0; n < 7; n++) {
      const [began, before] = [Date.now(), asked().length];
      refuse("unavailable");
      while (asked().length === before) vi.advanceTimersByTime(100);
      pauses.push(Date.now() - began);
    }
    expect(pauses).toEqual([500, 1000, 2000, 4000, 5000, 5000, 5000]);
    last().tell({ type: "following", id: asked().at(-1)?.id, match: "m", last: 0 });
    last().tell(event(1)); // one is missing, and so it is asked for
    refuse("too_fast");
    vi.advanceTimersByTime(500);
    expect(asked()).toHaveLength(10); // fast again after a success
    refuse("unavailable");
    leave();
    last().greet();
    vi.advanceTimersByTime(6000);
    expect(asked()).toHaveLength(0);
    stays();
  });
});

describe("going from one match to another", () => {
  it("opens the line anew, so that the first does not take one for present", () => {
    const leave = wire.follow("m", ear);
    last().greet();
    leave();
    vi.advanceTimersByTime(300);
    wire.follow("other", ear);
    expect(FakeLine.all.map(({ closed }) => closed)).toEqual([true, false]);
    expect(FakeLine.all[0]?.of("follow")).toHaveLength(1);
    last().greet();
    expect(last().of("follow")).toMatchObject([{ match: "other" }]);
    vi.advanceTimersByTime(5000);
    expect(last().closed).toBe(false);
  });

  it("does so too where the other is followed before the first is left", () => {
    const leave = wire.follow("m", new Ear());
    last().greet();
    wire.follow("other", ear);
    expect(FakeLine.all).toHaveLength(1);
    last().tell(event(0, "other"));
    leave();
    expect(FakeLine.all.map(({ closed }) => closed)).toEqual([true, false]);
    last().greet();
    expect(last().of("follow")).toMatchObject([{ match: "other", since: 1 }]);
    expect(FakeLine.all).toHaveLength(2);
  });

  it("keeps the line for the same match, for one that was refused and while no other is followed", () => {
    wire.follow("m", ear)();
    last().greet();
    wire.follow("m", ear)();
    wire.follow("m", ear);
    last().tell({ type: "refused", id: last().of("follow").at(-1)?.id, match: "m", code: "unknown_match", why: "" });
    wire.follow("other", ear);
    expect(FakeLine.all).toHaveLength(1);
  });
});

describe("commands", () => {
  it("are answered by the reply with their id", async () => {
    following(1);
    const [one, two] = [
      wire.ask({ type: "undo", match: "m", seen: 0 }),
      wire.ask({ type: "act", match: "m", seen: 0, action: 7 }),
    ];
    const [undo, act] = [last().of("undo")[0], last().of("act")[0]];
    last().tell({ type: "accepted", id: act?.id, match: "m", first: 1, last: 1 });
    last().tell({ type: "refused", id: undo?.id, match: "m", code: "nothing_to_undo", why: "no" });
    await expect(two).resolves.toMatchObject({ first: 1 });
    await expect(one).rejects.toMatchObject({ code: "nothing_to_undo", message: "no" });
  });

  it("are sent again unchanged on the next line when they were not answered", async () => {
    const line = following(1);
    const answer = wire.ask({ type: "act", match: "m", seen: 0, action: 7 });
    const sent = line.of("act")[0];
    line.end(1006);
    vi.advanceTimersByTime(100);
    last().greet();
    expect(last().of("act")).toEqual([sent]);
    last().tell({ type: "accepted", id: sent?.id, match: "m", first: 1, last: 1 });
    await expect(answer).resolves.toMatchObject({ type: "accepted" });
  });

  it("wait for a line that is not there yet", () => {
    void wire.ask({ type: "look", match: "m" });
    expect(last().sent).toHaveLength(0);
    last().greet();
    expect(last().of("look")).toHaveLength(1);
  });

  it("are asked again with the same id where the server cannot for the moment", async () => {
    const line = following(1);
    const answer = wire.ask({ type: "act", match: "m", seen: 0, action: 7 });
    const id = line.of("act")[0]?.id;
    line.tell({ type: "refused", id, match: "m", code: "unavailable", why: "later" });
    await vi.advanceTimersByTimeAsync(500);
    expect(line.of("act").map((each) => each.id)).toEqual([id, id]);
    line.tell({ type: "accepted", id, match: "m", first: 1, last: 1 });
    await expect(answer).resolves.toMatchObject({ last: 1 });
  });

  it("are asked again more and more seldom, and no more once the match is left", async () => {
    const leave = wire.follow("m", ear);
    last().greet();
    const answer = wire.ask({ type: "look", match: "m" });
    const failed = expect(answer).rejects.toMatchObject({ code: "unavailable" });
    const line = last();
    const refuse = () => {
      line.tell({ type: "refused", id: line.of("look")[0]?.id, match: "m", code: "unavailable", why: "later" });
    };
    const pauses: number[] = [];
    for (let asked = 2; asked <= 4; asked++) {
      const began = Date.now();
      refuse();
      while (line.of("look").length < asked) await vi.advanceTimersByTimeAsync(100);
      pauses.push(Date.now() - began);
    }
    expect(pauses).toEqual([500, 1000, 2000]);
    refuse();
    leave();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(line.of("look")).toHaveLength(4);
    await failed;
  });

  it("never have the same id twice", () => {
    following(1);
    for (let n = 0; n < 5; n++) void wire.ask({ type: "look", match: "m" });
    const ids = last().sent.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => /^[A-Za-z0-9_.:-]{1,40}$/.test(String(id)))).toBe(true);
  });
});

describe("coming back", () => {
  it("goes on after the last event that was told", () => {
    following(3).end(1006);
    expect(wire.status.kind).toBe("waiting");
    vi.advanceTimersByTime(100);
    last().greet();
    expect(last().of("follow")).toMatchObject([{ since: 3 }]);
    expect(wire.status.kind).toBe("open");
  });

  it("waits longer and longer, but never very long, and fast again after a success", () => {
    const pauses: number[] = [];
    following(1).end(1006);
    for (let n = 0; n < 9; n++) {
      const began = Date.now();
      const lines = FakeLine.all.length;
      while (FakeLine.all.length === lines) vi.advanceTimersByTime(50);
      pauses.push(Date.now() - began);
      last().end(1006);
    }
    expect(pauses.slice(0, 4)).toEqual([100, 200, 400, 800]);
    expect(Math.max(...pauses)).toBe(5000);
    vi.advanceTimersByTime(5000);
    last().greet();
    last().end(1006);
    vi.advanceTimersByTime(100);
    expect(last().closed).toBe(false);
    expect(wire.status.kind).toBe("connecting");
  });

  it("keeps since when it was lost through all tries", () => {
    following(1).end(1006);
    const lost = Date.now();
    vi.advanceTimersByTime(100);
    last().end(1006);
    vi.advanceTimersByTime(50);
    expect(wire.status).toMatchObject({ kind: "waiting", lost });
  });

  it("does not wait when the machine wakes up", () => {
    following(1).end(1006);
    for (let n = 0; n < 6; n++) {
      vi.advanceTimersByTime(5000);
      last().end(1006);
    }
    const lines = FakeLine.all.length;
    wire.wake();
    expect(FakeLine.all).toHaveLength(lines + 1);
  });

  it.each([1012, 4008, 4002])("comes back soon after code %i", (code) => {
    following(2).end(code);
    vi.advanceTimersByTime(100);
    last().greet();
    expect(last().of("follow")).toMatchObject([{ since: 2 }]);
  });

  it("comes back more slowly after being told that it sends too much", () => {
    following(1).end(4029);
    vi.advanceTimersByTime(4900);
    expect(FakeLine.all).toHaveLength(1);
    vi.advanceTimersByTime(200);
    expect(FakeLine.all).toHaveLength(2);
  });

  it("does not come back with a token that is not good, until there is another", async () => {
    wire.signIn("old");
    const line = following(1);
    const answer = wire.ask({ type: "look", match: "m" });
    line.end(4001, "the token is too old");
    await expect(answer).rejects.toMatchObject({ code: "not_signed_in" });
    expect(wire.status).toEqual({ kind: "signed_out", why: "the token is too old" });
    await expect(wire.ask({ type: "look", match: "m" })).rejects.toBeInstanceOf(RefusedError);
    vi.advanceTimersByTime(60_000);
    expect(FakeLine.all).toHaveLength(1);
    wire.signIn(null);
    last().greet();
    expect(last().of("follow")).toMatchObject([{ since: 1 }]);
  });

  it.each([
    ["the server knows after all", () => Promise.resolve(true)],
    ["nobody can be asked about", () => Promise.reject(new RefusedError("offline", "", 0, 0))],
    ["a busy server cannot judge", () => Promise.reject(new RefusedError("too_fast", "", 429, 1))],
  ])("comes back with a token that %s, with growing pauses", async (_, answer) => {
    isKnown = answer;
    wire.signIn("good");
    const line = following(1);
    const asked = wire.ask({ type: "look", match: "m" });
    line.end(4001, "refused by mistake");
    await vi.advanceTimersByTimeAsync(100);
    expect(FakeLine.all).toHaveLength(2);
    last().end(4001, "refused by mistake");
    await vi.advanceTimersByTimeAsync(190);
    expect(FakeLine.all).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(10);
    expect(FakeLine.all).toHaveLength(3);
    last().greet();
    expect(last().of("hello")).toMatchObject([{ token: "good" }]);
    last().tell({ type: "looked", id: last().of("look")[0]?.id, match: "m" });
    expect(await asked).toMatchObject({ type: "looked" });
    expect(statuses.map(({ kind }) => kind)).not.toContain("signed_out");
  });

  it("keeps a new token when the old one turns out to be unknown", async () => {
    let say: (known: boolean) => void = () => undefined;
    isKnown = () => new Promise((done) => (say = done));
    wire.signIn("old");
    following(1).end(4001, "the token is too old");
    wire.signIn("new");
    say(false);
    await vi.advanceTimersByTimeAsync(100);
    last().greet();
    expect(last().of("hello")).toMatchObject([{ token: "new" }]);
    expect(wire.status.kind).toBe("open");
  });
});

describe("lines that die without a word", () => {
  it("are noticed when the handshake takes too long", () => {
    wire.follow("m", ear);
    vi.advanceTimersByTime(8000);
    expect(wire.status.kind).toBe("waiting");
  });

  it("are noticed when an answer does not come", () => {
    const line = following(1);
    vi.advanceTimersByTime(10);
    void wire.ask({ type: "act", match: "m", seen: 0, action: 7 });
    vi.advanceTimersByTime(8000);
    expect(line.closed).toBe(true);
    vi.advanceTimersByTime(100);
    last().greet();
    expect(last().of("act")).toHaveLength(1);
  });

  it("are asked whether they live when nothing was said for long", async () => {
    const line = following(1);
    await vi.advanceTimersByTimeAsync(25_000);
    expect(line.of("look")).toHaveLength(1);
    line.tell({ type: "looked", id: line.of("look")[0]?.id, match: "m", present: {} });
    await vi.advanceTimersByTimeAsync(9_000);
    expect(line.closed).toBe(false);
    await vi.advanceTimersByTimeAsync(25_000 + 8_000);
    expect(line.closed).toBe(true);
  });

  it("are asked at once when the machine wakes up", () => {
    const line = following(1);
    vi.advanceTimersByTime(5_000);
    wire.wake();
    expect(line.of("look")).toHaveLength(1);
  });

  it("are asked by one question at a time, however often the machine wakes up", async () => {
    const line = following(1);
    await vi.advanceTimersByTimeAsync(5_000);
    for (let n = 0; n < 3; n++) wire.wake();
    expect(line.of("look")).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(7_900);
    wire.wake();
    await vi.advanceTimersByTimeAsync(100);
    expect(line.closed).toBe(true);
  });

  it("are given up at once when the network is gone", () => {
    const line = following(1);
    wire.cut();
    expect(line.closed).toBe(true);
    expect(wire.status.kind).toBe("waiting");
  });
});
