/** The finished Battles of a story. Comparing counts shows which are new. */

import type { Battle, Story } from "../api/forms";

export function finishedBattles(told: Story | null): Battle[] {
  if (!told) return [];
  const battles = told.turns.flatMap(({ entries }) => entries.flatMap((entry) => entry.battles));
  return battles.filter((battle) => battle.ended);
}
