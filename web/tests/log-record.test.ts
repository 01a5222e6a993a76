import { configure, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { tick } from "svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Scene, Story } from "../src/api/forms";
import * as http from "../src/api/http";
import { Refused } from "../src/api/http";
import * as views from "../src/api/views";
import { identity } from "../src/app/identity.svelte";
import { go, route } from "../src/app/router.svelte";
import { toasts } from "../src/app/toasts.svelte";
import { opened } from "../src/log/records";
import { PAUSES, Replay } from "../src/log/replay.svelte";
import Record from "../src/pages/Record.svelte";
import { chosen } from "../src/texts/language.svelte";
import { record as texts } from "../src/texts/log";
import fixture from "./fixtures/story.json";

// To ask for every element whether it can be seen takes long, and a busy machine longer.
configure({ defaultHidden: true, asyncUtilTimeout: 4000 });
vi.setConfig({ testTimeout: 30_000 });

vi.mock("../src/api/http", async (real) => ({
  ...(await real<typeof http>()), // refusals are real
  get: vi.fn(),
  post: vi.fn(),
  getText: vi.fn(),
}));
vi.mock("../src/api/views", { spy: true });

const { story, scene } = fixture as unknown as { scene: Scene; story: Story };
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
  vi.stubGlobal("scrollTo", vi.fn());
  vi.spyOn(identity, "ensure").mockResolvedValue({ id: "guest-1", name: "Ann" });
  vi.mocked(http.get).mockRejectedValue(new Refused("offline", "not in this test", 0, 0)); // no cards, no drawings
  vi.mocked(http.getText).mockResolvedValue('[Neurohex "1"]\n[Player0 "Ann"]\n');
  vi.mocked(views.look).mockImplementation((moment) => Promise.resolve(lookAt(moment)));
  vi.mocked(views.story).mockResolvedValue(story);
  vi.mocked(views.drawings).mockRejectedValue(new Refused("offline", "not in this test", 0, 0));
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
    expect(http.post).toHaveBeenCalledWith("/api/records", { text: "[Neurohex]" });
    expect(route.path).toBe("/record/abc");
    expect(opened()).toMatchObject([{ record: "abc", title: kept.title }]);
  });

  it("takes a file", async () => {
    vi.mocked(http.post).mockResolvedValue(kept);
    render(Record);
    const file = new File(["the text"], "game.txt", { type: "text/plain" });
    const chooser = document.querySelector("input[type=file]") as HTMLInputElement;
    await fireEvent.change(chooser, { target: { files: [file] } });
    await waitFor(() => expect(http.post).toHaveBeenCalledWith("/api/records", { text: "the text" }));
  });

  it("takes the lines of a file as the server counts them, however they end", async () => {
    vi.mocked(http.post).mockRejectedValue(new Refused("malformed", "text: line 3: not understood", 400, 0));
    render(Record);
    const chooser = document.querySelector("input[type=file]") as HTMLInputElement;
    await fireEvent.change(chooser, { target: { files: [new File(["first\r\nsecond\r\nthrid"], "dos.txt")] } });
    await screen.findByRole("alert");
    expect(http.post).toHaveBeenLastCalledWith("/api/records", { text: "first\nsecond\nthrid" });
    expect(area().value.slice(area().selectionStart, area().selectionEnd)).toBe("thrid");
    await fireEvent.change(chooser, { target: { files: [new File(["one\rtwo"], "mac.txt")] } });
    await waitFor(() => expect(http.post).toHaveBeenLastCalledWith("/api/records", { text: "one\ntwo" }));
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

  it("shows what is wrong with a broken one, at its line, and keeps the text", async () => {
    vi.mocked(http.post).mockRejectedValueOnce(new Refused("malformed", "text: line 2: not understood", 400, 0));
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
    vi.mocked(http.post).mockRejectedValueOnce(new Refused("offline", "the server cannot be reached", 0, 0));
    render(Record);
    await fireEvent.input(area(), { target: { value: "a game" } });
    await fireEvent.click(submit());
    expect((await screen.findByRole("alert")).textContent).toContain("The server cannot be reached.");
    expect(area().value).toBe("a game");
    expect(area().getAttribute("aria-invalid")).toBeNull();
  });

  it("offers those opened before, until they are forgotten", async () => {
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

  it("goes on by its slider, and its address follows", async () => {
    go("/record/abc?step=5", { replace: true });
    render(Record);
    await fireEvent.click(await screen.findByRole("button", { name: "One step on" }));
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

  it("says that it is not there", async () => {
    vi.mocked(views.look).mockRejectedValue(new Refused("not_found", "there is no record nope", 404, 0));
    go("/record/nope", { replace: true });
    render(Record);
    expect((await screen.findByRole("alert")).textContent).toContain("there is no record nope");
    expect(screen.getByRole("link", { name: texts.other[0] }).getAttribute("href")).toBe("/record");
    expect(screen.queryByRole("button", { name: texts.again[0] })).toBeNull();
  });

  it("can be tried again when the server was not there", async () => {
    vi.mocked(views.look).mockRejectedValueOnce(new Refused("offline", "the server cannot be reached", 0, 0));
    go("/record/abc?step=5", { replace: true });
    render(Record);
    await fireEvent.click(await screen.findByRole("button", { name: texts.again[0] }));
    await waitFor(() => expect(document.querySelector("input[type=range]")).not.toBeNull());
  });
});

describe("looking through a record", () => {
  const away = new Refused("unavailable", "not now", 503, 0);

  it("asks again for a moment that could not be had, or for another that is wanted meanwhile", async () => {
    vi.useFakeTimers();
    const replay = new Replay("abc");
    await replay.show(1);
    vi.mocked(views.look).mockRejectedValueOnce(away);
    void replay.show(20);
    await vi.advanceTimersByTimeAsync(PAUSES[0] ?? 0);
    expect([replay.look?.step, replay.trouble]).toEqual([20, null]);
    vi.mocked(views.look).mockRejectedValueOnce(away).mockRejectedValueOnce(away);
    void replay.show(30);
    await vi.advanceTimersByTimeAsync(PAUSES[0] ?? 0);
    void replay.show(40);
    await vi.advanceTimersByTimeAsync(0);
    expect(replay.look?.step).toBe(40);
    vi.useRealTimers();
  });

  it("says so where it cannot be had at all, and shows where it is", async () => {
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

  it("ends at the end where an address asks for more", async () => {
    vi.mocked(views.look).mockImplementation((moment) =>
      (moment.step ?? 0) > story.steps
        ? Promise.reject(new Refused("malformed", "moment.step: too far", 400, 0))
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
    await vi.waitFor(() => expect(views.look).toHaveBeenCalledTimes(2));
    expect(views.look).toHaveBeenLastCalledWith({ record: "abc", step: 3 });
    waiting.shift()?.();
    await vi.waitFor(() => expect(replay.look?.step).toBe(3));
    await tick();
    expect(views.look).toHaveBeenLastCalledWith({ record: "abc", step: 4 }); // what comes next is there already
  });
});
