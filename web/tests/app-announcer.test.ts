import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { announce, announcer } from "../src/app/announcer.svelte";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const said = () => announcer.places.join("");

describe("announcements", () => {
  it("of one moment are merged: first events, then the question", () => {
    announce("Place your HQ.", { last: true });
    announce("Moloch ends the turn.");
    announce("It is your turn.");
    vi.runAllTimers();
    expect(said()).toBe("Moloch ends the turn. It is your turn. Place your HQ.");
  });

  it("twice in the same words is said twice, in two places", () => {
    announce("Copied.");
    vi.runAllTimers();
    const first = [...announcer.places];
    announce("Copied.");
    vi.runAllTimers();
    expect(said()).toBe("Copied.");
    expect([...announcer.places]).not.toEqual(first);
  });
});
