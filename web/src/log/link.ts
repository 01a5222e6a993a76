/** Links to moments of games. */

import { chosen } from "../texts/language.svelte";

/** Path to a moment of a match or record; without a step, to its latest state. */
export function momentPath(kind: "match" | "record", id: string, step: number | null = null): string {
  const path = `/${kind}/${encodeURIComponent(id)}`;
  return step === null ? path : `${path}?step=${step}`;
}

/** The same as a full URL. */
export function momentLink(kind: "match" | "record", id: string, step: number | null = null): string {
  const link = new URL(momentPath(kind, id, step), location.origin);
  if (chosen.language !== "en") link.searchParams.set("lang", chosen.language); // of its preview
  return link.href;
}

/** Path to a moment on the study board. */
export function studyPath(kind: "match" | "record", id: string, step: number): string {
  return `/study?${new URLSearchParams({ [kind]: id, step: String(step) }).toString()}`;
}

/** Path to the analysis of a match or record, at a decision if one is given. */
export function analysisPath(kind: "match" | "record", id: string, step: number | null = null): string {
  return `/analysis?${new URLSearchParams({ [kind]: id, ...(step === null ? {} : { step: String(step) }) }).toString()}`;
}

/** URL of the text of a record. */
export function recordText(record: string): string {
  return `/api/records/${encodeURIComponent(record)}`;
}

/** The step in a query; null if there is none or it is invalid. */
export function stepAsked(query: URLSearchParams): number | null {
  const step = query.get("step");
  return step !== null && /^\d{1,9}$/.test(step) ? Number(step) : null;
}
