/** The last input: a pointer type, or "" for keys. */
let last = "";

if (typeof addEventListener !== "undefined") {
  addEventListener("pointerdown", ({ pointerType }) => (last = pointerType), { capture: true });
  addEventListener("keydown", () => (last = ""), { capture: true });
}

/** Whether a finger caused the event. Some browsers do not report it on the click itself. */
export function byFinger(event: Event): boolean {
  const { pointerType = "" } = event as Partial<PointerEvent>;
  return (pointerType || last) === "touch";
}
