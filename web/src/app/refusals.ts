/** Error messages for people. */

import { RefusedError } from "../api/http";
import type { Code } from "../api/forms";
import { chosen, t } from "../texts/language.svelte";
import { refusals } from "../texts/refusals";
import { shell } from "../texts/shell";

/** Codes that are too vague alone: the server's message is needed too. */
const VAGUE_CODES: ReadonlySet<Code> = new Set<Code>(["malformed", "not_allowed"]);

function isCode(code: string): code is Code {
  return Object.hasOwn(refusals, code);
}

/**
 * Why something failed, in the chosen language. The server's message is the most precise, but often English. Other
 * languages get the sentence of its code, plus the message if it is needed to fix anything.
 */
export function refusalWords(error: unknown): string {
  if (!(error instanceof RefusedError)) return error instanceof Error ? error.message : String(error);
  const { code, message } = error;
  if (code === "offline") return t(shell.offline);
  if (!isCode(code)) return message;
  const sentence = t(refusals[code]); // a code without a sentence fails the type check here
  if (chosen.language === "en") return message || sentence;
  return VAGUE_CODES.has(code) && message ? `${sentence} ${message}` : sentence;
}
