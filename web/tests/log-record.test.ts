import { configure, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Battle, Entry, Scene, Story } from "../src/api/forms";
import * as http from "../src/api/http";
import { RefusedError } from "../src/api/http";
import * as views from "../src/api/views";
import { catalogue } from "../src/app/catalogue.svelte";
import { identity } from "../src/app/identity.svelte";
import { go, route } from "../src/app/router.svelte";
import { settings } from "../src/app/settings.svelte";
import { toasts } from "../src/app/toasts.svelte";
import { drawings } from "../src/board/drawings.svelte";
import { recentRecords } from "../src/log/records";
import { RETRY_PAUSES, Replay } from "../src/log/replay.svelte";
import Record from "../src/pages/Record.svelte";
import { chosen } from "../src/texts/language.svelte";
import { record as texts } from "../src/texts/log";
import { coatOf, spritesOf } from "./board-forms";
import fixture from "./fixtures/story.json";
import { realCatalogue } from "./moments";

// To ask for every element whether it can be seen takes long.
configure({ defaultHidden: true });

vi.mock("../src/api/http", async (real) => ({
  ...(await real<typeof http>()), // refusals are real
  get: vi.fn(),
  post: vi.fn(),
  getText: vi.fn(),
}));
vi.mock("../src/api/views", { spy: true });

const { story, scene } = fixture as unknown as { scene: Scene; story: Story };
const turned = story.turns.find(({ turn }) => turn > 1)?.entries[0]?.step ?? 0;
const fought = story.turns.flatMap((turn) => turn.entries).find(({ battles }) => battles.length > 0);

const kept = {
  record: "abc",
  steps: story.steps,
  armies: ["borgo", "moloch"],
  players: ["Ann", null],
  date: "2024-05-01",
  title: "Ann (Borgo) – Moloch",
  complete: true,
  message: "",
};

const mute = (entry: Entry): Entry => ({ ...entry, beats: [] });

function lookAt(moment: views.Moment): views.Look {
  return {
    version: 1,
    scene,
    choices: { version: 1, decides: null, offers: [] },
    step: moment.step ?? story.steps,
    steps: story.steps,
    undo: null,
    event: null,
    line: "",
    hands: [],
    discards: [],
    energy: [],
    turn: null,
    terminals: null,
    bomber: "none",
  };
}

beforeEach(() => {
  vi.clearAllMocks();
  localStorage.clear();
  chosen.language = "en";
  settings.set({ motion: "less" });
  vi.stubGlobal("scrollTo", vi.fn());
  vi.spyOn(identity, "ensure").mockResolvedValue({ id: "guest-1", name: "Ann", account: false });
  vi.mocked(http.get).mockRejectedValue(new RefusedError("offline", "not in this test", 0, 0)); // no cards, no drawings
  vi.mocked(http.getText).mockResolvedValue('[Neurohex "1"]\n[Player0 "Ann"]\n');
  vi.mocked(views.look).mockImplementation((moment) => Promise.resolve(lookAt(moment)));
  vi.mocked(views.story).mockResolvedValue(story);
  vi.mocked(views.drawings).mockRejectedValue(new RefusedError("offline", "not in this test", 0, 0));
  go("/record", { replace: true });
});

