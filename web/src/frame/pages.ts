/** Maps paths to pages. Each page is loaded on first use. */

import type { Component } from "svelte";
import { rulings } from "../texts/rulings";
import { shell } from "../texts/shell";
import type { Plain } from "../texts/language.svelte";

export interface Page {
  title: Plain;
  load: () => Promise<{ default: Component }>;
}

const PAGES: Record<string, Page> = {
  "": { title: shell.title_home, load: () => import("../pages/Home.svelte") },
  new: { title: shell.title_new, load: () => import("../pages/NewGame.svelte") },
  match: { title: shell.title_match, load: () => import("../pages/Match.svelte") },
  record: { title: shell.title_record, load: () => import("../pages/Record.svelte") },
  study: { title: shell.study, load: () => import("../pages/Study.svelte") },
  lesson: { title: shell.lesson, load: () => import("../pages/Lesson.svelte") },
  armies: { title: shell.armies, load: () => import("../pages/Armies.svelte") },
  rulings: { title: rulings.title, load: () => import("../pages/Rulings.svelte") },
  settings: { title: shell.settings, load: () => import("../pages/Settings.svelte") },
};

const LOST: Page = { title: shell.title_lost, load: () => import("../pages/NotFound.svelte") };

/** Pages with sub-paths: `/match/ID`. */
const DEEP = new Set(["match", "record", "lesson", "armies"]);

/** The page for the parts of a path. */
export function pageOf(parts: readonly string[]): Page {
  const [first = "", ...rest] = parts;
  if (rest.length > (DEEP.has(first) ? 1 : 0)) return LOST;
  if (first === "match" && rest.length === 0) return LOST;
  return Object.hasOwn(PAGES, first) ? (PAGES[first] ?? LOST) : LOST;
}
