/** Both languages are complete: every text has both, is used, and nothing is said on the page that is not a text. */

import { parse, type AST } from "svelte/compiler";
import { describe, expect, it } from "vitest";

type Said = string | ((...given: unknown[]) => string);

const modules = import.meta.glob<Record<string, unknown>>("../src/texts/!(language.svelte).ts", { eager: true });
const sources = import.meta.glob<string>("../src/**/*.{ts,svelte}", { eager: true, query: "?raw", import: "default" });

/** Words that are alike in both languages. */
const ALIKE = new Set([
  "Neuroshima Hex",
  "Menu",
  "English",
  "Polski",
  "bot",
  "Terror",
  "Gauss",
  "Laser",
  '[Neurohex "1"] …',
]);

/** What may stand in a template as it is: a name, and keys as keyboards have them. */
const LITERAL = new Set(["neurohex", "Tab", "Enter", "Esc"]);

/** Texts by `file.object.key`, whatever objects a file of texts has. */
function texts(): Map<string, readonly Said[]> {
  const found = new Map<string, readonly Said[]>();
  const walk = (path: string, value: unknown): void => {
    if (Array.isArray(value)) found.set(path, value as Said[]);
    else if (typeof value === "object" && value !== null) {
      for (const [key, part] of Object.entries(value)) walk(`${path}.${key}`, part);
    }
  };
  for (const [file, module] of Object.entries(modules)) {
    const name = /([^/]+)\.ts$/.exec(file)?.[1] ?? file;
    for (const [key, value] of Object.entries(module)) if (typeof value !== "function") walk(`${name}.${key}`, value);
  }
  return found;
}

/** A text as it is said; what is filled in is tried with something of each sort. */
function samples(said: Said): string[] {
  if (typeof said === "string") return [said];
  return [2, "Ann", ["Ann", "Ben"]].flatMap((given) => {
    try {
      return [said(...Array<unknown>(8).fill(given))];
    } catch {
      return []; // it takes something else
    }
  });
}

const all = texts();

const code = Object.entries(sources)
  .filter(([file]) => !/\/texts\/|\/api\/forms/.test(file))
  .map(([, source]) => source);

/**
 * Words in quotes, the server's among them, names of fields, and beginnings of names that are put together: what a text
 * may be looked up by.
 */
