/** Real moments of games, made by tools/page_fixtures.py. */

import { readFileSync } from "node:fs";
import type { Catalogue, Preview, UnitCard } from "../src/api/forms";
import type { Look } from "../src/api/views";

export interface Fixture {
  look: Look;
  /** What would come of some actions. */
  previews: Record<number, Preview>;
  /** The cards of all units by hex. */
  units: Record<string, UnitCard>;
}

const FOLDER = `${import.meta.dirname}/fixtures`;

export function fixture(name: string): Fixture {
  return JSON.parse(readFileSync(`${FOLDER}/${name}.json`, "utf8")) as Fixture;
}

export function realCatalogue(): Catalogue {
  return JSON.parse(readFileSync(`${FOLDER}/catalogue.json`, "utf8")) as Catalogue;
}
