import { describe, expect, it } from "vitest";
import { byFinger } from "../src/parts/finger";

/** What a browser that says nothing of the pointer makes of a click after this. */
function clickAfter(before: Event): boolean {
  document.body.dispatchEvent(before);
  return byFinger(new MouseEvent("click"));
}

const down = (pointerType: string) => new PointerEvent("pointerdown", { pointerType, bubbles: true });

describe("a click", () => {
  it("is a finger's where it says so", () => {
    expect(byFinger(new PointerEvent("click", { pointerType: "touch" }))).toBe(true);
    expect(byFinger(new PointerEvent("click", { pointerType: "mouse" }))).toBe(false);
  });

  it("uses the last input if it does not say", () => {
    expect(clickAfter(down("touch"))).toBe(true);
    expect(clickAfter(down("mouse"))).toBe(false);
    clickAfter(down("touch"));
    expect(clickAfter(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }))).toBe(false);
  });
});
