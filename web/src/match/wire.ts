/**
 * The one socket of this tab, which mends itself: nothing is lost or doubled when it breaks.
 *
 * After a break it comes back with growing pauses, says who it is, and then all that its `Errands` have left open. It has
 * no reactive parts and opens nothing by itself: sockets are handed in, so that tests can break them.
 */

import { Refused } from "../api/http";
import { AGAIN, BUSY_PAUSE, Errands, longer, refused, type Follower } from "./errands";
import { Close, type Accepted, type Command, type Looked, type Reply, type Told } from "./messages";

/** The part of a WebSocket that is used. */
export interface Line {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((message: { data: unknown }) => void) | null;
  onclose: ((end: { code: number; reason: string }) => void) | null;
}

/** How the connection stands. `idle`: nobody needs one. `signed_out`: the server does not know the token, for certain. */
export type Status =
  | { kind: "idle" }
  | { kind: "open" }
  | { kind: "connecting"; lost: number | null }
  | { kind: "waiting"; lost: number; again: number }
  | { kind: "signed_out"; why: string };

/** What the surroundings give. */
export interface Surroundings {
  open: () => Line;
  onstatus: (status: Status) => void;
  /** Whether the server knows a token. Rejects without a definite answer. */
  isKnown: (token: string) => Promise<boolean>;
  /** Between 0 and 1. */
  random?: () => number;
}

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;
/** After being told that it sends too much. */
const SLOW_PAUSE = 5_000;
/** A handshake or an answer that takes longer is taken for a dead line. */
const PATIENCE = 8_000;
/** A line on which nothing was said for so long is asked whether it lives. */
const QUIET = 25_000;
/** A line that nobody needs is kept a little: people go from one match to another. */
const KEPT = 1_000;

export class Wire {
  status: Status = { kind: "idle" };
  private token: string | null = null;
  private line: Line | null = null;
  private greeted = false;
  private pause = FIRST_PAUSE;
  private lost: number | null = null;
  private heard = 0;
  private readonly random: () => number;
  private readonly errands: Errands;
  private again: ReturnType<typeof setTimeout> | null = null;
  private watch: ReturnType<typeof setTimeout> | null = null;
  private leaving: ReturnType<typeof setTimeout> | null = null;
  private probing = false;

  constructor(private readonly given: Surroundings) {
    this.random = given.random ?? Math.random;
    this.errands = new Errands({
      hears: () => this.greeted,
      say: (text) => this.line?.send(text),
      settled: () => this.rest(),
    });
  }

  /** Be somebody from now on, or nobody (null). A line that was open as somebody else is opened anew. */
  signIn(token: string | null): void {
    const changed = token !== this.token;
    this.token = token;
    if (this.status.kind === "signed_out" || (changed && this.line !== null)) this.reopen();
  }

  /** Have the events of a match told, from the first on; call what is returned to hear no more. */
  follow(match: string, follower: Follower): () => void {
    if (this.greeted && this.errands.overhears(match)) this.drop();
    const leave = this.errands.follow(match, follower);
    this.need();
    return leave;
  }

  /** Have a match that is followed shown in the language that its follower wants now. */
  retell(match: string): void {
    this.errands.retell(match);
  }

