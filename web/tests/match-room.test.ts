/** A match as somebody at the table sees it who comes late, looks back or waits for an answer. */

import { cleanup, configure, render, screen, waitFor } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Battle, Story } from "../src/api/forms";
import { RefusedError } from "../src/api/http";
import * as views from "../src/api/views";
import { go, route } from "../src/app/router.svelte";
import { toasts } from "../src/app/toasts.svelte";
import type { Follower } from "../src/match/outbox";
import type { Live } from "../src/match/live.svelte";
import type { MatchEvent } from "../src/match/messages";
import Resign from "../src/match/Resign.svelte";
import Room from "../src/match/Room.svelte";
import { chosen } from "../src/texts/language.svelte";
import { match as texts } from "../src/texts/match";
import { after, newCourse } from "../src/match/course";
import { fixture } from "./moments";

configure({ defaultHidden: true });

const table = vi.hoisted(() => ({ follower: null as unknown }));
const follower = () => table.follower as Follower;

vi.mock("../src/api/views", () => ({
  look: vi.fn(),
  story: vi.fn(),
  drawings: vi.fn(),
  previews: vi.fn(),
  battleNow: vi.fn(),
}));
vi.mock("../src/app/identity.svelte", () => ({ identity: { person: { id: "ann", name: "Ann" }, token: "T" } }));
vi.mock("../src/match/connection.svelte", () => ({
  connection: {
    status: { kind: "open" },
    forgotten: false,
    wire: {
      follow: (_match: string, told: unknown) => ((table.follower = told), () => undefined),
      ask: () => new Promise(() => undefined),
      retell: () => undefined,
    },
  },
}));

/** What the page looks at in an event. */
type Bare<E> = E extends MatchEvent ? Omit<E, "match" | "n" | "at" | "nonce" | "nonces" | "key" | "seed"> : never;
const numbered = (event: Bare<MatchEvent>, n: number) =>
  ({ ...event, match: "old", n, at: n }) as unknown as MatchEvent;

const PLAYED = [
  {
    type: "created",
    terms: { armies: ["borgo", "moloch"] },
    seats: [{ person: "ann" }, { person: "ben" }],
    owner: "ann",
    shuffle: "",
    commitment: "00",
    actions: 1,
  },
  { type: "joined", seat: 0, person: "ann", name: "Ann" },
  { type: "joined", seat: 1, person: "ben", name: "Ben" },
  { type: "started" },
  { type: "acted", seat: 0, action: 5, words: "", draws: [], cause: { by: "ann", id: "x" } },
] as Bare<MatchEvent>[];
const OVER = [
  { type: "resigned", seat: 0 },
  { type: "finished", how: "resigned", result: [-1, 1] },
] as Bare<MatchEvent>[];
const OFFERED = { type: "rematch_offered", seat: 0 } as Bare<MatchEvent>;
const MADE = [OFFERED, { type: "rematch_accepted", seat: 1 }, { type: "rematch_made", rematch: "new" }] as typeof OVER;

let heard = 0;

/** Somebody opens the match, and is told what has happened so far: each event by itself, as a slow line has them. */
async function open(events: Bare<MatchEvent>[], path = "/match/old"): Promise<void> {
  heard = 0;
  go(path, { replace: true });
  render(Room, { match: "old" });
  follower().following(events.length - 1);
  follower().lost(); // nothing is shown by itself: it is asked for
  await happens(events);
}

async function happens(events: Bare<MatchEvent>[]): Promise<void> {
  for (const event of events) {
    follower().event(numbered(event, heard++));
    await tick();
  }
  await waitFor(() => expect(document.querySelector("[data-hex]")).not.toBeNull());
}

const said = () => toasts.list.map(({ words }) => words);
const told = { version: 1, first: 0, steps: 1, turns: [] } as unknown as Story & { first: number };
const seen = (moment: views.Moment) => ({
  ...fixture("main").look,
  step: moment.step ?? 1,
  steps: 1,
  event: heard - 1,
});

beforeEach(() => {
  chosen.language = "en";
  toasts.list = [];
  vi.stubGlobal("scrollTo", vi.fn());
  vi.mocked(views.story).mockResolvedValue(told);
  vi.mocked(views.drawings).mockReturnValue(new Promise(() => undefined));
  vi.mocked(views.previews).mockResolvedValue([]);
  vi.mocked(views.look).mockImplementation((moment) => Promise.resolve(seen(moment)));
});

