import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Battle, Story } from "../src/api/forms";
import { RefusedError } from "../src/api/http";
import * as views from "../src/api/views";
import { go } from "../src/app/router.svelte";
import Study from "../src/pages/Study.svelte";
import { Editor } from "../src/study/editor.svelte";
import { Handling, type Brush } from "../src/study/handling.svelte";
import { keyOf } from "../src/study/keys";
import { Playing } from "../src/study/playing.svelte";
import { reason } from "../src/study/reason";
import { toLine } from "../src/study/line";
import { setRuleset, unitOn } from "../src/study/position";
import { chosen } from "../src/texts/language.svelte";

vi.mock("../src/api/views", () => ({ look: vi.fn(), story: vi.fn(), battleNow: vi.fn(), hint: vi.fn() }));
vi.mock("../src/app/identity.svelte", () => ({ identity: { as: (ask: () => Promise<unknown>) => ask() } }));

const look = vi.mocked(views.look);
const START = "living standard outpost:20* hegemony:20 | C4=0.HQ C2=1.HQ";

/** A server that takes every position as it is, but no foundation and no hand of more than three. */
function answer(moment: views.Moment): Promise<views.Look> {
  const then = moment.then ?? [];
  const seen = {
    scene: {
      board: { key: "standard", hexes: [] },
      standing: { units: [], foundations: [] },
      ending: null,
      whose: 0,
      decides: { phase: null },
      players: [],
    },
    choices: { decides: { player: 0, stage: "main" }, offers: [] },
    line: START,
    hands: [],
    discards: [],
    energy: [],
    turn: 0,
    terminals: null,
    bomber: "none",
    step: then.length,
  } as unknown as views.Look;
  if (!("study" in moment))
    return Promise.resolve({ ...seen, step: ("step" in moment ? (moment.step ?? 40) : 0) + then.length });
  const { position, hands = [], discards = [], energy = [], turn = null } = moment.study;
  const { terminals = null, bomber = "none" } = moment.study;
  if (String(position).split("|").length > 2) return refused("moment.study.position: B2=0.Mine: no");
  if (hands.some((hand) => hand.length > 3)) return refused("moment.study.hands[0]: expected at most 3 tiles, got 4");
  if (String(position).includes("Z9")) return refused('moment.study.position: Z9=0.HQ: no hex "Z9"');
  return Promise.resolve({ ...seen, line: String(position), hands, discards, energy, turn, terminals, bomber });
}

const refused = (why: string) => Promise.reject(new RefusedError("malformed", why, 400, 0));

function tells(battles: Battle[]): void {
  const told = { turns: [{ entries: [{ battles }] }] } as unknown as Story & { first: number };
  vi.mocked(views.story).mockResolvedValue(told);
}

beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
  chosen.language = "en";
  look.mockImplementation(answer);
  tells([]);
});

const RUNNER: Brush = {
  player: 0,
  tile: "outpost/Runner",
  coat: "outpost",
  foundation: false,
  onBoard: true,
  isOwn: true,
};

async function desk(): Promise<{ editor: Editor; handling: Handling; line: () => string }> {
  const editor = new Editor();
  await editor.begin();
  return {
    editor,
    handling: new Handling(() => editor),
    line: () => (editor.setup ? toLine(editor.setup.position) : ""),
  };
}

describe("a board that cannot be had", () => {
  beforeEach(() => vi.stubGlobal("scrollTo", vi.fn()));

  it.each(["setup", "play"])("for now is asked for again, not thrown away: %s", async (mode) => {
    look.mockRejectedValueOnce(new RefusedError("unavailable", "not now", 503, 0));
    go(`/study?match=abc&step=7&mode=${mode}`, { replace: true });
    const { container, unmount } = render(Study);
    expect((await screen.findByRole("alert")).textContent).toBe("not now");
    look.mockReturnValue(new Promise(() => undefined)); // what then stands is for others to say
    await fireEvent.click(container.querySelector("[data-action=again]") as Element);
    expect(look).toHaveBeenCalledTimes(2);
    expect(look.mock.lastCall?.[0]).toMatchObject({ match: "abc", step: 7 });
    unmount();
  });

  it("for good is not asked for again", async () => {
    go("/study?line=outpost+hegemony+%7C+Z9%3D0.HQ", { replace: true });
    const { container, unmount } = render(Study);
    expect((await screen.findByRole("alert")).textContent).toContain("Z9");
    expect(container.querySelector("[data-action=again]")).toBeNull();
    expect(container.querySelector("[data-action=new-board]")).not.toBeNull();
    unmount();
  });
});

