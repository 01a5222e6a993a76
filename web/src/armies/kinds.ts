/** The tiles of an army, grouped. */

import type { ArmyForm, Card } from "../api/forms";
import { catalogue } from "../app/catalogue.svelte";
import type { Plain } from "../texts/language.svelte";
import { shell } from "../texts/shell";

const KINDS: Record<string, Plain> = {
  hq: shell.kind_hq,
  warrior: shell.kind_warriors,
  module: shell.kind_modules,
  foundation: shell.kind_foundations,
  instant: shell.kind_instants,
};

export interface Group {
  kind: string;
  name: Plain;
  tiles: Card[];
}

export function groupsOf(army: ArmyForm): Group[] {
  return Object.entries(KINDS)
    .map(([kind, name]) => ({ kind, name, tiles: army.tiles.filter((card) => card.kind === kind) }))
    .filter((group) => group.tiles.length > 0);
}

/** Total number of tiles of an army. */
export function sizeOf(army: ArmyForm): number {
  return army.tiles.reduce((sum, card) => sum + card.count, 0);
}

/** The tile that represents an army: its HQ, or the first tile of a group without one. */
export function faceOf(army: ArmyForm): string {
  return (army.tiles.find((card) => card.kind === "hq") ?? army.tiles[0])?.tile ?? "";
}

/** Points on that tile: those of an HQ, else null. */
export function pointsOf(army: ArmyForm): number | null {
  return army.tiles.some((card) => card.kind === "hq") ? catalogue.hqPoints : null;
}
