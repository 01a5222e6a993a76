/** Texts of the board. */

import type { Filled, Plain } from "./language.svelte";

export const board = {
  turning: ["Turn the tile", "Obróć żeton"] satisfies Plain,
  turn_to: [(edge) => `Turn it to ${edge}`, (edge) => `Obróć w stronę ${edge}`] satisfies Filled<[edge: string]>,
} as const;
