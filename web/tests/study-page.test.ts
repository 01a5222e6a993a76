import { configure, fireEvent, render, screen, waitFor } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import * as http from "../src/api/http";
import { RefusedError } from "../src/api/http";
import * as views from "../src/api/views";
import { catalogue } from "../src/app/catalogue.svelte";
import { identity } from "../src/app/identity.svelte";
import { go } from "../src/app/router.svelte";
import { toasts } from "../src/app/toasts.svelte";
import { drawings } from "../src/board/drawings.svelte";
import Study from "../src/pages/Study.svelte";
import { chosen } from "../src/texts/language.svelte";
import { study } from "../src/texts/study";
import { coatOf, spritesOf } from "./board-forms";
import { fixture, realCatalogue } from "./moments";

// To ask for every element whether it can be seen takes long.
configure({ defaultHidden: true });

vi.mock("../src/api/http", async (real) => ({ ...(await real<typeof http>()), get: vi.fn(), post: vi.fn() }));
vi.mock("../src/api/views", { spy: true });

const { look } = fixture("main");
const away = new RefusedError("unavailable", "not now", 503, 0);
const mode = () => document.querySelector('.modes [aria-pressed="true"]')?.getAttribute("data-mode");
const press = (selector: string) => fireEvent.click(document.querySelector(selector) as Element);

/** The look at a board whose players wear these coats. */
function dressed(...coats: string[]): views.Look {
  const [player] = look.scene.players;
  if (!player) throw new Error("nobody is there");
  const players = coats.map((coat, number) => ({ ...player, player: number, coat, army: coat.replace(/~.*/, "") }));
  return { ...look, scene: { ...look.scene, players } };
}

beforeEach(async () => {
  vi.clearAllMocks();
  localStorage.clear();
  toasts.list = [];
  chosen.language = "en";
  vi.stubGlobal("scrollTo", vi.fn());
  vi.mocked(http.get).mockResolvedValue(realCatalogue());
  vi.mocked(http.post).mockRejectedValue(away);
  vi.mocked(views.look).mockImplementation((moment) => Promise.resolve({ ...look, step: moment.then?.length ?? 0 }));
  vi.mocked(views.story).mockResolvedValue({ version: 1, first: 0, steps: 0, turns: [] });
  await catalogue.load();
});

describe("going on with a board in another way", () => {
  it("stays where it is when the board cannot be had so, and says why", async () => {
    go("/study?match=abc&step=7&then=5,6&mode=play", { replace: true });
    render(Study);
    await waitFor(() => expect(mode()).toBe("play"));
    await waitFor(() => expect(document.querySelector("[data-action=fight]")).not.toBeNull());
    vi.mocked(views.look).mockRejectedValueOnce(away);
    await press("[data-mode=setup]");
    await waitFor(() => expect(toasts.list.map(({ words }) => words)).toEqual(["Not possible: not now"]));
    expect(mode()).toBe("play");
    expect(document.querySelector("[data-action=fight]")).not.toBeNull();
    await new Promise((done) => setTimeout(done, 400)); // the address follows the board after a little
    expect(location.search).toBe("?match=abc&step=7&then=5,6&mode=play");
    await press("[data-mode=setup]");
    await waitFor(() => expect(mode()).toBe("setup"));
    expect(views.look).toHaveBeenLastCalledWith({ match: "abc", step: 7, then: [5, 6] }, expect.anything());
  });

  it("leaves the board that is set up where it cannot be played on from", async () => {
    go("/study?line=living+standard+outpost:20*+hegemony:20&mode=setup", { replace: true });
    render(Study);
    await waitFor(() => expect(document.querySelector("[data-line]")).not.toBeNull());
    vi.mocked(views.look).mockRejectedValueOnce(away);
    await press("[data-mode=play]");
    await waitFor(() => expect(toasts.list.map(({ words }) => words)).toEqual(["Not possible: not now"]));
    expect(mode()).toBe("setup");
    expect(screen.getByDisplayValue(look.line)).toBeTruthy();
    await press("[data-mode=play]");
    await waitFor(() => expect(mode()).toBe("play"));
  });
});

