/**
 * The one socket of this tab, which mends itself: nothing is lost or doubled when it breaks.
 *
 * After a break it comes back with growing pauses, says who it is, asks for every match that is followed from the first
 * event that it has not had, and sends again what was not answered, with the same ids. It has no reactive parts and
 * opens nothing by itself: sockets are handed in, so that tests can break them.
 */

import { Refused } from "../api/http";
import { Close, type Accepted, type Command, type Looked, type MatchEvent, type Presence } from "./messages";
import type { Refusal, Reply, Told } from "./messages";
import { newNonce } from "./nonce";

/** The part of a WebSocket that is used. */
export interface Line {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((message: { data: unknown }) => void) | null;
  onclose: ((end: { code: number; reason: string }) => void) | null;
}

/** How the connection stands. `idle`: nobody needs one. `signed_out`: the server does not take the token. */
export type Status =
  | { kind: "idle" }
  | { kind: "open" }
  | { kind: "connecting"; lost: number | null }
  | { kind: "waiting"; lost: number; again: number }
  | { kind: "signed_out"; why: string };

/** Is told of one match: its events, each once and in order, and notes in between. */
export interface Follower {
  event(event: MatchEvent): void;
  presence(note: Presence): void;
  /** Events follow now; this is the number of the last there is. */
  following(last: number): void;
  /** Nothing more will be told: the server says why. */
  ended(why: Refused): void;
}

interface Followed {
  follower: Follower;
  /** The first event that has not been told. */
  next: number;
  /** Id of the command by which it was asked for and that is not answered; null where events flow. */
  asking: string | null;
}

interface Waiting {
  text: string;
  answer: (reply: Reply) => void;
  fail: (why: Refused) => void;
}

/** What the surroundings give. */
export interface Surroundings {
  open: () => Line;
  onstatus: (status: Status) => void;
  /** Between 0 and 1. */
  random?: () => number;
}

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;
/** After being told that it sends too much. */
const SLOW_PAUSE = 5_000;
/** Before something that was `unavailable` or `too_fast` is asked again. */
const BUSY_PAUSE = 500;
/** A handshake or an answer that takes longer is taken for a dead line. */
const PATIENCE = 8_000;
/** A line on which nothing was said for so long is asked whether it lives. */
const QUIET = 25_000;
/** A line that nobody needs is kept a little: people go from one match to another. */
const KEPT = 1_000;

const AGAIN = new Set(["unavailable", "too_fast"]);

export class Wire {
  status: Status = { kind: "idle" };
  private token: string | null = null;
  private line: Line | null = null;
  private greeted = false;
  private pause = FIRST_PAUSE;
  private lost: number | null = null;
  private heard = 0;
  private count = 0;
  private readonly prefix: string;
  private readonly random: () => number;
  private readonly waiting = new Map<string, Waiting>();
  private readonly matches = new Map<string, Followed>();
  private again: ReturnType<typeof setTimeout> | null = null;
  private watch: ReturnType<typeof setTimeout> | null = null;
  private leaving: ReturnType<typeof setTimeout> | null = null;

  constructor(private readonly given: Surroundings) {
    this.random = given.random ?? Math.random;
    this.prefix = newNonce().slice(0, 13); // not `randomUUID`, which plain http does not have
  }

  /** Be somebody from now on, or nobody (null). A line that was open as somebody else is opened anew. */
  signIn(token: string | null): void {
    const changed = token !== this.token;
    this.token = token;
    if (this.status.kind === "signed_out" || (changed && this.line !== null)) this.reopen();
  }

  /** Have the events of a match told, from the first on; call what is returned to hear no more. */
  follow(match: string, follower: Follower): () => void {
    const followed: Followed = { follower, next: 0, asking: null };
    this.matches.set(match, followed);
    this.need();
    if (this.greeted) this.askFor(match, followed);
    return () => {
      if (this.matches.get(match) !== followed) return;
      this.matches.delete(match);
      this.rest();
    };
  }

  /**
   * Ask something of a match; waits for the answer through as many breaks as it takes. Where the server cannot for the
   * moment, it is asked again with the same id. Throws `Refused`.
   */
  async ask(command: Command): Promise<Accepted | Looked> {
    const id = this.newId();
    for (;;) {
      const reply = await this.once(id, command);
      if (reply.type === "accepted" || reply.type === "looked") return reply;
      if (reply.type !== "refused") throw new Refused("malformed", `not an answer to that: ${reply.type}`, 0, 0);
      if (!AGAIN.has(reply.code)) throw refused(reply);
      await new Promise((done) => setTimeout(done, BUSY_PAUSE));
    }
  }

  /** The machine woke up, the network is there, or somebody looks again: do not wait any longer. */
  wake(): void {
    if (this.status.kind === "waiting") this.reopen();
    else if (this.greeted && Date.now() - this.heard > 2_000) this.probe();
  }

  /** Come back at once. */
  reopen(): void {
    this.pause = FIRST_PAUSE;
    this.drop();
    if (this.needed()) this.open();
    else this.tell({ kind: "idle" });
  }

  /** The network is gone: it need not be waited for to be noticed. */
  cut(): void {
    if (this.line !== null) this.ended(1006, "");
  }

  // --- inside ---
  private newId(): string {
    this.count += 1;
    return `${this.prefix}-${this.count}`;
  }

  private needed(): boolean {
    return this.matches.size > 0 || this.waiting.size > 0;
  }

  private tell(status: Status): void {
    this.status = status;
    this.given.onstatus(status);
  }

