/** What was used last: the kind of a pointer, or "" for keys. */
let last = "";

if (typeof addEventListener !== "undefined") {
  addEventListener("pointerdown", ({ pointerType }) => (last = pointerType), { capture: true });
  addEventListener("keydown", () => (last = ""), { capture: true });
}

/** Whether a finger did it. Not every browser says so of a click itself, which follows on what was pressed. */
export function byFinger(event: Event): boolean {
  const { pointerType = "" } = event as Partial<PointerEvent>;
  return (pointerType || last) === "touch";
}