describe("a rematch", () => {
  it("is gone to when it is made", async () => {
    await open([...PLAYED, ...OVER]);
    await happens(MADE);
    await waitFor(() => expect(route.path).toBe("/match/new"));
  });

  it.each(["/match/old", "/match/old?step=0"])("leaves the old match to be looked at: %s", async (path) => {
    await open([...PLAYED, ...OVER, ...MADE], path);
    await tick();
    expect(route.path).toBe("/match/old");
  });

  it("does not interrupt a replay", async () => {
    await open([...PLAYED, ...OVER], "/match/old?step=0");
    await happens(MADE);
    await tick();
    expect(route.path).toBe("/match/old");
  });

  it("announces a refusal to the player who asked", async () => {
    await open([...PLAYED, ...OVER]);
    await happens([OFFERED]);
    expect(said()).toEqual([]);
    await happens([{ type: "rematch_declined", seat: 1 } as Bare<MatchEvent>]);
    await waitFor(() => expect(said()).toEqual([texts.rematch_declined[0]]));
  });

  it("that was declined long ago is told to nobody", async () => {
    await open([...PLAYED, ...OVER, OFFERED, { type: "rematch_declined", seat: 1 } as Bare<MatchEvent>]);
    await tick();
    expect(said()).toEqual([]);
  });
});

describe("a draw", () => {
  const THREE = [
    { ...PLAYED[0], seats: [{ person: "ann" }, { person: "ben" }, { person: "cid" }] },
    ...PLAYED.slice(1, 3),
    { type: "joined", seat: 2, person: "cid", name: "Cid" },
    ...PLAYED.slice(3),
  ] as typeof PLAYED;
  const offered = { type: "draw_offered", seat: 0 } as Bare<MatchEvent>;
  const declined = (seat: number) => ({ type: "draw_declined", seat }) as Bare<MatchEvent>;

  it.each(["/match/old", "/match/old?step=0"])("that is declined is told to whoever wanted it: %s", async (path) => {
    await open(THREE, path);
    await happens([offered, declined(2)]);
    await waitFor(() => expect(said()).toEqual([texts.draw_declined[0]]));
  });

  it("does not announce a withdrawn offer as declined", async () => {
    await open(THREE);
    await happens([offered, { type: "resigned", seat: 2 } as Bare<MatchEvent>]);
    await happens([offered, { type: "flagged", seat: 1 } as Bare<MatchEvent>]);
    await happens([offered, declined(0)]); // taken back
    await tick();
    expect(said()).toEqual([]);
  });

  it("that was declined long ago is told to nobody", async () => {
    await open([...THREE, offered, declined(2)]);
    await happens([{ type: "left", seat: 2 } as Bare<MatchEvent>]);
    expect(said()).toEqual([]);
  });
});

describe("an act that is taken back", () => {
  const undone = (seat: number) => [{ type: "undone", seat }] as Bare<MatchEvent>[];

  it("is announced to the others", async () => {
    await open(PLAYED);
    await happens(undone(1));
    const name = fixture("main").look.scene.players[1]?.name ?? "";
    await waitFor(() => expect(said()).toEqual([`${name} undid the last move.`]));
  });

  it("is not announced to its author or to later arrivals", async () => {
    await open(PLAYED);
    await happens(undone(0));
    await tick();
    expect(said()).toEqual([]);
    cleanup();
    await open([...PLAYED, ...undone(1)]);
    await tick();
    expect(said()).toEqual([]);
  });
});

