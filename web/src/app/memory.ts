/** What the browser keeps for somebody between visits. Where it may keep nothing, all works without. */

/** What was kept under a key, if it is still of the form expected; else null. */
export function recall<T>(key: string, fits: (kept: unknown) => kept is T): T | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return fits(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Keep something; null forgets it. */
export function keep(key: string, what: unknown): void {
  try {
    if (what === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(what));
  } catch {
    // Private windows and full disks: it is only not remembered.
  }
}

export function isRecord(given: unknown): given is Record<string, unknown> {
  return typeof given === "object" && given !== null && !Array.isArray(given);
}
