import { fireEvent, render, screen } from "@testing-library/svelte";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Scene, Story } from "../src/api/forms";
import { tollOf } from "../src/battle/toll";
import Happening from "../src/match/Happening.svelte";
import type { Live } from "../src/match/live.svelte";
import Pieces from "../src/match/Pieces.svelte";
import { pieces } from "../src/match/story";
import { chosen } from "../src/texts/language.svelte";
import fixture from "./fixtures/story.json";

const { story, scene } = fixture as unknown as { scene: Scene; story: Story };
const { players } = scene;

/** A Battle of a real game in which units were lost, with what was done to begin it and the draws after it. */
const entry = story.turns
  .flatMap(({ entries }) => entries)
  .find(({ battles }) => battles.some((one) => tollOf(one, players).some(({ units }) => units.length > 0)));
const battle = entry?.battles[0];
if (!entry || !battle) throw new Error("no Battle in which a unit was lost");
const told = pieces(story, entry.step, entry.step + 2);
const lost = tollOf(battle, players).flatMap(({ units }) => units);

beforeEach(() => {
  chosen.language = "en";
});

describe("what has just happened", () => {
  it("says what a Battle took from whom, and lets it be watched again", async () => {
    const onbattle = vi.fn();
    render(Pieces, { pieces: told, players, seat: 0, onbattle });
    for (const unit of lost) expect(document.querySelector("[data-toll]")?.textContent).toContain(unit);
    await fireEvent.click(screen.getByRole("button", { name: `Watch again: ${battle.words}` }));
    expect(onbattle).toHaveBeenCalledWith(battle);
  });

  it("has the colour of whom it is about, not of who acted", () => {
    const two = [
      { player: 0, words: "One draws." },
      { player: 1, words: "Two draws." },
    ];
    render(Pieces, { pieces: two, players, seat: 0, onbattle: vi.fn() });
    const colours = [...document.querySelectorAll<HTMLElement>("li")].map((li) => li.style.getPropertyValue("--army"));
    expect(new Set(colours).size).toBe(2);
  });

  it("begins with the Battle where there is room for a line only", async () => {
    const onbattle = vi.fn();
    const happened = { act: { seat: 0 }, words: "And more.", hexes: [], pieces: told };
    const live = { happened, behind: 0, battle: null, seat: 0, presence: null } as unknown as Live;
    render(Happening, { live, scene, replaying: false, onbattle });
    expect(document.querySelector("[data-happened]")?.textContent).toMatch(/^Battle: .*And more\.$/);
    for (const unit of lost) expect(document.body.textContent).toContain(unit);
    await fireEvent.click(screen.getByRole("button", { name: `Watch again: ${battle.words}` }));
    expect(onbattle).toHaveBeenCalledWith(battle);
  });
});
