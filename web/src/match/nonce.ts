/**
 * What a player adds to the shuffle, and what the browser keeps to prove later that the shuffle was fair
 * (docs/fair-shuffles.md): the own nonce, and the commitment that the server had told before.
 */

import { isRecord, readStored, writeStored } from "../app/storage";

/** 16 bytes of good randomness as hexadecimal digits. */
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
/** Matches that are remembered. */
const MOST = 300;

function isWitness(given: unknown): given is Witness {
  return isRecord(given) && [given.match, given.commitment, given.nonce].every((each) => typeof each === "string");
}

function allKept(): Witness[] {
  return (readStored(KEY, (given): given is unknown[] => Array.isArray(given)) ?? []).filter(isWitness);
}

/** What was kept when a seat was taken in this browser; null if none was. */
export function witnessOf(match: string): Witness | null {
  return allKept().find((one) => one.match === match) ?? null;
}

export function keepWitness(witness: Witness): void {
  const others = allKept().filter(({ match }) => match !== witness.match);
  writeStored(KEY, [witness, ...others].slice(0, MOST));
}

/** Forget what was kept for a seat that could not be taken. */
export function dropWitness(match: string): void {
  writeStored(
    KEY,
    allKept().filter((one) => one.match !== match),
  );
}

/** Tags of a record that tell it. The server's own are dropped: only the player can vouch for them. */
export function witnessed(record: string, witness: Witness | null): string {
  const lines = record.split("\n").filter((line) => !/^\[(SeenCommitment|OwnNonce) "/.test(line));
  if (witness !== null) {
    const last = lines.findIndex((line) => !line.startsWith("["));
    const tags = [`[SeenCommitment "${witness.commitment}"]`, `[OwnNonce "${witness.nonce}"]`];
    lines.splice(last < 0 ? lines.length : last, 0, ...tags);
  }
  return lines.join("\n");
}
