/** Opening a ruling over whatever is shown. */

import { mount, unmount } from "svelte";
import RulingDialog from "./RulingDialog.svelte";

/**
 * Show a ruling in a dialog. It stands at the end of the page and not where it was opened from, which may be inside a
 * line that scrolls, is clicked, or is gone before the dialog is closed. Afterwards the focus is back at `opener`.
 */
export function open(number: string, opener: HTMLElement): void {
  const host = document.createElement("div");
  document.body.append(host);
  const onclose = (): void => {
    void unmount(dialog);
    host.remove();
    (opener.isConnected ? opener : document.getElementById("content"))?.focus({ preventScroll: true });
  };
  const dialog = mount(RulingDialog, { target: host, props: { number, onclose } });
  // Keys pressed in the dialog are no moves on the board behind it.
  host.addEventListener("keydown", (event) => event.stopPropagation());
}
