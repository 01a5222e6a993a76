import { fireEvent, render, screen, waitFor, within } from "@testing-library/svelte";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Battle, PlayerForm } from "../src/api/forms";
import { pageOf } from "../src/frame/pages";
import { settings } from "../src/app/settings.svelte";
import Sentences from "../src/battle/Sentences.svelte";
import { timeline } from "../src/battle/timeline";
import RulingsPage from "../src/pages/Rulings.svelte";
import { load } from "../src/rulings/library";
import RulingTag from "../src/rulings/RulingTag.svelte";
import { anchorOf, find, numbersIn, plain, read, spansOf, type Block, type Rulings } from "../src/rulings/rulings";
import { chosen, LANGUAGES, type Language } from "../src/texts/language.svelte";
import { rulings as texts } from "../src/texts/rulings";
import battles from "./fixtures/battles.json";

const SMALL = `# Rules

Read [this](rulings.pl.md).

## 1. Books

| point | 2008 | living |
| --- | --- | --- |
| R1.1 Draw | none | \`all\` of R2.1 |

## 7. Medics

For all hits:

- R7.1 One
  two.
- R7.2 Three, **four**.

## 8. Instants

- **Battle** not after R2.1.

## Silence

- More of *this* (R1.1).
- Nothing.
`;

const words = (blocks: Block[]) =>
  blocks.map((block) => (block.kind === "paragraph" ? plain(block.spans) : block.kind));

/** Every number that can be asked for, in order. */
function numbers({ sections }: Rulings): string[] {
  return sections.flatMap(({ number, blocks }) => [
    ...(number ? [number] : []),
    ...blocks.flatMap((block) => {
      const lines = block.kind === "list" ? block.items : block.kind === "table" ? block.rows : [];
      return lines.flatMap((line) => line.number ?? []);
    }),
  ]);
}

describe("a line", () => {
  it("falls into pieces", () => {
    expect(spansOf("**Nets** and *own*, `3.0`, R10.3 [here](x.md).")).toEqual([
      { kind: "strong", words: "Nets" },
      { kind: "text", words: " and " },
      { kind: "emphasis", words: "own" },
      { kind: "text", words: ", " },
      { kind: "code", words: "3.0" },
      { kind: "text", words: ", " },
      { kind: "ruling", words: "R10.3" },
      { kind: "text", words: " " },
      { kind: "link", words: "here", to: "x.md" },
      { kind: "text", words: "." },
    ]);
    expect(spansOf("plain")).toEqual([{ kind: "text", words: "plain" }]);
    expect(spansOf("")).toEqual([]);
  });
});

describe("reading", () => {
  const small = read(SMALL);

  it("finds the title, what stands before the sections, and these", () => {
    expect(small.title).toBe("Rules");
    expect(words(small.opening)).toEqual(["Read this."]);
    expect(small.sections.map(({ number, title }) => [number, title])).toEqual([
      ["§1", "Books"],
      ["§7", "Medics"],
      ["§8", "Instants"],
      [null, "Silence"],
    ]);
  });

  it("finds a table row by column, with remarks from elsewhere", () => {
    const found = find(small, "R1.1");
    expect(plain(found?.about ?? [])).toBe("Draw");
    expect(found?.section.title).toBe("Books");
    expect(found?.blocks).toEqual([
      {
        kind: "columns",
        columns: [
          { label: spansOf("2008"), spans: spansOf("none") },
          { label: spansOf("living"), spans: spansOf("`all` of R2.1") },
        ],
      },
    ]);
    expect(found?.more.map(plain)).toEqual(["More of this (R1.1)."]);
  });

  it("gives one of a list with the words that lead to it", () => {
    expect(words(find(small, "R7.1")?.blocks ?? [])).toEqual(["For all hits:", "One two."]);
    expect(words(find(small, "R7.2")?.blocks ?? [])).toEqual(["For all hits:", "Three, four."]);
  });

  it("gives a whole section", () => {
    expect(words(find(small, "§8")?.blocks ?? [])).toEqual(["list"]);
  });

  it("finds nothing where nothing is", () => {
    for (const number of ["R2.1", "R7.3", "§7.1", "§9", "", "Draw"]) expect(find(small, number)).toBeNull();
  });

  it("takes several numbers apart, and gives each its place", () => {
    expect(numbersIn("R6.2, R7.2")).toEqual(["R6.2", "R7.2"]);
    expect(numbersIn("")).toEqual([]);
    expect(["R4.4", "§8", null].map(anchorOf)).toEqual(["R4.4", "s8", "silent"]);
  });
});

