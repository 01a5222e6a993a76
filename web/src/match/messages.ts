/** The messages of a match as a client meets them (docs/match.md), by the names that are used here. */

import type { AnyCommand, AnyEvent, AnyMessage, AnyReply, Welcome } from "../api/forms";

export { Close } from "../api/forms";
export type {
  Accepted,
  Created,
  Finished,
  Looked,
  Presence,
  Present,
  Refused as Refusal,
  SeatPlan,
  Shown,
  Skipped,
  Terms,
  Welcome,
} from "../api/forms";

export type MatchEvent = AnyEvent;
export type Reply = AnyReply;
/** Whatever a server says. */
export type Told = AnyMessage | Welcome;

type WithoutId<C> = C extends AnyCommand ? Omit<C, "id"> : never;
/** What can be asked of a match; the wire adds an `id`. */
export type Command = WithoutId<AnyCommand>;