describe("opening a record", () => {
  const area = () => screen.getByLabelText<HTMLTextAreaElement>(texts.text[0]);
  const submit = () => screen.getByRole("button", { name: texts.open[0] });

  it("takes a pasted text and goes to its beginning", async () => {
    vi.mocked(http.post).mockResolvedValue(kept);
    render(Record);
    await fireEvent.input(area(), { target: { value: "[Neurohex]" } });
    await fireEvent.click(submit());
    await waitFor(() => expect(location.search).toBe("?step=0"));
    expect(http.post).toHaveBeenCalledWith("/api/records", { text: "[Neurohex]", lang: "en" });
    expect(route.path).toBe("/record/abc");
    expect(recentRecords()).toMatchObject([{ record: "abc", title: kept.title }]);
  });

  it("takes a file", async () => {
    vi.mocked(http.post).mockResolvedValue(kept);
    render(Record);
    const file = new File(["the text"], "game.txt", { type: "text/plain" });
    const chooser = document.querySelector("input[type=file]") as HTMLInputElement;
    await fireEvent.change(chooser, { target: { files: [file] } });
    await waitFor(() => expect(http.post).toHaveBeenCalledWith("/api/records", { text: "the text", lang: "en" }));
  });

  it("takes the lines of a file as the server counts them, however they end", async () => {
    vi.mocked(http.post).mockRejectedValue(new RefusedError("malformed", "text: line 3: not understood", 400, 0));
    render(Record);
    const chooser = document.querySelector("input[type=file]") as HTMLInputElement;
    await fireEvent.change(chooser, { target: { files: [new File(["first\r\nsecond\r\nthrid"], "dos.txt")] } });
    await screen.findByRole("alert");
    expect(http.post).toHaveBeenLastCalledWith("/api/records", { text: "first\nsecond\nthrid", lang: "en" });
    expect(area().value.slice(area().selectionStart, area().selectionEnd)).toBe("thrid");
    await fireEvent.change(chooser, { target: { files: [new File(["one\rtwo"], "mac.txt")] } });
    await waitFor(() => expect(http.post).toHaveBeenLastCalledWith("/api/records", { text: "one\ntwo", lang: "en" }));
  });

  it("refuses files that cannot be records without asking anybody", async () => {
    render(Record);
    const chooser = document.querySelector("input[type=file]") as HTMLInputElement;
    await fireEvent.change(chooser, { target: { files: [new File(["x".repeat(70_000)], "a.txt")] } });
    expect((await screen.findByRole("alert")).textContent).toContain(texts.too_long[0]);
    await fireEvent.change(chooser, { target: { files: [new File(["a\0b"], "a.bin")] } });
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain(texts.not_text[0]));
    expect(http.post).not.toHaveBeenCalled();
  });

  it("shows the error at its line, and keeps the text", async () => {
    vi.mocked(http.post).mockRejectedValueOnce(new RefusedError("malformed", "text: line 2: not understood", 400, 0));
    render(Record);
    await fireEvent.input(area(), { target: { value: "first\nsecnod\nthird" } });
    await fireEvent.click(submit());
    expect((await screen.findByRole("alert")).textContent).toContain("line 2: not understood");
    expect(area().value).toBe("first\nsecnod\nthird");
    expect(area().value.slice(area().selectionStart, area().selectionEnd)).toBe("secnod");
    expect(area().getAttribute("aria-invalid")).toBe("true");
    vi.mocked(http.post).mockResolvedValueOnce(kept);
    await fireEvent.click(submit());
    await waitFor(() => expect(route.path).toBe("/record/abc"));
  });

  it("keeps the text when the server cannot be reached", async () => {
    vi.mocked(http.post).mockRejectedValueOnce(new RefusedError("offline", "the server cannot be reached", 0, 0));
    render(Record);
    await fireEvent.input(area(), { target: { value: "a game" } });
    await fireEvent.click(submit());
    expect((await screen.findByRole("alert")).textContent).toContain("The server cannot be reached.");
    expect(area().value).toBe("a game");
    expect(area().getAttribute("aria-invalid")).toBeNull();
  });

  it("offers recently opened records", async () => {
    localStorage.setItem("neurohex.records", JSON.stringify([kept]));
    render(Record);
    expect(screen.getByRole("link", { name: new RegExp("Ann") }).getAttribute("href")).toBe("/record/abc?step=0");
    await fireEvent.click(screen.getByRole("button", { name: texts.forget[0] }));
    expect(screen.queryByText(texts.recent[0])).toBeNull();
  });
});

