/** The focus of keyboards and screen readers, which is never to be lost. */

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
export function giveBack(before: Element | null, place: Element | null): void {
  if (document.activeElement !== null && document.activeElement !== document.body) return;
  const found = before && selector(before);
  const wanted = [
    before?.isConnected && before !== document.body ? before : null,
    found ? document.querySelector(found) : null,
    place?.isConnected ? place.querySelector("[tabindex]") : null,
  ];
  for (const element of wanted) {
    if (!(element instanceof HTMLElement || element instanceof SVGElement)) continue;
    element.focus({ preventScroll: true });
    if (document.activeElement === element) return;
  }
}
