/** Links to moments of games, and how they get to where people paste them. */

/** The address of a moment of a match or record; without a step, of the game as it stands. */
export function momentPath(kind: "match" | "record", id: string, step: number | null = null): string {
  const path = `/${kind}/${encodeURIComponent(id)}`;
  return step === null ? path : `${path}?step=${step}`;
}

/** The same with the name of the server, to be sent to somebody. */
export function momentLink(kind: "match" | "record", id: string, step: number | null = null): string {
  return new URL(momentPath(kind, id, step), location.origin).href;
}

/** The address of a moment on the board for study. */
export function studyPath(kind: "match" | "record", id: string, step: number): string {
  return `/study?${new URLSearchParams({ [kind]: id, step: String(step) }).toString()}`;
}

/** Where the text of a record is to be had. */
export function recordText(record: string): string {
  return `/api/records/${encodeURIComponent(record)}`;
}

/** The step that an address asks for; null where it asks for none, or for something else. */
export function stepAsked(query: URLSearchParams): number | null {
  const step = query.get("step");
  return step !== null && /^\d{1,9}$/.test(step) ? Number(step) : null;
}

/** Put some text where it can be pasted from; false where the browser lets nobody. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByHand(text); // pages without https have no clipboard
  }
}

function copyByHand(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "hidden-but-read";
  field.readOnly = true;
  document.body.append(field);
  field.select();
  let copied = false;
  try {
    copied = document.execCommand("copy");
  } catch {
    // told by the answer
  }
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return copied;
}
