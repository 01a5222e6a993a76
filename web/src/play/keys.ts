/** What keys mean while playing. Turning (Q, E and 1 to 6) is the board's. */

export type Command = number | "help" | "back" | "confirm" | "discard" | "end";

const COMMANDS: Partial<Record<string, Command>> = {
  "?": "help",
  Escape: "back",
  Enter: "confirm",
  d: "discard",
  t: "end",
};

/** What a key asks for; null where it is somebody else's: of a field, a button that has the focus, the browser. */
export function command(event: KeyboardEvent, turning: boolean): Command | null {
  if (event.repeat) return null; // whoever holds a key does a thing once
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return null;
  const at = event.target instanceof Element ? event.target : null;
  if (at?.closest("input, textarea, select, [contenteditable], dialog")) return null;
  if (event.key === "Enter" && at?.closest("button, a, [role=button], summary")) return null;
  if (/^[1-9]$/.test(event.key)) return turning ? null : Number(event.key) - 1;
  return COMMANDS[event.key] ?? COMMANDS[event.key.toLowerCase()] ?? null;
}
