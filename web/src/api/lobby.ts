/** Matches in the lobby, and making one (docs/server.md). */

import type { Listing, Made, MatchPhase, Proposal } from "./forms";
import { get, post } from "./http";

/** Matches of a status, the latest made first; `mine`: only those in which I sit. */
export function matches(status: MatchPhase, mine: boolean, signal?: AbortSignal): Promise<Listing> {
  return get<Listing>(`/api/matches?status=${status}${mine ? "&person=me" : ""}`, signal);
}

/** Make a match; its id. */
export async function makeMatch(proposal: Proposal): Promise<string> {
  return (await post<Made>("/api/matches", proposal)).match;
}
