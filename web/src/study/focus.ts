/** Where the focus goes when what had it is gone. */

import { tick } from "svelte";

/** If nothing has the focus any more, give it to the first element that one of the selectors finds. */
export async function refocus(...selectors: string[]): Promise<void> {
  await tick();
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  for (const selector of selectors) {
    const found = document.querySelector<HTMLElement | SVGElement>(selector);
    if (!found) continue;
    found.focus({ preventScroll: true });
    return;
  }
}

/** The hex of the board that Tab leads to. */
export const ON_BOARD = "[data-hex][tabindex='0']";
