/**
 * The tab's one socket. It reconnects by itself and loses or repeats nothing.
 *
 * After a break it reconnects with exponential backoff, signs in, and sends everything that its `Outbox` have open. It
 * has no reactive parts and opens nothing by itself: sockets are injected, so that tests can break them.
 */

import { RefusedError } from "../api/http";
import { AGAIN, BUSY_PAUSE, Outbox, longer, refused, type Follower } from "./outbox";
import { Close, type Accepted, type Command, type Looked, type Reply, type Sent, type ServerMessage } from "./messages";

/** The used part of a WebSocket. */
export interface Line {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((message: { data: unknown }) => void) | null;
  onclose: ((end: { code: number; reason: string }) => void) | null;
}

/** Status of the connection. `idle`: nobody needs one. `signed_out`: the server definitely does not know the token. */
export type Status =
  | { kind: "idle" }
  | { kind: "open" }
  | { kind: "connecting"; lost: number | null }
  | { kind: "waiting"; lost: number; again: number }
  | { kind: "signed_out"; why: string };

/** Dependencies. */
export interface Dependencies {
  open: () => Line;
  onstatus: (status: Status) => void;
  /** Whether the server knows a token. Rejects without a definite answer. */
  isKnown: (token: string) => Promise<boolean>;
  /** Returns a number from 0 to 1. */
  random?: () => number;
}

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;
/** Pause after "too fast", in milliseconds. */
const SLOW_PAUSE = 5_000;
/** Timeout for a handshake or an answer, in milliseconds. */
const PATIENCE = 8_000;
/** Milliseconds without a message before the socket is probed. */
const QUIET = 25_000;
/** Milliseconds to keep an unneeded socket: people go from one match to another. */
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
  private readonly outbox: Outbox;
  private again: ReturnType<typeof setTimeout> | null = null;
  private watch: ReturnType<typeof setTimeout> | null = null;
  private leaving: ReturnType<typeof setTimeout> | null = null;
  private probing = false;

  constructor(private readonly given: Dependencies) {
    this.random = given.random ?? Math.random;
    this.outbox = new Outbox({
      isReady: () => this.greeted,
      say: (text) => this.line?.send(text),
      settled: () => this.rest(),
    });
  }

  /** Sign in with a token, or sign out (null). Reopens a socket that was open as somebody else. */
  signIn(token: string | null): void {
    const changed = token !== this.token;
    this.token = token;
    if (this.status.kind === "signed_out" || (changed && this.line !== null)) this.reopen();
  }

  /** Follow a match from its first event; call the returned function to stop. */
  follow(match: string, follower: Follower): () => void {
    if (this.greeted && this.outbox.hasStale(match)) this.drop();
    const leave = this.outbox.follow(match, follower);
    this.need();
    return leave;
  }

  /** Show a followed match in its follower's current language. */
  retell(match: string): void {
    this.outbox.retell(match);
  }

  /**
   * Send a command to a match; waits for the reply through any number of breaks. If the server is temporarily unable,
   * retries with the same id and backoff while the match is followed. Throws `RefusedError`.
   */
  async ask(command: Command): Promise<Accepted | Looked | Sent> {
    const id = this.outbox.newId();
    for (let pause = BUSY_PAUSE; ; pause = longer(pause)) {
      const reply = await this.once(id, command);
      if (reply.type === "accepted" || reply.type === "looked" || reply.type === "sent") return reply;
      if (reply.type !== "refused") throw new RefusedError("malformed", `not an answer to that: ${reply.type}`, 0, 0);
      if (!AGAIN.has(reply.code)) throw refused(reply);
      await new Promise((done) => setTimeout(done, pause));
      if (!this.outbox.follows(command.match)) throw refused(reply);
    }
  }

  /** The machine woke up, the network is back, or the page is visible again: stop waiting. */
  wake(): void {
    if (this.status.kind === "waiting") this.reopen();
    else if (this.greeted && Date.now() - this.heard > 2_000) this.probe();
  }

  /** Reconnect at once. */
  reopen(): void {
    this.pause = FIRST_PAUSE;
    this.drop();
    if (this.outbox.any) this.open();
    else this.tell({ kind: "idle" });
  }

  /** The network is gone: do not wait for a timeout. */
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
    // A user who moved on to another match is no longer at this table.
    if (this.greeted && this.outbox.hasStale()) this.reopen();
    if (this.outbox.any || this.leaving !== null) return;
    this.leaving = setTimeout(() => {
      this.leaving = null;
      if (this.outbox.any) return;
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
      const hello = { type: "hello", id: this.outbox.newId(), ...(this.token === null ? {} : { token: this.token }) };
      line.send(JSON.stringify(hello));
    };
    line.onmessage = ({ data }) => {
      if (this.line !== line) return;
      this.heard = Date.now();
      const told = JSON.parse(String(data)) as ServerMessage;
      if (told.type === "welcome") this.greet();
      else this.outbox.receive(told);
    };
    line.onclose = ({ code, reason }) => {
      if (this.line === line) this.ended(code, reason);
    };
  }

  /** Abandon the socket silently. */
  private drop(): void {
    for (const timer of [this.again, this.watch]) if (timer !== null) clearTimeout(timer);
    this.again = this.watch = null;
    const { line, greeted } = this;
    this.line = null;
    this.greeted = false;
    if (greeted) this.outbox.lost();
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
      void this.doubt(this.token, reason); // until that is answered, treat it as any other break
    }
    if (!this.outbox.any) {
      this.tell({ kind: "idle" });
      return;
    }
    this.lost ??= Date.now();
    // Add jitter, so that not everybody reconnects at the same moment.
    const pause = (code === Close.TOO_FAST ? SLOW_PAUSE : this.pause) * (0.5 + this.random() / 2);
    this.pause = Math.min(LONGEST_PAUSE, this.pause * 2);
    this.tell({ kind: "waiting", lost: this.lost, again: Date.now() + pause });
    this.again = setTimeout(() => {
      this.again = null;
      this.open();
    }, pause);
  }

  /** The server refused the token: ask once more, and believe only a definite answer. */
  private async doubt(token: string, reason: string): Promise<void> {
    const known = await this.given.isKnown(token).catch(() => true);
    if (!known && this.token === token) this.signedOut(reason);
  }

  private signedOut(reason: string): void {
    this.drop();
    this.lost = null;
    this.outbox.fail(new RefusedError("not_signed_in", reason, 401, 0));
    this.tell({ kind: "signed_out", why: reason });
  }

  /** The socket works: send everything open. */
  private greet(): void {
    this.greeted = true;
    this.pause = FIRST_PAUSE;
    this.lost = null;
    this.tell({ kind: "open" });
    this.outbox.resendAll();
    this.lookAfter(this.outbox.asks ? PATIENCE : QUIET);
  }

  private once(id: string, command: Command): Promise<Reply> {
    const reply = this.outbox.ask(id, command);
    if (this.status.kind === "signed_out") {
      this.outbox.fail(new RefusedError("not_signed_in", this.status.why, 401, 0));
      return reply;
    }
    this.need();
    if (this.greeted) this.lookAfter(PATIENCE);
    return reply;
  }

  /** Check after a while whether the socket lives: one that dies while the machine sleeps does not report it. */
  private lookAfter(patience: number): void {
    if (this.watch !== null) clearTimeout(this.watch);
    const since = Date.now();
    this.watch = setTimeout(() => {
      this.watch = null;
      const expected = !this.greeted || this.outbox.asks;
      if (expected && this.heard < since) this.ended(1006, "");
      else if (expected) this.lookAfter(PATIENCE);
      else this.probe();
    }, patience);
  }

  /** Send something harmless; without an answer the socket is dead. */
  private probe(): void {
    const match = this.outbox.followed;
    if (this.probing) {
      if (this.watch === null) this.lookAfter(PATIENCE); // between two attempts
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
        () => undefined, // the follower handles refusals of the match
      )
      .finally(() => (this.probing = false));
  }
}
