/** Uploaded records, and those recently opened in this browser. */

import type { Catalogue, StoredRecord, NewRecord } from "../api/forms";
import { post } from "../api/http";
import { identity } from "../app/identity.svelte";
import { chosen } from "../texts/language.svelte";
import { isRecord, writeStored, readStored } from "../app/storage";

/** What the browser remembers of a record. */
export type Opened = Pick<StoredRecord, "record" | "title" | "steps" | "date">;

const KEY = "neurohex.records";
const MOST = 8;
/** The server's limit in characters. */
export const MAX_CHARACTERS = 60_000;

/** Upload a record, so that it can be viewed and shared. */
export async function upload(text: string): Promise<StoredRecord> {
  // the server accepts uploads only from a known person
  const kept = await identity.as(() =>
    post<StoredRecord>("/api/records", { text, lang: chosen.language } satisfies NewRecord),
  );
  remember(kept);
  return kept;
}

function isOpened(given: unknown): given is Opened {
  return isRecord(given) && typeof given.record === "string" && typeof given.title === "string";
}

/** Recently opened records, latest first. */
export function recentRecords(): Opened[] {
  const kept = readStored(KEY, (given): given is unknown[] => Array.isArray(given)) ?? [];
  return kept.filter(isOpened).slice(0, MOST);
}

export function remember({ record, title, steps, date }: Opened): void {
  const others = recentRecords().filter((one) => one.record !== record);
  writeStored(KEY, [{ record, title, steps, date }, ...others].slice(0, MOST));
}

export function forget(): void {
  writeStored(KEY, null);
}

/** Normalise line ends, so that line numbers match the server's. */
export function unixLines(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}

/** The tags at the head of a record: `[Player0 "Ann"]`. */
export function tagsOf(text: string): Record<string, string> {
  const tags: Record<string, string> = {};
  for (const [, name, value] of text.matchAll(/^\[(\w+) "((?:\\.|[^"\\])*)"\]\s*$/gm)) {
    if (name !== undefined && value !== undefined) tags[name] = value.replaceAll(/\\(.)/g, "$1");
  }
  return tags;
}

/** The name of a bot's level, or its own name if it is not a level. */
export function botName(bot: string, catalogue: Catalogue | null): string {
  return catalogue?.levels.find(({ key }) => key === bot)?.name ?? bot;
}

/** Names by player, bots by their level; empty strings for unnamed players. */
export function namesIn(tags: Record<string, string>, players: number, catalogue: Catalogue | null): string[] {
  return Array.from({ length: players }, (_, player) => botName(tags[`Player${player}`] ?? "", catalogue));
}
