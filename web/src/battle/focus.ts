/** Restores the focus after a Battle. */

import { tick } from "svelte";
import { giveFocus } from "../parts/focus";

/** Attributes that identify an element after it was re-created. */
const NAMES = ["data-action", "data-replay", "data-hex", "data-slot", "data-offer", "data-step"];

/** A selector that finds the element or its replacement. */
function selector(element: Element): string | null {
  const name = NAMES.find((attribute) => element.hasAttribute(attribute));
  const value = name && element.getAttribute(name);
  return value && /^[\w -]+$/.test(value) ? `[${name}="${value}"]` : null;
}

/**
 * Restore the focus unless something else has it: to the old element, its replacement, or whatever is now in its place.
 */
export async function giveBack(before: Element | null, place: Element | null): Promise<void> {
  await tick(); // the content that replaces the Battle is mounted then
  giveFocus(before, before && selector(before), place?.isConnected ? place.querySelector("[tabindex]") : null);
}