describe("returning to set-up after play", () => {
  const LATER = "living standard outpost:7* hegemony:20 | C4=0.HQ C2=1.HQ";
  const undo = () => document.querySelector("[data-action=undo]");
  const line = () => document.querySelector<HTMLInputElement>("[data-line]")?.value;

  beforeEach(() => {
    vi.mocked(views.look).mockImplementation((moment) => {
      const { position, turn = null } = "study" in moment ? moment.study : { position: look.line };
      const then = moment.then?.length ?? 0;
      const now = { ...look, hands: [], turn, line: then > 0 ? LATER : String(position), step: then, steps: then };
      return Promise.resolve(now);
    });
  });

  /** A board, set up, with one act played on it, and then set up. */
  async function throughAll(): Promise<void> {
    go(`/study?line=${encodeURIComponent(look.line)}&mode=setup`, { replace: true });
    render(Study);
    await waitFor(() => expect(line()).toBe(look.line));
    await press("[data-mode=play]");
    await waitFor(() => expect(mode()).toBe("play"));
    await press("[data-action=end], [data-offer=end]");
    await waitFor(() => expect(location.search).toContain("then="));
    await press("[data-mode=setup]");
    await waitFor(() => expect(line()).toBe(LATER));
  }

  it("is a step that can be taken back", async () => {
    await throughAll();
    expect(undo()?.getAttribute("aria-disabled")).toBe("false");
    await press("[data-action=undo]");
    await waitFor(() => expect(line()).toBe(look.line));
    await press("[data-action=redo]");
    await waitFor(() => expect(line()).toBe(LATER));
  });

  it("keeps the played game while the board is unchanged", async () => {
    await throughAll();
    await press("[data-mode=play]");
    await waitFor(() => expect(document.querySelector("header p")?.textContent).toMatch(/1\W+1/));
    expect(location.search).toContain("then=");
    await press("[data-mode=setup]");
    await waitFor(() => expect(mode()).toBe("setup"));
    await press("[data-action=clear]");
    await waitFor(() => expect(line()).not.toBe(LATER));
    await press("[data-mode=play]");
    await waitFor(() => expect(document.querySelector("header p")?.textContent).toMatch(/0\W+0/));
  });

  it("leaves the addresses before to the browser's way back", async () => {
    const pushed = vi.spyOn(history, "pushState");
    await throughAll();
    expect(pushed.mock.calls.map(([, , to]) => /mode=(.*)/.exec(String(to))?.[1])).toEqual(["play", "setup"]);
    pushed.mockRestore();
  });
});

describe("a bot's opinion", () => {
  it("is said once, and shown on the board", async () => {
    const words = "End the turn, says the bot";
    const thought = { action: 0, words, chance: 0.5, tries: 9, line: [words], reasons: [] };
    vi.spyOn(identity, "as").mockImplementation((ask) => ask({ id: "guest-1", name: "Ann", account: false }));
    vi.mocked(views.hint).mockResolvedValue({ player: look.choices.decides?.player ?? 0, thoughts: [thought] });
    go(`/study?line=${encodeURIComponent(look.line)}&mode=play`, { replace: true });
    render(Study);
    await fireEvent.click(await screen.findByRole("tab", { name: study.opinion[0] }));
    await press("[data-action=hint]");
    await waitFor(() => expect(document.querySelector('.opinion [aria-pressed="true"]')).not.toBeNull());
    expect(screen.getAllByText(words)).toHaveLength(1);
    expect(document.querySelector("[data-action=do-hint]")).toBeNull();
    await waitFor(() => expect(views.previews).toHaveBeenCalledWith(expect.anything(), [0], expect.anything()));
  });
});

describe("drawings of a board for study", () => {
  const read = async (line: string) => {
    const asked = vi.mocked(views.look).mock.calls.length;
    await fireEvent.input(document.querySelector("[data-line]") as Element, { target: { value: line } });
    await press("[data-action=use-line]");
    await waitFor(() => expect(vi.mocked(views.look).mock.calls.length).toBeGreaterThan(asked));
    await new Promise((done) => setTimeout(done, 20));
  };

  it("are asked for when a coat is not there, and not at every edit", async () => {
    drawings.take(spritesOf());
    vi.mocked(views.drawings).mockImplementation(() => {
      const worn = coats.filter((coat) => coat.includes("~")).map((coat) => [coat, coatOf(coat)] as const);
      return Promise.resolve(spritesOf({ coats: Object.fromEntries(worn) }));
    });
    let coats = ["outpost", "outpost~2~111111~dots"];
    vi.mocked(views.look).mockImplementation(() => Promise.resolve(dressed(...coats)));
    go("/study?line=living+standard+outpost+outpost", { replace: true });
    render(Study);
    await waitFor(() => expect(views.drawings).toHaveBeenCalledTimes(1));
    await waitFor(() => expect(drawings.coat("outpost~2~111111~dots")?.ground).toBe("ground/outpost~2~111111~dots"));
    await read("living standard outpost:19* outpost:20");
    await read("living standard outpost:18* outpost:20");
    expect(views.drawings).toHaveBeenCalledTimes(1);
    // With somebody else at the table the second has another shade.
    coats = ["outpost", "outpost~2~222222~grid", "vegas"];
    await read("living standard outpost outpost vegas");
    await waitFor(() => expect(drawings.coat("outpost~2~222222~grid")?.ground).toBe("ground/outpost~2~222222~grid"));
    expect(views.drawings).toHaveBeenCalledTimes(2);
    coats = ["outpost", "outpost~2~111111~dots"];
    await read("living standard outpost outpost");
    expect(drawings.coat("outpost~2~111111~dots")?.ground).toBe("ground/outpost~2~111111~dots");
    expect(views.drawings).toHaveBeenCalledTimes(2);
  });
});
