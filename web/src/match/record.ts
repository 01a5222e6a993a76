/** Download the record of a match. */

import { getText } from "../api/http";
import { witnessed, witnessOf } from "./nonce";

/** Milliseconds a browser may take to start the download. */
const KEPT = 60_000;

/** Save the record as a file, with this browser's witness of the shuffle. Throws `RefusedError`. */
export async function saveRecord(match: string): Promise<void> {
  const text = await getText(`/api/matches/${encodeURIComponent(match)}/record`);
  const url = URL.createObjectURL(new Blob([witnessed(text, witnessOf(match))], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = `neurohex-${match}.txt`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT);
}
