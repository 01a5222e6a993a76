import type { Attachment } from "svelte/attachments";
import { scrollToElements } from "./scrollToElements";

/** Attachment for a text box: a tab stop only while its content overflows. */
export const scrolls: Attachment<HTMLElement> = (box) => {
  function look(): void {
    if (box.scrollHeight > box.clientHeight) box.tabIndex = 0;
    // Do not take the focus away from the reader.
    else if (document.activeElement !== box) box.removeAttribute("tabindex");
  }
  const later = () => queueMicrotask(look); // the focus is still here while it leaves
  box.dataset["scrolls"] = "";
  look();
  const sizes = new ResizeObserver(look);
  const words = new MutationObserver(look);
  box.addEventListener("focusout", later);
  sizes.observe(box);
  words.observe(box, { childList: true, characterData: true, subtree: true });
  return () => {
    sizes.disconnect();
    words.disconnect();
    box.removeEventListener("focusout", later);
  };
};

/** Scroll the surrounding text box, and nothing else, to the end of an element. */
export function showEnd(of: HTMLElement): void {
  const box = of.closest<HTMLElement>("[data-scrolls]");
  const last = of.lastElementChild;
  if (box && last instanceof HTMLElement) scrollToElements(box, [last]);
}