const forms = Object.entries(sources).flatMap(([file, source]) => (file.includes("/api/forms") ? [source] : []));
const quoted = new Set(
  [...code, ...forms].flatMap((source) => [...source.matchAll(/["'](\w+)["']|\b(\w+):/g)].map((m) => m[1] ?? m[2])),
);
const begun = code.flatMap((source) => [...source.matchAll(/`(\w+)\$\{/g)].map((m) => m[1] ?? ""));

/** The texts of an object that are said somewhere: by name, or looked up by one that stands in the code. */
function usedOf(object: string): (key: string) => boolean {
  const named = new Set<string>();
  let lookedUp = false;
  const imports = new RegExp(`import \\{[^}]*\\b${object}(?: as (\\w+))?\\b[^}]*\\} from "[^"]*texts/`);
  for (const source of code) {
    const imported = imports.exec(source);
    if (!imported) continue;
    const local = imported[1] ?? object;
    for (const [, path = ""] of source.matchAll(new RegExp(`\\b${local}((?:\\.\\w+)+)`, "g"))) {
      for (const key of path.split(".")) named.add(key);
    }
    lookedUp ||= new RegExp(`\\b${local}(?:\\.\\w+)*\\[|\\(${local}\\b`).test(source);
  }
  return (key) =>
    named.has(key) || (lookedUp && (quoted.has(key) || begun.some((beginning) => key.startsWith(beginning))));
}

const paths = [...all.keys()];
const broken = (wrong: (text: readonly Said[]) => boolean) =>
  [...all].filter(([, text]) => wrong(text)).map(([path]) => path);

describe("every text", () => {
  it("is found", () => {
    expect(paths.length).toBeGreaterThan(100);
  });

  it("is there in both languages", () => {
    expect(broken((text) => text.length !== 2 || typeof text[0] !== typeof text[1])).toEqual([]);
    expect(broken((text) => text.some((said) => samples(said).some((words) => words.trim() === "")))).toEqual([]);
  });

  it("is not the same in Polish", () => {
    const alike = ([en, pl]: readonly Said[]) =>
      typeof en === "string" && en === pl && /\p{L}{2}/u.test(en) && !ALIKE.has(en);
    expect(broken(alike)).toEqual([]);
  });

  it("is used", () => {
    const objects = new Map(
      [...new Set(paths.map((path) => path.split(".")[1] ?? ""))].map((name) => [name, usedOf(name)]),
    );
    expect(
      paths.filter((path) => {
        const [, object = "", ...keys] = path.split(".");
        return !objects.get(object)?.(keys.at(-1) ?? "");
      }),
    ).toEqual([]);
  });
});

/** Attributes that people read or hear. */
const READ = new Set([
  "aria-label",
  "aria-description",
  "aria-roledescription",
  "title",
  "placeholder",
  "alt",
  "label",
]);

/** Words that stand in a template as they are, and not as texts. */
function literals(source: string): string[] {
  const found: string[] = [];
  const check = (words: string): void => {
    const plain = words.replace(/&\w+;/g, " ").trim();
    if (/\p{L}{2}/u.test(plain) && !LITERAL.has(plain)) found.push(plain);
  };
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) node.forEach(walk);
    if (typeof node !== "object" || node === null || Array.isArray(node)) return;
    const { type } = node as { type?: string };
    if (type === "Script" || type === "StyleSheet" || type === "Comment") return;
    if (type?.endsWith("Directive")) return; // styles, classes, what is bound: nothing of it is read
    if (type === "Text") check((node as AST.Text).data);
    else if (type === "Attribute") {
      const attribute = node as AST.Attribute;
      const parts =
        attribute.value === true ? [] : Array.isArray(attribute.value) ? attribute.value : [attribute.value];
      for (const part of parts) {
        if (part.type === "Text") {
          if (READ.has(attribute.name)) check(part.data);
        } else if (READ.has(attribute.name)) expression(part.expression);
      }
    } else if (type === "ExpressionTag") expression((node as AST.ExpressionTag).expression);
    else for (const part of Object.values(node)) walk(part);
  };
  /** What an expression says: strings that it may become, but not those that it only compares or looks up. */
  const expression = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const one = node as Record<string, unknown> & { type?: string };
    if (one.type === "Literal" && typeof one.value === "string") check(one.value);
    else if (one.type === "TemplateLiteral") {
      for (const part of one.quasis as { value: { cooked: string } }[]) check(part.value.cooked);
    } else if (one.type === "ConditionalExpression") [one.consequent, one.alternate].forEach(expression);
    else if (one.type === "LogicalExpression") [one.left, one.right].forEach(expression);
    else if (one.type === "BinaryExpression" && one.operator === "+") [one.left, one.right].forEach(expression);
  };
  walk(parse(source, { modern: true }).fragment);
  return found;
}

describe("templates", () => {
  it.each(Object.entries(sources).filter(([file]) => file.endsWith(".svelte")))("%s says only texts", (_, source) => {
    expect(literals(source)).toEqual([]);
  });

  it("would be caught saying anything else", () => {
    expect(literals("<p>Hello</p>")).toEqual(["Hello"]);
    expect(literals('<button aria-label="Close">×</button>')).toEqual(["Close"]);
    expect(literals('<a title={open ? "Shut" : t(words.open)}>{n}</a>')).toEqual(["Shut"]);
    expect(literals("{#if a}<p>{a === 'me' ? `You, ${name}` : t(b)}</p>{/if}")).toEqual(["You,"]);
    expect(literals('{#each list as one}<Row label="Name" kind="quiet" />{/each}')).toEqual(["Name"]);
    expect(
      literals('<div class="page" data-x="yes">{t(words.a)} · 3 × {n}</div><style>p { color: red }</style>'),
    ).toEqual([]);
  });
});
