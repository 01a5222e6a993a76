import { cleanup, configure } from "@testing-library/svelte";
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

// Only a test that fails waits so long: the machine may be busy.
configure({ asyncUtilTimeout: 60_000 });

afterEach(cleanup);
