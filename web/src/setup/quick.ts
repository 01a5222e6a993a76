/** The quickest way into a game. */

import { makeMatch } from "../api/lobby";
import { catalogue } from "../app/catalogue.svelte";
import { identity } from "../app/identity.svelte";
import { preset, proposalOf, type Plan } from "./plan";

/** Create the match of a plan and return its id for `/match/ID`. Rejects if refused. */
export async function makeGame(plan: Plan): Promise<string> {
  await catalogue.load();
  const all = catalogue.now;
  if (!all) throw new Error("there is no catalogue");
  return identity.as((person) => makeMatch(proposalOf(all, plan, person.id)));
}

/** Create a quick game against an easy bot, with easy armies and hints; returns its id for `/match/ID`. */
export async function quickGame(): Promise<string> {
  await catalogue.load();
  if (!catalogue.now) throw new Error("there is no catalogue");
  return makeGame(preset(catalogue.now, "quick"));
}
