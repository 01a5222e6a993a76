/** Matches of the lobby, and creating one (docs/server.md). */

import type { Listing, Made, MatchPhase, Proposal } from "./forms";
import { get, post } from "./http";

/** A page of matches by status, latest first. `mine`: only those I sit in. `after`: cursor of the page. */
export function matches(status: MatchPhase, mine: boolean, after?: string): Promise<Listing> {
  const asked = new URLSearchParams({ status, ...(mine ? { person: "me" } : {}), ...(after ? { after } : {}) });
  return get<Listing>(`/api/matches?${asked.toString()}`);
}

/** Create a match and return its id. */
export async function makeMatch(proposal: Proposal): Promise<string> {
  return (await post<Made>("/api/matches", proposal)).match;
}
