/** Texts about manners: reactions, blocking, reporting. */

import type { Filled, Plain } from "./language.svelte";

const filled = <A extends unknown[]>(en: (...given: A) => string, pl: (...given: A) => string): Filled<A> => [en, pl];

/** The words of each reaction. The type check in match/Said.svelte finds missing ones. */
export const reactions = {
  hello: ["Hello!", "Cześć!"],
  luck: ["Good luck!", "Powodzenia!"],
  nice: ["Well played!", "Dobre zagranie!"],
  ouch: ["Ouch!", "Auć!"],
  oops: ["Oops!", "Ups!"],
  moment: ["One moment, please", "Chwileczkę"],
  thanks: ["Thanks for the game!", "Dzięki za grę!"],
} as const satisfies Record<string, Plain>;

/** What can be reported. */
export const reasons = {
  name: ["An offensive name", "Obraźliwa nazwa"],
  stalling: ["Lets the clock run to annoy", "Celowo gra na zwłokę"],
  leaving: ["Leaves games again and again", "Ciągle porzuca partie"],
  help: ["Plays with the help of a program", "Gra z pomocą programu"],
  losing: ["Loses on purpose, or plays oneself", "Celowo przegrywa albo gra sam ze sobą"],
  reactions: ["Annoys with reactions", "Nęka reakcjami"],
} as const satisfies Record<string, Plain>;

export const manners = {
  react: ["React", "Zareaguj"],
  said: filled(
    (name: string, words: string) => `${name}: ${words}`,
    (name: string, words: string) => `${name}: ${words}`,
  ),
  mute: ["Mute reactions", "Wycisz reakcje"],
  unmute: ["Show reactions again", "Pokazuj reakcje"],
  muted: [
    "Reactions of others are muted. The menu of reactions shows them again.",
    "Reakcje innych są wyciszone. Przywrócisz je w menu reakcji.",
  ],
  reactions: ["Reactions", "Reakcje"],
  reactions_about: [
    "Show what other players say at the table. There is no chat; they choose from seven reactions.",
    "Pokazuj, co inni gracze mówią przy stole. Czatu nie ma; wybierają spośród siedmiu reakcji.",
  ],
  open: ["Block or report…", "Zablokuj lub zgłoś…"],
  title: ["Block or report", "Zablokuj lub zgłoś"],
  about: [
    "People you block get no seat at your tables, nor you at theirs, and you do not see each other’s reactions. A game that has begun goes on.",
    "Zablokowane osoby nie dosiądą się do twoich stołów ani ty do ich, nie zobaczycie też wzajemnie swoich reakcji. Rozpoczęta partia toczy się dalej.",
  ],
  report_about: ["Only the operator of this server sees reports.", "Zgłoszenia widzi tylko operator tego serwera."],
  block: ["Block", "Zablokuj"],
  unblock: ["Unblock", "Odblokuj"],
  block_named: filled(
    (name: string) => `Block ${name}`,
    (name: string) => `Zablokuj: ${name}`,
  ),
  unblock_named: filled(
    (name: string) => `Unblock ${name}`,
    (name: string) => `Odblokuj: ${name}`,
  ),
  reason: filled(
    (name: string) => `What you report about ${name}`,
    (name: string) => `Co chcesz zgłosić – ${name}`,
  ),
  choose: ["Choose a reason", "Wybierz powód"],
  report: ["Report", "Zgłoś"],
  report_named: filled(
    (name: string) => `Report ${name}`,
    (name: string) => `Zgłoś: ${name}`,
  ),
  reported: ["The operator will see your report.", "Operator zobaczy twoje zgłoszenie."],
  blocked: ["People you have blocked", "Zablokowane osoby"],
  nobody_blocked: [
    "Nobody. At a table, the menu “More” has “Block or report…”.",
    "Nikt. Przy stole znajdziesz w menu „Więcej” pozycję „Zablokuj lub zgłoś…”.",
  ],
} as const satisfies Record<string, Plain | Filled<never[]>>;
