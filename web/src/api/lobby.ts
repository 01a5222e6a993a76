/** Matches in the lobby, and making one (docs/server.md). */

import type { Listing, Made, MatchPhase, Proposal } from "./forms";
import { get, post } from "./http";

/** A page of matches of a status, the latest made first; `mine`: only those in which I sit; `after` names the page. */
export function matches(status: MatchPhase, mine: boolean, after?: string): Promise<Listing> {
  const asked = new URLSearchParams({ status, ...(mine ? { person: "me" } : {}), ...(after ? { after } : {}) });
  return get<Listing>(`/api/matches?${asked.toString()}`);
}

/** Make a match; its id. */
export async function makeMatch(proposal: Proposal): Promise<string> {
  return (await post<Made>("/api/matches", proposal)).match;
}
