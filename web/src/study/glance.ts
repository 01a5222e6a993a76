/** Cards of tiles that do something of their own when they are tapped. */

import type { Attachment } from "svelte/attachments";
import { inspect } from "../play/inspect.svelte";

/** Pointing at it or focusing it shows the card of its tile. A tap does not open the sheet of small screens, which
 * would cover the board that the tap is about. */
export function glance(tile: () => string | null, coat: () => string | undefined): Attachment<Element> {
  return (node) => {
    const show = () => {
      const seen = tile();
      if (seen !== null) inspect.tile(seen, coat());
    };
    const enter = (event: Event) => {
      if ((event as PointerEvent).pointerType !== "touch") show();
    };
    node.addEventListener("pointerenter", enter);
    node.addEventListener("focus", show);
    return () => {
      node.removeEventListener("pointerenter", enter);
      node.removeEventListener("focus", show);
    };
  };
}
