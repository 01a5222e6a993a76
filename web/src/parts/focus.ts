/** Focus management: keyboard and screen reader must never lose the focus. */

import { tick } from "svelte";
import type { Attachment } from "svelte/attachments";

/** A focus target: an element, or the first match of a selector. */
type Wanted = Element | string | null | undefined;

/** The page itself, the fallback target. */
const PAGE = "#content";

/** Whether nothing, or only the page as a whole, has the focus. */
function isLost(): boolean {
  const at = document.activeElement;
  return at === null || at === document.body || at.matches(PAGE);
}

/** If nothing has the focus, focus the first of these that can take it, else the page. */
export function giveFocus(...wanted: Wanted[]): void {
  if (!isLost()) return;
  for (const one of [...wanted, PAGE]) {
    const element = typeof one === "string" ? document.querySelector(one) : one;
    if (!(element instanceof HTMLElement || element instanceof SVGElement) || element === document.body) continue;
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return;
  }
}

/** The same after pending updates: the focused element may be about to disappear. */
export async function refocus(...wanted: Wanted[]): Promise<void> {
  await tick();
  giveFocus(...wanted);
}

/** Focus events already handled by an inner `keepsFocus`. */
const seenTo = new WeakSet<Event>();

/**
 * Attachment that keeps the focus near an element. If the focused element inside disappears, the element gets the
 * focus; if it cannot, the first match of the selectors does, then the surroundings.
 */
export function keepsFocus(...after: string[]): Attachment<HTMLElement> {
  return (element) => {
    const around: Element[] = [];
    for (let next = element.parentElement; next !== null; next = next.parentElement) {
      if (next.hasAttribute("tabindex")) around.push(next);
    }
    const give = (): void => giveFocus(element, ...after, ...around);
    let inside = false;
    // While the focus moves between elements nothing has it, and the page may change in that moment.
    let moving = false;
    const leaves = ({ relatedTarget }: FocusEvent): void => {
      moving = relatedTarget !== null;
    };
    const arrives = (): void => {
      moving = false;
    };
    const entered = (event: FocusEvent): void => {
      inside = !seenTo.has(event);
      seenTo.add(event);
    };
    // No new target means that the focused element was removed: the focus was inside and must stay there.
    const left = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget instanceof Node && !element.contains(relatedTarget)) inside = false;
    };
    const changes = new MutationObserver(() => {
      if (inside && !moving) give();
    });
    element.addEventListener("blur", leaves, { capture: true });
    document.addEventListener("focusin", arrives, { capture: true });
    element.addEventListener("focusin", entered);
    element.addEventListener("focusout", left);
    changes.observe(element, { childList: true, subtree: true });
    return () => {
      changes.disconnect();
      element.removeEventListener("blur", leaves, { capture: true });
      document.removeEventListener("focusin", arrives, { capture: true });
      element.removeEventListener("focusin", entered);
      element.removeEventListener("focusout", left);
      if (inside) void tick().then(give); // it may be re-created right now
    };
  };
}
