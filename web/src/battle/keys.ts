/** The keys of the player of Battles: those of a replay, and Escape. */

import { stepKey, type StepKey } from "../parts/stepKeys";

export type BattleKey = "close" | StepKey;

/** What a key means; null where it means nothing here, or belongs to what has the focus. */
export function keyOf(event: KeyboardEvent): BattleKey | null {
  if (event.key !== "Escape") return stepKey(event);
  const inDialog = event.target instanceof Element && event.target.closest("dialog") !== null;
  return event.defaultPrevented || inDialog ? null : "close";
}
