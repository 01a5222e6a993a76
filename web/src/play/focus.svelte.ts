/** The focus of keyboards and screen readers while somebody plays. */

import { tick } from "svelte";
import type { Attachment } from "svelte/attachments";

/**
 * Keeps the focus in an element, which must be able to have it: if what had it in there is gone after a change, the
 * element itself has it. `changes` reads all that may take something away.
 */
export function keepsFocus(changes: () => unknown): Attachment<HTMLElement> {
  return (element) => {
    let inside = false;
    const entered = (): void => {
      inside = true;
    };
    // Nothing gets the focus when what had it is taken away: it was inside, and is to stay there.
    const left = ({ relatedTarget }: FocusEvent): void => {
      if (relatedTarget instanceof Node) inside = element.contains(relatedTarget);
    };
    element.addEventListener("focusin", entered);
    element.addEventListener("focusout", left);
    $effect(() => {
      changes();
      if (!inside) return;
      void tick().then(() => {
        if (document.activeElement === document.body) element.focus({ preventScroll: true });
      });
    });
    return () => {
      element.removeEventListener("focusin", entered);
      element.removeEventListener("focusout", left);
    };
  };
}
