import { cleanup } from "@testing-library/svelte";
import { afterEach } from "vitest";

// jsdom lays nothing out, so sizes never change there.
globalThis.ResizeObserver ??= class {
  observe(): void {
    return;
  }
  unobserve(): void {
    return;
  }
  disconnect(): void {
    return;
  }
};

afterEach(cleanup);
