/** Texts of the Duel board. The server sends the descriptions of its parts. */

import { type Filled, type Plain } from "./language.svelte";

export const duel = {
  procedures: ["Procedures", "Procedury"],
  procedures_of: [(name: string) => `Procedures of ${name}`, (name: string) => `Procedury: ${name}`] satisfies Filled<
    [string]
  >,
  /** Button on a player's panel, before the number. */
  energy_now: ["Energy", "Energia"],
  energy: [
    (energy: number, most: number) => `Energy: ${energy} of ${most}`,
    (energy: number, most: number) => `Energia: ${energy} z ${most}`,
  ] satisfies Filled<[number, number]>,
  links: [
    (hexes: string[]) => `Links: ${hexes.join(", ")}`,
    (hexes: string[]) => `Łącza: ${hexes.join(", ")}`,
  ] satisfies Filled<[string[]]>,
  /** A hex, for screen readers. */
  hex: ["a Terminal", "Terminal"],
  no_links: ["Links: none", "Łącza: brak"],
  now: ["can be started now", "można teraz uruchomić"],
  later: ["in the main part of the turn", "w głównej części tury"],
} as const satisfies Record<string, Plain | Filled<never[]>>;
