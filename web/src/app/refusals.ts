/** What people are told when something fails. */

import { Refused } from "../api/http";
import type { Code } from "../api/forms";
import { chosen, t } from "../texts/language.svelte";
import { refusals } from "../texts/refusals";
import { shell } from "../texts/shell";

/** Codes that say too little by themselves: only the server's line tells what is wrong, or what is not allowed. */
const TELL_MORE: ReadonlySet<Code> = new Set<Code>(["malformed", "not_allowed"]);

function isCode(code: string): code is Code {
  return Object.hasOwn(refusals, code);
}

/**
 * Why something failed, in the chosen language. The server's own line is the most exact, but English: in other
 * languages the sentence of its code stands in its place, or before it where the line is needed to mend anything.
 */
export function refusalWords(error: unknown): string {
  if (!(error instanceof Refused)) return error instanceof Error ? error.message : String(error);
  const { code, message } = error;
  if (code === "offline") return t(shell.offline);
  if (!isCode(code)) return message;
  const sentence = t(refusals[code]); // a code without a sentence fails the type check here
  if (chosen.language === "en") return message || sentence;
  return TELL_MORE.has(code) && message ? `${sentence} ${message}` : sentence;
}