  private need(): void {
    if (this.leaving !== null) clearTimeout(this.leaving);
    this.leaving = null;
    if (this.line === null && this.again === null && this.status.kind !== "signed_out") this.open();
  }

  private rest(): void {
    if (this.needed() || this.leaving !== null) return;
    this.leaving = setTimeout(() => {
      this.leaving = null;
      if (this.needed()) return;
      this.drop();
      this.lost = null;
      this.tell({ kind: "idle" });
    }, KEPT);
  }

  private open(): void {
    const line = this.given.open();
    this.line = line;
    this.greeted = false;
    this.tell({ kind: "connecting", lost: this.lost });
    this.lookAfter(PATIENCE);
    line.onopen = () => {
      const hello = { type: "hello", id: this.newId(), ...(this.token === null ? {} : { token: this.token }) };
      line.send(JSON.stringify(hello));
    };
    line.onmessage = ({ data }) => {
      if (this.line !== line) return;
      this.heard = Date.now();
      this.hear(JSON.parse(String(data)) as Told);
    };
    line.onclose = ({ code, reason }) => {
      if (this.line === line) this.ended(code, reason);
    };
  }

  /** Let go of the line without a word. */
  private drop(): void {
    for (const timer of [this.again, this.watch]) if (timer !== null) clearTimeout(timer);
    this.again = this.watch = null;
    const line = this.line;
    this.line = null;
    this.greeted = false;
    if (line !== null) {
      line.onopen = line.onmessage = line.onclose = null;
      line.close();
    }
  }

  private ended(code: number, reason: string): void {
    this.drop();
    if (code === Close.NOT_SIGNED_IN) {
      const why = new Refused("not_signed_in", reason, 401, 0);
      for (const { fail } of [...this.waiting.values()]) fail(why);
      this.tell({ kind: "signed_out", why: reason });
      return;
    }
    if (!this.needed()) {
      this.tell({ kind: "idle" });
      return;
    }
    this.lost ??= Date.now();
    // Not all at the same moment: a server that comes back would have everybody at its door.
    const pause = (code === Close.TOO_FAST ? SLOW_PAUSE : this.pause) * (0.5 + this.random() / 2);
    this.pause = Math.min(LONGEST_PAUSE, this.pause * 2);
    this.tell({ kind: "waiting", lost: this.lost, again: Date.now() + pause });
    this.again = setTimeout(() => {
      this.again = null;
      this.open();
    }, pause);
  }

  private hear(told: Told): void {
    switch (told.type) {
      case "welcome":
        this.greet();
        break;
      case "accepted":
      case "looked":
      case "following":
      case "refused":
        this.answered(told);
        break;
      case "presence":
        this.matches.get(told.match)?.follower.presence(told);
        break;
      default:
        this.happened(told);
    }
  }

  /** The line is good: say all that was left open. */
  private greet(): void {
    this.greeted = true;
    this.pause = FIRST_PAUSE;
    this.lost = null;
    this.tell({ kind: "open" });
    for (const [match, followed] of this.matches) this.askFor(match, followed);
    for (const { text } of this.waiting.values()) this.line?.send(text);
    this.lookAfter(this.waiting.size > 0 ? PATIENCE : QUIET);
  }

  private askFor(match: string, followed: Followed): void {
    followed.asking = this.newId();
    this.line?.send(JSON.stringify({ type: "follow", id: followed.asking, match, since: followed.next }));
  }

  private once(id: string, command: Command): Promise<Reply> {
    return new Promise<Reply>((answer, fail) => {
      const text = JSON.stringify({ ...command, id });
      this.waiting.set(id, {
        text,
        answer: (reply) => {
          this.waiting.delete(id);
          answer(reply);
          this.rest();
        },
        fail: (why) => {
          this.waiting.delete(id);
          fail(why);
        },
      });
      if (this.status.kind === "signed_out") {
        this.waiting.get(id)?.fail(new Refused("not_signed_in", this.status.why, 401, 0));
        return;
      }
      this.need();
      if (this.greeted) {
        this.line?.send(text);
        this.lookAfter(PATIENCE);
      }
    });
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
    if (reply.type === "following") followed.follower.following(reply.last);
    if (reply.type !== "refused") return;
    if (AGAIN.has(reply.code) || reply.code === "ahead") {
      setTimeout(() => {
        if (this.greeted && this.matches.get(match) === followed && followed.asking === null) {
          this.askFor(match, followed);
        }
      }, BUSY_PAUSE);
    } else {
      this.matches.delete(match);
      followed.follower.ended(refused(reply));
      this.rest();
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

  /** See after a while whether the line lives: lines that die while a machine sleeps do not say so. */
  private lookAfter(patience: number): void {
    if (this.watch !== null) clearTimeout(this.watch);
    const since = Date.now();
    this.watch = setTimeout(() => {
      this.watch = null;
      const expected = !this.greeted || this.waiting.size > 0;
      if (expected && this.heard < since) this.ended(1006, "");
      else if (expected) this.lookAfter(PATIENCE);
      else this.probe();
    }, patience);
  }

  /** Ask something harmless; a line that does not answer is dead. */
  private probe(): void {
    const match = this.matches.keys().next().value;
    if (match === undefined) this.lookAfter(QUIET);
    else
      this.ask({ type: "look", match }).then(
        () => this.greeted && this.lookAfter(QUIET),
        () => undefined, // what is wrong with the match its follower is told
      );
  }
}

function refused(reply: Refusal): Refused {
  return new Refused(reply.code, reply.why, 409, 0);
}
