/** Texts of a match: connection, players, table, waiting room, end. */

import { pluralEn, pluralPl, type Filled, type Plain } from "./language.svelte";

const filled = <A extends unknown[]>(en: (...given: A) => string, pl: (...given: A) => string): Filled<A> => [en, pl];

export const match = {
  // --- connection
  connected: ["Connected", "Połączono"],
  connecting: ["Connecting…", "Łączenie…"],
  lost: filled(
    (seconds: number) => `Connection lost ${pluralEn(seconds, "second", "seconds")} ago. Coming back…`,
    (seconds: number) =>
      `Brak połączenia od ${pluralPl(seconds, "sekundy", "sekund", "sekund")}. Łączymy się ponownie…`,
  ),
  lost_long: filled(
    (minutes: number) => `No connection for ${pluralEn(minutes, "minute", "minutes")}. Still trying.`,
    (minutes: number) => `Brak połączenia od ${pluralPl(minutes, "minuty", "minut", "minut")}. Wciąż próbujemy.`,
  ),
  reconnecting: ["Reconnecting", "Ponowne łączenie"],
  try_now: ["Try now", "Spróbuj teraz"],
  said_lost: ["The connection is lost. Nothing of the game is lost.", "Utracono połączenie. Nic nie przepadło."],
  said_back: ["Connected again.", "Połączono ponownie."],
  forgotten: ["You are no longer signed in, so you are only watching.", "Sesja wygasła, więc tylko oglądasz."],
  no_match: ["This match cannot be shown", "Nie można pokazać tej partii"],
  loading: ["Setting the table…", "Rozkładamy planszę…"],

  // --- players
  players: ["Players", "Gracze"],
  you: ["you", "ty"],
  bot: ["bot", "bot"],
  your_turn: ["Your turn", "Twoja tura"],
  their_turn: ["Turn", "Tura"],
  you_decide: ["You decide", "Decydujesz"],
  they_decide: ["Decides", "Decyduje"],
  thinking: ["Thinking…", "Myśli…"],
  hq_tile: filled(
    (army: string) => `HQ tile of ${army}`,
    (army: string) => `Żeton sztabu: ${army}`,
  ),
  hq_points: ["HQ points", "Punkty sztabu"],
  hq_of: filled(
    (left: number, start: number) => `HQ points: ${left} of ${start}`,
    (left: number, start: number) => `Punkty sztabu: ${left} z ${start}`,
  ),
  score: filled(
    (score: number, goal: number) => `${score} of ${goal} points`,
    (score: number, goal: number) => `Punkty: ${score} z ${goal}`,
  ),
  score_short: filled(
    (score: number, goal: number) => `${score}/${goal} pts`,
    (score: number, goal: number) => `${score}/${goal} pkt`,
  ),
  energy: ["Energy", "Energia"],
  team: filled(
    (team: string) => `Team ${team}`,
    (team: string) => `Drużyna ${team}`,
  ),
  hand_of: filled(
    (army: string) => `Hand of ${army}`,
    (army: string) => `Ręka: ${army}`,
  ),
  aside: ["Can be taken instead of drawing", "Do wzięcia zamiast dobrania"],
  pile: ["Pile", "Stos"],
  pile_tiles: filled(
    (n: number) => pluralEn(n, "tile", "tiles"),
    (n: number) => pluralPl(n, "żeton", "żetony", "żetonów"),
  ),
  pile_of: filled(
    (army: string) => `Left in the pile of ${army}, in no particular order`,
    (army: string) => `Pozostało w stosie (${army}), bez kolejności`,
  ),
  upcoming: ["In drawing order", "W kolejności dobierania"],
  top: ["On top of the pile", "Na wierzchu stosu"],
  discards: ["Discarded", "Odrzucone"],
  discards_of: filled(
    (army: string) => `Discarded and destroyed tiles of ${army}`,
    (army: string) => `Odrzucone i zniszczone żetony: ${army}`,
  ),
  nothing_there: ["Nothing there.", "Nic tu nie ma."],
  out: ["Out of the game", "Poza grą"],
  terror: ["Terror", "Terror"],
  away: ["Away", "Z dala od stołu"],
  offline: ["Not connected", "Bez połączenia"],
  gave_up_resigned: ["Gave up", "Poddanie"],
  gave_up_time: ["Out of time", "Czas minął"],
  gave_up_forfeit: ["Cannot continue", "Nie może grać dalej"],
  time_left: filled(
    (time: string) => `Time left: ${time}`,
    (time: string) => `Pozostały czas: ${time}`,
  ),
  notices: ["Applies to all", "Co obowiązuje wszystkich"],
  beside: ["Beside the board", "Obok planszy"],
  turn: filled(
    (turn: number) => `Turn ${turn}`,
    (turn: number) => `Tura ${turn}`,
  ),
  before_first: ["Before the first turn", "Przed pierwszą turą"],

  // --- the table
  title: filled(
    (armies: string) => `Match: ${armies}`,
    (armies: string) => `Partia: ${armies}`,
  ),
  watching: ["You are watching", "Oglądasz"],
  watchers: filled(
    (n: number) => pluralEn(n, "watcher", "watchers"),
    (n: number) => pluralPl(n, "widz", "widzów", "widzów"),
  ),
  your_turn_said: ["It is your turn.", "Twoja tura."],
  your_decision_said: ["It is your decision.", "Decyzja należy do ciebie."],
  skip_acts: ["Skip to now", "Przejdź do bieżącej chwili"],
  tools: ["At the table", "Przy stole"],
  undo: ["Undo", "Cofnij"],
  undone_said: ["The last move was undone.", "Ostatnie zagranie cofnięto."],
  undone_by: filled(
    (army: string) => `${army} undid the last move.`,
    (army: string) => `${army} cofa ostatnie zagranie.`,
  ),
  undo_about: ["Undo your last move of this turn", "Cofnij swoje ostatnie zagranie w tej turze"],
  hint: ["Hint", "Podpowiedź"],
  hint_about: ["Ask a strong bot what it would do", "Zapytaj silnego bota, co by zrobił"],
  hint_thinking: ["Thinking…", "Bot myśli…"],
  no_hint: ["There is nothing to suggest here.", "Nie ma tu czego podpowiedzieć."],
  battle: ["Preview Battle", "Podgląd Bitwy"],
  battle_about: ["What would a Battle do now?", "Co dałaby teraz Bitwa?"],
  no_battle: ["No Battle is possible now.", "Teraz nie może dojść do Bitwy."],
  more: ["More", "Więcej"],
  last_battle: ["Watch the last Battle again", "Obejrzyj ostatnią Bitwę jeszcze raz"],
  look_back: ["Look back", "Przejrzyj partię"],
  review: ["Learn from it", "Ucz się z niej"],
  study: ["Study from here", "Analizuj stąd"],
  copy_link: ["Copy a link to this moment", "Kopiuj link do tej chwili"],
  copied: ["Link copied.", "Link skopiowany."],
  not_copied: ["Copying failed. Here is the link:", "Nie udało się skopiować linku; oto on:"],
  record: ["Download the record", "Pobierz zapis partii"],
  offer_draw: ["Offer a draw", "Zaproponuj remis"],
  resign: ["Give up", "Poddaj się"],
  resign_sure: ["Give up the game?", "Poddać partię?"],
  resign_about: ["You lose at once. You cannot undo this.", "Przegrywasz natychmiast. Tego nie da się cofnąć."],
  resign_about_many: [
    "You lose. Your army stays on the board and the others play on. You cannot undo this.",
    "Przegrywasz; twoja armia zostaje na planszy, a pozostali grają dalej. Tego nie da się cofnąć.",
  ],
  cancel: ["Keep playing", "Gram dalej"],
  draw_offered: filled(
    (name: string) => `${name} offers a draw.`,
    (name: string) => `Propozycja remisu: ${name}.`,
  ),
  draw_waiting: ["You offered a draw.", "Zaproponowano remis."],
  agree: ["Agree", "Zgadzam się"],
  decline: ["Decline", "Odmawiam"],
  take_back: ["Withdraw", "Wycofaj"],
  draw_declined: ["The draw was declined.", "Remis odrzucony."],
  tab_log: ["Log", "Dziennik"],
  log: ["What happened", "Dziennik partii"],
  recent: ["Just now", "Przed chwilą"],
  looking_back: ["You are looking back", "Oglądasz wcześniejszą chwilę"],
  looking_back_over: [
    "The match is over; you are looking back",
    "Partia już się skończyła; oglądasz wcześniejszą chwilę",
  ],

  // --- before the start
  waiting: ["The table is not full yet", "Stół nie jest jeszcze pełny"],
  waiting_about: [
    "The match starts by itself when every seat is taken.",
    "Partia zacznie się sama, gdy wszystkie miejsca będą zajęte.",
  ],
  seats: ["Seats", "Miejsca"],
  free: ["free", "wolne"],
  kept: ["reserved for somebody", "zarezerwowane"],
  kept_for_you: ["reserved for you", "zarezerwowane dla ciebie"],
  join_as: filled(
    (army: string) => `Play ${army}`,
    (army: string) => `Zagraj: ${army}`,
  ),
  joining: ["Sitting down…", "Siadasz…"],
  leave: ["Leave the seat", "Wstań od stołu"],
  your_name: ["Your name", "Twoja nazwa"],
  name_about: ["How others see you: 1 to 40 characters.", "Tak widzą cię inni: od 1 do 40 znaków."],
  invite: ["Invite others with this link", "Zaproś innych tym linkiem"],
  copy: ["Copy", "Kopiuj"],
  the_game: ["The game", "Gra"],
  played: ["Played", "Rozgrywka"],
  clock: ["Clock", "Zegar"],
  no_clock: ["none", "bez zegara"],
  clock_player: filled(
    (minutes: number, seconds: number) =>
      `${pluralEn(minutes, "minute", "minutes")} each` + (seconds > 0 ? `, ${seconds} s more for each turn` : ""),
    (minutes: number, seconds: number) =>
      `${pluralPl(minutes, "minuta", "minuty", "minut")} na gracza` + (seconds > 0 ? `, +${seconds} s na turę` : ""),
  ),
  clock_turn: filled(
    (time: string) => `${time} for each turn`,
    (time: string) => `${time} na turę`,
  ),
  hints: ["Hints", "Podpowiedzi"],
  hints_on: ["allowed for all", "dozwolone dla wszystkich"],
  private: ["Table", "Stół"],
  private_on: ["private, by link only", "prywatny, tylko z linkiem"],
  hints_off: ["not while the match runs", "nie w trakcie partii"],

  // --- the end
  you_won: ["You won!", "Wygrana!"],
  you_lost: ["You lost", "Przegrana"],
  you_drew: ["A draw", "Remis"],
  won: filled(
    (names: string) => `${names} won`,
    (names: string) => `Wygrana: ${names}`,
  ),
  how_resigned: filled(
    (names: string) => `${names} gave up.`,
    (names: string) => `Poddanie: ${names}.`,
  ),
  how_time: filled(
    (names: string) => `Time ran out: ${names}.`,
    (names: string) => `Koniec czasu: ${names}.`,
  ),
  how_forfeit: filled(
    (names: string) => `${names} could not continue.`,
    (names: string) => `Nie może grać dalej: ${names}.`,
  ),
  how_agreed: ["The players agreed to a draw.", "Gracze zgodzili się na remis."],
  how_aborted: ["The match was ended without a winner.", "Partię przerwano bez zwycięzcy."],
  how_rules: ["All others are out of the game.", "Wszyscy pozostali odpadli z gry."],
  result: ["Result", "Wynik"],
  result_won: ["won", "wygrana"],
  result_drawn: ["drawn", "remis"],
  result_lost: ["lost", "przegrana"],
  rematch: ["Rematch", "Rewanż"],
  rematch_offered: filled(
    (name: string) => `${name} wants a rematch.`,
    (name: string) => `${name}: propozycja rewanżu.`,
  ),
  rematch_declined: ["The rematch was declined.", "Rewanż odrzucony."],
  rematch_waiting: ["Waiting for the others…", "Czekamy na pozostałych…"],
  turning_point: filled(
    (turn: number, points: number) =>
      `Turning point: the Battle of turn ${turn} (${pluralEn(points, "HQ point", "HQ points")})`,
    (turn: number, points: number) =>
      `Punkt zwrotny: Bitwa w turze ${turn} (${pluralPl(points, "punkt", "punkty", "punktów")} sztabu)`,
  ),
  board_before: ["The board before it", "Plansza przed nią"],
  board_after: ["The board after it", "Plansza po niej"],
  rematch_go: ["To the rematch", "Do rewanżu"],
  replay: ["Replay", "Powtórka"],
  another: ["New game", "Nowa gra"],
} as const satisfies Record<string, Plain | Filled<never[]>>;
