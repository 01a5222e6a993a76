import { fireEvent, render, waitFor } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Battle, Story } from "../src/api/forms";
import * as http from "../src/api/http";
import * as views from "../src/api/views";
import { Course } from "../src/lesson/course.svelte";
import Task from "../src/lesson/Task.svelte";
import { chosen } from "../src/texts/language.svelte";
import { keepProgress, PROGRESS_KEY, readProgress, resumeAt, withDone } from "../src/lesson/progress";

vi.mock("../src/api/http", async (original) => ({ ...(await original<typeof http>()), get: vi.fn(), post: vi.fn() }));
vi.mock("../src/api/views", () => ({ look: vi.fn(), story: vi.fn() }));

const get = vi.mocked(http.get);
const post = vi.mocked(http.post);

const step = (key: string) => ({ key, title: key, words: ["Read."], task: "Do it.", hint: "So.", done_words: "Done." });
const LESSON = { version: 1, steps: ["place", "facing", "hq"].map(step) };

function tells(battles: Battle[]): void {
  const told = { turns: [{ entries: [{ battles }] }] } as unknown as Story & { first: number };
  vi.mocked(views.story).mockResolvedValue(told);
}

beforeEach(() => {
  localStorage.clear();
  vi.clearAllMocks();
  chosen.language = "en";
  get.mockResolvedValue(LESSON);
  post.mockResolvedValue({ done: false, over: false, words: "Now turn it." });
  vi.mocked(views.look).mockImplementation((moment) => Promise.resolve({ line: JSON.stringify(moment) } as views.Look));
  tells([]);
});

describe("progress", () => {
  it("is kept, and is none where nothing good was kept", () => {
    expect(readProgress()).toEqual({ done: [], last: null, steps: 0 });
    keepProgress({ done: ["place"], last: "facing", steps: 3 });
    expect(readProgress()).toEqual({ done: ["place"], last: "facing", steps: 3 });
    localStorage.setItem(PROGRESS_KEY, '{"done": 4}');
    expect(readProgress().done).toEqual([]);
    localStorage.setItem(PROGRESS_KEY, "{");
    expect(readProgress().done).toEqual([]);
  });

  it("counts a step once", () => {
    const once = withDone({ done: [], last: null, steps: 3 }, "place");
    expect(withDone(once, "place")).toBe(once);
  });

  it("goes on at the step left, else at the next one that is not done", () => {
    const keys = ["a", "b", "c", "d"];
    const at = (done: string[], last: string | null) => resumeAt({ done, last, steps: 4 }, keys);
    expect(at([], null)).toBe("a");
    expect(at(["a"], "c")).toBe("c");
    expect(at(["a", "b"], "b")).toBe("c");
    expect(at(["d"], "d")).toBe("a");
    expect(at(["gone"], "gone")).toBe("a");
    expect(at(keys, "d")).toBe("a");
    expect(resumeAt({ done: [], last: null, steps: 0 }, [])).toBeNull();
  });
});

