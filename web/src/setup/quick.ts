/** The quickest way into a game. */

import { makeMatch } from "../api/lobby";
import { catalogue } from "../app/catalogue.svelte";
import { keepCompany, newCompanion, type Companion } from "../app/companions";
import { identity } from "../app/identity.svelte";
import { t } from "../texts/language.svelte";
import { setup } from "../texts/setup";
import { preset, proposalOf, type Plan } from "./plan";

/** Create the match of a plan and return its id for `/match/ID`. Rejects if refused. */
export async function makeGame(plan: Plan): Promise<string> {
  await catalogue.load();
  const all = catalogue.now;
  if (!all) throw new Error("there is no catalogue");
  const companions: Companion[] = [];
  for (const [seat, { who }] of plan.seats.entries())
    if (who === "here") companions.push(await newCompanion(t(setup.here_name, seat + 1)));
  const company = companions.map(({ person }) => person);
  const match = await identity.as((person) => makeMatch(proposalOf(all, plan, person.id, Math.random, company)));
  if (companions.length > 0) keepCompany({ match, companions, turned: plan.turned === true });
  return match;
}

/** Create a quick game against an easy bot, with easy armies and hints; returns its id for `/match/ID`. */
export async function quickGame(): Promise<string> {
  await catalogue.load();
  if (!catalogue.now) throw new Error("there is no catalogue");
  return makeGame(preset(catalogue.now, "quick"));
}
