import type { Attachment } from "svelte/attachments";
import { within } from "./within";

/** For a box of words: keys can reach it while there is more in it than is in sight, and pass over it otherwise. */
export const scrolls: Attachment<HTMLElement> = (box) => {
  function look(): void {
    if (box.scrollHeight > box.clientHeight) box.tabIndex = 0;
    // Whoever is there is not to be thrown out by what changes meanwhile.
    else if (document.activeElement !== box) box.removeAttribute("tabindex");
  }
  const later = () => queueMicrotask(look); // the focus is still here while it goes
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

/** Bring the end of something into sight in the box of words around it; nothing else is scrolled. */
export function showEnd(of: HTMLElement): void {
  const box = of.closest<HTMLElement>("[data-scrolls]");
  const last = of.lastElementChild;
  if (box && last instanceof HTMLElement) within(box, [last]);
}
