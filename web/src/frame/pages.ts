/** Maps paths to pages. Each page is loaded on first use. */

import type { Component } from "svelte";
import paths from "./paths.json";
import { analysis } from "../texts/analysis";
import { people } from "../texts/people";
import { puzzles } from "../texts/puzzles";
import { rulings } from "../texts/rulings";
import { shell } from "../texts/shell";
import type { Plain } from "../texts/language.svelte";

export interface Page {
  title: Plain;
  load: () => Promise<{ default: Component }>;
}

/** The pages by the first part of their path. `paths.json` has the same names, with how many parts may follow; the
 * server reads it too, and answers 404 for any other path. */
const PAGES: Record<keyof typeof paths, Page> = {
  "": { title: shell.title_home, load: () => import("../pages/Home.svelte") },
  new: { title: shell.title_new, load: () => import("../pages/NewGame.svelte") },
  match: { title: shell.title_match, load: () => import("../pages/Match.svelte") },
  record: { title: shell.title_record, load: () => import("../pages/Record.svelte") },
  analysis: { title: analysis.title, load: () => import("../pages/Analysis.svelte") },
  study: { title: shell.study, load: () => import("../pages/Study.svelte") },
  lesson: { title: shell.lesson, load: () => import("../pages/Lesson.svelte") },
  puzzles: { title: puzzles.title, load: () => import("../pages/Puzzles.svelte") },
  puzzle: { title: puzzles.title_one, load: () => import("../pages/Puzzle.svelte") },
  armies: { title: shell.armies, load: () => import("../pages/Armies.svelte") },
  rulings: { title: rulings.title, load: () => import("../pages/Rulings.svelte") },
  join: { title: people.join_title, load: () => import("../pages/Join.svelte") },
  ratings: { title: people.ratings, load: () => import("../pages/Ratings.svelte") },
  games: { title: people.games, load: () => import("../pages/Games.svelte") },
  settings: { title: shell.settings, load: () => import("../pages/Settings.svelte") },
};

const LOST: Page = { title: shell.title_lost, load: () => import("../pages/NotFound.svelte") };

/** The page for the parts of a path. */
export function pageOf(parts: readonly string[]): Page {
  const [first = "", ...rest] = parts;
  if (!isPath(first)) return LOST;
  const { least, most } = paths[first];
  return rest.length >= least && rest.length <= most ? PAGES[first] : LOST;
}

function isPath(first: string): first is keyof typeof paths {
  return Object.hasOwn(paths, first);
}
