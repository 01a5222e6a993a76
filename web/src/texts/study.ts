/** Texts of the study board. */

import { type Filled, type Plain } from "./language.svelte";

const filled = <A extends unknown[]>(en: (...given: A) => string, pl: (...given: A) => string): Filled<A> => [en, pl];

export const study = {
  title: ["Study board", "Plansza do analizy"],
  modes: ["What to do with the board", "Co zrobić z planszą"],
  set_up: ["Set up", "Ustaw"],
  play_on: ["Play on", "Graj dalej"],
  loading: ["Setting up the board…", "Ustawianie planszy…"],
  new_board: ["New board", "Nowa plansza"],
  cannot: ["This board cannot be shown", "Tej planszy nie można pokazać"],
  board: ["The board", "Plansza"],

  // --- the board, for screen readers
  empty: filled(
    (hex: string) => `${hex}: empty`,
    (hex: string) => `${hex}: wolny`,
  ),
  stands: filled(
    (hex: string, tile: string, owner: string, facing: string) => `${hex}: ${tile} of ${owner}, facing ${facing}`,
    (hex: string, tile: string, owner: string, facing: string) => `${hex}: ${tile}, ${owner}, zwrot ${facing}`,
  ),
  lies: filled(
    (what: string, tile: string) => `${what}, on ${tile}`,
    (what: string, tile: string) => `${what}, na żetonie ${tile}`,
  ),
  puts: filled(
    (what: string, tile: string) => `${what}. Puts ${tile} here`,
    (what: string, tile: string) => `${what}. Połóż tu ${tile}`,
  ),

  // --- edits
  undo: ["Undo", "Cofnij"],
  redo: ["Redo", "Ponów"],
  clear: ["Clear the board", "Wyczyść planszę"],
  how: [
    "Pick a tile and click a hex. Click a unit to change it, or drag it to move it.",
    "Wybierz żeton i kliknij heks. Kliknij jednostkę, by ją zmienić, albo przeciągnij ją.",
  ],
  how_brush: filled(
    (tile: string) => `${tile}: click a hex. Wheel, Q and E turn it.`,
    (tile: string) => `${tile}: kliknij heks. Kółko oraz Q i E obracają.`,
  ),
  how_instant: filled(
    (tile: string) => `${tile} is never on the board, only in hand or discarded.`,
    (tile: string) => `${tile} nie trafia na planszę, tylko do ręki lub na stos odrzuconych.`,
  ),
  how_move: filled(
    (tile: string) => `${tile}: click the hex it goes to.`,
    (tile: string) => `${tile}: kliknij heks, na który ma trafić.`,
  ),
  add_to_hand: ["Add to the hand", "Dodaj do ręki"],
  discard: ["Discard it", "Odrzuć"],
  done: ["Done", "Gotowe"],
  unit: ["The unit", "Jednostka"],
  on_hex: filled(
    (tile: string, hex: string) => `${tile} on ${hex}`,
    (tile: string, hex: string) => `${tile} na ${hex}`,
  ),
  card: ["What it does", "Co robi"],
  turn_left: ["Turn left", "Obróć w lewo"],
  turn_right: ["Turn right", "Obróć w prawo"],
  facing: filled(
    (edge: string) => `Facing ${edge}`,
    (edge: string) => `Zwrot ${edge}`,
  ),
  owner: ["Owner", "Właściciel"],
  nobody: ["Nobody", "Nikt"],
  wounds: ["Wounds", "Rany"],
  markers_venom: ["Venom", "Jad"],
  markers_paralysis: ["Paralysis", "Paraliż"],
  markers_steel_net: ["Steel Net", "Stalowa Sieć"],
  less: filled(
    (what: string) => `${what}: one less`,
    (what: string) => `${what}: o jeden mniej`,
  ),
  more: filled(
    (what: string) => `${what}: one more`,
    (what: string) => `${what}: o jeden więcej`,
  ),
  move: ["Move", "Przenieś"],
  remove: ["Remove", "Usuń"],
  remove_tile: filled(
    (tile: string) => `Remove ${tile}`,
    (tile: string) => `Usuń: ${tile}`,
  ),

  // --- palette
  tiles: ["Tiles", "Żetony"],
  tiles_of: ["Tiles of", "Żetony gracza"],
  units: ["For the board", "Na planszę"],
  instants: ["Never on the board", "Nigdy na planszy"],

  // --- the game
  game: ["The game", "Gra"],
  ruleset: ["Rules", "Zasady"],
  board_kind: ["Board", "Plansza"],
  player: filled(
    (number: number) => `Player ${number}`,
    (number: number) => `Gracz ${number}`,
  ),
  army: ["Army", "Armia"],
  points: ["HQ points", "Punkty sztabu"],
  hq: ["HQ", "Sztab"],
  to_move: ["to move", "na ruchu"],
  team: ["Team", "Drużyna"],
  alone: ["alone", "bez drużyny"],
  team_number: filled(
    (number: number) => `team ${number}`,
    (number: number) => `drużyna ${number}`,
  ),
  hands: ["Hand", "Ręka"],
  discards: ["Discarded", "Odrzucone"],
  no_tiles: ["no tiles", "brak żetonów"],
  energy: ["Energy", "Energia"],
  add_player: ["Add a player", "Dodaj gracza"],
  remove_player: filled(
    (name: string) => `Remove ${name}`,
    (name: string) => `Usuń z gry: ${name}`,
  ),

  // --- the line
  line: ["The position on one line", "Pozycja w jednym wierszu"],
  use_line: ["Use it", "Użyj"],
  copy: ["Copy", "Kopiuj"],
  copied: ["Copied.", "Skopiowano."],
  not_copied: ["Copying failed.", "Nie udało się skopiować."],
  refused: filled(
    (why: string) => `Not possible: ${why}`,
    (why: string) => `To niemożliwe: ${why}`,
  ),

  // --- playing on
  back: ["Back", "Wstecz"],
  forward: ["Forward", "Naprzód"],
  played: ["Played since the start, and in all", "Zagrano od początku i łącznie"],
  what_if: ["What would a Battle do?", "Co dałaby Bitwa?"],
  fight: ["Fight the Battle", "Stocz Bitwę"],
  ask: ["Ask the bot", "Zapytaj bota"],
  thinking: ["The bot is thinking…", "Bot myśli…"],
  link: ["Copy the link", "Kopiuj link"],
  players: ["Players", "Gracze"],
  tools: ["Tools", "Narzędzia"],
  opinion: ["Bot's opinion", "Zdanie bota"],
  opinion_about: [
    "A strong bot looks at this board and says what it would do, with its chance to win.",
    "Silny bot ocenia tę planszę i mówi, co by zrobił i jaką ma szansę na wygraną.",
  ],
  opinion_of: filled(
    (name: string) => `${name}'s chance to win after each move`,
    (name: string) => `Szansa na wygraną po każdym z ruchów (${name})`,
  ),
  opinion_none: ["There is nothing to decide here.", "Nie ma tu żadnej decyzji do podjęcia."],
  then: filled(
    (line: string) => `Then: ${line}`,
    (line: string) => `Potem: ${line}`,
  ),
  show: ["Show", "Pokaż"],
  play_it: ["Play it", "Zagraj to"],
  log: ["Log", "Dziennik"],
  draw_for: filled(
    (name: string) => `Which tile does ${name} draw?`,
    (name: string) => `Jaki żeton dobiera ${name}?`,
  ),
  at_random: ["Draw at random", "Dobierz losowo"],
  always_random: ["always at random", "zawsze losowo"],
} as const satisfies Record<string, Plain | Filled<never[]>>;
