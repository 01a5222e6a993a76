/** Browser storage. Everything also works without it. */

/** The stored value if it passes the check, else null. */
export function readStored<T>(key: string, fits: (kept: unknown) => kept is T): T | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    return fits(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Store a value; null removes it. */
export function writeStored(key: string, what: unknown): void {
  try {
    if (what === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(what));
  } catch {
    // Private windows and full disks: continue without storage.
  }
}

export function isRecord(given: unknown): given is Record<string, unknown> {
  return typeof given === "object" && given !== null && !Array.isArray(given);
}
