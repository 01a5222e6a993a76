/** Other people at this screen: their seats in the proposal, and who they are in a match. */

import { beforeEach, describe, expect, it } from "vitest";
import { companyOf, keepCompany } from "../src/app/companions";
import { proposalOf, withWho, type Plan } from "../src/setup/plan";
import type { Catalogue } from "../src/api/forms";

const catalogue = { armies: [], variants: [], terminals: [], levels: [], bots: [] } as unknown as Catalogue;
const plan: Plan = {
  mode: "standard",
  board: "standard",
  ruleset: "living",
  variants: {},
  teams: null,
  terminals: null,
  seats: [
    { army: "borgo", who: "me" },
    { army: "moloch", who: "open" },
  ],
  clock: { kind: "none", main: 0, increment: 0, allowance: 0 },
  hints: null,
  private: null,
};

beforeEach(() => localStorage.clear());

describe("two people at one screen", () => {
  it("have a seat each, reserved for each of them", () => {
    const shared = withWho(plan, 1, "here");
    const { seats, private: hidden } = proposalOf(catalogue, shared, "guest-1", Math.random, ["guest-2"]);
    expect(seats).toEqual([{ person: "guest-1" }, { person: "guest-2" }]);
    expect(hidden).toBeUndefined();
  });

  it("are remembered by match", () => {
    const companions = [{ token: "secret", person: "guest-2", name: "Player 2" }];
    keepCompany({ match: "a", companions, turned: true });
    keepCompany({ match: "b", companions, turned: false });
    expect(companyOf("a")).toEqual({ match: "a", companions, turned: true });
    expect(companyOf("c")).toBeNull();
    localStorage.setItem("neurohex.companions", '[{"match": 1}, "x"]');
    expect(companyOf("a")).toBeNull();
  });
});
