/**
 * What this tab wants from the server, independent of the socket: followed matches, each from its first missing event,
 * and open requests, which are resent with the same ids.
 */

import { RefusedError } from "../api/http";
import type { Language } from "../texts/language.svelte";
import type {
  Command,
  MatchEvent,
  Presence,
  Reacted,
  Refused,
  Reply,
  Shown,
  Skipped,
  ServerMessage,
  Welcome,
} from "./messages";
import { newNonce } from "./nonce";

/** Receives one match: its events, each once and in order, and notes in between. */
export interface Follower {
  event(event: MatchEvent): void;
  presence(note: Presence): void;
  /** The view after an event, in the language that `language` returned when the match was followed. */
  shown(note: Shown | Skipped): void;
  /** A player's reaction. */
  reacted(note: Reacted): void;
  /** The language for views. */
  language(): Language;
  /** Events follow; `last` is the number of the newest one. The server pushes views of later events. */
  following(last: number): void;
  /** The socket broke: the next call is `following`. */
  lost(): void;
  /** Nothing more will come: the server says why. */
  ended(why: RefusedError): void;
}

interface Followed {
  follower: Follower;
  /** The first missing event. */
  next: number;
  /** Id of the pending follow command; null while events flow. */
  asking: string | null;
  /** Milliseconds before the next retry while the server is busy. */
  pause: number;
}

interface Waiting {
  text: string;
  answer: (reply: Reply) => void;
  fail: (why: RefusedError) => void;
}

/** The part of the socket that outbox use. */
export interface Transport {
  /** Whether the server accepts messages now. If not, `resendAll` sends them later. */
  isReady: () => boolean;
  say: (text: string) => void;
  /** Something is no longer wanted. */
  settled: () => void;
}

/** Codes of temporary refusals. */
export const AGAIN: ReadonlySet<string> = new Set(["unavailable", "too_fast"]);
/** First pause before a retry, in milliseconds. */
export const BUSY_PAUSE = 500;
/**
 * Each pause is twice as long as the previous one, up to this; it must be shorter than the idle timeout of a socket.
 */
const LONGEST_BUSY_PAUSE = 5_000;

/** The next pause (exponential backoff). */
export function longer(pause: number): number {
  return Math.min(LONGEST_BUSY_PAUSE, 2 * pause);
}

/** The form of match ids (docs/server.md). */
const IDS = /^[A-Za-z0-9_-]{1,40}$/;

export class Outbox {
  private count = 0;
  private readonly prefix = newNonce().slice(0, 13); // not `randomUUID`, which is missing on plain http
  private readonly waiting = new Map<string, Waiting>();
  private readonly matches = new Map<string, Followed>();
  /** Matches that the socket reports, still followed or not: there is no command to unfollow. */
  private readonly subscribed = new Set<string>();

  constructor(private readonly transport: Transport) {}

  /** Whether a socket is needed at all. */
  get any(): boolean {
    return this.matches.size > 0 || this.waiting.size > 0;
  }

  /** Whether a request is pending. */
  get asks(): boolean {
    return this.waiting.size > 0;
  }

  /** Any followed match. */
  get followed(): string | undefined {
    return this.matches.keys().next().value;
  }

  follows(match: string): boolean {
    return this.matches.has(match);
  }

  /** Whether the socket reports a match that nobody follows any more, while others are or will be followed. */
  hasStale(another?: string): boolean {
    if (this.matches.size === 0 && another === undefined) return false;
    return [...this.subscribed].some((match) => match !== another && !this.matches.has(match));
  }

  /** An id that no command of this tab has used. */
  newId(): string {
    this.count += 1;
    return `${this.prefix}-${this.count}`;
  }

