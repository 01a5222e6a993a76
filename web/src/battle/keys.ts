/** Keys of the Battle player: those of a replay, and Escape. */

import { stepKey, type StepKey } from "../parts/stepKeys";

export type BattleKey = "close" | StepKey;

/** The command of a key; null if it has none or belongs to the focused element. */
export function keyOf(event: KeyboardEvent): BattleKey | null {
  if (event.key !== "Escape") return stepKey(event);
  const inDialog = event.target instanceof Element && event.target.closest("dialog") !== null;
  return event.defaultPrevented || inDialog ? null : "close";
}
