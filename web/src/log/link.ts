/** Links to moments of games, and copying them. */

/** Path to a moment of a match or record; without a step, to its latest state. */
export function momentPath(kind: "match" | "record", id: string, step: number | null = null): string {
  const path = `/${kind}/${encodeURIComponent(id)}`;
  return step === null ? path : `${path}?step=${step}`;
}

/** The same as a full URL. */
export function momentLink(kind: "match" | "record", id: string, step: number | null = null): string {
  return new URL(momentPath(kind, id, step), location.origin).href;
}

/** Path to a moment on the study board. */
export function studyPath(kind: "match" | "record", id: string, step: number): string {
  return `/study?${new URLSearchParams({ [kind]: id, step: String(step) }).toString()}`;
}

/** URL of the text of a record. */
export function recordText(record: string): string {
  return `/api/records/${encodeURIComponent(record)}`;
}

/** The step in a query; null if there is none or it is invalid. */
export function stepAsked(query: URLSearchParams): number | null {
  const step = query.get("step");
  return step !== null && /^\d{1,9}$/.test(step) ? Number(step) : null;
}

/** Copy text to the clipboard; false if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByHand(text); // no clipboard API without https
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
    // reported by the return value
  }
  field.remove();
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  return copied;
}
