import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { momentLink, momentPath, recordText, stepAsked, studyPath } from "../src/log/link";
import { copyText } from "../src/app/clipboard";
import { forget, namesIn, recentRecords, remember, tagsOf } from "../src/log/records";
import { realCatalogue } from "./moments";

describe("links to moments", () => {
  it("name the game and the step", () => {
    expect(momentPath("match", "3f2a")).toBe("/match/3f2a");
    expect(momentPath("record", "a b", 0)).toBe("/record/a%20b?step=0");
    expect(momentLink("match", "3f2a", 17)).toBe(`${location.origin}/match/3f2a?step=17`);
  });

  it("keep strange names of games in their place", () => {
    expect(studyPath("match", "3f2a", 17)).toBe("/study?match=3f2a&step=17");
    const { searchParams } = new URL(studyPath("record", "a&step=9#?", 2), location.origin);
    expect([searchParams.get("record"), searchParams.get("step")]).toEqual(["a&step=9#?", "2"]);
    expect(recordText("../armies?x")).toBe("/api/records/..%2Farmies%3Fx");
  });

  it("are read back, and nonsense is nothing", () => {
    expect(stepAsked(new URLSearchParams("step=42"))).toBe(42);
    expect(stepAsked(new URLSearchParams("step=0"))).toBe(0);
    for (const query of ["", "step=", "step=-1", "step=x", "step=1.5", "step=99999999999"]) {
      expect(stepAsked(new URLSearchParams(query))).toBeNull();
    }
  });
});

describe("copying", () => {
  afterEach(() => vi.unstubAllGlobals());

  it("uses the clipboard", async () => {
    const writeText = vi.fn().mockResolvedValue(undefined);
    vi.stubGlobal("navigator", { clipboard: { writeText } });
    expect(await copyText("a link")).toBe(true);
    expect(writeText).toHaveBeenCalledWith("a link");
  });

  it("does without one, and gives the focus back", async () => {
    vi.stubGlobal("navigator", {});
    const button = document.createElement("button");
    document.body.append(button);
    button.focus();
    document.execCommand = vi.fn().mockReturnValue(true);
    expect(await copyText("a link")).toBe(true);
    expect(document.activeElement).toBe(button);
    expect(document.querySelector("textarea")).toBeNull();
    document.execCommand = vi.fn(() => {
      throw new Error("not allowed");
    });
    expect(await copyText("a link")).toBe(false);
    button.remove();
  });
});

describe("records that were opened", () => {
  beforeEach(() => localStorage.clear());

  it("are remembered, the latest first, each once, and not too many", () => {
    expect(recentRecords()).toEqual([]);
    for (let i = 0; i < 12; i++) remember({ record: `r${i}`, title: `Game ${i}`, steps: i, date: null });
    remember({ record: "r7", title: "Game 7", steps: 7, date: "2024-05-01" });
    expect(recentRecords().map(({ record }) => record)).toEqual(["r7", "r11", "r10", "r9", "r8", "r6", "r5", "r4"]);
    forget();
    expect(recentRecords()).toEqual([]);
  });

  it("are nothing where the browser has kept something else", () => {
    localStorage.setItem("neurohex.records", '[1, {"record": "a"}, {"record": "b", "title": "B"}]');
    expect(recentRecords()).toEqual([{ record: "b", title: "B" }]);
    localStorage.setItem("neurohex.records", "{{{");
    expect(recentRecords()).toEqual([]);
  });
});

describe("the tags of a record", () => {
  const text = '[Neurohex "1"]\n[Player0 "Ann \\"A\\" B"]\r\n[Player1 "Ben"]\n\n0: place HQ B3 facing N\n';

  it("say who played", () => {
    expect(tagsOf(text)).toEqual({ Neurohex: "1", Player0: 'Ann "A" B', Player1: "Ben" });
    expect(namesIn(tagsOf(text), 3, null)).toEqual(['Ann "A" B', "Ben", ""]);
    const [level] = realCatalogue().levels;
    const played = { Player0: level?.key ?? "", Player1: "Ann" };
    expect(namesIn(played, 2, realCatalogue())).toEqual([level?.name, "Ann"]);
    expect(level?.name).not.toBe(level?.key);
    expect(tagsOf("no record at all")).toEqual({});
  });
});
