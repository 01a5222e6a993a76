import { render } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import Defs from "../src/board/Defs.svelte";
import { drawings, withStrongPattern } from "../src/board/drawings.svelte";
import Tile from "../src/board/Tile.svelte";
import { coatOf, spritesOf } from "./board-forms";

const answer = (body: unknown, status = 200) => Promise.resolve(new Response(JSON.stringify(body), { status }));

beforeEach(() => drawings.take(spritesOf()));
afterEach(() => vi.unstubAllGlobals());

const hrefs = (node: Element) => [...node.querySelectorAll("use")].map((use) => use.getAttribute("href"));

describe("drawings", () => {
  it("are asked for once, and again after a refusal", async () => {
    const fetched = vi
      .fn()
      .mockImplementationOnce(() => answer({ code: "busy", why: "later" }, 503))
      .mockImplementation(() => answer(spritesOf({ font: "serif" })));
    vi.stubGlobal("fetch", fetched);
    await expect(drawings.load()).rejects.toThrow("later");
    await Promise.all([drawings.load(), drawings.load()]);
    expect(fetched).toHaveBeenCalledTimes(2);
    expect(drawings.sprites?.font).toBe("serif");
  });

  it("of one game are added to the common ones, once for each game", async () => {
    const extra = spritesOf({
      symbols: { "ground/outpost~2": '<symbol id="ground/outpost~2"></symbol>', "ground/outpost": "again" },
      tiles: {},
      coats: {
        "outpost~2": { ...coatOf("outpost~2"), middles: { "outpost/HQ": Array<string>(6).fill("middle/other") } },
      },
    });
    const fetched = vi.fn(() => answer(extra));
    vi.stubGlobal("fetch", fetched);
    expect(drawings.coat("outpost~2")?.ground).toBe("ground/outpost");
    await drawings.add({ match: "one", step: 1 });
    await drawings.add({ match: "one", step: 2 });
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(drawings.coat("outpost~2")?.ground).toBe("ground/outpost~2");
    expect(drawings.middle("outpost/HQ", "outpost~2", 3)).toBe("middle/other");
    expect(drawings.middle("outpost/HQ", "outpost", 3)).toBe("middle/outpost/HQ/3");
    expect(drawings.lots).toHaveLength(2);
    expect(drawings.lots[1]).not.toContain("again");
  });

  it("of a board for study are not kept by the board, which changes at every edit", async () => {
    const [red, blue] = ["outpost~2~e4002b~dots", "outpost~2~0d3f8a~grid"];
    const fetched = vi
      .fn()
      .mockImplementationOnce(() => answer(spritesOf({ coats: { [red]: coatOf(red) } })))
      .mockImplementation(() => answer(spritesOf({ coats: { [blue]: coatOf(blue) } })));
    vi.stubGlobal("fetch", fetched);
    const players = [red, blue, "outpost"].map((coat) => ({ coat, army: "outpost" }));
    expect(drawings.lacking(players)).toEqual([red, blue]);
    const study = { study: { position: "outpost outpost" } };
    await Promise.all([drawings.add(study), drawings.add(study)]);
    expect(fetched).toHaveBeenCalledTimes(1);
    expect(drawings.lacking(players)).toEqual([blue]);
    await drawings.add(study);
    expect(drawings.lacking(players)).toEqual([]);
    // Each is drawn as at its own table, whichever was looked at last.
    expect([red, blue].map((coat) => drawings.coat(coat)?.ground)).toEqual([`ground/${red}`, `ground/${blue}`]);
  });

  it("stand in the page once", async () => {
    const { container } = render(Defs);
    expect(container.querySelectorAll("symbol")).toHaveLength(3);
    expect(container.querySelector("symbol")?.namespaceURI).toBe("http://www.w3.org/2000/svg");
  });

  it("have a strong pattern besides the soft one", () => {
    const soft = '<path d="M1 1" class="pattern dots" fill="#a9682a"/>';
    expect(withStrongPattern(`<symbol>${soft}</symbol>`)).toBe(
      `<symbol>${soft}<path d="M1 1" class="strong-pattern dots" fill="#14171c"/></symbol>`,
    );
    const lines = '<path class="pattern grid" fill="none" stroke="#ab3e43" stroke-width="3.5"/>';
    expect(withStrongPattern(lines)).toContain('class="strong-pattern grid" fill="none" stroke="#14171c"');
    expect(withStrongPattern("<symbol></symbol>")).toBe("<symbol></symbol>");
    // On a dark ground dark ink would not be seen.
    const dark = `<path d="M0 0" fill="#262c31"/>${lines}`;
    expect(withStrongPattern(dark)).toContain('class="strong-pattern grid" fill="none" stroke="#f4f1e8"');
  });
});

describe("a tile", () => {
  it("is laid in layers", () => {
    const { container } = render(Tile, {
      props: { tile: "outpost/Runner", rotation: 2, netted: true, wounds: 1, size: 51 },
    });
    expect(hrefs(container)).toEqual([
      "#ground/outpost",
      "#edges/outpost/Runner",
      "#netted",
      "#middle/outpost/Runner/2",
      "#wound",
    ]);
    expect(container.querySelector<SVGGElement>(".turns")?.style.transform).toBe("rotate(120deg)");
    expect(container.querySelector("svg")?.getAttribute("width")).toBe("51");
  });

  it("has the points of an HQ, and a name where it is given one", () => {
    const { container, getByRole } = render(Tile, { props: { tile: "outpost/HQ", points: 17, label: "HQ" } });
    expect(container.querySelector("text")?.textContent).toBe("17");
    expect(getByRole("img", { name: "HQ" })).toBeTruthy();
  });

  it("is passed by without a name, and blank without drawings", () => {
    drawings.sprites = null;
    const { container } = render(Tile, { props: { tile: "outpost/HQ" } });
    expect(container.querySelector("svg")?.getAttribute("aria-hidden")).toBe("true");
    expect(container.querySelector(".blank")).not.toBeNull();
  });
});