describe("a Battle", () => {
  const [{ battle: real }] = fixture("battles") as unknown as [{ battle: Battle }];
  const player = () => document.querySelector("[data-battle-player]");
  const press = async (action: string) => {
    (await waitFor(() => document.querySelector(`[data-action=${action}]`) as HTMLElement)).click();
    await tick();
  };
  const ACTED = {
    type: "acted",
    seat: 1,
    action: 6,
    words: "",
    draws: [],
    cause: { by: "ben", id: "y" },
  } as Bare<MatchEvent>;
  /** The story with a Battle in its last step. */
  const withBattle = ({ step, first }: { step: number; first: number }, words: string) =>
    ({
      ...told,
      first,
      steps: step - first,
      turns: [
        {
          turn: 1,
          player: 0,
          words: "",
          entries: [
            {
              ...{ step: step - 1, player: 1, action: 6, kind: "battle", words: "", beats: [] },
              battles: [{ ...real, words, place: { step: step - 1, number: 0, until: step } }],
            },
          ],
        },
      ],
    }) as unknown as Story & { first: number };

  it("that would be fought is shown, and gone when the table has gone on", async () => {
    vi.mocked(views.battleNow).mockResolvedValue({ ...real, place: null });
    await open(PLAYED);
    await press("battle");
    await waitFor(() => expect(player()).not.toBeNull());
    await happens([ACTED]);
    await waitFor(() => expect(player()).toBeNull());
  });

  it("that would have been fought before the table went on is not shown", async () => {
    let answer: (battle: Battle) => void = () => undefined;
    vi.mocked(views.battleNow).mockReturnValue(new Promise((done) => (answer = done)));
    await open(PLAYED);
    await press("battle");
    const before = vi.mocked(views.look).mock.calls.length;
    await happens([ACTED]);
    await waitFor(() => expect(vi.mocked(views.look).mock.calls.length).toBeGreaterThan(before));
    await tick();
    answer({ ...real, place: null });
    await tick();
    await new Promise((done) => setTimeout(done, 50));
    expect(player()).toBeNull();
  });

  it.each([
    ["that would be fought", ["battle"]],
    ["that was fought before", ["more", "last-battle"]],
  ])("%s does not come back after one that is fought now", async (_, pressed) => {
    vi.mocked(views.battleNow).mockResolvedValue({ ...real, place: null });
    vi.mocked(views.story).mockImplementation((moment, first = 0) =>
      Promise.resolve(withBattle({ step: moment.step ?? 1, first }, moment.step === 2 ? "Now" : "Before")),
    );
    await open(PLAYED);
    for (const action of pressed) await press(action);
    await waitFor(() => expect(player()).not.toBeNull());
    await happens([ACTED]);
    await screen.findByRole("heading", { name: "Now" });
    await press("close-battle");
    await waitFor(() => expect(player()).toBeNull());
    await new Promise((done) => setTimeout(done, 50));
    expect(player()).toBeNull();
  });

  it("follows the language when watched again", async () => {
    vi.mocked(views.story).mockImplementation((moment, first = 0) =>
      Promise.resolve(withBattle({ step: moment.step ?? 1, first }, chosen.language === "en" ? "A Battle" : "Bitwa")),
    );
    await open(PLAYED);
    await press("more");
    await press("last-battle");
    await screen.findByRole("heading", { name: "A Battle" });
    chosen.language = "pl";
    await screen.findByRole("heading", { name: "Bitwa" });
  });
});

describe("looking back", () => {
  it("announces the end meanwhile, and keeps a button to it", async () => {
    await open(PLAYED, "/match/old?step=0");
    await screen.findByText(texts.looking_back[0]);
    await happens(OVER);
    await screen.findByText(texts.looking_back_over[0]);
    await waitFor(() => expect(said().join()).toContain(texts.you_lost[0]));
    (document.querySelector("[data-action=now]") as HTMLElement).click();
    await waitFor(() => expect(route.query.has("step")).toBe(false));
    await waitFor(() => expect(document.querySelector("[data-ending]")).not.toBeNull());
  });

  it("is not said of the present, and a moment that could not be had is asked for again", async () => {
    let away = true;
    vi.mocked(views.look).mockImplementation((moment) =>
      moment.step === 0 && away
        ? Promise.reject(new RefusedError("unavailable", "not now", 503, 0))
        : Promise.resolve(seen(moment)),
    );
    await open([...PLAYED, ...OVER], "/match/old?step=0");
    await waitFor(() => expect(said()).toContain("not now"));
    expect(screen.queryByText(texts.looking_back_over[0])).toBeNull();
    away = false;
    await screen.findByText(texts.looking_back_over[0]);
  });
});

describe("giving up", () => {
  it("is not asked any more when the match has ended", async () => {
    const course = (events: Bare<MatchEvent>[]) => events.map(numbered).reduce(after, newCourse());
    const live = (events: Bare<MatchEvent>[]) => ({ match: "old", seat: 0, course: course(events) }) as Live;
    const { rerender } = render(Resign, { live: live(PLAYED), open: true });
    expect(document.querySelector("dialog")?.open).toBe(true);
    await rerender({ live: live([...PLAYED, ...OVER]) });
    expect(document.querySelector("dialog")?.open).toBe(false);
  });
});