  /** Follow a match from its first event; call the returned function to stop. */
  follow(match: string, follower: Follower): () => void {
    if (!IDS.test(match)) {
      // The server could not attribute its refusal to this request.
      follower.ended(new RefusedError("unknown_match", "", 404, 0));
      return () => undefined;
    }
    const followed: Followed = { follower, next: 0, asking: null, pause: BUSY_PAUSE };
    this.matches.set(match, followed);
    if (this.transport.isReady()) this.askFor(match, followed);
    return () => {
      if (this.matches.get(match) !== followed) return;
      this.matches.delete(match);
      this.transport.settled();
    };
  }

  /** Show a followed match in its follower's current language. */
  retell(match: string): void {
    const followed = this.matches.get(match);
    if (followed !== undefined && this.transport.isReady()) this.askFor(match, followed);
  }

  /** The socket broke. */
  lost(): void {
    for (const { follower } of this.matches.values()) follower.lost();
  }

  /** Send a request; the reply may be a refusal. Throws what `fail` receives. */
  ask(id: string, command: Command): Promise<Reply> {
    return new Promise<Reply>((answer, fail) => {
      const text = JSON.stringify({ ...command, id });
      this.waiting.set(id, {
        text,
        answer: (reply) => {
          this.waiting.delete(id);
          answer(reply);
          this.transport.settled();
        },
        fail: (why) => {
          this.waiting.delete(id);
          fail(why);
        },
      });
      if (this.transport.isReady()) this.transport.say(text);
    });
  }

  /** Reject all pending requests. */
  fail(why: RefusedError): void {
    for (const { fail } of [...this.waiting.values()]) fail(why);
  }

  /** Resend everything open: the server is back and knows nothing. */
  resendAll(): void {
    this.subscribed.clear();
    for (const [match, followed] of this.matches) this.askFor(match, followed);
    for (const { text } of this.waiting.values()) this.transport.say(text);
  }

  /** Handle a message from the server. */
  receive(told: Exclude<ServerMessage, Welcome>): void {
    switch (told.type) {
      case "accepted":
      case "looked":
      case "following":
      case "sent":
      case "refused":
        this.answered(told);
        break;
      case "presence":
        this.matches.get(told.match)?.follower.presence(told);
        break;
      case "reacted":
        this.matches.get(told.match)?.follower.reacted(told);
        break;
      case "shown":
      case "skipped":
        this.matches.get(told.match)?.follower.shown(told);
        break;
      default:
        this.happened(told);
    }
  }

  private askFor(match: string, followed: Followed): void {
    followed.asking = this.newId();
    this.subscribed.add(match);
    const show = followed.follower.language();
    this.transport.say(JSON.stringify({ type: "follow", id: followed.asking, match, since: followed.next, show }));
  }

  private answered(reply: Reply): void {
    const waiting = this.waiting.get(reply.id);
    if (waiting !== undefined) {
      waiting.answer(reply);
      return;
    }
    const [match, followed] = [...this.matches].find(([, each]) => each.asking === reply.id) ?? [];
    if (match === undefined || followed === undefined) return;
    followed.asking = null;
    if (reply.type === "following") {
      followed.pause = BUSY_PAUSE;
      followed.follower.following(reply.last);
    }
    if (reply.type !== "refused") return;
    if (AGAIN.has(reply.code) || reply.code === "ahead") {
      setTimeout(() => {
        if (this.transport.isReady() && this.matches.get(match) === followed && followed.asking === null) {
          this.askFor(match, followed);
        }
      }, followed.pause);
      followed.pause = longer(followed.pause);
    } else {
      this.matches.delete(match);
      this.subscribed.delete(match);
      followed.follower.ended(refused(reply));
      this.transport.settled();
    }
  }

  private happened(event: MatchEvent): void {
    const followed = this.matches.get(event.match);
    if (followed === undefined || event.n < followed.next) return;
    if (event.n > followed.next) {
      // An event is missing. If it was already requested, it is on its way.
      if (followed.asking === null) this.askFor(event.match, followed);
      return;
    }
    followed.next = event.n + 1;
    followed.follower.event(event);
  }
}

/** Convert a refusal into an error. */
export function refused(reply: Refused): RefusedError {
  return new RefusedError(reply.code, reply.why, 409, 0);
}
