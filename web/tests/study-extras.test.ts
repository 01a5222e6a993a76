import { cleanup, fireEvent, render, screen } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { catalogue } from "../src/app/catalogue.svelte";
import type { Editor } from "../src/study/editor.svelte";
import { addTo, setupOf, type Setup } from "../src/study/position";
import PositionExtras from "../src/study/PositionExtras.svelte";
import { chosen } from "../src/texts/language.svelte";
import { realCatalogue } from "./moments";

vi.mock("../src/api/http", () => ({ get: vi.fn(() => Promise.resolve(realCatalogue())) }));

const USUAL = ["A2", "B1", "B4", "C3", "D1", "D4", "E2"];

/** The component, and each setup that it made of the one before. */
function shown(line: string, change: (setup: Setup) => Setup = (setup) => setup) {
  let now = change(setupOf({ line, hands: [], discards: [], energy: [], turn: 0, terminals: null, bomber: "none" }));
  const made: Setup[] = [];
  const editor = {
    edit: async (edit: (setup: Setup) => Setup) => {
      made.push((now = edit(now)));
      await rendered.rerender({ editor, setup: now });
    },
  } as unknown as Editor;
  const rendered = render(PositionExtras, { editor, setup: now });
  return made;
}

beforeEach(async () => {
  chosen.language = "en";
  await catalogue.load();
});
afterEach(cleanup);

describe("what a position does not say", () => {
  it("is nothing on a board without Terminals and without Mad Bomber", () => {
    shown("living standard outpost:20* hegemony:20");
    expect(screen.queryByRole("radiogroup")).toBeNull();
    expect(screen.queryByRole("combobox")).toBeNull();
  });

  it("is where the Terminals lie, once there are enough of them", async () => {
    const made = shown("living duel outpost:20* hegemony:20");
    await fireEvent.click(screen.getByRole("radio", { name: "Choose" }));
    expect(made.at(-1)?.terminals).toEqual(USUAL);
    await fireEvent.click(screen.getByRole("button", { name: "A2, Terminal" }));
    expect(made).toHaveLength(1); // six are too few
    expect(screen.getByText("Place 1 more Terminal.")).toBeTruthy();
    await fireEvent.click(screen.getByRole("button", { name: "A1, no Terminal" }));
    expect(made.at(-1)?.terminals).toEqual(["A1", ...USUAL.slice(1)]);
    await fireEvent.click(screen.getByRole("radio", { name: "Usual places" }));
    expect(made.at(-1)?.terminals).toBeNull();
  });

  it("is how Mad Bomber is played, where it is in the game", async () => {
    const made = shown("living standard outpost:20* hegemony:20", (setup) =>
      addTo("hands", setup, 0, "bombers/Mad_Bomber"),
    );
    const ways = screen.getByRole<HTMLSelectElement>("combobox", { name: "Mad Bomber" });
    expect([...ways.options].map(({ value }) => value)).toEqual(["neutral", "mercenary"]);
    expect(ways.value).toBe("neutral");
    await fireEvent.change(ways, { target: { value: "mercenary" } });
    expect(made.at(-1)?.bomber).toBe("mercenary");
  });
});
