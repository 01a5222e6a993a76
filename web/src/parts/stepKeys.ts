/** Keys of a replay. */

export type StepKey = "play" | "back" | "forward" | "previous" | "next" | "first" | "last";

const KEYS: Record<string, StepKey> = {
  " ": "play",
  ArrowLeft: "back",
  ArrowRight: "forward",
  PageUp: "previous",
  PageDown: "next",
  Home: "first",
  End: "last",
};

/** The command of a key; null if it has none or belongs to the focused element. */
export function stepKey(event: KeyboardEvent): StepKey | null {
  const key = KEYS[event.key];
  if (key === undefined || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("dialog, input, select, textarea, [data-hex], [role=tablist]")) return null;
  return key === "play" && target?.closest("button, a, summary") ? null : key;
}
