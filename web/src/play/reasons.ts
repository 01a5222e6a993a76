/** The reasons of a hint that are worth a line: what the plan gains and prevents, then what it must fear. */

import type { HintReason } from "../api/forms";

const GAINS = 2;
const FEARS = 1;

/**
 * At most two gains and one fear, in the bot's order. What happens without the plan too is told only if the plan
 * changes nothing of the kind, and only once.
 */
export function mainReasons(reasons: readonly HintReason[]): HintReason[] {
  const changes = (reason: HintReason) => reason.amount !== reason.otherwise;
  const pick = (gain: boolean, most: number) => {
    const found = reasons.filter(({ is_gain }) => is_gain === gain);
    return found.some(changes) ? found.filter(changes).slice(0, most) : found.slice(0, 1);
  };
  return [...pick(true, GAINS), ...pick(false, FEARS)];
}
