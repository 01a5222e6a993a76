/** Texts around the rulings. The rulings themselves are docs/rulings.md and docs/rulings.pl.md. */

import type { Filled, Plain } from "./language.svelte";

export const rulings = {
  title: ["Rulings", "Orzeczenia"],
  quiet_link: ["The rulings: every rule in detail", "Orzeczenia: wszystkie zasady w szczegółach"],
  contents: ["Contents", "Spis treści"],
  ruling: [(number) => `Ruling ${number}`, (number) => `Orzeczenie ${number}`],
  section: [(number) => `Section ${number}`, (number) => `Rozdział ${number}`],
  more: ["Also settled", "Rozstrzygnięto też"],
  back: [(number) => `Back to ${number}`, (number) => `Wróć do ${number}`],
  among_all: ["See all rulings (new tab)", "Zobacz wszystkie orzeczenia (nowa karta)"],
  link_to: [(number) => `${number}: link to this place`, (number) => `${number}: link do tego miejsca`],
  unknown: [(number) => `There is no ruling ${number}.`, (number) => `Nie ma orzeczenia ${number}.`],
  not_loaded: ["The rulings could not be loaded.", "Nie udało się wczytać orzeczeń."],
} as const satisfies Record<string, Plain | Filled<[number: string]>>;
