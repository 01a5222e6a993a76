/** A unit's attacks, edge by edge, put together for people to read. */

import type { EdgeSum } from "../api/forms";

/** An attack of one edge or more. */
export interface Attack extends EdgeSum {
  edges: string[];
}

/** The same attack of several edges once: of the same kind and strength, for the same reasons. */
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
