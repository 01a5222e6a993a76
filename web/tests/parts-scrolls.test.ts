import { tick } from "svelte";
import { expect, it } from "vitest";
import { scrolls } from "../src/parts/scrolls";

it("lets keys reach a box while there is more in it than is in sight", async () => {
  const box = document.createElement("div");
  let inside = 50;
  Object.defineProperty(box, "clientHeight", { value: 100 });
  Object.defineProperty(box, "scrollHeight", { get: () => inside });
  const leave = scrolls(box);
  expect(box.hasAttribute("tabindex")).toBe(false);
  inside = 150;
  box.textContent = "More words than there is room for.";
  await tick();
  expect(box.tabIndex).toBe(0);
  inside = 50;
  box.textContent = "Few.";
  await tick();
  expect(box.hasAttribute("tabindex")).toBe(false);
  leave?.();
  inside = 150;
  box.textContent = "Nobody looks any more.";
  await tick();
  expect(box.hasAttribute("tabindex")).toBe(false);
});
