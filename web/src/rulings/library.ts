/** The rulings in each language, bundled with the page and loaded on demand. */

import type { Language } from "../texts/language.svelte";
import { read, type Rulings } from "./rulings";

const SOURCES: Record<Language, () => Promise<{ default: string }>> = {
  en: () => import("../../../docs/rulings.md?raw"),
  pl: () => import("../../../docs/rulings.pl.md?raw"),
};

const known = new Map<Language, Promise<Rulings>>();

/** The rulings in a language; parsed once. */
export function load(language: Language): Promise<Rulings> {
  const before = known.get(language);
  if (before) return before;
  const loading = SOURCES[language]().then(({ default: markdown }) => read(markdown));
  known.set(language, loading);
  loading.catch(() => known.delete(language)); // allow a retry
  return loading;
}
