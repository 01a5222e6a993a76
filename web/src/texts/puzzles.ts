/** Texts of the puzzles. What a puzzle asks, verdicts and hints come from the server. */

import { pluralEn, pluralPl, type Filled, type Plain } from "./language.svelte";

const filled = <A extends unknown[]>(en: (...given: A) => string, pl: (...given: A) => string): Filled<A> => [en, pl];

const signed = (change: number) => (change < 0 ? `−${-change}` : `+${change}`);

export const puzzles = {
  title: ["Puzzles", "Łamigłówki"],
  title_one: ["Puzzle", "Łamigłówka"],
  about: [
    "A board, a few tiles, one Battle. Find the acts that reach the goal: there is exactly one way.",
    "Plansza, kilka żetonów, jedna Bitwa. Znajdź ruchy, które prowadzą do celu: jest tylko jeden sposób.",
  ],
  loading: ["Loading the puzzles…", "Wczytywanie łamigłówek…"],
  not_loaded: ["The puzzles could not be loaded", "Nie udało się wczytać łamigłówek"],
  no_puzzle: ["This puzzle could not be opened", "Nie udało się otworzyć tej łamigłówki"],
  broken_link: ["The link is incomplete: it holds no puzzle.", "Link jest niepełny: nie zawiera żadnej łamigłówki."],
  none: ["There are no puzzles on this server.", "Na tym serwerze nie ma łamigłówek."],
  none_fit: ["No puzzle fits these filters.", "Żadna łamigłówka nie pasuje do filtrów."],
  reload: ["Try again", "Spróbuj ponownie"],
  progress: filled(
    (done: number, all: number) => `${done} of ${all} solved`,
    (done: number, all: number) => `rozwiązano ${done} z ${all}`,
  ),
  streak: filled(
    (days: number) => `${pluralEn(days, "day", "days")} in a row`,
    (days: number) => `${pluralPl(days, "dzień", "dni", "dni")} z rzędu`,
  ),
  of_the_day: ["Puzzle of the day", "Łamigłówka dnia"],
  filters: ["Filters", "Filtry"],
  state: ["Show", "Pokaż"],
  state_all: ["All", "Wszystkie"],
  state_open: ["Open", "Nierozwiązane"],
  state_done: ["Solved", "Rozwiązane"],
  theme: ["Theme", "Motyw"],
  any_theme: ["All themes", "Wszystkie motywy"],
  grade: filled(
    (grade: number) => `Grade ${grade}`,
    (grade: number) => `Stopień ${grade}`,
  ),
  grade_1: ["First steps", "Na początek"],
  grade_2: ["Easy", "Łatwe"],
  grade_3: ["Medium", "Średnie"],
  grade_4: ["Hard", "Trudne"],
  grade_5: ["Masterpieces", "Mistrzowskie"],
  ungraded: ["Without a grade", "Bez stopnia"],
  solved_mark: ["solved", "rozwiązana"],
  shown_mark: ["solution seen", "podejrzana"],
  against: filled(
    (own: string, other: string) => `${own} against ${other}`,
    (own: string, other: string) => `${own} przeciw ${other}`,
  ),
  number: filled(
    (number: number, all: number) => `Puzzle ${number} of ${all}`,
    (number: number, all: number) => `Łamigłówka ${number} z ${all}`,
  ),
  all: ["All puzzles", "Wszystkie łamigłówki"],

  // --- playing
  task: ["Your task", "Zadanie"],
  left: filled(
    (left: number) => (left === 0 ? "All tiles are used." : `${pluralEn(left, "tile", "tiles")} left to use.`),
    (left: number) =>
      left === 0 ? "Wszystkie żetony użyte." : `Do użycia: ${pluralPl(left, "żeton", "żetony", "żetonów")}.`,
  ),
  question: ["Use your tiles and units.", "Użyj swoich żetonów i jednostek."],
  ready: ["Ready? Start the Battle, or take an act back.", "Gotowe? Zacznij Bitwę albo cofnij ruch."],
  fight: ["Battle!", "Bitwa!"],
  undo: ["Take back", "Cofnij"],
  reset: ["Start over", "Od początku"],
  opponent: filled(
    (act: string) => `The opponent chooses: ${act}.`,
    (act: string) => `Przeciwnik wybiera: ${act}.`,
  ),
  refused: filled(
    (why: string) => `That did not work: ${why}`,
    (why: string) => `Nie udało się: ${why}`,
  ),
  solved: ["Solved!", "Rozwiązane!"],
  not_solved: ["Not yet", "Jeszcze nie"],
  tries: filled(
    (tries: number) => (tries === 1 ? "At the first try." : `At try ${tries}.`),
    (tries: number) => (tries === 1 ? "Za pierwszym razem." : `Za ${tries}. razem.`),
  ),
  try_again: [
    "Take acts back, or start over. The film shows what happened.",
    "Cofnij ruchy albo zacznij od początku. Film pokazuje, co się stało.",
  ],
  watch: ["Watch the Battle", "Obejrzyj Bitwę"],
  next: ["Next puzzle", "Następna łamigłówka"],

  key_fight: ["start the Battle", "początek Bitwy"],
  key_undo: ["take the last act back", "cofnięcie ostatniego ruchu"],

  // --- ratings
  own_rating: ["Your rating:", "Twój ranking:"],
  rate_me: ["Get a rating", "Chcę mieć ranking"],
  provisional: filled(
    (spread: number) => `Provisional: still unsure by ${spread}`,
    (spread: number) => `Wstępny: niepewny o ${spread}`,
  ),
  sure: filled(
    (spread: number) => `Sure within ${spread}`,
    (spread: number) => `Dokładność ${spread}`,
  ),
  counted_solved: filled(
    (change: number) => `Your first attempt counts: solved, ${signed(change)}.`,
    (change: number) => `Liczy się pierwsza próba: rozwiązana, ${signed(change)}.`,
  ),
  counted_lost: filled(
    (change: number) => `Your first attempt counts: not solved, ${signed(change)}.`,
    (change: number) => `Liczy się pierwsza próba: nierozwiązana, ${signed(change)}.`,
  ),

  // --- help
  help: ["Help", "Pomoc"],
  hint: filled(
    (number: number, count: number) => `Hint ${number} of ${count}`,
    (number: number, count: number) => `Podpowiedź ${number} z ${count}`,
  ),
  solution: ["Show the solution", "Pokaż rozwiązanie"],
  solution_is: ["The solution", "Rozwiązanie"],
  in_battle: filled(
    (what: string) => `${what} (in the Battle)`,
    (what: string) => `${what} (w Bitwie)`,
  ),
  course: filled(
    (number: number) => `If the opponent chooses so (${number})`,
    (number: number) => `Gdy przeciwnik wybierze tak (${number})`,
  ),
  share: ["Copy link", "Kopiuj link"],
  copied: ["The link is copied.", "Link skopiowany."],
  not_copied: ["The browser does not let the page copy.", "Przeglądarka nie pozwala kopiować."],
  study: ["Study from here", "Analizuj stąd"],

  // --- making
  make: ["Make a puzzle", "Ułóż łamigłówkę"],
  make_about: filled(
    (army: string, tiles: number) =>
      `The solver plays ${army}, whose turn it is, with ${pluralEn(tiles, "tile", "tiles")} in hand.`,
    (army: string, tiles: number) =>
      `Rozwiązuje ${army}, czyja jest tura, mając na ręce ${pluralPl(tiles, "żeton", "żetony", "żetonów")}.`,
  ),
  make_hand: [
    "Put tiles into the hand of the player whose turn it is: the solver needs at least one.",
    "Daj żetony na rękę graczowi, którego jest tura: rozwiązujący potrzebuje przynajmniej jednego.",
  ],
  goal: ["Goal", "Cel"],
  goal_hq: ["Destroy the hostile HQ", "Zniszczyć wrogi sztab"],
  goal_damage: ["Damage to the hostile HQ", "Zranić wrogi sztab"],
  goal_unit: ["Destroy a unit", "Zniszczyć jednostkę"],
  goal_survive: ["Save your own HQ", "Ocalić własny sztab"],
  least: ["Points it must lose, at least", "Ile punktów ma stracić, co najmniej"],
  which_unit: ["Which unit", "Która jednostka"],
  use: ["Tiles to use", "Ile żetonów użyć"],
  mode: ["How many", "Ile"],
  exactly: ["exactly", "dokładnie"],
  at_most: ["at most", "najwyżej"],
  prove: ["Prove it", "Udowodnij"],
  proving: ["Proving…", "Dowodzenie…"],
  open: ["Open it", "Otwórz"],
  unproved: [
    "You can open and share it all the same, without hints and solution.",
    "Możesz ją mimo to otworzyć i udostępnić, ale bez podpowiedzi i rozwiązania.",
  ],
} as const satisfies Record<string, Plain | Filled<never[]>>;
