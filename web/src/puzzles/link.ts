/** Links to puzzles: one of the collection by its id, any other whole in the fragment, which no server sees. */

import { isRecord } from "../app/storage";

/** A puzzle of the collection by its id, or a whole puzzle as files have it. */
export type PuzzleRef = string | Record<string, unknown>;

/** First letter of a fragment: how the puzzle is written. */
const PACKED = "z";
const PLAIN = "j";

/** The path of a puzzle, with its fragment. */
export async function pathTo(puzzle: PuzzleRef): Promise<string> {
  if (typeof puzzle === "string") return `/puzzle/${encodeURIComponent(puzzle)}`;
  return `/puzzle#${await packed(puzzle)}`;
}

/** The puzzle of a fragment, with or without `#`; null if it holds none. */
export async function readFragment(fragment: string): Promise<Record<string, unknown> | null> {
  const text = fragment.replace(/^#/, "");
  try {
    const bytes = fromBase64(text.slice(1));
    const whole = text.startsWith(PACKED) ? await through(bytes, new DecompressionStream("deflate-raw")) : bytes;
    const read: unknown = JSON.parse(new TextDecoder().decode(whole));
    return isRecord(read) ? read : null;
  } catch {
    return null;
  }
}

async function packed(puzzle: Record<string, unknown>): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(puzzle));
  if (typeof CompressionStream === "undefined") return PLAIN + toBase64(bytes);
  return PACKED + toBase64(await through(bytes, new CompressionStream("deflate-raw")));
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream) {
  const writer = stream.writable.getWriter();
  // A broken stream is reported to its reader too.
  writer.write(bytes).catch(() => undefined);
  writer.close().catch(() => undefined);
  return new Uint8Array(await new Response(stream.readable).arrayBuffer());
}

function toBase64(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const read = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(read, (letter) => letter.charCodeAt(0));
}