describe("a record", () => {
  it("is shown at the step of its address", async () => {
    go("/record/abc?step=5", { replace: true });
    render(Record);
    await waitFor(() => expect(document.querySelector('[data-step="5"]')?.getAttribute("aria-current")).toBe("step"));
    expect(views.look).toHaveBeenCalledWith({ record: "abc", step: 5 });
    expect(screen.getByRole("heading", { level: 1 }).textContent).toContain("Ann");
  });

  it("shows the last step in its player's colour, and nothing before the first", async () => {
    const colour = () => document.querySelector<HTMLElement>("[data-happened]")?.style.getPropertyValue("--of");
    go("/record/abc?step=0", { replace: true });
    render(Record);
    await waitFor(() => expect(colour()).toBe("transparent"));
    await fireEvent.click(await screen.findByRole("button", { name: "One step forward" }));
    await waitFor(() => expect(document.querySelector("[data-happened]")?.textContent.trim()).not.toBe(""));
    expect(colour()).not.toBe("transparent");
  });

  it("has no colour for a step without text", async () => {
    const silent = {
      ...story,
      first: 0,
      turns: story.turns.map((turn) => ({ ...turn, entries: turn.entries.map(mute) })),
    };
    vi.mocked(views.story).mockResolvedValue(silent);
    go("/record/abc?step=5", { replace: true });
    render(Record);
    const colour = () => document.querySelector<HTMLElement>("[data-happened]")?.style.getPropertyValue("--of");
    await waitFor(() => expect(views.look).toHaveBeenCalledWith({ record: "abc", step: 6 })); // what comes next: all is there
    await waitFor(() => expect(colour()).toBe("transparent"));
  });

  it("calls bots by the names of their levels", async () => {
    vi.mocked(http.get).mockResolvedValue(realCatalogue());
    await catalogue.load();
    vi.mocked(http.getText).mockResolvedValue('[Neurohex "1"]\n[Player0 "level1"]\n');
    go("/record/abc?step=5", { replace: true });
    render(Record);
    const { name } = realCatalogue().levels.find(({ key }) => key === "level1") ?? {};
    await waitFor(() => expect(screen.getByRole("heading", { level: 1 }).textContent).toContain(`${name} (`));
    expect(document.body.textContent).not.toContain("level1");
  });

  it("goes on by its slider, and its address follows", async () => {
    go("/record/abc?step=5", { replace: true });
    render(Record);
    await fireEvent.click(await screen.findByRole("button", { name: "One step forward" }));
    await waitFor(() => expect(location.search).toBe("?step=6"));
    expect(views.look).toHaveBeenCalledWith({ record: "abc", step: 6 });
  });

  it("shows a Battle of it, and comes back to the board", async () => {
    go(`/record/abc?step=${(fought?.step ?? 0) + 1}`, { replace: true });
    render(Record);
    await fireEvent.click(await screen.findByRole("button", { name: texts.watch[0] }));
    expect(document.querySelector("[data-battle-player]")).not.toBeNull();
    await fireEvent.keyDown(window, { key: "Escape" });
    expect(document.querySelector("[data-battle-player]")).toBeNull();
  });

  it("shows the Battle that would be fought at the moment on the table, and no other", async () => {
    const late: ((battle: Battle | null) => void)[] = [];
    vi.mocked(views.battleNow).mockImplementation(() => new Promise((resolve) => late.push(resolve)));
    const [ahead] = fought?.battles ?? [];
    const seen = () => document.querySelector("[data-battle-player]");
    const foreseen = { ...ahead, place: null } as Battle;
    go(`/record/abc?step=${turned}`, { replace: true });
    render(Record);
    const look = await screen.findByRole("button", { name: texts.battle[0] });
    await fireEvent.click(look);
    await fireEvent.click(screen.getByRole("button", { name: "One step forward" }));
    await waitFor(() => expect(location.search).toBe(`?step=${turned + 1}`));
    late.shift()?.(foreseen);
    await new Promise((done) => setTimeout(done, 20));
    expect(seen()).toBeNull();
    await fireEvent.click(look);
    expect(views.battleNow).toHaveBeenLastCalledWith({ record: "abc", step: turned + 1 });
    late.shift()?.(foreseen);
    await waitFor(() => expect(seen()).not.toBeNull());
    // Another moment, as by the browser's own buttons.
    go(`/record/abc?step=${turned}`, { replace: true });
    await waitFor(() => expect(seen()).toBeNull());
    go(`/record/abc?step=${turned + 1}`, { replace: true });
    await waitFor(() => expect(views.look).toHaveBeenLastCalledWith({ record: "abc", step: turned + 2 }));
    expect(seen()).toBeNull();
  });

  it("tells the Battle that is watched in the language that is chosen", async () => {
    const polish = JSON.parse(JSON.stringify(story)) as Story;
    for (const { entries } of polish.turns)
      for (const { battles } of entries) for (const battle of battles) battle.words = "Bitwa!";
    vi.mocked(views.story).mockImplementation(() =>
      Promise.resolve({ ...(chosen.language === "pl" ? polish : story), first: 0 }),
    );
    go(`/record/abc?step=${(fought?.step ?? 0) + 1}`, { replace: true });
    render(Record);
    await fireEvent.click(await screen.findByRole("button", { name: texts.watch[0] }));
    const player = () => document.querySelector("[data-battle-player]")?.textContent;
    expect(player()).toContain(fought?.battles[0]?.words);
    chosen.language = "pl";
    await waitFor(() => expect(player()).toContain("Bitwa!"));
    chosen.language = "en";
    await waitFor(() => expect(player()).toContain(fought?.battles[0]?.words));
    await fireEvent.keyDown(window, { key: "Escape" });
    // One that would be fought is asked for anew.
    const [ahead] = fought?.battles ?? [];
    const beat = (words: string) => ({ ...ahead?.phases[0]?.beats[0], what: "acted", words });
    vi.mocked(views.battleNow).mockImplementation(() => {
      const beats = [beat(chosen.language === "pl" ? "Działa po polsku" : "Acts in English")];
      const phases = [{ ...ahead?.phases[0], beats }];
      return Promise.resolve({ ...ahead, place: null, phases } as Battle);
    });
    await fireEvent.click(await screen.findByRole("button", { name: texts.battle[0] }));
    await waitFor(() => expect(document.querySelector("[data-battle-player]")).not.toBeNull());
    await fireEvent.keyDown(window, { key: "End" });
    await waitFor(() => expect(player()).toContain("Acts in English"));
    chosen.language = "pl";
    await waitFor(() => expect(player()).toContain("Działa po polsku"));
  });

  it("asks for drawings where an army is led twice, until they come", async () => {
    const coat = "borgo~2~d4e2f8~dots";
    const [borgo, moloch] = scene.players;
    const players = [borgo, { ...moloch, army: "borgo", coat }] as Scene["players"];
    vi.mocked(views.look).mockImplementation((moment) =>
      Promise.resolve({ ...lookAt(moment), scene: { ...scene, players } }),
    );
    drawings.take(spritesOf());
    vi.mocked(views.drawings)
      .mockRejectedValueOnce(new RefusedError("unavailable", "no pencil", 503, 0))
      .mockResolvedValueOnce(spritesOf({ coats: { [coat]: coatOf(coat) } }));
    go("/record/twice?step=5", { replace: true });
    render(Record);
    await waitFor(() => expect(toasts.list.map(({ words }) => words)).toContain("no pencil"));
    await waitFor(() => expect(drawings.coat(coat)?.ground).toBe(`ground/${coat}`));
    expect(vi.mocked(views.drawings).mock.calls).toEqual([
      [{ record: "twice", step: 0 }],
      [{ record: "twice", step: 0 }],
    ]);
  });

  it("says that it is not there", async () => {
    vi.mocked(views.look).mockRejectedValue(new RefusedError("not_found", "there is no record nope", 404, 0));
    go("/record/nope", { replace: true });
    render(Record);
    expect((await screen.findByRole("alert")).textContent).toContain("there is no record nope");
    expect(screen.getByRole("link", { name: texts.other[0] }).getAttribute("href")).toBe("/record");
    expect(screen.queryByRole("button", { name: texts.again[0] })).toBeNull();
  });

  it("can be tried again when the server was not there", async () => {
    vi.mocked(views.look).mockRejectedValueOnce(new RefusedError("offline", "the server cannot be reached", 0, 0));
    go("/record/abc?step=5", { replace: true });
    render(Record);
    await fireEvent.click(await screen.findByRole("button", { name: texts.again[0] }));
    await waitFor(() => expect(document.querySelector("input[type=range]")).not.toBeNull());
  });
});

