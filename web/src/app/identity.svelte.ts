/** The person: a guest with a name, or an account. The browser keeps the token. */

import type { About, Person, SignedIn } from "../api/forms";
import { get, onUnknownToken, post, postAsNobody, RefusedError, remove, useToken } from "../api/http";
import { t } from "../texts/language.svelte";
import { shell } from "../texts/shell";
import { isRecord, writeStored, readStored } from "./storage";
import { tell } from "./toasts.svelte";

const KEY = "neurohex.identity";

function isSignedIn(kept: unknown): kept is SignedIn {
  return (
    isRecord(kept) &&
    typeof kept.token === "string" &&
    /^[\x21-\x7e]+$/.test(kept.token) && // otherwise no request could carry it
    isRecord(kept.person) &&
    typeof kept.person.id === "string" &&
    typeof kept.person.name === "string"
  );
}

/** A name for an unnamed guest: `Guest 4821`. */
function someName(): string {
  return t(shell.guest_name, Math.floor(1000 + Math.random() * 9000));
}

class Identity {
  #signedIn = $state<SignedIn | null>(null);
  #making: Promise<Person> | null = null;
  #checked: Promise<void> | null = null;
  #about = $state<About | null>(null);
  /** The name of a guest that the server has forgotten; the next guest reuses it. */
  #former: string | null = null;

  constructor() {
    onUnknownToken(() => this.forget());
    this.#take(readStored(KEY, isSignedIn));
    // Signing in or out in another tab also applies here.
    addEventListener("storage", (event) => {
      if (event.key === KEY) this.#take(readStored(KEY, isSignedIn));
    });
  }

  /** Null until a person is needed. */
  get person(): Person | null {
    return this.#signedIn?.person ?? null;
  }

  /** For the first message of a socket; null for a spectator. */
  get token(): string | null {
    return this.#signedIn?.token ?? null;
  }

  /** Whether the person has no account. */
  get guest(): boolean {
    // The browser may keep a person from before the server said so itself.
    return this.person === null || !((this.person as Partial<Person>).account ?? this.person.id.startsWith("account-"));
  }

  /** What the server offers (guests, accounts, bots); null until known. */
  get server(): About | null {
    return this.#about;
  }

  /** Ask the server what it offers. Drops a stored token that it definitely does not know. */
  check(): Promise<void> {
    this.#checked ??= this.#check().catch((error: unknown) => {
      this.#checked = null; // ask again next time
      throw error;
    });
    return this.#checked;
  }

  /** The person; creates a guest if nobody is signed in. */
  async ensure(): Promise<Person> {
    if (this.#signedIn && !this.#checked) await this.check().catch(() => undefined);
    if (this.#signedIn) return this.#signedIn.person;
    this.#making ??= this.#enter("/api/guests", { name: this.#former ?? someName() }).finally(() => {
      this.#making = null;
    });
    return this.#making;
  }

  /**
   * Make a request that needs a person: as the one signed in, or as a new guest if there is none or the server does not
   * know them.
   */
  async as<T>(ask: (person: Person) => Promise<T>): Promise<T> {
    const person = await this.ensure();
    try {
      return await ask(person);
    } catch (error) {
      if (!(error instanceof RefusedError && error.code === "not_signed_in")) throw error;
      return ask(await this.ensure());
    }
  }

  /** Become a new guest with another name. */
  rename(name: string): Promise<Person> {
    return this.#enter("/api/guests", { name });
  }

  /** Make an account. A guest stays the same person. */
  register(name: string, password: string): Promise<Person> {
    return this.#enter("/api/accounts", { name, password }, this.guest);
  }

  /** Become the person of another device, by the code that it shows. */
  claim(code: string): Promise<Person> {
    return this.#enter("/api/links/claims", { code });
  }

  signIn(name: string, password: string): Promise<Person> {
    return this.#enter("/api/sessions", { name, password });
  }

  /** Sign in with what a passkey has signed. */
  signInWithPasskey(credential: string): Promise<Person> {
    return this.#enter("/api/passkeys/sessions", { credential });
  }

  /** Sign out. */
  signOut(): void {
    writeStored(KEY, null);
    this.#take(null);
  }

  /** Sign out on all other devices: this one gets a new token, all others become invalid. */
  async signOutElsewhere(): Promise<void> {
    this.#keep(await remove<SignedIn>("/api/sessions"));
  }

  /**
   * Sign out because the server definitely does not know the token: it expired, or the database changed. The next guest
   * keeps the name; an account owner is told.
   */
  forget(): void {
    const { person, guest } = this;
    this.signOut();
    if (person === null) return;
    if (guest) this.#former = person.name;
    else tell(t(shell.signed_out, person.name)); // an account owner would wonder
  }

  async #check(): Promise<void> {
    this.#about = await get<About>("/api");
  }

  async #enter(path: string, body: unknown, asMyself = false): Promise<Person> {
    const signedIn = await (asMyself ? post<SignedIn>(path, body) : postAsNobody<SignedIn>(path, body));
    this.#keep(signedIn);
    return signedIn.person;
  }

  #keep(signedIn: SignedIn): void {
    writeStored(KEY, signedIn);
    this.#take(signedIn);
  }

  #take(signedIn: SignedIn | null): void {
    this.#signedIn = signedIn;
    useToken(signedIn?.token ?? null);
  }
}

export const identity = new Identity();