describe.each(LANGUAGES)("the rulings in %s", (language) => {
  it("have every number, once, each with a text", async () => {
    const rulings = await load(language);
    const all = numbers(rulings);
    expect(all).toEqual([...new Set(all)]);
    expect(all).toEqual(expect.arrayContaining(["R1.1", "R1.9", "R3.2", "§7", "R7.1", "R7.4", "§8", "R8.5", "R12.3"]));
    for (const number of all) {
      const found = find(rulings, number);
      expect(found?.blocks.length, number).toBeGreaterThan(0);
      expect(found?.section.title, number).toBeTruthy();
    }
    expect(find(rulings, "R1.1")?.blocks[0]).toMatchObject({ kind: "columns", columns: { length: 3 } });
  });

  it("name only rulings that are there, and leave no marks behind", async () => {
    const rulings = await load(language);
    const all = new Set(numbers(rulings));
    const shown = [rulings.opening, ...rulings.sections.map(({ blocks }) => blocks)].flat().flatMap((block) => {
      if (block.kind === "paragraph") return [block.spans];
      if (block.kind === "list") return block.items.map(({ spans }) => spans);
      return block.kind === "table" ? [...block.head, ...block.rows.flatMap(({ cells }) => cells)] : [];
    });
    for (const spans of shown) {
      for (const span of spans) if (span.kind === "ruling") expect(all).toContain(span.words);
      expect(plain(spans)).not.toMatch(/[*`[\]|]/);
    }
  });
});

describe("both languages", () => {
  it("have the same numbers", async () => {
    const [en, pl] = await Promise.all(LANGUAGES.map(load));
    expect(pl && numbers(pl)).toEqual(en && numbers(en));
  });
});

const dialog = () => document.querySelector("dialog");
const text = () => document.querySelector<HTMLElement>("[data-ruling-text]");

beforeEach(() => {
  chosen.language = "en";
  window.scrollTo = vi.fn() as unknown as typeof window.scrollTo;
  Element.prototype.scrollIntoView = vi.fn();
});
afterEach(() => {
  history.replaceState(null, "", "/");
  for (const open of document.querySelectorAll("dialog")) fireEvent(open, new Event("close"));
});

async function opened(number: string, language: Language = "en") {
  chosen.language = language;
  render(RulingTag, { props: { number } });
  const tag = screen.getByRole("button");
  tag.focus();
  tag.click();
  await waitFor(() => expect(text()).toBeTruthy());
  await waitFor(() => expect(dialog()?.hasAttribute("open")).toBe(true));
  return tag;
}

describe("a tag", () => {
  it("opens its ruling, with its section and a link to it among all", async () => {
    const tag = await opened("R4.4");
    expect(tag.textContent).toBe("R4.4");
    expect(tag.getAttribute("aria-label")).toBe("Ruling R4.4");
    expect(screen.getByRole("heading", { name: "Ruling R4.4" })).toBeTruthy();
    expect(text()?.textContent).toMatch(/§4 Turn.*Whoever has drawn the last tile/s);
    const link = within(dialog() as HTMLElement).getByRole("link");
    expect(link.getAttribute("href")).toBe("/rulings#R4.4");
  });

  it("speaks Polish", async () => {
    await opened("R7.2", "pl");
    expect(screen.getByRole("heading", { name: texts.ruling[1]("R7.2") })).toBeTruthy();
    expect(text()?.textContent).toContain("Medyk znosi jedno całe trafienie");
  });

  it("leads on to the rulings that it names, and back", async () => {
    await opened("R6.5");
    await fireEvent.click(screen.getByRole("button", { name: "Ruling R10.1" }));
    await waitFor(() => expect(text()?.dataset.rulingText).toBe("R10.1"));
    expect(document.activeElement).toBe(text());
    await fireEvent.click(screen.getByRole("button", { name: texts.back[0]("R6.5") }));
    expect(text()?.dataset.rulingText).toBe("R6.5");
  });

  it("says so where there is no such ruling", async () => {
    await opened("R99.1");
    expect(text()?.textContent).toContain(texts.unknown[0]("R99.1"));
  });

  it("has the focus again when the dialog is closed, and leaves nothing behind", async () => {
    const tag = await opened("R4.4");
    await fireEvent(dialog() as HTMLElement, new Event("close"));
    expect(dialog()).toBeNull();
    expect(document.activeElement).toBe(tag);
  });

  it("keeps its clicks and the keys of its dialog to itself", async () => {
    const heard = vi.fn();
    addEventListener("keydown", heard);
    document.body.addEventListener("click", heard);
    await opened("R4.4");
    await fireEvent.keyDown(text() as HTMLElement, { key: "Escape" });
    removeEventListener("keydown", heard);
    document.body.removeEventListener("click", heard);
    expect(heard).not.toHaveBeenCalled();
  });
});

describe("the sentences of a Battle", () => {
  const { battle, players } = battles[0] as unknown as { battle: Battle; players: PlayerForm[] };
  const frames = timeline(battle);
  const tags = () => [...document.querySelectorAll<HTMLElement>("li [data-ruling]")];

  it("have separate rulings; Tab stops only at current ones", () => {
    const at = frames.findLastIndex(({ beats }) => beats.some(({ ruling }) => ruling !== ""));
    render(Sentences, { props: { battle, frames, at, players } });
    expect(tags().length).toBeGreaterThan(3);
    for (const tag of tags()) {
      expect(tag.dataset.ruling).toMatch(/^R\d+\.\d+$/);
      expect(tag.parentElement?.closest("button, a")).toBeNull();
      expect(tag.tabIndex).toBe(tag.closest("[aria-current]") ? 0 : -1);
    }
    expect(tags().some(({ tabIndex }) => tabIndex === 0)).toBe(true);
  });

  it("keep the focus in their list when the one that had it is taken back", async () => {
    const { rerender } = render(Sentences, { props: { battle, frames, at: frames.length - 1, players } });
    tags().at(-1)?.focus();
    await rerender({ at: 0 });
    await waitFor(() => expect(document.activeElement?.className).toContain("told"));
  });
});

describe("the page", () => {
  it("is at /rulings", async () => {
    const page = await pageOf(["rulings"]).load();
    expect(page.default).toBe(RulingsPage);
  });

  it("has contents and a place for every ruling, the same in both languages", async () => {
    const { container } = render(RulingsPage);
    await screen.findByRole("heading", { level: 1, name: /how this engine reads/ });
    const rulings = await load("en");
    for (const number of numbers(rulings)) expect(document.getElementById(anchorOf(number)), number).toBeTruthy();
    const places = () => [...container.querySelectorAll("[id]")].map(({ id }) => id);
    const before = places();
    chosen.language = "pl";
    await screen.findByRole("heading", { level: 1, name: /jak ten silnik czyta/ });
    expect(places()).toEqual(before);
  });

  it("goes to the anchor in the address, and follows links", async () => {
    history.replaceState(null, "", "/rulings#R7.2");
    render(RulingsPage);
    await waitFor(() => expect(document.activeElement?.id).toBe("R7.2"));
    const contents = screen.getByRole("navigation", { name: texts.contents[0] });
    await fireEvent.click(within(contents).getByRole("link", { name: "Duel board" }));
    await waitFor(() => expect(document.activeElement?.id).toBe("s9"));
    expect(location.pathname + location.hash).toBe("/rulings#s9");
    await fireEvent.click(screen.getByRole("link", { name: texts.link_to[0]("R4.4") }));
    await waitFor(() => expect(document.activeElement?.id).toBe("R4.4"));
    expect(document.activeElement?.className).toContain("aimed");
  });

  it("is shown where the address names no place that can be read", async () => {
    const failed = vi.fn((event: PromiseRejectionEvent | Error) => void event);
    process.on("unhandledRejection", failed);
    history.replaceState(null, "", "/rulings#%");
    render(RulingsPage);
    await screen.findByRole("heading", { level: 1, name: /how this engine reads/ });
    await new Promise((done) => setTimeout(done, 50));
    process.off("unhandledRejection", failed);
    expect(failed).not.toHaveBeenCalled();
    history.replaceState(null, "", "/rulings");
  });

  it("can be read in the other language", async () => {
    render(RulingsPage);
    await fireEvent.click(await screen.findByRole("button", { name: "Po polsku" }));
    expect(settings.language).toBe("pl");
    settings.set({ language: "en" });
  });
});