describe("the lesson", () => {
  it("begins at the step that is asked for, or at the one to go on with", async () => {
    const course = new Course();
    expect(await course.load(null)).toBe("place");
    expect(await course.load("hq")).toBe("hq");
    expect(course.step?.key).toBe("hq");
    expect(course.next).toBeNull();
    expect(await new Course().load("nonsense")).toBe("hq");
    expect(readProgress()).toMatchObject({ last: "hq", steps: 3 });
  });

  it("says after each act what is missing, and can be restarted", async () => {
    const course = new Course();
    await course.load("place");
    expect(course.verdict).toBeNull();
    await course.act(31);
    expect(post).toHaveBeenCalledWith("/api/lesson", { step: "place", then: [31], lang: "en" }, expect.anything());
    expect(course.verdict).toMatchObject({ done: false, words: "Now turn it." });
    expect(course.open).toBe(true);
    await course.act(16);
    expect(course.moment).toEqual({ lesson: "place", then: [31, 16] });
    const attempt = course.attempt;
    await course.again();
    expect(course.moment).toEqual({ lesson: "place", then: [] });
    expect(course.verdict).toBeNull();
    expect(course.attempt).toBe(attempt + 1);
  });

  it("can ask again for what it could not have, and shows no board of another step meanwhile", async () => {
    const course = new Course();
    await course.load("place");
    const away = new http.RefusedError("unavailable", "not now", 503, 0);
    vi.mocked(views.look).mockRejectedValueOnce(away);
    await course.act(31);
    expect([course.wrong, course.look?.line]).toEqual(["not now", '{"lesson":"place","then":[]}']);
    await course.retry();
    expect([course.wrong, course.look?.line]).toEqual([null, '{"lesson":"place","then":[31]}']);
    vi.mocked(views.look).mockRejectedValueOnce(away);
    await course.begin("facing");
    expect([course.wrong, course.look]).toEqual(["not now", null]);
    const { container } = render(Task, {
      course,
      step: step("facing"),
      onnext: vi.fn(),
      onplay: vi.fn(),
      starting: false,
    });
    await fireEvent.click(container.querySelector("[data-action=retry]") as Element);
    await waitFor(() => expect(course.look?.line).toBe('{"lesson":"facing","then":[]}'));
    expect(container.querySelector("[data-action=retry]")).toBeNull();
  });

  it("takes no act after the end of the attempt", async () => {
    const course = new Course();
    await course.load("place");
    post.mockResolvedValue({ done: false, over: true, words: "Begin again." });
    await course.act(1);
    expect(course.open).toBe(false);
    await course.act(2);
    expect(course.moment).toEqual({ lesson: "place", then: [1] });
    expect(course.isDone("place")).toBe(false);
  });

  it("saves progress, and goes on", async () => {
    const course = new Course();
    await course.load("place");
    post.mockResolvedValue({ done: true, over: true, words: "So an army grows." });
    await course.act(1);
    expect(course.verdict?.done).toBe(true);
    expect(course.done).toBe(1);
    expect(readProgress().done).toEqual(["place"]);
    await course.begin(course.next?.key ?? "");
    expect(course.step?.key).toBe("facing");
    expect(course.verdict).toBeNull();
    expect(await new Course().load(null)).toBe("facing");
  });

  it("shows a Battle that was fought before it says anything, and only once", async () => {
    const course = new Course();
    await course.load("hq");
    const battle = { words: "Battle", ended: true } as Battle;
    const unfinished = { words: "Battle", ended: false } as Battle;
    tells([unfinished]);
    await course.act(1);
    expect(course.battle).toBeNull();
    tells([battle]);
    await course.act(2);
    expect(course.battle).toEqual(battle);
    expect(course.verdict).toBeNull();
    expect(course.open).toBe(false);
    course.watched();
    expect(course.battle).toBeNull();
    expect(course.verdict).not.toBeNull();
    await course.act(3);
    expect(course.battle).toBeNull();
    await course.again();
    await course.act(2);
    expect(course.battle).toEqual(battle);
  });

  it("loses nothing when something is refused", async () => {
    const course = new Course();
    await course.load("place");
    await course.act(1);
    post.mockRejectedValueOnce(new http.RefusedError("offline", "the server cannot be reached", 0, 0));
    await course.act(2);
    expect(course.wrong).toBe("The server cannot be reached.");
    expect(course.moment).toEqual({ lesson: "place", then: [1] });
    await course.act(2);
    expect(course.wrong).toBeNull();
    expect(course.moment).toEqual({ lesson: "place", then: [1, 2] });
  });

  it("says why it cannot be loaded", async () => {
    get.mockRejectedValueOnce(new http.RefusedError("offline", "the server cannot be reached", 0, 0));
    const course = new Course();
    expect(await course.load(null)).toBeNull();
    expect(course.wrong).toBe("The server cannot be reached.");
    expect(await course.load(null)).toBe("place");
    expect(course.wrong).toBeNull();
  });

  it("hides the hint of another step", async () => {
    const course = new Course();
    await course.load("place");
    course.hinted = true;
    await course.again();
    expect(course.hinted).toBe(true);
    await course.begin("hq");
    expect(course.hinted).toBe(false);
  });

  it("keeps the attempt when the language changes", async () => {
    const course = new Course();
    await course.load("hq");
    const asked: (() => void)[] = [];
    vi.mocked(views.look).mockImplementation((moment) => {
      const seen = { line: `${chosen.language} ${JSON.stringify(moment.then)}` } as views.Look;
      return new Promise((resolve) => asked.push(() => resolve(seen)));
    });
    const battle = (words: string) => ({ words, ended: true }) as Battle;
    const acted = course.act(1);
    chosen.language = "pl";
    const told = course.translate();
    tells([battle("Bitwa")]);
    await vi.waitFor(() => expect(get).toHaveBeenLastCalledWith("/api/lesson?lang=pl"), 60_000);
    for (let n = 0; n < 3; n++) {
      await new Promise((done) => setTimeout(done));
      asked.shift()?.();
    }
    await Promise.all([acted, told]);
    expect([course.look?.line, course.battle?.words, course.busy]).toEqual(["pl [1]", "Bitwa", false]);
    // The Battle that is watched goes on in another language, and is told once.
    vi.mocked(views.look).mockImplementation((moment) => Promise.resolve({ line: moment.then } as never));
    chosen.language = "en";
    tells([battle("Battle")]);
    await course.translate();
    expect(course.battle?.words).toBe("Battle");
    course.watched();
    await course.translate();
    expect(course.battle).toBeNull();
  });

  it("is in the language that was chosen last, whichever comes first", async () => {
    const asked: ((title: string) => void)[] = [];
    get.mockImplementation(
      () =>
        new Promise((resolve) =>
          asked.push((title) => resolve({ ...LESSON, steps: LESSON.steps.map((one) => ({ ...one, title })) } as never)),
        ),
    );
    const course = new Course();
    const loaded = course.load("place");
    chosen.language = "pl";
    const polish = course.translate();
    asked[1]?.("po polsku");
    await polish;
    asked[0]?.("in English");
    expect(await loaded).toBe("place");
    expect(course.step?.title).toBe("po polsku");
    chosen.language = "en";
    const english = course.translate();
    chosen.language = "pl";
    const again = course.translate();
    asked[3]?.("znów po polsku");
    await again;
    asked[2]?.("in English");
    await english;
    expect(course.step?.title).toBe("znów po polsku");
  });

  it("tells the same in another language", async () => {
    const course = new Course();
    await course.load("place");
    await course.act(1);
    await course.translate();
    expect(get).toHaveBeenCalledTimes(2);
    expect(course.moment).toEqual({ lesson: "place", then: [1] });
    expect(course.verdict).not.toBeNull();
  });
});
