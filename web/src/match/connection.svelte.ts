/** The tab's socket, opened when a match is shown, and its status. */

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
  /** Whether the user's sign-in was lost, so that they only watch. */
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

  /** Use the signed-in user's token from now on, before sending anything else. */
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
    // An unknown user can still watch, and sign in again.
    if (status.kind === "signed_out") identity.forget();
  }
}

export const connection = new Connection();
