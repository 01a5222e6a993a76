import type { Attachment } from "svelte/attachments";

/** For a box of words: keys can reach it while there is more in it than is in sight, and pass over it otherwise. */
export const scrolls: Attachment<HTMLElement> = (box) => {
  function look(): void {
    if (box.scrollHeight > box.clientHeight) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
  look();
  const sizes = new ResizeObserver(look);
  const words = new MutationObserver(look);
  sizes.observe(box);
  words.observe(box, { childList: true, characterData: true, subtree: true });
  return () => {
    sizes.disconnect();
    words.disconnect();
  };
};
