/**
 * The player's contribution to the shuffle, and what the browser saves to prove later that it was fair
 * (docs/fair-shuffles.md): the player's nonce and the server's commitment.
 */

import { isRecord, readStored, writeStored } from "../app/storage";

/** 16 cryptographically random bytes, in hexadecimal. */
export function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** What only the player can vouch for. */
export interface Witness {
  match: string;
  commitment: string;
  nonce: string;
}

const KEY = "neurohex.shuffles";
/** Most matches to remember. */
const MOST = 300;

function isWitness(given: unknown): given is Witness {
  return isRecord(given) && [given.match, given.commitment, given.nonce].every((each) => typeof each === "string");
}

function allKept(): Witness[] {
  return (readStored(KEY, (given): given is unknown[] => Array.isArray(given)) ?? []).filter(isWitness);
}

/** The witness saved when this browser took a seat; null if none was. */
export function witnessOf(match: string): Witness | null {
  return allKept().find((one) => one.match === match) ?? null;
}

export function keepWitness(witness: Witness): void {
  const others = allKept().filter(({ match }) => match !== witness.match);
  writeStored(KEY, [witness, ...others].slice(0, MOST));
}

/** Delete the witness of a seat that could not be taken. */
export function dropWitness(match: string): void {
  writeStored(
    KEY,
    allKept().filter((one) => one.match !== match),
  );
}

/** Add the witness to a record's tags. Replaces the server's own: only the player can vouch for them. */
export function witnessed(record: string, witness: Witness | null): string {
  const lines = record.split("\n").filter((line) => !/^\[(SeenCommitment|OwnNonce) "/.test(line));
  if (witness !== null) {
    const last = lines.findIndex((line) => !line.startsWith("["));
    const tags = [`[SeenCommitment "${witness.commitment}"]`, `[OwnNonce "${witness.nonce}"]`];
    lines.splice(last < 0 ? lines.length : last, 0, ...tags);
  }
  return lines.join("\n");
}
