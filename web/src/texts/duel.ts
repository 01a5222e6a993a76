/** The Duel board at the table. What it has and how it works is told by the server. */

import { type Filled, type Plain } from "./language.svelte";

export const duel = {
  procedures: ["Procedures", "Procedury"],
  procedures_of: [
    (name: string) => `Procedures of ${name}`,
    (name: string) => `Procedury gracza ${name}`,
  ] satisfies Filled<[string]>,
  /** The button on a player's side, before the number on it. */
  energy_now: ["Energy", "Energia"],
  energy: [
    (energy: number, most: number) => `Energy: ${energy} of ${most}`,
    (energy: number, most: number) => `Energia: ${energy} z ${most}`,
  ] satisfies Filled<[number, number]>,
  links: [
    (hexes: string[]) => `Links: ${hexes.join(", ")}`,
    (hexes: string[]) => `Łącza: ${hexes.join(", ")}`,
  ] satisfies Filled<[string[]]>,
  /** Of a hex, when it is read out. */
  hex: ["a Terminal", "Terminal"],
  no_links: ["Links: none", "Łącza: brak"],
  now: ["can be started now", "można teraz uruchomić"],
  later: ["in the main part of the turn", "w głównej części tury"],
} as const satisfies Record<string, Plain | Filled<never[]>>;