  /**
   * Ask something of a match; waits for the answer through as many breaks as it takes. Where the server cannot for the
   * moment, it is asked again with the same id, after growing pauses, for as long as the match is followed. Throws
   * `Refused`.
   */
  async ask(command: Command): Promise<Accepted | Looked> {
    const id = this.errands.newId();
    for (let pause = BUSY_PAUSE; ; pause = longer(pause)) {
      const reply = await this.once(id, command);
      if (reply.type === "accepted" || reply.type === "looked") return reply;
      if (reply.type !== "refused") throw new Refused("malformed", `not an answer to that: ${reply.type}`, 0, 0);
      if (!AGAIN.has(reply.code)) throw refused(reply);
      await new Promise((done) => setTimeout(done, pause));
      if (!this.errands.follows(command.match)) throw refused(reply);
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
    if (this.errands.any) this.open();
    else this.tell({ kind: "idle" });
  }

  /** The network is gone: it need not be waited for to be noticed. */
  cut(): void {
    if (this.line !== null) this.ended(1006, "");
  }

  // --- inside ---
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
    // Whoever goes on with another match is not at the table of this one any more.
    if (this.greeted && this.errands.overhears()) this.reopen();
    if (this.errands.any || this.leaving !== null) return;
    this.leaving = setTimeout(() => {
      this.leaving = null;
      if (this.errands.any) return;
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
      const hello = { type: "hello", id: this.errands.newId(), ...(this.token === null ? {} : { token: this.token }) };
      line.send(JSON.stringify(hello));
    };
    line.onmessage = ({ data }) => {
      if (this.line !== line) return;
      this.heard = Date.now();
      const told = JSON.parse(String(data)) as Told;
      if (told.type === "welcome") this.greet();
      else this.errands.hear(told);
    };
    line.onclose = ({ code, reason }) => {
      if (this.line === line) this.ended(code, reason);
    };
  }

  /** Let go of the line without a word. */
  private drop(): void {
    for (const timer of [this.again, this.watch]) if (timer !== null) clearTimeout(timer);
    this.again = this.watch = null;
    const { line, greeted } = this;
    this.line = null;
    this.greeted = false;
    if (greeted) this.errands.lost();
    if (line !== null) {
      line.onopen = line.onmessage = line.onclose = null;
      line.close();
    }
  }

  private ended(code: number, reason: string): void {
    this.drop();
    if (code === Close.NOT_SIGNED_IN) {
      if (this.token === null) {
        this.signedOut(reason);
        return;
      }
      void this.doubt(this.token, reason); // until that is answered, it is a break like any other
    }
    if (!this.errands.any) {
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

  /** The server refused the token: ask it once more, and believe only a definite answer. */
  private async doubt(token: string, reason: string): Promise<void> {
    const known = await this.given.isKnown(token).catch(() => true);
    if (!known && this.token === token) this.signedOut(reason);
  }

  private signedOut(reason: string): void {
    this.drop();
    this.lost = null;
    this.errands.fail(new Refused("not_signed_in", reason, 401, 0));
    this.tell({ kind: "signed_out", why: reason });
  }

  /** The line is good: say all that was left open. */
  private greet(): void {
    this.greeted = true;
    this.pause = FIRST_PAUSE;
    this.lost = null;
    this.tell({ kind: "open" });
    this.errands.sayAll();
    this.lookAfter(this.errands.asks ? PATIENCE : QUIET);
  }

  private once(id: string, command: Command): Promise<Reply> {
    const reply = this.errands.ask(id, command);
    if (this.status.kind === "signed_out") {
      this.errands.fail(new Refused("not_signed_in", this.status.why, 401, 0));
      return reply;
    }
    this.need();
    if (this.greeted) this.lookAfter(PATIENCE);
    return reply;
  }

  /** See after a while whether the line lives: lines that die while a machine sleeps do not say so. */
  private lookAfter(patience: number): void {
    if (this.watch !== null) clearTimeout(this.watch);
    const since = Date.now();
    this.watch = setTimeout(() => {
      this.watch = null;
      const expected = !this.greeted || this.errands.asks;
      if (expected && this.heard < since) this.ended(1006, "");
      else if (expected) this.lookAfter(PATIENCE);
      else this.probe();
    }, patience);
  }

  /** Ask something harmless; a line that does not answer is dead. */
  private probe(): void {
    const match = this.errands.followed;
    if (this.probing) {
      if (this.watch === null) this.lookAfter(PATIENCE); // it is between two tries
      return;
    }
    if (match === undefined) {
      this.lookAfter(QUIET);
      return;
    }
    this.probing = true;
    this.ask({ type: "look", match })
      .then(
        () => this.greeted && this.lookAfter(QUIET),
        () => undefined, // what is wrong with the match its follower is told
      )
      .finally(() => (this.probing = false));
  }
}
