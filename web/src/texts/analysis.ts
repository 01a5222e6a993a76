/** Texts of the analysis of a game. */

import { pluralEn, pluralPl, type Filled, type Plain } from "./language.svelte";

export const analysis = {
  title: ["Analysis", "Analiza partii"],
  loading: ["Looking for the analysis…", "Szukanie analizy…"],
  about: [
    "The search goes through the whole game: each side's chance to win, decisions that cost chance and what was better, and what the draws were worth.",
    "Program przechodzi przez całą partię: szanse każdej strony, decyzje, które kosztowały szanse, co było lepsze i ile warte były dobrane żetony.",
  ],
  start: ["Analyse the game", "Przeanalizuj partię"],
  go_on: ["Go on with it", "Dokończ analizę"],
  running: [
    (done: number, total: number) => `Thinking: ${done} of ${pluralEn(total, "part", "parts")}`,
    (done: number, total: number) => `Myślę: ${done} z ${pluralPl(total, "części", "części", "części")}`,
  ],
  leave: [
    "You may leave this page. The analysis goes on, and you find it here.",
    "Możesz opuścić tę stronę. Analiza trwa dalej i będzie tu na ciebie czekać.",
  ],
  ahead: [
    (n: number) => `${pluralEn(n, "other analysis runs", "other analyses run")} at the same time.`,
    (n: number) => `Równocześnie: ${pluralPl(n, "inna analiza", "inne analizy", "innych analiz")}.`,
  ],
  failed: [(why: string) => `It stopped: ${why}`, (why: string) => `Przerwano: ${why}`],
  progress: ["Progress of the analysis", "Postęp analizy"],
  no_analyses: ["This server makes no analyses.", "Ten serwer nie robi analiz."],
  again: ["Try again", "Spróbuj ponownie"],
  to_game: ["To the game", "Do partii"],
  depth: ["Depth", "Głębokość"],
  depth_1: ["quick", "szybka"],
  depth_2: ["usual", "zwykła"],
  depth_3: ["deep", "głęboka"],
  depth_4: ["very deep", "bardzo głęboka"],
  deeper: [(name: string) => `Think again: ${name}`, (name: string) => `Pomyśl jeszcze raz: ${name}`],
  download: ["Record with analysis", "Zapis z analizą"],
  graph: ["Chance to win, turn by turn", "Szansa na wygraną, tura po turze"],
  graph_about: [
    (who: string, first: string, last: string) => `${who}: ${first} at first, ${last} at the end`,
    (who: string, first: string, last: string) => `${who}: na początku ${first}, na końcu ${last}`,
  ],
  battle_mark: [(turn: number) => `Battle in turn ${turn}`, (turn: number) => `Bitwa w turze ${turn}`],
  players: ["Players", "Gracze"],
  accuracy: ["Accuracy", "Celność"],
  decisions: ["Own decisions", "Własne decyzje"],
  given: ["Others' decisions", "Decyzje innych"],
  luck: ["Own draws", "Własne dobrania"],
  luck_of_others: ["Others' draws", "Dobrania innych"],
  foresight: ["Not foreseen", "Nieprzewidziane"],
  sum_about: [
    "Points of chance out of 100. Together they are the way from the first chance to the result. Battles have no dice: what they bring belongs to the decisions before them, as far as the search foresees it.",
    "Punkty szansy na 100. Razem dają drogę od pierwszej szansy do wyniku. W Bitwach nie ma kostek: to, co przynoszą, należy do wcześniejszych decyzji, o ile program je przewidział.",
  ],
  counts: [
    (inaccuracies: number, mistakes: number, blunders: number) =>
      [
        pluralEn(inaccuracies, "inaccuracy", "inaccuracies"),
        pluralEn(mistakes, "mistake", "mistakes"),
        pluralEn(blunders, "blunder", "blunders"),
      ].join(" · "),
    (inaccuracies: number, mistakes: number, blunders: number) =>
      [
        pluralPl(inaccuracies, "niedokładność", "niedokładności", "niedokładności"),
        pluralPl(mistakes, "błąd", "błędy", "błędów"),
        pluralPl(blunders, "duży błąd", "duże błędy", "dużych błędów"),
      ].join(" · "),
  ],
  costly: ["Decisions that cost most", "Decyzje, które kosztowały najwięcej"],
  costly_none: [
    "No decision cost more than two points in a hundred.",
    "Żadna decyzja nie kosztowała więcej niż dwa punkty na sto.",
  ],
  keys: ["← and → go from one to the next.", "← i → prowadzą od jednej do drugiej."],
  good: ["small loss", "mała strata"],
  inaccuracy: ["inaccuracy", "niedokładność"],
  mistake: ["mistake", "błąd"],
  blunder: ["blunder", "duży błąd"],
  turn: [(turn: number) => `Turn ${turn}`, (turn: number) => `Tura ${turn}`],
  before_first: ["Before the first turn", "Przed pierwszą turą"],
  cost: [
    (after: string, before: string) => `${after} instead of ${before}`,
    (after: string, before: string) => `${after} zamiast ${before}`,
  ],
  previous: ["Previous", "Poprzednia"],
  next: ["Next", "Następna"],
  which: [
    (number: number, count: number) => `${number} of ${count}`,
    (number: number, count: number) => `${number} z ${count}`,
  ],
  compare: ["Compare", "Porównaj"],
  better: ["Better", "Lepiej"],
  played: ["Played", "Zagrano"],
  why: ["Why", "Dlaczego"],
  step_back: ["One act back", "Akcja wstecz"],
  step_on: ["One act on", "Akcja dalej"],
  film: ["Show it", "Pokaż"],
  stop: ["Stop", "Zatrzymaj"],
  expected: ["The Battle that would follow", "Bitwa, która by nastąpiła"],
  no_battle: ["No Battle can follow here.", "Nie może tu dojść do Bitwy."],
  try_it: ["Try it yourself", "Spróbuj samodzielnie"],
  in_game: ["See it in the game", "Zobacz w partii"],
  board: ["The board after these acts", "Plansza po tych akcjach"],
  lucky: ["Luck of the draws", "Szczęście w dobieraniu"],
  lucky_about: [
    "What the drawn tiles were worth, against the mean of those that could have been drawn.",
    "Ile warte były dobrane żetony w porównaniu ze średnią tych, które można było dobrać.",
  ],
} as const satisfies Record<string, Plain | Filled<never[]>>;