describe("setting up", () => {
  it("takes edits back and does them again", async () => {
    const { editor, line } = await desk();
    expect(line()).toBe(START);
    await editor.edit((setup) => setRuleset(setup, "3.0"));
    expect(line()).toMatch(/^3.0 /);
    expect(editor.canUndo).toBe(true);
    await editor.undo();
    expect(line()).toBe(START);
    await editor.redo();
    expect(line()).toMatch(/^3.0 /);
    expect(editor.look?.line).toBe(line());
    expect(editor.canRedo).toBe(false);
  });

  it("goes on with another board as an edit that can be taken back", async () => {
    const { editor, line } = await desk();
    await editor.edit((setup) => setRuleset(setup, "3.0"));
    const moment = (position: string) => ({ study: { position, turn: 0 } });
    expect(await editor.goOn(moment(line()))).toBe(true); // the same is no edit
    await editor.undo();
    expect(line()).toBe(START);
    await editor.redo();
    look.mockRejectedValueOnce(new RefusedError("unavailable", "not now", 503, 0));
    expect(await editor.goOn(moment("2008 standard outpost:9* hegemony:20"))).toBe(false);
    expect([line().slice(0, 4), editor.wrong]).toEqual(["3.0 ", "not now"]);
    expect(await editor.goOn(moment("2008 standard outpost:9* hegemony:20"))).toBe(true);
    expect(line()).toMatch(/^2008 /);
    await editor.undo();
    expect(line()).toMatch(/^3.0 /);
  });

  it("goes back to a board of an address that was set up here before", async () => {
    const { editor, line } = await desk();
    const first = editor.line;
    await editor.edit((setup) => setRuleset(setup, "3.0"));
    await editor.open(first);
    expect([line(), editor.canUndo, editor.canRedo]).toEqual([START, false, true]);
    await editor.open({ root: { study: { position: "2008 standard outpost:9* hegemony:20", turn: 0 } }, then: [] });
    expect([line().slice(0, 4), editor.canUndo, editor.canRedo]).toEqual(["2008", false, false]);
  });

  it("takes back what the server refuses and says why", async () => {
    const { editor, handling, line } = await desk();
    handling.pick({ ...RUNNER, tile: "vegas/Mine", foundation: true });
    await handling.hex("B2");
    expect(line()).toBe(START);
    expect(editor.wrong).toBe("B2=0.Mine: no");
    expect(handling.selected).toBeNull();
    handling.pick(RUNNER);
    await handling.hex("B2");
    expect(editor.wrong).toBeNull();
  });

  it("counts only the last of several edits at once", async () => {
    const { editor, line } = await desk();
    const first = editor.edit((setup) => setRuleset(setup, "2008"));
    await editor.edit((setup) => setRuleset(setup, "3.0"));
    await first;
    expect(editor.look?.line).toMatch(/^3.0 /);
    await editor.undo();
    expect(line()).toMatch(/^2008 /);
  });

  it("reads a line, with the hands if they fit, and keeps the board if it cannot", async () => {
    const { editor, handling, line } = await desk();
    handling.pick(RUNNER);
    await handling.to("hands");
    expect(editor.setup?.hands).toEqual([["outpost/Runner"], []]);
    expect(await editor.read("living standard outpost:9* hegemony:20")).toBe(true);
    expect(editor.setup?.hands[0]).toEqual(["outpost/Runner"]);
    expect(await editor.read("outpost hegemony | Z9=0.HQ")).toBe(false);
    expect(editor.wrong).toContain("Z9");
    expect(line()).toBe("living standard outpost:9* hegemony:20");
    await editor.undo();
    expect(line()).toBe(START);
  });

  it("keeps what a position does not say when another is read, with hands or without", async () => {
    const unsaid = { terminals: ["A1", "B1"], bomber: "mercenary" as const };
    const editor = new Editor();
    await editor.begin({ study: { position: START, hands: [["outpost/Runner"], []], ...unsaid } });
    expect(editor.line?.root).toMatchObject({ study: { hands: [["outpost/Runner"], []], ...unsaid } });
    await editor.read("living standard outpost:9* hegemony:20");
    expect(editor.line?.root).toMatchObject({ study: { hands: [["outpost/Runner"], []], ...unsaid } });
    look.mockImplementationOnce(() => refused("moment.study.hands[0][0]: outpost/Runner is no tile of borgo"));
    expect(await editor.read("living standard borgo:9* hegemony:20")).toBe(true);
    expect(editor.line?.root).toMatchObject({ study: { hands: [[], []], ...unsaid } });
  });

  it("puts, turns, moves and removes tiles", async () => {
    const { editor, handling, line } = await desk();
    handling.pick(RUNNER);
    handling.pointed = "D2";
    expect(handling.ghost).toEqual({ hex: "D2", tile: "outpost/Runner", coat: "outpost", rotation: 0 });
    await handling.turnBy(-1);
    expect(handling.ghost?.rotation).toBe(5);
    await handling.hex("D2");
    expect(line()).toContain("D2=0.Runner/NW");
    expect(handling.turning).toMatchObject({ hex: "D2", rotation: 5 });
    await handling.turn(3);
    expect(line()).toContain("D2=0.Runner/S");
    handling.lifted = "D2";
    expect(handling.turning).toBeNull();
    await handling.hex("E2");
    expect(line()).toContain("E2=0.Runner/S");
    expect(handling.selected).toBe("E2");
    await handling.drop({ hex: "E2" }, "C2");
    expect(editor.setup && unitOn(editor.setup, "E2")?.tile).toBe("HQ");
    await handling.remove();
    expect(line()).not.toContain("Runner");
    expect(handling.selected).toBeNull();
  });

  it("chooses a unit even with a tile in hand, and lets go step by step", async () => {
    const { handling } = await desk();
    handling.pick(RUNNER);
    await handling.hex("C4");
    expect(handling.unit?.tile).toBe("HQ");
    handling.held = true;
    expect(handling.turning).toBeNull();
    handling.lifted = "C4";
    expect([handling.escape(), handling.escape(), handling.escape(), handling.escape()]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(handling.brush).toBeNull();
    handling.pick(RUNNER);
    handling.pick(RUNNER);
    expect(handling.brush).toBeNull();
  });

  it("never puts instants on the board", async () => {
    const { handling, line } = await desk();
    handling.pick({ ...RUNNER, tile: "outpost/Battle", onBoard: false });
    await handling.hex("D2");
    await handling.drop({ key: "outpost/Battle" }, "D3");
    expect(line()).toBe(START);
  });

  it("handles its keys, but not those of fields", () => {
    const key = (name: string, more: KeyboardEventInit = {}) =>
      keyOf(new KeyboardEvent("keydown", { key: name, ...more }));
    expect(key("z", { ctrlKey: true })).toBe("undo");
    expect(key("Z", { ctrlKey: true, shiftKey: true })).toBe("redo");
    expect(key("y", { metaKey: true })).toBe("redo");
    expect(key("Delete")).toBe("remove");
    expect(key("3")).toBe(2);
    expect(key("q")).toBe("left");
    expect(key("x")).toBeNull();
    const field = document.createElement("input");
    const typed = new KeyboardEvent("keydown", { key: "q" });
    field.dispatchEvent(typed);
    expect(keyOf(typed)).toBeNull();
  });

  it("omits the place of the board from refusals", () => {
    const refused = (why: string) => reason(new RefusedError("malformed", why, 400, 0));
    expect(refused("moment.study.position: Z9=0.HQ: no hex")).toBe("Z9=0.HQ: no hex");
    expect(refused("moment.study.hands[0]: too many")).toBe("hands[0]: too many");
    expect(refused("moment.then[1]: not legal")).toBe("then[1]: not legal");
    expect(reason("odd")).toBe("odd");
  });
});

describe("playing on", () => {
  const root = { study: { position: START, hands: [], turn: 0 } };

  async function table(then: number[] = []): Promise<Playing> {
    const playing = new Playing();
    await playing.begin({ root, then });
    return playing;
  }

  it("undoes and redoes actions", async () => {
    const playing = await table([5]);
    expect([playing.step, playing.steps]).toEqual([1, 1]);
    await playing.act(6);
    await playing.act(7);
    expect(playing.moment).toEqual({ ...root, then: [5, 6, 7] });
    await playing.back();
    await playing.back();
    expect([playing.step, playing.steps]).toEqual([1, 3]);
    await playing.forward();
    expect(playing.moment).toEqual({ ...root, then: [5, 6] });
    await playing.goToStep(0);
    expect(playing.moment).toEqual({ ...root, then: [] });
    await playing.act(9);
    expect([playing.step, playing.steps]).toEqual([1, 1]);
  });

  it("stays at the step of a match that was looked at, and goes to earlier ones", async () => {
    const playing = new Playing();
    await playing.begin({ root: { match: "m", step: null }, then: [] });
    expect(playing.line).toEqual({ root: { match: "m", step: 40 }, then: [] });
    await playing.act(3);
    await playing.goToStep(12);
    expect(playing.line).toEqual({ root: { match: "m", step: 12 }, then: [] });
  });

  it("does not go where the server does not", async () => {
    const playing = await table();
    look.mockRejectedValueOnce(new RefusedError("malformed", "moment.then[0]: not legal", 400, 0));
    await playing.act(8);
    expect(playing.wrong).toBe("then[0]: not legal");
    expect(playing.moment).toEqual({ ...root, then: [] });
    expect(playing.busy).toBe(false);
  });

  it("draws at random until a decision", async () => {
    const playing = await table();
    const drawing = (moment: views.Moment) =>
      answer(moment).then((seen) => {
        const left = 3 - (moment.then?.length ?? 0);
        const offers = [{ then: 70 + left, tile: "outpost/Runner", words: "Runner is drawn" }];
        if (left > 0)
          seen.choices = { decides: { player: 0, stage: "draw" }, offers } as unknown as typeof seen.choices;
        seen.scene.players = [{ pile: [] }] as unknown as typeof seen.scene.players;
        return seen;
      });
    look.mockImplementation(drawing);
    await playing.act(1);
    expect(playing.draws).toHaveLength(1);
    await playing.drawAtRandom();
    expect(playing.moment?.then).toEqual([1, 72, 71]);
    await playing.goTo(0);
    playing.luck = true;
    expect(new Playing().luck).toBe(true);
    await playing.act(1);
    expect(playing.moment?.then).toEqual([1, 72, 71]);
    await playing.back();
    expect(playing.moment?.then).toEqual([1, 72]); // going back leaves it where it was
  });

  it("shows Battles that were fought, once", async () => {
    const playing = await table();
    const battle = { ended: true } as Battle;
    tells([battle]);
    await playing.act(1);
    expect(playing.watched).toEqual([{ battle, fought: true, moment: { ...root, then: [1] } }]);
    playing.watchedOne();
    await playing.act(2);
    expect(playing.watched).toEqual([]);
    await playing.back();
    expect(playing.watched).toEqual([]);
  });

  it("fights the Battle that would be fought, and can take it back", async () => {
    const playing = await table();
    const after = { units: [], foundations: [], hq: [12, 0], score: null };
    const battle = { ended: true, after } as unknown as Battle;
    vi.mocked(views.battleNow).mockResolvedValue(battle);
    await playing.whatIf();
    const moment = { ...root, then: [] };
    expect(playing.watched).toEqual([{ battle, fought: false, moment }]);
    await playing.fight();
    expect(playing.watched).toEqual([{ battle, fought: true, moment }]); // where it would be fought, not after it
    expect(playing.line?.root).toMatchObject({ study: { position: "living standard outpost:12* hegemony:0" } });
    await playing.back();
    expect(playing.line?.root).toEqual(root);
  });

  it("keeps a Battle that was fought by hand, to be watched again, until one goes back before it", async () => {
    const playing = await table();
    const after = { units: [], foundations: [], hq: [12, 0], score: null };
    const told = (words: string) => ({ ended: true, after, words, place: null }) as unknown as Battle;
    vi.mocked(views.battleNow).mockResolvedValue(told("A Battle"));
    await playing.act(5);
    await playing.fight();
    playing.watchedOne();
    await playing.act(6);
    expect(playing.fought).toEqual([told("A Battle")]);
    playing.watch(playing.fought[0] as Battle);
    expect(playing.watched).toMatchObject([{ fought: true, moment: { ...root, then: [5] } }]); // where it was fought
    playing.watchedOne();
    vi.mocked(views.battleNow).mockResolvedValue(told("Bitwa"));
    chosen.language = "pl";
    await playing.refresh();
    expect(playing.fought).toEqual([told("Bitwa")]);
    await playing.goTo(1);
    expect(playing.fought).toEqual([]);
    await playing.forward();
    expect(playing.fought).toEqual([told("Bitwa")]);
  });

  it("knows when no Battle can be fought", async () => {
    const playing = await table();
    const now = (changes: object) =>
      look.mockImplementation((moment) =>
        answer(moment).then((seen) => ({ ...seen, scene: { ...seen.scene, ...changes } }) as views.Look),
      );
    expect(playing.peaceful).toBe(false);
    for (const changes of [{ whose: null }, { decides: { phase: 2 } }, { ending: { words: "" } }]) {
      now(changes);
      await playing.refresh();
      expect(playing.peaceful).toBe(true);
      await playing.whatIf();
    }
    expect(views.battleNow).not.toHaveBeenCalled();
  });

  it("keeps the game and translates it when the language changes", async () => {
    const playing = await table([5]);
    const battle = (words: string) => ({ words, ended: true, place: { step: 1, number: 0, until: 2 } }) as Battle;
    const asked: (() => void)[] = [];
    look.mockImplementation((moment) => {
      const { language } = chosen;
      return new Promise((resolve) =>
        asked.push(() => void answer(moment).then((seen) => resolve({ ...seen, line: language }))),
      );
    });
    const acted = playing.act(6);
    chosen.language = "pl";
    const told = playing.refresh();
    tells([battle("Bitwa")]);
    while (asked.length > 0) {
      asked.shift()?.();
      await new Promise((done) => setTimeout(done));
    }
    await Promise.all([acted, told]);
    expect([playing.moment?.then, playing.look?.line]).toEqual([[5, 6], "pl"]);
    expect(playing.watched.map((one) => one.battle.words)).toEqual(["Bitwa"]);
    // What is being watched is told anew, whether it was fought or not.
    look.mockImplementation(answer);
    chosen.language = "en";
    tells([battle("Battle")]);
    await playing.refresh();
    expect(playing.watched.map((one) => one.battle.words)).toEqual(["Battle"]);
    vi.mocked(views.battleNow).mockImplementation(() =>
      Promise.resolve({ words: chosen.language, place: null } as Battle),
    );
    await playing.whatIf();
    chosen.language = "pl";
    await playing.refresh();
    expect(playing.watched.map((one) => one.battle.words)).toEqual(["pl"]);
  });

  it("undoes and redoes during a load", async () => {
    const playing = await table([5, 6]);
    const act = playing.act(7);
    await playing.back(); // to what is shown still
    await act;
    expect(playing.moment?.then).toEqual([5, 6]);
    expect([playing.step, playing.steps, playing.busy]).toEqual([2, 3, false]);
    await Promise.all([playing.back(), playing.back()]);
    expect(playing.moment?.then).toEqual([]);
    await Promise.all([playing.forward(), playing.forward(), playing.forward(), playing.forward()]);
    expect(playing.moment?.then).toEqual([5, 6, 7]);
  });

  it("shows and fights no Battle of a board that is gone", async () => {
    const playing = await table();
    const late: ((battle: Battle) => void)[] = [];
    vi.mocked(views.battleNow).mockImplementation(() => new Promise((resolve) => late.push(resolve)));
    const seen = playing.whatIf();
    const fought = playing.fight();
    await playing.act(1);
    const after = { units: [], foundations: [], hq: [12, 0], score: null };
    for (const resolve of late) resolve({ ended: true, after } as unknown as Battle);
    await Promise.all([seen, fought]);
    expect(late).toHaveLength(2);
    expect(playing.watched).toEqual([]);
    expect(playing.moment).toEqual({ ...root, then: [1] });
  });

  it("stays where it is when an earlier step of the match cannot be had", async () => {
    const playing = new Playing();
    await playing.begin({ root: { match: "m", step: 40 }, then: [] });
    look.mockRejectedValueOnce(new RefusedError("unavailable", "not now", 503, 0));
    await playing.goToStep(12);
    expect([playing.look?.step, playing.wrong]).toEqual([40, "not now"]);
    expect(playing.line).toEqual({ root: { match: "m", step: 40 }, then: [] });
  });

  it("asks a bot, and forgets its opinion of another board", async () => {
    const playing = await table();
    const opinion = { player: 0, thoughts: [] };
    vi.mocked(views.hint).mockResolvedValue(opinion);
    await playing.ask();
    expect(playing.opinion).toBe(opinion);
    expect(playing.thinking).toBe(false);
    await playing.act(1);
    expect(playing.opinion).toBeNull();
    vi.mocked(views.hint).mockRejectedValue(new RefusedError("too_fast", "one at a time", 429, 1));
    await playing.ask();
    expect(playing.wrong).toBe("one at a time");
  });
});
