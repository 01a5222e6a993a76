/** The page keeps to docs/page.md: which folder stands on which, and how long components may be. */

import { describe, expect, it } from "vitest";
import page from "../../docs/page.md?raw";

const sources = import.meta.glob<string>("../src/**/*.{ts,svelte,css}", {
  eager: true,
  query: "?raw",
  import: "default",
});
/** What is in a file, by its path below `src`. */
const files = new Map(Object.entries(sources).map(([path, source]) => [path.replace("../src/", ""), source]));

/** Longer than that no component is. */
const LINES = 300;

/** The only files from outside that are read: the rules, which the page shows. */
const OUTSIDE = /^\.\.\/\.\.\/\.\.\/docs\/rulings(\.\w\w)?\.md\?raw$/;

/** The table of docs/page.md: by folder, the folders that its last column names. */
function table(text: string): Map<string, string[]> {
  const after = text.slice(text.indexOf("## Folders"));
  const rows = after.split("\n").flatMap((line) => {
    const [, folder, on] = /^\| `([\w.]+)` \|.*\| ([^|]*) \|$/.exec(line) ?? [];
    return folder === undefined || on === undefined ? [] : [[folder, on] as const];
  });
  return new Map(rows.map(([folder, on]) => [folder, on === "nothing" ? [] : on.split(", ")]));
}

/** All that a folder may import: itself, what it stands on, and what that stands on. */
function below(folder: string, on: Map<string, string[]>, found = new Set<string>()): Set<string> {
  if (found.has(folder)) return found;
  found.add(folder);
  for (const other of on.get(folder) ?? []) below(other, on, found);
  return found;
}

const IMPORT = /^\s*(?:import|export)\s[^"';=()]*?\bfrom\s+"([^"]+)"|^\s*import\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm;

/** What a source imports, in whatever way, as it is written there. */
function importsOf(source: string): string[] {
  return [...source.matchAll(IMPORT)].map((found) => found[1] ?? found[2] ?? found[3] ?? "");
}

/** Where an import of a file leads, below `src`; null where it leads out. */
function target(path: string, imported: string): string | null {
  const parts = path.split("/").slice(0, -1);
  for (const part of imported.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return null;
    } else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}

const folderOf = (path: string): string => path.split("/")[0] ?? path;

/** What is wrong with the imports of a file, in a line for each. */
function wrongs(path: string, source: string, on: Map<string, string[]>): string[] {
  const folder = folderOf(path);
  const allowed = below(folder, on);
  return importsOf(source).flatMap((imported) => {
    if (!imported.startsWith(".")) {
      return /^svelte(\/|$)/.test(imported) ? [] : [`${path}: ${imported} is no part of the page`];
    }
    const to = target(path, imported);
    if (to === null) return OUTSIDE.test(imported) ? [] : [`${path}: ${imported} is not below web/src`];
    return allowed.has(folderOf(to)) ? [] : [`${path}: ${folder} does not stand on ${folderOf(to)} (${to})`];
  });
}

const on = table(page);
const folders = [...new Set([...files.keys()].map(folderOf))].sort();

describe("the folders of the page", () => {
  it("are those of the table in docs/page.md", () => {
    expect([...on.keys()].sort()).toEqual(folders);
    for (const named of on.values()) expect(folders).toEqual(expect.arrayContaining(named));
  });

  it("import only what they stand on", () => {
    expect([...files].flatMap(([path, source]) => wrongs(path, source, on))).toEqual([]);
  });

  it("stand on nothing that stands on them", () => {
    const around = folders.filter((folder) => on.get(folder)?.some((other) => below(other, on).has(folder)));
    expect(around).toEqual([]);
  });

  it("use all that the table names, of which none goes without saying", () => {
    for (const [folder, named] of on) {
      const used = [...files]
        .filter(([path]) => folderOf(path) === folder)
        .flatMap(([path, source]) => importsOf(source).map((imported) => folderOf(target(path, imported) ?? "")));
      expect(used, folder).toEqual(expect.arrayContaining(named));
      const said = named.filter((one) => named.some((other) => other !== one && below(other, on).has(one)));
      expect(said, `${folder}: named, though another that is named stands on it`).toEqual([]);
    }
  });

  it("of words and of requests hold no components", () => {
    expect([...files.keys()].filter((path) => /^(texts|api)\/.*\.svelte$/.test(path))).toEqual([]);
  });

  it("would be caught doing anything else", () => {
    const rows = ["## Folders", "| `low` | it | nothing |", "| `mid` | it | low |", "| `top` | it | mid |"];
    const few = table(rows.join("\n"));
    expect(few).toEqual(new Map([["low", []], ["mid", ["low"]], ["top", ["mid"]]])); // prettier-ignore
    expect(wrongs("top/A.svelte", 'import a from "../low/a";\nimport { tick } from "svelte";', few)).toEqual([]);
    expect(wrongs("low/a.ts", 'import {\n  type B,\n} from "../top/b";', few)).toEqual([
      "low/a.ts: low does not stand on top (top/b)",
    ]);
    expect(wrongs("mid/a.ts", 'export * from "../top/b";\nexport const b = "../low/b";', few)).toHaveLength(1);
    expect(wrongs("mid/a.ts", 'const later = () => import("../top/B.svelte");', few)).toHaveLength(1);
    expect(wrongs("mid/a.ts", 'import "../top/b.css";', few)).toHaveLength(1);
    expect(wrongs("mid/a.ts", 'import { z } from "zod";', few)).toEqual(["mid/a.ts: zod is no part of the page"]);
    expect(wrongs("mid/a.ts", 'import x from "../../tests/x";', few)).toHaveLength(1);
    expect(wrongs("mid/a.ts", 'import x from "../../../docs/page.md?raw";', few)).toHaveLength(1);
  });
});

describe("components", () => {
  const components = [...files].filter(([path]) => path.endsWith(".svelte"));

  it(`have no more than ${LINES} lines`, () => {
    const lines = components.map(([path, source]) => [path, source.trimEnd().split("\n").length] as const);
    expect(lines.filter(([, long]) => long > LINES)).toEqual([]);
  });

  it("are as long as docs/page.md says", () => {
    expect(components.length).toBeGreaterThan(50);
    expect(page).toContain(`no more than ${LINES} lines`);
  });
});
