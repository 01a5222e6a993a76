/** The shortest way into a game. */

import { makeMatch } from "../api/lobby";
import { catalogue } from "../app/catalogue.svelte";
import { identity } from "../app/identity.svelte";
import { preset, proposalOf, type Plan } from "./plan";

/** Make the match that a plan describes; its id, for `/match/ID`. Refusals are for whoever asks. */
export async function makeGame(plan: Plan): Promise<string> {
  await catalogue.load();
  const all = catalogue.now;
  if (!all) throw new Error("there is no catalogue");
  return identity.as((person) => makeMatch(proposalOf(all, plan, person.id)));
}

/** A quick game against an easy bot, with easy armies and hints; its id, for `/match/ID`. */
export async function quickGame(): Promise<string> {
  await catalogue.load();
  if (!catalogue.now) throw new Error("there is no catalogue");
  return makeGame(preset(catalogue.now, "quick"));
}
