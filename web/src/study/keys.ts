/** The command of a key during set-up, or null. A number is a rotation. */

export type Key = "undo" | "redo" | "remove" | "escape" | "left" | "right" | number;

export function keyOf(event: KeyboardEvent): Key | null {
  if (event.defaultPrevented || event.altKey) return null;
  if (event.target instanceof Element && event.target.closest("input, textarea, select, dialog")) return null;
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === "z") return event.shiftKey ? "redo" : "undo";
    return key === "y" ? "redo" : null;
  }
  if (key === "delete" || key === "backspace") return "remove";
  if (key === "escape") return "escape";
  if (key === "q") return "left";
  if (key === "e") return "right";
  return /^[1-6]$/.test(key) ? Number(key) - 1 : null;
}
