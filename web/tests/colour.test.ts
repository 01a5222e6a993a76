import { describe, expect, it } from "vitest";
import { onPage, page } from "../src/parts/colour.svelte";

describe("a colour for bars and lines on the page", () => {
  it("stays as it is where it can be seen", () => {
    for (const bright of ["#f3c924", "#2dca89", "#1d67dc", "#ffffff"]) expect(onPage(bright)).toBe(bright);
  });

  it("is lighter where it could not", () => {
    for (const dark of ["#262c31", "#000000", "#1b2027", "#960e14"]) {
      const found = onPage(dark);
      expect(found).toMatch(/^#[0-9a-f]{6}$/);
      const parts = [1, 3, 5].map((at) => parseInt(found.slice(at, at + 2), 16));
      expect(Math.max(...parts)).toBeGreaterThanOrEqual(100);
    }
  });

  it("keeps its hue", () => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => parseInt(onPage("#960e14").slice(at, at + 2), 16));
    expect(red).toBeGreaterThan(4 * Math.max(green, blue));
  });

  it("rejects invalid colours", () => {
    expect(onPage("var(--line)")).toBe("var(--line)");
    expect(onPage("")).toBe("");
  });

  it("is darker where the page is light", () => {
    page.theme = "light";
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => parseInt(onPage("#d9e021").slice(at, at + 2), 16));
    page.theme = "dark";
    expect(Math.max(red, green, blue)).toBeLessThan(0xd9);
    expect(Math.min(red, green)).toBeGreaterThan(2 * blue);
  });
});