describe("looking through a record", () => {
  const away = new RefusedError("unavailable", "not now", 503, 0);

  it("asks again for a moment that could not be had, or for another that is wanted meanwhile", async () => {
    vi.useFakeTimers();
    const replay = new Replay("abc");
    await replay.show(1);
    vi.mocked(views.look).mockRejectedValueOnce(away);
    void replay.show(20);
    await vi.advanceTimersByTimeAsync(RETRY_PAUSES[0] ?? 0);
    expect([replay.look?.step, replay.trouble]).toEqual([20, null]);
    vi.mocked(views.look).mockRejectedValueOnce(away).mockRejectedValueOnce(away);
    void replay.show(30);
    await vi.advanceTimersByTimeAsync(RETRY_PAUSES[0] ?? 0);
    void replay.show(40);
    await vi.advanceTimersByTimeAsync(0);
    expect(replay.look?.step).toBe(40);
    vi.useRealTimers();
  });

  it("reports an unavailable record", async () => {
    go("/record/abc?step=10", { replace: true });
    render(Record);
    const slider = await screen.findByRole<HTMLInputElement>("slider");
    vi.useFakeTimers();
    vi.mocked(views.look).mockRejectedValue(away);
    await fireEvent.input(slider, { target: { value: "60" } });
    expect(slider.valueAsNumber).toBe(60);
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    await waitFor(() => expect(slider.valueAsNumber).toBe(10));
    expect(toasts.list.map(({ words }) => words)).toContain("not now");
  });

  it("asks again for a story that could not be had in another language", async () => {
    const replay = new Replay("a b/c");
    await replay.open();
    await replay.show(1);
    chosen.language = "pl";
    vi.mocked(views.story).mockRejectedValueOnce(away);
    await replay.open();
    expect(replay.trouble).toBe(away);
    const polish = { ...story, first: 0, steps: 9 };
    vi.mocked(views.story).mockResolvedValueOnce(polish);
    await replay.show(2);
    await vi.waitFor(() => expect(replay.story).toBe(polish), 60_000);
    await replay.show(3);
    expect(views.story).toHaveBeenCalledTimes(3); // it is there now
    expect(http.getText).toHaveBeenLastCalledWith("/api/records/a%20b%2Fc");
  });

  it("ends at the end where an address asks for more", async () => {
    vi.mocked(views.look).mockImplementation((moment) =>
      (moment.step ?? 0) > story.steps
        ? Promise.reject(new RefusedError("malformed", "moment.step: too far", 400, 0))
        : Promise.resolve(lookAt(moment)),
    );
    const replay = new Replay("abc");
    await replay.show(99_999);
    expect([replay.look?.step, replay.trouble]).toEqual([story.steps, null]);
  });

  it("asks for the last of several moments that are wanted at once", async () => {
    const waiting: (() => void)[] = [];
    vi.mocked(views.look).mockImplementation(
      (moment) => new Promise((resolve) => waiting.push(() => resolve(lookAt(moment)))),
    );
    const replay = new Replay("abc");
    void replay.show(1);
    void replay.show(2);
    void replay.show(3);
    expect(views.look).toHaveBeenCalledTimes(1);
    waiting.shift()?.();
    await vi.waitFor(() => expect(views.look).toHaveBeenCalledTimes(2), 60_000);
    expect(views.look).toHaveBeenLastCalledWith({ record: "abc", step: 3 });
    waiting.shift()?.();
    await vi.waitFor(() => expect(replay.look?.step).toBe(3), 60_000);
    await tick();
    expect(views.look).toHaveBeenLastCalledWith({ record: "abc", step: 4 }); // what comes next is there already
  });
});
