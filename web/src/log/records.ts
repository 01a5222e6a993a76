/** Records that people put on the server, and which of them were opened in this browser. */

import type { Catalogue, KeptRecord, NewRecord } from "../api/forms";
import { post } from "../api/http";
import { identity } from "../app/identity.svelte";
import { isRecord, keep, recall } from "../app/memory";

/** What is remembered of one. */
export type Opened = Pick<KeptRecord, "record" | "title" | "steps" | "date">;

const KEY = "neurohex.records";
const MOST = 8;
/** More characters than these the server does not take. */
export const LONGEST = 60_000;

/** Put a record on the server, so that it can be looked at and shown to others. */
export async function upload(text: string): Promise<KeptRecord> {
  // the server takes records only from somebody
  const kept = await identity.as(() => post<KeptRecord>("/api/records", { text } satisfies NewRecord));
  remember(kept);
  return kept;
}

function isOpened(given: unknown): given is Opened {
  return isRecord(given) && typeof given.record === "string" && typeof given.title === "string";
}

/** The records opened last, the latest first. */
export function opened(): Opened[] {
  const kept = recall(KEY, (given): given is unknown[] => Array.isArray(given)) ?? [];
  return kept.filter(isOpened).slice(0, MOST);
}

export function remember({ record, title, steps, date }: Opened): void {
  const others = opened().filter((one) => one.record !== record);
  keep(KEY, [{ record, title, steps, date }, ...others].slice(0, MOST));
}

export function forget(): void {
  keep(KEY, null);
}

/** A text with the line ends that the server counts by, whatever made it. */
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

/** A bot by the name of its level; whoever is no level by their own name. */
export function botName(bot: string, catalogue: Catalogue | null): string {
  return catalogue?.levels.find(({ key }) => key === bot)?.name ?? bot;
}

/** Who played, by player, bots by the names of their levels; an empty string where a record says nothing. */
export function namesIn(tags: Record<string, string>, players: number, catalogue: Catalogue | null): string[] {
  return Array.from({ length: players }, (_, player) => botName(tags[`Player${player}`] ?? "", catalogue));
}
