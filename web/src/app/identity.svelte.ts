/** Who somebody is for the server: a guest with a name, or the owner of an account. The token stays in the browser. */

import type { About, Person, SignedIn } from "../api/forms";
import { get, onUnknownToken, postAsNobody, Refused, useToken } from "../api/http";
import { t } from "../texts/language.svelte";
import { shell } from "../texts/shell";
import { isRecord, keep, recall } from "./memory";
import { tell } from "./toasts.svelte";

const KEY = "neurohex.identity";

function isSignedIn(kept: unknown): kept is SignedIn {
  return (
    isRecord(kept) &&
    typeof kept.token === "string" &&
    /^[\x21-\x7e]+$/.test(kept.token) && // else no request could carry it
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
  /** The name of a guest whom the server no longer knows: the next one has it too. */
  #former: string | null = null;

  constructor() {
    onUnknownToken(() => this.forget());
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

  /** Ask the server what it offers; a kept token that it does not know is given up by that. */
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
    this.#making ??= this.#enter("/api/guests", { name: this.#former ?? someName() }).finally(() => {
      this.#making = null;
    });
    return this.#making;
  }

  /**
   * Ask something that the server answers only to somebody: as who is signed in; as a new guest where nobody is, or
   * nobody whom the server knows.
   */
  async as<T>(ask: (person: Person) => Promise<T>): Promise<T> {
    const person = await this.ensure();
    try {
      return await ask(person);
    } catch (error) {
      if (!(error instanceof Refused && error.code === "not_signed_in")) throw error;
      return ask(await this.ensure());
    }
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

  /** Be nobody again. */
  signOut(): void {
    keep(KEY, null);
    this.#take(null);
  }

  /**
   * Be nobody again, as the server does not know the token: its database is another one, or it is too old. A guest who
   * is made later has the same name; the owner of an account is told.
   */
  forget(): void {
    const { person, guest } = this;
    this.signOut();
    if (person === null) return;
    if (guest) this.#former = person.name;
    else tell(t(shell.signed_out, person.name)); // somebody with an account would wonder
  }

  async #check(): Promise<void> {
    this.#about = await get<About>("/api");
  }

  async #enter(path: string, body: unknown): Promise<Person> {
    const signedIn = await postAsNobody<SignedIn>(path, body);
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
