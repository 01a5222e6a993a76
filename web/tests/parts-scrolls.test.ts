import { tick } from "svelte";
import { expect, it } from "vitest";
import { scrolls, showEnd } from "../src/parts/scrolls";

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
  document.body.append(box);
  box.focus();
  inside = 50;
  box.textContent = "Few.";
  await tick();
  expect(document.activeElement).toBe(box); // nobody is thrown out
  box.blur();
  await tick();
  expect(box.hasAttribute("tabindex")).toBe(false);
  box.remove();
  leave?.();
  inside = 150;
  box.textContent = "Nobody looks any more.";
  await tick();
  expect(box.hasAttribute("tabindex")).toBe(false);
});

it("brings the end of a list into sight", () => {
  const box = document.createElement("div");
  box.innerHTML = "<ol><li>first</li><li>last</li></ol>";
  const [list, last] = [box.querySelector("ol"), box.querySelector("li:last-child")];
  if (!list || !last) throw new Error("no list");
  Object.defineProperty(box, "clientHeight", { value: 100 });
  box.getBoundingClientRect = () => new DOMRect(0, 50, 200, 100);
  last.getBoundingClientRect = () => new DOMRect(0, 250, 200, 20);
  showEnd(list);
  expect(box.scrollTop).toBe(0); // it is no such box yet
  const leave = scrolls(box);
  showEnd(list);
  expect(box.scrollTop).toBe(250 + 20 - 50 - 100 + 8);
  leave?.();
});
