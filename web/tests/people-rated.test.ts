/** Rated games: who sits where, with which army and clock. */

import { describe, expect, it } from "vitest";
import { ratedProposal } from "../src/people/rated";
import { realCatalogue } from "./moments";

const catalogue = realCatalogue();
const made = (chance: number, more: { army?: string; bot?: string } = {}) =>
  ratedProposal(catalogue, { pool: "fast", army: "", bot: "", chance: () => chance, ...more });

describe("a rated game", () => {
  it("has two different armies, a clock, and no hints", () => {
    for (const chance of [0, 0.3, 0.6, 0.999]) {
      const { terms, seats, clock, rated, hints } = made(chance);
      expect(new Set(terms.armies).size).toBe(2);
      expect(seats).toHaveLength(2);
      expect(clock).toMatchObject({ type: "player" });
      expect([rated, hints]).toEqual([true, undefined]);
    }
  });

  it("gives the wanted army to the person, and the other to the bot, on either side", () => {
    for (const chance of [0.1, 0.9]) {
      const { terms, seats } = made(chance, { army: "moloch", bot: "level2" });
      const bot = seats.findIndex((seat) => seat.bot === "level2");
      expect(terms.armies.indexOf("moloch")).toBe(1 - bot);
    }
    expect(made(0.1, { bot: "level2" }).seats[0]).toEqual({ bot: "level2" });
    expect(made(0.9, { bot: "level2" }).seats[1]).toEqual({ bot: "level2" });
  });
});
