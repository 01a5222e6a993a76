/** Languages of the page, and translation. */

export const LANGUAGES = ["en", "pl"] as const;
export type Language = (typeof LANGUAGES)[number];

/** A text in every language, in the order of `LANGUAGES`. The type makes each one mandatory. */
export type Plain = readonly [en: string, pl: string];
/** A text with parameters. */
export type Filled<A extends unknown[]> = readonly [en: (...given: A) => string, pl: (...given: A) => string];

class Chosen {
  language = $state<Language>("en");
}

/** The chosen language. Texts follow it reactively. */
export const chosen = new Chosen();

/** A text in the chosen language. */
export function t(text: Plain): string;
export function t<A extends unknown[]>(text: Filled<A>, ...given: A): string;
export function t<A extends unknown[]>(text: Plain | Filled<A>, ...given: A): string {
  const said = text[LANGUAGES.indexOf(chosen.language)] as string | ((...given: A) => string);
  return typeof said === "string" ? said : said(...given);
}

/** `1 tile`, `3 tiles`. */
export function pluralEn(n: number, one: string, many: string): string {
  return `${n} ${n === 1 ? one : many}`;
}

/** `1 żeton`, `3 żetony`, `5 żetonów`. */
export function pluralPl(n: number, one: string, few: string, many: string): string {
  const tens = n % 100;
  const ones = n % 10;
  if (n === 1) return `${n} ${one}`;
  return `${n} ${ones >= 2 && ones <= 4 && (tens < 12 || tens > 14) ? few : many}`;
}
