/** Keyboard shortcuts while playing. The board handles turning (Q, E and 1 to 6). */

export type Command = number | "help" | "legend" | "back" | "confirm" | "discard" | "end";

const COMMANDS: Partial<Record<string, Command>> = {
  "?": "help",
  Escape: "back",
  Enter: "confirm",
  d: "discard",
  l: "legend",
  t: "end",
};

/** The command of a key; null if it belongs to a field, a focused button or the browser. */
export function command(event: KeyboardEvent, turning: boolean): Command | null {
  if (event.repeat) return null; // holding a key acts once
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return null;
  const at = event.target instanceof Element ? event.target : null;
  if (at?.closest("input, textarea, select, [contenteditable], dialog")) return null;
  if (event.key === "Enter" && at?.closest("button, a, [role=button], summary")) return null;
  if (/^[1-9]$/.test(event.key)) return turning ? null : Number(event.key) - 1;
  return COMMANDS[event.key] ?? COMMANDS[event.key.toLowerCase()] ?? null;
}
