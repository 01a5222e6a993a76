/** A unit's attacks, edge by edge, merged for display. */

import type { EdgeSum } from "../api/forms";

/** An attack of one or more edges. */
export interface Attack extends EdgeSum {
  edges: string[];
}

/** Merge equal attacks of several edges: same kind, strength and reasons. */
export function joined(strength: readonly EdgeSum[]): Attack[] {
  const found = new Map<string, Attack>();
  for (const sum of strength) {
    const key = JSON.stringify([sum.kind, sum.value, sum.parts]);
    const same = found.get(key);
    if (same) same.edges.push(sum.direction);
    else found.set(key, { ...sum, edges: [sum.direction] });
  }
  return [...found.values()];
}
