/**
 * Other people at this screen: guests whose seats this browser plays too. Each has a token of their own, so that for
 * the server they are players like all others.
 */

import type { SignedIn } from "../api/forms";
import { postAsNobody } from "../api/http";
import { isRecord, readStored, writeStored } from "./storage";

export interface Companion {
  token: string;
  /** Id of the guest. */
  person: string;
  name: string;
}

/** The people at this screen in one match. */
export interface Company {
  match: string;
  companions: Companion[];
  /** Whether the page turns round for them: they sit opposite. */
  turned: boolean;
}

const KEY = "neurohex.companions";
/** Most matches to remember. */
const MOST = 50;

function isCompany(given: unknown): given is Company {
  return (
    isRecord(given) &&
    typeof given.match === "string" &&
    Array.isArray(given.companions) &&
    given.companions.every((one) => isRecord(one) && typeof one.token === "string" && typeof one.person === "string")
  );
}

function allKept(): Company[] {
  return (readStored(KEY, (given): given is unknown[] => Array.isArray(given)) ?? []).filter(isCompany);
}

/** Who else plays a match at this screen; null if nobody does. */
export function companyOf(match: string): Company | null {
  return allKept().find((one) => one.match === match) ?? null;
}

export function keepCompany(company: Company): void {
  const others = allKept().filter(({ match }) => match !== company.match);
  writeStored(KEY, [company, ...others].slice(0, MOST));
}

/** A new guest for a seat at this screen. Throws `RefusedError`. */
export async function newCompanion(name: string): Promise<Companion> {
  const { token, person } = await postAsNobody<SignedIn>("/api/guests", { name });
  return { token, person: person.id, name: person.name };
}
