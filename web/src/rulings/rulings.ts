/** Parser of the small Markdown subset of docs/rulings.md. */

/** A piece of a line. `ruling` is the number of a ruling; `link` leads to another text. */
export type Span =
  | { kind: "text" | "strong" | "emphasis" | "code" | "ruling"; words: string }
  | { kind: "link"; words: string; to: string };

/** A line, with its ruling number if it has one. */
export interface Item {
  number: string | null;
  spans: Span[];
}

/** A table row; its number is removed from the cell. */
export interface Row {
  number: string | null;
  cells: Span[][];
}

export type Block =
  | { kind: "paragraph"; spans: Span[] }
  | { kind: "list"; ordered: boolean; items: Item[] }
  | { kind: "table"; head: Span[][]; rows: Row[] }
  /** A single table row: the content of each column. */
  | { kind: "columns"; columns: { label: Span[]; spans: Span[] }[] };

export interface Section {
  /** `§8`; null for the last section, which has no number. */
  number: string | null;
  title: string;
  blocks: Block[];
}

export interface Rulings {
  title: string;
  /** The text before the first section. */
  opening: Block[];
  sections: Section[];
}

/** One ruling or one whole section. */
export interface Found {
  number: string;
  /** Its subject, if the text does not name it: the first cell of a row. */
  about: Span[];
  section: Section;
  blocks: Block[];
  /** Remarks on it in the last section. */
  more: Span[][];
}

const MARKS = /\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[(.+?)\]\((.+?)\)|\b(R\d+\.\d+)\b/g;

/** Split a line into spans. */
export function spansOf(line: string): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const found of line.matchAll(MARKS)) {
    if (found.index > at) spans.push({ kind: "text", words: line.slice(at, found.index) });
    at = found.index + found[0].length;
    const [, strong, emphasis, code, link, to, ruling] = found;
    if (strong !== undefined) spans.push({ kind: "strong", words: strong });
    else if (emphasis !== undefined) spans.push({ kind: "emphasis", words: emphasis });
    else if (code !== undefined) spans.push({ kind: "code", words: code });
    else if (link !== undefined && to !== undefined) spans.push({ kind: "link", words: link, to });
    else if (ruling !== undefined) spans.push({ kind: "ruling", words: ruling });
  }
  if (at < line.length) spans.push({ kind: "text", words: line.slice(at) });
  return spans;
}

/** The text without markup. */
export function plain(spans: readonly Span[]): string {
  return spans.map(({ words }) => words).join("");
}

/** Separate a leading ruling number from the text. */
function numbered(text: string): { number: string | null; spans: Span[] } {
  const found = /^(R\d+\.\d+) (.*)$/.exec(text);
  return { number: found?.[1] ?? null, spans: spansOf(found?.[2] ?? text) };
}

/** Join continuation lines. Empty lines separate blocks. */
function joined(markdown: string): string[] {
  const lines: string[] = [];
  for (const line of markdown.split(/\r?\n/)) {
    const before = lines.at(-1);
    if (before && line.trim() !== "" && !/^(#+ |- |\d+\. |\|)/.test(line)) {
      lines[lines.length - 1] = `${before} ${line.trim()}`;
    } else lines.push(line.trim());
  }
  return lines.filter((line) => line !== "");
}

const cellsOf = (line: string) =>
  line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());

function add(blocks: Block[], line: string): void {
  const last = blocks.at(-1);
  const item = /^(?:-|(\d+)\.) (.*)$/.exec(line);
  if (item) {
    const [, place, text = ""] = item;
    const ordered = place !== undefined;
    const list =
      last?.kind === "list" && last.ordered === ordered ? last : { kind: "list" as const, ordered, items: [] };
    if (list !== last) blocks.push(list);
    list.items.push(numbered(text));
  } else if (line.startsWith("|")) {
    const cells = cellsOf(line);
    if (last?.kind !== "table") blocks.push({ kind: "table", head: cells.map(spansOf), rows: [] });
    else if (!cells.every((cell) => /^-+$/.test(cell))) {
      const { number, spans } = numbered(cells[0] ?? "");
      last.rows.push({ number, cells: [spans, ...cells.slice(1).map(spansOf)] });
    }
  } else blocks.push({ kind: "paragraph", spans: spansOf(line) });
}

/** Parse the rulings. */
export function read(markdown: string): Rulings {
  const rulings: Rulings = { title: "", opening: [], sections: [] };
  let blocks = rulings.opening;
  for (const line of joined(markdown)) {
    const heading = /^## (?:(\d+)\. )?(.*)$/.exec(line);
    if (heading) {
      blocks = [];
      const number = heading[1] === undefined ? null : `§${heading[1]}`;
      rulings.sections.push({ number, title: heading[2] ?? "", blocks });
    } else if (line.startsWith("# ")) rulings.title = line.slice(2);
    else add(blocks, line);
  }
  return rulings;
}

/** Remarks on a ruling in the last section. */
function silentOf(rulings: Rulings, number: string): Span[][] {
  return rulings.sections
    .filter((section) => section.number === null)
    .flatMap(({ blocks }) => blocks.flatMap((block) => (block.kind === "list" ? block.items : [])))
    .filter(({ spans }) => spans.some(({ kind, words }) => kind === "ruling" && words === number))
    .map(({ spans }) => spans);
}

/** Find a ruling by its number in sentences: `R4.4`, `R1.1` (a table row) or a section: `§8`. */
export function find(rulings: Rulings, number: string): Found | null {
  const found = (section: Section, blocks: Block[], about: Span[] = []): Found => ({
    number,
    about,
    section,
    blocks,
    more: silentOf(rulings, number),
  });
  for (const section of rulings.sections) {
    if (section.number === number) return found(section, section.blocks);
    for (const [n, block] of section.blocks.entries()) {
      if (block.kind === "list") {
        const item = block.items.find((one) => one.number === number);
        if (!item) continue;
        const text: Block = { kind: "paragraph", spans: item.spans };
        // A sentence that ends in a colon belongs to every item of the list after it.
        const lead = section.blocks[n - 1];
        const leads = lead?.kind === "paragraph" && plain(lead.spans).endsWith(":");
        return found(section, leads ? [lead, text] : [text]);
      }
      if (block.kind === "table") {
        const row = block.rows.find((one) => one.number === number);
        if (!row) continue;
        const [about = [], ...cells] = row.cells;
        const columns = cells.map((spans, column) => ({ label: block.head[column + 1] ?? [], spans }));
        return found(section, [{ kind: "columns", columns }], about);
      }
    }
  }
  return null;
}

/** Anchor of a ruling or section: `/rulings#R4.4`, `/rulings#s7`. The last section has no number. */
export function anchorOf(number: string | null): string {
  return number === null ? "silent" : number.replace("§", "s");
}

/** The ruling numbers in a text: `R6.2, R7.2`. */
export function numbersIn(named: string): string[] {
  return named.split(", ").filter((number) => number !== "");
}
