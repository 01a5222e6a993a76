/** Texts of game set-up. */

import { pluralEn, pluralPl, type Filled, type Plain } from "./language.svelte";

const filled = <A extends unknown[]>(en: (...given: A) => string, pl: (...given: A) => string): Filled<A> => [en, pl];

export const setup = {
  intro: [
    "Start with one of these, then change what you like.",
    "Zacznij od jednej z tych propozycji, a potem zmień, co chcesz.",
  ],
  presets: ["Quick choices", "Gotowe zestawy"],
  quick: ["Quick duel", "Szybki pojedynek"],
  quick_about: ["You against an easy bot, with easy armies.", "Grasz przeciw łatwemu botowi, obie armie są łatwe."],
  friends: ["Two friends", "Dwoje znajomych"],
  friends_about: ["You and the person you send the link to.", "Ty i osoba, której wyślesz link."],
  four: ["Free for all", "Każdy na każdego"],
  four_about: ["Four armies, you against three bots.", "Cztery armie, ty i trzy boty."],
  teams: ["Teams", "Drużyny"],
  teams_about: ["Two against two, a bot at your side.", "Dwóch na dwóch, z botem u boku."],
  duel: ["Duel board", "Plansza Duel"],
  duel_about: ["Terminals, energy and procedures.", "Terminale, energia i procedury."],
  last_time: ["Same as last time", "Jak ostatnio"],
  last_time_about: ["Your last game again.", "Ustawienia z ostatniej gry."],

  players: ["Players", "Gracze"],
  mode: ["Mode", "Tryb"],
  seats: ["Seats", "Miejsca"],
  seat: filled(
    (n: number) => `Seat ${n}`,
    (n: number) => `Miejsce ${n}`,
  ),
  team: filled(
    (letter: string) => `Team ${letter}`,
    (letter: string) => `Drużyna ${letter}`,
  ),
  alone: ["Alone", "Bez drużyny"],
  grouping: ["Who is with whom, by seats", "Kto z kim, według miejsc"],
  against: filled(
    (teams: string[]) => teams.join(" against "),
    (teams: string[]) => teams.join(" przeciw "),
  ),
  seats_of: filled(
    (teams: string) => `seats ${teams}`,
    (teams: string) => `miejsca ${teams}`,
  ),
  turn_order: filled(
    (order: string) => `Order of turns by seat: ${order}`,
    (order: string) => `Kolejność tur według miejsc: ${order}`,
  ),
  hq_points: filled(
    (n: number) => `HQ ${n}`,
    (n: number) => `Sztab ${n}`,
  ),
  change_army: ["Change the army", "Zmień armię"],
  choose_army: filled(
    (n: number) => `Army for seat ${n}`,
    (n: number) => `Armia dla miejsca ${n}`,
  ),
  random: ["Random", "Losowa"],
  random_about: [
    "Drawn when the game starts, from the armies nobody else has.",
    "Wylosowana na początku gry spośród armii, których nikt nie ma.",
  ],
  taken: filled(
    (n: number) => `also at seat ${n}`,
    (n: number) => `także na miejscu ${n}`,
  ),
  twice: [
    "Two players have the same army. The rules allow it; the second gets its own colours.",
    "Dwóch graczy ma tę samą armię. Zasady na to pozwalają; druga dostanie inne barwy.",
  ],
  who: filled(
    (n: number) => `Who sits at seat ${n}`,
    (n: number) => `Kto siedzi na miejscu ${n}`,
  ),
  me: ["You", "Ty"],
  open: ["Open for a friend", "Wolne dla znajomego"],
  here: ["Another person at this screen", "Druga osoba przy tym ekranie"],
  here_about: ["You play in turn on this device.", "Gracie na zmianę na tym urządzeniu."],
  here_name: filled(
    (seat: number) => `Player ${seat}`,
    (seat: number) => `Gracz ${seat}`,
  ),
  turned: ["Turn the table round", "Obracaj stół"],
  turned_about: [
    "For somebody who sits opposite: in their turns the page is upside down for you.",
    "Dla osoby, która siedzi naprzeciwko: w jej turach strona jest do góry nogami dla ciebie.",
  ],
  bots: ["Bots", "Boty"],
  bot: filled(
    (level: string) => `Bot: ${level}`,
    (level: string) => `Bot: ${level}`,
  ),
  me_about: ["Your seat. You play this army.", "Twoje miejsce. Grasz tą armią."],
  open_about: [
    "The first person to open your link takes it.",
    "Zajmie je pierwsza osoba, która otworzy link od ciebie.",
  ],

  board: ["Board", "Plansza"],
  terminals: ["Terminals", "Terminale"],
  terminals_usual: ["Usual places", "Jak zwykle"],
  terminals_choose: ["Choose", "Wybierz"],
  terminals_missing: filled(
    (n: number) => `Place ${pluralEn(n, "more Terminal", "more Terminals")}.`,
    (n: number) => `Ustaw jeszcze ${pluralPl(n, "Terminal", "Terminale", "Terminali")}.`,
  ),
  terminals_whole: [
    "To move a Terminal, press it, then press its new hex.",
    "By przenieść Terminal, wskaż go, a potem jego nowy heks.",
  ],
  terminals_on: filled(
    (hexes: string[]) => `Terminals ${hexes.join(" ")}`,
    (hexes: string[]) => `Terminale ${hexes.join(" ")}`,
  ),
  terminal_on: filled(
    (hex: string) => `${hex}, Terminal`,
    (hex: string) => `${hex}, Terminal`,
  ),
  terminal_not_on: filled(
    (hex: string) => `${hex}, no Terminal`,
    (hex: string) => `${hex}, bez Terminala`,
  ),
  ruleset: ["Rules", "Zasady"],
  variants: ["Variants", "Warianty"],
  variants_about: [
    "All optional. You see only those that fit this game.",
    "Wszystkie są opcjonalne. Widać tylko te, które pasują do tej gry.",
  ],
  clock: ["Clock", "Zegar"],
  clock_none: ["None", "Brak"],
  clock_none_about: ["No time limit.", "Bez limitu czasu."],
  clock_player: ["Per player", "Na gracza"],
  clock_player_about: [
    "Each player has this much time for the whole game, plus some for each turn. If you run out, you lose.",
    "Każdy gracz ma tyle czasu na całą partię i dodatek na każdą turę. Komu czas się skończy, ten przegrywa.",
  ],
  clock_turn: ["Per turn", "Na turę"],
  clock_turn_about: [
    "This much time for each turn: minutes for live play, days for correspondence.",
    "Tyle czasu na każdą turę: minuty w grze na żywo, dni w grze korespondencyjnej.",
  ],
  main_time: ["For the whole game", "Na całą grę"],
  increment: ["Extra for each turn", "Dodatek na turę"],
  allowance: ["For each turn", "Na każdą turę"],
  seconds: filled(
    (n: number) => `${n} s`,
    (n: number) => `${n} s`,
  ),
  minutes: filled(
    (n: number) => `${n} min`,
    (n: number) => `${n} min`,
  ),
  hours: filled(
    (n: number) => pluralEn(n, "hour", "hours"),
    (n: number) => pluralPl(n, "godzina", "godziny", "godzin"),
  ),
  days: filled(
    (n: number) => pluralEn(n, "day", "days"),
    (n: number) => pluralPl(n, "dzień", "dni", "dni"),
  ),
  hints: ["Hints", "Podpowiedzi"],
  hints_about: [
    "Players can ask a strong bot what it would do. On by default if you are the only person.",
    "Gracze mogą pytać silnego bota, co by zrobił. Domyślnie włączone, gdy grasz tylko z botami.",
  ],
  private: ["Private table", "Stół prywatny"],
  private_about: [
    "The lobby does not list it: only people with the link can join or watch. On by default if you invite by link.",
    "Nie ma go na liście stołów: dołączyć i oglądać mogą tylko osoby z linkiem. Domyślnie włączone, gdy zapraszasz linkiem.",
  ],
  start: ["Start the game", "Rozpocznij grę"],
  start_open: ["Open the table", "Otwórz stół"],
  summary: filled(
    (facts: string[], people: number, bots: number) =>
      `${facts.join(" · ")} · ${pluralEn(people, "person", "people")}, ${pluralEn(bots, "bot", "bots")}`,
    (facts: string[], people: number, bots: number) =>
      `${facts.join(" · ")} · ${pluralPl(people, "osoba", "osoby", "osób")}, ${pluralPl(bots, "bot", "boty", "botów")}`,
  ),
  making: ["Creating the game…", "Tworzenie gry…"],
} as const satisfies Record<string, Plain | Filled<never[]>>;
