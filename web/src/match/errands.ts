/**
 * What this tab wants of the server, whatever line there is: matches that are followed, each from the first event that it
 * has not had, and questions that are not answered, which are asked again with the same ids.
 */

import { Refused } from "../api/http";
import type { Language } from "../texts/language.svelte";
import type { Command, MatchEvent, Presence, Refusal, Reply, Shown, Skipped, Told, Welcome } from "./messages";
import { newNonce } from "./nonce";

/** Is told of one match: its events, each once and in order, and notes in between. */
export interface Follower {
  event(event: MatchEvent): void;
  presence(note: Presence): void;
  /** What stands after an event, in the language that `language` gave when it was followed. */
  shown(note: Shown | Skipped): void;
  /** The language in which to show what happens. */
  language(): Language;
  /** Events follow now; this is the number of the last there is. What stands after those to come is shown. */
  following(last: number): void;
  /** The line broke: what is told next begins with `following`. */
  lost(): void;
  /** Nothing more will be told: the server says why. */
  ended(why: Refused): void;
}

interface Followed {
  follower: Follower;
  /** The first event that has not been told. */
  next: number;
  /** Id of the command by which it was asked for and that is not answered; null where events flow. */
  asking: string | null;
  /** Before it is asked for again, where the server cannot tell it for the moment. */
  pause: number;
}

interface Waiting {
  text: string;
  answer: (reply: Reply) => void;
  fail: (why: Refused) => void;
}

/** The line, as far as errands go by it. */
export interface Way {
  /** Whether the server hears now. What it does not hear is said by `sayAll` once it does. */
  hears: () => boolean;
  say: (text: string) => void;
  /** Something is wanted no longer. */
  settled: () => void;
}

/** What the server cannot do for the moment. */
export const AGAIN: ReadonlySet<string> = new Set(["unavailable", "too_fast"]);
/** Before it is asked for that again, the first time. */
export const BUSY_PAUSE = 500;
/** A pause is twice as long as the one before, but no longer than this; less than a line may be silent. */
const LONGEST_BUSY_PAUSE = 5_000;

/** The pause that follows a pause. */
export function longer(pause: number): number {
  return Math.min(LONGEST_BUSY_PAUSE, 2 * pause);
}

/** How ids of matches are written (docs/server.md). */
const IDS = /^[A-Za-z0-9_-]{1,40}$/;

export class Errands {
  private count = 0;
  private readonly prefix = newNonce().slice(0, 13); // not `randomUUID`, which plain http does not have
  private readonly waiting = new Map<string, Waiting>();
  private readonly matches = new Map<string, Followed>();
  /** Matches that the line tells of, followed still or not: there is no command to hear no more of one. */
  private readonly toldOf = new Set<string>();

  constructor(private readonly way: Way) {}

  /** Whether there is any reason to have a line. */
  get any(): boolean {
    return this.matches.size > 0 || this.waiting.size > 0;
  }

  /** Whether an answer is waited for. */
  get asks(): boolean {
    return this.waiting.size > 0;
  }

  /** Some match that is followed. */
  get followed(): string | undefined {
    return this.matches.keys().next().value;
  }

  follows(match: string): boolean {
    return this.matches.has(match);
  }

  /** Whether the line tells of a match that nobody follows any more, though others are, or one more will be. */
  overhears(another?: string): boolean {
    if (this.matches.size === 0 && another === undefined) return false;
    return [...this.toldOf].some((match) => match !== another && !this.matches.has(match));
  }

  /** An id that no command of this tab has had. */
  newId(): string {
    this.count += 1;
    return `${this.prefix}-${this.count}`;
  }

  /** Have the events of a match told, from the first on; call what is returned to hear no more. */
  follow(match: string, follower: Follower): () => void {
    if (!IDS.test(match)) {
      // The server could not even say to which question its refusal belongs.
      follower.ended(new Refused("unknown_match", "", 404, 0));
      return () => undefined;
    }
    const followed: Followed = { follower, next: 0, asking: null, pause: BUSY_PAUSE };
    this.matches.set(match, followed);
    if (this.way.hears()) this.askFor(match, followed);
    return () => {
      if (this.matches.get(match) !== followed) return;
      this.matches.delete(match);
      this.way.settled();
    };
  }

  /** Have a match that is followed shown in the language that its follower wants now. */
  retell(match: string): void {
    const followed = this.matches.get(match);
    if (followed !== undefined && this.way.hears()) this.askFor(match, followed);
  }

  /** The line broke. */
  lost(): void {
    for (const { follower } of this.matches.values()) follower.lost();
  }

  /** Ask something; the answer may be a refusal. Throws what `fail` is given. */
  ask(id: string, command: Command): Promise<Reply> {
    return new Promise<Reply>((answer, fail) => {
      const text = JSON.stringify({ ...command, id });
      this.waiting.set(id, {
        text,
        answer: (reply) => {
          this.waiting.delete(id);
          answer(reply);
          this.way.settled();
        },
        fail: (why) => {
          this.waiting.delete(id);
          fail(why);
        },
      });
      if (this.way.hears()) this.way.say(text);
    });
  }

  /** Nothing that was asked will be answered. */
  fail(why: Refused): void {
    for (const { fail } of [...this.waiting.values()]) fail(why);
  }

  /** Say all that is open: the server hears again, and knows of nothing. */
  sayAll(): void {
    this.toldOf.clear();
    for (const [match, followed] of this.matches) this.askFor(match, followed);
    for (const { text } of this.waiting.values()) this.way.say(text);
  }

  /** The server said something. */
  hear(told: Exclude<Told, Welcome>): void {
    switch (told.type) {
      case "accepted":
      case "looked":
      case "following":
      case "refused":
        this.answered(told);
        break;
      case "presence":
        this.matches.get(told.match)?.follower.presence(told);
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
    this.toldOf.add(match);
    const show = followed.follower.language();
    this.way.say(JSON.stringify({ type: "follow", id: followed.asking, match, since: followed.next, show }));
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
        if (this.way.hears() && this.matches.get(match) === followed && followed.asking === null) {
          this.askFor(match, followed);
        }
      }, followed.pause);
      followed.pause = longer(followed.pause);
    } else {
      this.matches.delete(match);
      this.toldOf.delete(match);
      followed.follower.ended(refused(reply));
      this.way.settled();
    }
  }

  private happened(event: MatchEvent): void {
    const followed = this.matches.get(event.match);
    if (followed === undefined || event.n < followed.next) return;
    if (event.n > followed.next) {
      // Something is missing. If it is asked for already, it is on its way.
      if (followed.asking === null) this.askFor(event.match, followed);
      return;
    }
    followed.next = event.n + 1;
    followed.follower.event(event);
  }
}

/** A refusal as an error to be thrown. */
export function refused(reply: Refusal): Refused {
  return new Refused(reply.code, reply.why, 409, 0);
}
