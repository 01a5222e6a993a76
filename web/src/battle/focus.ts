/** Where the focus goes after a Battle. */

import { tick } from "svelte";
import { giveFocus } from "../parts/focus";

/** By what a thing is known again that was taken away and made anew. */
const NAMES = ["data-action", "data-replay", "data-hex", "data-slot", "data-offer", "data-step"];

/** How to find an element again, or one that has taken its place. */
function selector(element: Element): string | null {
  const name = NAMES.find((attribute) => element.hasAttribute(attribute));
  const value = name && element.getAttribute(name);
  return value && /^[\w -]+$/.test(value) ? `[${name}="${value}"]` : null;
}

/**
 * Give the focus back, unless somebody has taken it: to what had it, to what has taken its place, or else to what now
 * stands where the focus was last.
 */
export async function giveBack(before: Element | null, place: Element | null): Promise<void> {
  await tick(); // what comes in the Battle's place is there then
  giveFocus(before, before && selector(before), place?.isConnected ? place.querySelector("[tabindex]") : null);
}
