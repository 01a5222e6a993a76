/** Who somebody is for the server: a guest with a name, or the owner of an account. The token stays in the browser. */

import type { About, Person, SignedIn } from "../api/forms";
import { get, post, Refused, useToken } from "../api/http";
import { t } from "../texts/language.svelte";
import { shell } from "../texts/shell";
import { isRecord, keep, recall } from "./memory";

const KEY = "neurohex.identity";

function isSignedIn(kept: unknown): kept is SignedIn {
  return (
    isRecord(kept) &&
    typeof kept.token === "string" &&
    isRecord(kept.person) &&
    typeof kept.person.id === "string" &&
    typeof kept.person.name === "string"
  );
}

/** A name for somebody who has not given one: `Guest 4821`. */
function someName(): string {
  return t(shell.guest_name, Math.floor(1000 + Math.random() * 9000));
}

class Identity {
  #signedIn = $state<SignedIn | null>(null);
  #making: Promise<Person> | null = null;
  #checked: Promise<void> | null = null;
  #about = $state<About | null>(null);

  constructor() {
    this.#take(recall(KEY, isSignedIn));
    // Another tab of the same browser signs in or out for this one too.
    addEventListener("storage", (event) => {
      if (event.key === KEY) this.#take(recall(KEY, isSignedIn));
    });
  }

  /** Null until somebody needs to be known. */
  get person(): Person | null {
    return this.#signedIn?.person ?? null;
  }

  /** For the first message of a socket; null for somebody who only watches. */
  get token(): string | null {
    return this.#signedIn?.token ?? null;
  }

  /** Whether it is somebody without an account. */
  get guest(): boolean {
    return this.person === null || !this.person.id.startsWith("account-");
  }

  /** What the server offers (guests, accounts, bots); null until it is known. */
  get server(): About | null {
    return this.#about;
  }

  /** Ask the server what it offers, and whether it still knows the kept token. */
  check(): Promise<void> {
    this.#checked ??= this.#check().catch((error: unknown) => {
      this.#checked = null; // asked again the next time
      throw error;
    });
    return this.#checked;
  }

  /** Who it is; a guest is made when nobody is signed in. */
  async ensure(): Promise<Person> {
    if (this.#signedIn && !this.#checked) await this.check().catch(() => undefined);
    if (this.#signedIn) return this.#signedIn.person;
    this.#making ??= this.#enter("/api/guests", { name: someName() }).finally(() => {
      this.#making = null;
    });
    return this.#making;
  }

  /** Be a guest of another name: somebody new for the server. */
  rename(name: string): Promise<Person> {
    return this.#enter("/api/guests", { name });
  }

  register(name: string, password: string): Promise<Person> {
    return this.#enter("/api/accounts", { name, password });
  }

  signIn(name: string, password: string): Promise<Person> {
    return this.#enter("/api/sessions", { name, password });
  }

  /** Be nobody again; also when the server says that the token is not good. */
  signOut(): void {
    keep(KEY, null);
    this.#take(null);
  }

  async #check(): Promise<void> {
    const forget = (error: unknown): void => {
      if (error instanceof Refused && error.code === "not_signed_in") this.signOut();
    };
    // First who it is: with a token that is not good the server answers nothing else.
    if (this.#signedIn) await get<Person>("/api/me").catch(forget);
    const about = await get<About>("/api");
    this.#about = about;
  }

  async #enter(path: string, body: unknown): Promise<Person> {
    const signedIn = await post<SignedIn>(path, body);
    keep(KEY, signedIn);
    this.#take(signedIn);
    return signedIn.person;
  }

  #take(signedIn: SignedIn | null): void {
    this.#signedIn = signedIn;
    useToken(signedIn?.token ?? null);
  }
}

export const identity = new Identity();
