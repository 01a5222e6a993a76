/** Scroll a box, and nothing around it, to show some of its elements; the first ones if not all fit. */
export function scrollToElements(box: HTMLElement, elements: HTMLElement[]): void {
  const first = elements[0];
  const last = elements.at(-1);
  if (!first || !last) return;
  const frame = box.getBoundingClientRect();
  const top = first.getBoundingClientRect().top - frame.top;
  const bottom = last.getBoundingClientRect().bottom - frame.top;
  const air = 8;
  if (top >= air && bottom <= box.clientHeight - air) return;
  const down = bottom - box.clientHeight + air;
  box.scrollTop += top < air || bottom - top > box.clientHeight - 2 * air ? top - air : down;
}
