/** The socket of this tab, opened when a match is looked at, and how it stands. */

import { isKnown } from "../api/http";
import { identity } from "../app/identity.svelte";
import { Wire, type Line, type Status } from "./wire";

function open(): Line {
  const url = new URL("/api/socket", location.href);
  url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(url) as Line;
}

class Connection {
  #status = $state.raw<Status>({ kind: "idle" });
  /** Whether somebody was signed in here and is no longer, and so only watches. */
  #forgotten = $state(false);
  #wire: Wire | null = null;

  get status(): Status {
    return this.#status;
  }

  get forgotten(): boolean {
    return this.#forgotten;
  }

  get wire(): Wire {
    this.#wire ??= this.#make();
    return this.#wire;
  }

  /** Use the token of whoever is signed in from now on, before anything else is sent. */
  signIn(): void {
    this.wire.signIn(identity.token);
  }

  #make(): Wire {
    const wire = new Wire({ open, isKnown, onstatus: (status) => this.#changed(status) });
    wire.signIn(identity.token);
    addEventListener("online", () => wire.reopen());
    addEventListener("offline", () => wire.cut());
    addEventListener("pageshow", () => wire.wake());
    document.addEventListener("visibilitychange", () => {
      if (!document.hidden) wire.wake();
    });
    $effect.root(() => {
      let before: string | null = null;
      $effect(() => {
        if (identity.token !== null) this.#forgotten = false;
        else if (before !== null) this.#forgotten = true;
        before = identity.token;
        wire.signIn(identity.token);
      });
    });
    return wire;
  }

  #changed(status: Status): void {
    this.#status = status;
    // Whoever is not known can still watch, and sign in anew.
    if (status.kind === "signed_out") identity.forget();
  }
}

export const connection = new Connection();
