/** The tiles of an army in groups, as people look for them. */

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

/** How many tiles an army has, all together. */
export function sizeOf(army: ArmyForm): number {
  return army.tiles.reduce((sum, card) => sum + card.count, 0);
}

/** The tile that stands for an army: its HQ, or the first of what belongs to none. */
export function faceOf(army: ArmyForm): string {
  return (army.tiles.find((card) => card.kind === "hq") ?? army.tiles[0])?.tile ?? "";
}

/** What stands on that tile: the points of an HQ, else nothing. */
export function pointsOf(army: ArmyForm): number | null {
  return army.tiles.some((card) => card.kind === "hq") ? catalogue.hqPoints : null;
}
