/** Opens a ruling in a dialog. */

import { mount, unmount } from "svelte";
import RulingDialog from "./RulingDialog.svelte";

/**
 * Show a ruling in a dialog. It is mounted at the end of the page, because the line with the opener may scroll, handle
 * clicks or disappear. The focus returns to `opener` afterwards.
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
  // Keys pressed in the dialog must not reach the board behind it.
  host.addEventListener("keydown", (event) => event.stopPropagation());
}
