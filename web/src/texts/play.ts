/** Texts of playing: questions, buttons, previews, cards and keys. */

import type { Filled, Plain } from "./language.svelte";

type One = Filled<[string]>;
type Two = Filled<[string, string]>;

export const play = {
  board: ["The board", "Plansza"] satisfies Plain,
  playing: ["Playing", "Rozgrywka"] satisfies Plain,

  // whose decision it is
  waits: [(who) => `Waiting for ${who}…`, (who) => `Decyduje: ${who}…`] satisfies One,
  about: [(hex) => `About ${hex}`, (hex) => `Chodzi o ${hex}`] satisfies One,
  sending: ["One moment…", "Chwileczkę…"] satisfies Plain,

  guided: ["Do the task of this step.", "Wykonaj zadanie tego kroku."] satisfies Plain,

  // what to do next
  next_tile: [
    "Choose a tile from your hand, or a unit that can move.",
    "Wybierz żeton z ręki albo jednostkę, która może się ruszyć.",
  ] satisfies Plain,
  next_hand: ["Choose a tile from your hand.", "Wybierz żeton z ręki."] satisfies Plain,
  next_board: ["Choose a unit that can move.", "Wybierz jednostkę, która może się ruszyć."] satisfies Plain,
  next_end: ["Nothing left to do: end your turn.", "Nie ma już nic do zrobienia: zakończ turę."] satisfies Plain,
  next_discard: ["Which tile do you discard?", "Który żeton odrzucasz?"] satisfies Plain,
  next_button: ["Choose one.", "Wybierz jedno."] satisfies Plain,
  next_unit: ["Choose a unit.", "Wybierz jednostkę."] satisfies Plain,
  next_hex: ["Choose a marked hex.", "Wybierz zaznaczony heks."] satisfies Plain,
  next_place: [
    (tile) => `Where do you place ${tile}? Choose a marked hex.`,
    (tile) => `Gdzie stanie ${tile}? Wybierz zaznaczony heks.`,
  ] satisfies One,
  next_move: [
    "Where to? Choose a marked hex, or the unit itself to turn it.",
    "Dokąd? Wybierz zaznaczony heks albo samą jednostkę, żeby ją obrócić.",
  ] satisfies Plain,
  next_area: ["Choose the hexes, one after another.", "Wskaż heksy, jeden po drugim."] satisfies Plain,
  next_middle: ["Choose the hex in the middle.", "Wybierz środkowy heks."] satisfies Plain,
  next_facing: [
    "Turn it: wheel, Q and E, or its edges. Click it again to confirm.",
    "Obróć: kółko myszy, Q i E albo krawędzie. Kliknij jeszcze raz, żeby zatwierdzić.",
  ] satisfies Plain,
  next_drop: [
    "Drop it on a marked hex. Wheel, Q and E turn it.",
    "Upuść na zaznaczonym heksie. Kółko myszy, Q i E obracają.",
  ] satisfies Plain,
  next_facing_touch: [
    "Turn it by its edges or the arrows, then confirm.",
    "Obróć krawędziami albo strzałkami i zatwierdź.",
  ] satisfies Plain,
  next_option: ["Choose one.", "Wybierz jedno."] satisfies Plain,
  next_ends: ["What do you do with it?", "Co z nim zrobić?"] satisfies Plain,
  next_ready: ["Click it again to confirm.", "Kliknij jeszcze raz, żeby zatwierdzić."] satisfies Plain,
  next_ready_button: ["Sure? Do it, or go back.", "Na pewno? Zatwierdź albo wróć."] satisfies Plain,
  next_energy: [
    "Trade tiles or HQ points for energy, or end the turn.",
    "Wymień żetony albo punkty sztabu na energię albo zakończ turę.",
  ] satisfies Plain,
  next_swap: [
    "Choose two of your Links: they change places.",
    "Wybierz dwa swoje Łącza: zamienią się miejscami.",
  ] satisfies Plain,
  next_laser: [
    "Choose two of your Links: enemy units between them are destroyed.",
    "Wybierz dwa swoje Łącza: wrogie jednostki między nimi zostaną zniszczone.",
  ] satisfies Plain,
  next_elimination: [
    "Choose an enemy unit next to three of your Links: it is destroyed.",
    "Wybierz wrogą jednostkę obok trzech swoich Łączy: zostanie zniszczona.",
  ] satisfies Plain,
  next_push: ["Choose the unit to push back.", "Wybierz jednostkę, którą odpychasz."] satisfies Plain,
  next_patient: ["Choose the unit to save.", "Wybierz jednostkę do uratowania."] satisfies Plain,
  next_medic_hit: ["Which hit do you cancel?", "Które trafienie anulujesz?"] satisfies Plain,
  next_medic: ["Choose the Medic to spend.", "Wybierz Medyka, który się poświęci."] satisfies Plain,

  // buttons
  place_here: ["Place here", "Postaw tutaj"] satisfies Plain,
  move_here: ["Move here", "Idź tutaj"] satisfies Plain,
  turn_so: ["Turn like this", "Obróć tak"] satisfies Plain,
  go_on: ["Next", "Dalej"] satisfies Plain,
  do_it: ["Do it", "Zatwierdź"] satisfies Plain,
  back: ["Back", "Wstecz"] satisfies Plain,
  turn_left: ["Turn left", "Obróć w lewo"] satisfies Plain,
  turn_right: ["Turn right", "Obróć w prawo"] satisfies Plain,
  discard: ["Discard", "Odrzuć"] satisfies Plain,
  sell: ["Trade for 1 energy", "Wymień na 1 energię"] satisfies Plain,
  sell_short: ["1 energy", "1 energia"] satisfies Plain,
  drop_discard: ["Drop here to discard", "Upuść tutaj, żeby odrzucić"] satisfies Plain,
  card_of: [(tile) => `Card of ${tile}`, (tile) => `Karta: ${tile}`] satisfies One,
  energy: [(n) => `${n} energy`, (n) => `energia: ${n}`] satisfies Filled<[number]>,
  ways: ["What to do", "Co zrobić"] satisfies Plain,
  by_mobility: ["By its own Mobility", "Własna Mobilność"] satisfies Plain,
  by_unit: [(unit) => `By ${unit}`, (unit) => `Daje to ${unit}`] satisfies One,
  by_tile: [(tile) => `By the ${tile} tile`, (tile) => `Żeton ${tile}`] satisfies One,
  end: ["End the turn", "Zakończ turę"] satisfies Plain,
  end_sure: ["End the turn with tiles in hand?", "Zakończyć turę z żetonami na ręce?"] satisfies Plain,
  end_kept: [
    "Unused tiles stay in your hand for the next turn.",
    "Niewykorzystane żetony zostają na ręce do następnej tury.",
  ] satisfies Plain,
  play_on: ["Play on", "Graj dalej"] satisfies Plain,
  rotation: ["Rotation", "Rotacja"] satisfies Plain,
  push: ["Push Back", "Odepchnięcie"] satisfies Plain,
  swap: ["Swap", "Zamiana"] satisfies Plain,
  laser: ["Laser", "Laser"] satisfies Plain,
  elimination: ["Elimination", "Eliminacja"] satisfies Plain,
  detonation: ["Detonation", "Detonacja"] satisfies Plain,

  // the hand
  hand: ["Your hand", "Twoja ręka"] satisfies Plain,
  hand_of: [(who) => `Hand of ${who}`, (who) => `Ręka: ${who}`] satisfies One,
  hand_empty: ["No tiles in hand.", "Brak żetonów na ręce."] satisfies Plain,

  // previews
  outlook: ["What this would do", "Co z tego wyniknie"] satisfies Plain,
  hits: ["Hits", "Trafia"] satisfies Plain,
  struck_by: ["Struck by", "Trafiana przez"] satisfies Plain,
  nets: ["Nets", "Sieciuje"] satisfies Plain,
  netted_by: ["Netted by", "Zasieciowana przez"] satisfies Plain,
  gives: ["Helps", "Wspiera"] satisfies Plain,
  gets: ["Helped by", "Wspierana przez"] satisfies Plain,
  hinders: ["Hinders", "Osłabia"] satisfies Plain,
  hindered_by: ["Hindered by", "Osłabiana przez"] satisfies Plain,
  takes: ["Takes over", "Przejmuje"] satisfies Plain,
  taken_by: ["Taken over by", "Przejęta przez"] satisfies Plain,
  scopes: ["Uses", "Wykorzystuje"] satisfies Plain,
  scoped_by: ["Used by", "Wykorzystywana przez"] satisfies Plain,
  gift_initiative: [(value) => `${value} initiative`, (value) => `${value} do inicjatywy`] satisfies One,
  gift_melee: [(value) => `${value} melee`, (value) => `${value} do ciosów`] satisfies One,
  gift_ranged: [(value) => `${value} ranged`, (value) => `${value} do strzałów`] satisfies One,
  gift_extra_attack: ["one more attack", "jeszcze jeden atak"] satisfies Plain,
  gift_medic: ["a Medic for one hit", "Medyk na jedno trafienie"] satisfies Plain,
  gift_mobility: ["a move each turn", "ruch co turę"] satisfies Plain,
  stopped: ["armour stops it", "zatrzymuje pancerz"] satisfies Plain,
  endless: ["endless", "bez końca"] satisfies Plain,
  nobody: ["It hits nobody and nobody hits it.", "Nikogo nie trafia i przez nikogo nie jest trafiany."] satisfies Plain,
  battle: ["Starts a Battle", "Zaczyna Bitwę"] satisfies Plain,
  battle_assumed: ["Assumed", "Przyjęto"] satisfies Plain,
  battle_then: ["In this Battle", "W tej Bitwie"] satisfies Plain,
  battle_open: ["a player will have to choose", "któryś gracz będzie musiał wybrać"] satisfies Plain,
  battle_hq: [(who, change) => `HQ of ${who} ${change}`, (who, change) => `sztab ${who} ${change}`] satisfies Two,
  battle_calm: ["no HQ is wounded", "żaden sztab nie jest ranny"] satisfies Plain,
  battle_falls: [
    (n) => (n === 1 ? "1 unit falls" : `${n} units fall`),
    (n) => `zniszczone jednostki: ${n}`,
  ] satisfies Filled<[number]>,
  ends_game: ["Ends the game", "Kończy grę"] satisfies Plain,
  only_trade: [
    "After this you can play nothing else this turn, only trade for energy.",
    "Po tym nic więcej w tej turze nie zagrasz: zostanie tylko wymiana na energię.",
  ] satisfies Plain,
  unknown: [
    "No preview right now. You can still do it.",
    "Podgląd jest teraz niedostępny. Mimo to możesz to zrobić.",
  ] satisfies Plain,

  // a hint
  hint: ["Hint", "Podpowiedź"] satisfies Plain,
  show_hint: ["Drop your choice and show the hint", "Cofnij wybór i pokaż podpowiedź"] satisfies Plain,
  chance: [(percent) => `chance to win ${percent}`, (percent) => `szansa na wygraną ${percent}`] satisfies One,
  hint_line: [(rest) => `Then: ${rest}`, (rest) => `Potem: ${rest}`] satisfies One,

  // hexes for screen readers
  hex_free: [(hex) => `${hex}, free`, (hex) => `${hex}, wolny`] satisfies One,
  hex_unit: [
    (hex, unit, owner) => `${hex}, ${unit} of ${owner}`,
    (hex, unit, owner) => `${hex}, ${unit}, ${owner}`,
  ] satisfies Filled<[string, string, string]>,
  hex_neutral: [(hex, unit) => `${hex}, ${unit}, nobody's`, (hex, unit) => `${hex}, ${unit}, niczyj`] satisfies Two,
  hex_foundation: [(tile) => `on ${tile}`, (tile) => `na żetonie ${tile}`] satisfies One,
  hex_facing: [(direction) => `facing ${direction}`, (direction) => `zwrot ${direction}`] satisfies One,
  hex_points: [(n) => `${n} points`, (n) => `punkty: ${n}`] satisfies Filled<[number]>,
  hex_acts: [(phases) => `acts at ${phases}`, (phases) => `działa w fazie ${phases}`] satisfies One,
  hex_initiative: [
    (now, printed) => `initiative ${now} instead of ${printed}`,
    (now, printed) => `inicjatywa ${now} zamiast ${printed}`,
  ] satisfies Two,
  hex_melee: [
    (where, now, printed) => `melee ${where} ${now} instead of ${printed}`,
    (where, now, printed) => `cios ${where} ${now} zamiast ${printed}`,
  ] satisfies Filled<[string, string, string]>,
  hex_ranged: [
    (where, now, printed) => `ranged ${where} ${now} instead of ${printed}`,
    (where, now, printed) => `strzał ${where} ${now} zamiast ${printed}`,
  ] satisfies Filled<[string, string, string]>,
  hex_extra: [(phase) => `acts once more at ${phase}`, (phase) => `działa jeszcze raz w fazie ${phase}`] satisfies One,
  hex_healed: ["a Medic can heal it", "może ją uratować Medyk"] satisfies Plain,
  hex_taken: [(owner) => `taken over from ${owner}`, (owner) => `przejęta, właściciel: ${owner}`] satisfies One,
  hex_wounds: [(n) => `wounds ${n}`, (n) => `rany: ${n}`] satisfies Filled<[number]>,
  hex_netted: ["netted", "w sieci"] satisfies Plain,
  hex_may: ["can be chosen", "można wybrać"] satisfies Plain,
  hex_chosen: ["chosen", "wybrany"] satisfies Plain,

  // cards
  card_title: ["Card", "Karta"] satisfies Plain,
  card_none: [
    "Point at a tile or unit to see what it does and why.",
    "Wskaż żeton albo jednostkę, by zobaczyć, co robi i dlaczego.",
  ] satisfies Plain,
  card_now: ["Now", "Teraz"] satisfies Plain,
  card_printed: ["On the tile", "Na żetonie"] satisfies Plain,
  card_close: ["Close the card", "Zamknij kartę"] satisfies Plain,
  initiative: ["Initiative", "Inicjatywa"] satisfies Plain,
  no_initiative: ["none", "brak"] satisfies Plain,
  life: ["Wounds", "Rany"] satisfies Plain,
  all_sides: ["all sides", "na wszystkie strony"] satisfies Plain,
  life_of: [(wounds, most) => `${wounds} of ${most}`, (wounds, most) => `${wounds} z ${most}`] satisfies Two,
  melee: ["Melee", "Cios"] satisfies Plain,
  ranged: ["Ranged", "Strzał"] satisfies Plain,
  gauss: ["Gauss", "Gauss"] satisfies Plain,
  netted_now: [(who) => `Netted by ${who}: it does nothing.`, (who) => `W sieci (${who}): nic nie robi.`] satisfies One,
  card_missing: ["This card cannot be shown now.", "Tej karty nie można teraz pokazać."] satisfies Plain,

  // keys
  keys: ["Keys", "Klawisze"] satisfies Plain,
  keys_title: ["Playing by keyboard", "Gra z klawiatury"] satisfies Plain,
  key_hand: ["choose a tile from your hand", "wybór żetonu z ręki"] satisfies Plain,
  key_arrows: ["move on the board", "poruszanie się po planszy"] satisfies Plain,
  key_enter: ["choose; confirm", "wybór; zatwierdzenie"] satisfies Plain,
  key_turn: ["turn the tile", "obrót żetonu"] satisfies Plain,
  key_facing: ["turn it to N, NE, SE, S, SW, NW", "zwrot na N, NE, SE, S, SW, NW"] satisfies Plain,
  key_back: ["one step back", "krok wstecz"] satisfies Plain,
  key_discard: ["discard the chosen tile", "odrzucenie wybranego żetonu"] satisfies Plain,
  key_end: ["end the turn", "koniec tury"] satisfies Plain,
  key_legend: ["what lines and marks mean", "co znaczą linie i znaki"] satisfies Plain,
  key_help: ["these keys", "ta lista"] satisfies Plain,
  arrows: ["Arrows", "Strzałki"] satisfies Plain,
} as const;
