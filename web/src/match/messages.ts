/** The messages of a match (docs/match.md), under the names used here. */

import type { AnyCommand, AnyEvent, AnyMessage, AnyReply, Close as CloseCode, Welcome } from "../api/forms";

/** Why the server ends a socket. */
export const Close = {
  RESTART: 1012,
  NOT_SIGNED_IN: 4001,
  NO_HELLO: 4002,
  SLOW: 4008,
  TOO_FAST: 4029,
} satisfies Record<string, CloseCode>;
export type {
  Accepted,
  Created,
  Finished,
  Looked,
  Presence,
  Present,
  Reacted,
  Refused,
  SeatPlan,
  Sent,
  Shown,
  Skipped,
  Terms,
  Welcome,
} from "../api/forms";

export type MatchEvent = AnyEvent;
export type Reply = AnyReply;
/** Any message from a server. */
export type ServerMessage = AnyMessage | Welcome;

type WithoutId<C> = C extends AnyCommand ? Omit<C, "id"> : never;
/** A command to a match; the wire adds an `id`. */
export type Command = WithoutId<AnyCommand>;
