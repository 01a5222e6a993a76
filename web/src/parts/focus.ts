/** The focus of keyboards and screen readers, which is never to be lost. */

import { tick } from "svelte";
import type { Attachment } from "svelte/attachments";

/** What can be given the focus: an element, or the first that a selector finds. */
type Wanted = Element | string | null | undefined;

/** The page itself, which has the focus where nothing else can have it. */
const PAGE = "#content";

/** Whether nothing has the focus, or only the page as a whole. */
function isLost(): boolean {
  const at = document.activeElement;
  return at === null || at === document.body || at.matches(PAGE);
}

/** If nothing has the focus, give it to the first of these that can have it, and else to the page. */
export function giveFocus(...wanted: Wanted[]): void {
  if (!isLost()) return;
  for (const one of [...wanted, PAGE]) {
    const element = typeof one === "string" ? document.querySelector(one) : one;
    if (!(element instanceof HTMLElement || element instanceof SVGElement) || element === document.body) continue;
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return;
  }
}

/** The same when all that is changing now has changed: what had the focus may be going. */
export async function refocus(...wanted: Wanted[]): Promise<void> {
  await tick();
  giveFocus(...wanted);
}

/** Entrances of the focus that are seen to: by the innermost of those that keep it. */
const seenTo = new WeakSet<Event>();

/**
 * Keeps the focus near an element. If what had it in there is gone, the element itself has it; where that cannot have
 * it, or is gone too, the first of what the selectors find, and then what is around it.
 */
export function keepsFocus(...after: string[]): Attachment<HTMLElement> {
  return (element) => {
    const around: Element[] = [];
    for (let next = element.parentElement; next !== null; next = next.parentElement) {
      if (next.hasAttribute("tabindex")) around.push(next);
    }
    const give = (): void => giveFocus(element, ...after, ...around);
    let inside = false;
    // On its way from one element to another the focus is nowhere for a moment, in which the page may change.
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
    // Nothing gets the focus when what had it is taken away: it was inside, and is to stay there.
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
      if (inside) void tick().then(give); // it may be made anew just now
    };
  };
}
