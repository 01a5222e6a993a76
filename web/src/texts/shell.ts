/** Texts of the frame, lobby, settings and armies. */

import { pluralEn, pluralPl, type Filled, type Plain } from "./language.svelte";

const filled = <A extends unknown[]>(en: (...given: A) => string, pl: (...given: A) => string): Filled<A> => [en, pl];

export const shell = {
  // --- frame
  skip: ["Skip to the content", "Przejdź do treści"],
  main_menu: ["Main menu", "Menu główne"],
  menu: ["Menu", "Menu"],
  close: ["Close", "Zamknij"],
  messages: ["Messages", "Komunikaty"],
  language: ["Language", "Język"],
  play: ["Play", "Graj"],
  lesson: ["Lesson", "Lekcja"],
  puzzles: ["Puzzles", "Łamigłówki"],
  puzzles_about: ["One board, a few tiles, one solution.", "Jedna plansza, kilka żetonów, jedno rozwiązanie."],
  study: ["Study", "Analiza"],
  armies: ["Armies", "Armie"],
  settings: ["Settings", "Ustawienia"],
  loading: ["Loading…", "Wczytywanie…"],
  not_loaded: ["This page could not be loaded.", "Nie udało się wczytać tej strony."],
  again: ["Try again", "Spróbuj ponownie"],
  offline: ["The server cannot be reached.", "Nie można połączyć się z serwerem."],

  // --- titles of pages
  title_home: ["Neuroshima Hex in the browser", "Neuroshima Hex w przeglądarce"],
  title_new: ["Set up a game", "Nowa gra"],
  title_match: ["Match", "Partia"],
  title_record: ["Record", "Zapis partii"],
  title_lost: ["Nothing here", "Nic tu nie ma"],
  lost: [
    "There is no page at this address. The link may be incomplete.",
    "Pod tym adresem nie ma żadnej strony. Link może być niepełny.",
  ],
  go_home: ["To the start page", "Na stronę główną"],

  // --- home
  hello: ["Neuroshima Hex", "Neuroshima Hex"],
  hello_about: [
    "A fast tactical board game after the end of the world: two armies, nineteen hexes, and a Battle you prepare move by move.",
    "Szybka taktyczna gra planszowa po końcu świata: dwie armie, dziewiętnaście heksów i Bitwa, którą przygotowujesz ruch po ruchu.",
  ],
  play_now: ["Play now", "Zagraj teraz"],
  play_now_about: [
    "A quick duel against an easy opponent, with hints. Starts at once.",
    "Szybki pojedynek z łatwym przeciwnikiem i podpowiedziami. Zaczyna się od razu.",
  ],
  starting: ["Setting the table…", "Rozkładamy planszę…"],
  first_lesson: ["First lesson", "Pierwsza lekcja"],
  first_lesson_about: [
    "New to the game? Learn it by playing, in ten minutes.",
    "Nie znasz tej gry? Naucz się jej, grając – w dziesięć minut.",
  ],
  lesson_goes_on: ["Continue the lesson", "Wróć do lekcji"],
  lesson_again: ["Repeat the lesson", "Powtórz lekcję"],
  lesson_progress: filled(
    (done: number, steps: number) => `${done} of ${steps} steps done`,
    (done: number, steps: number) => `ukończono ${done} z ${steps} kroków`,
  ),
  set_up: ["Set up a game", "Przygotuj grę"],
  set_up_about: [
    "Friends or bots, two to six armies, boards and variants.",
    "Znajomi albo boty, od dwóch do sześciu armii, plansze i warianty.",
  ],
  study_about: ["Build any position and try things out.", "Ustaw dowolną pozycję i sprawdzaj pomysły."],
  upload: ["Open a record", "Otwórz zapis partii"],
  upload_about: ["Watch and study a game from a file.", "Obejrzyj i przeanalizuj partię z pliku."],
  armies_about: ["Every army and every tile, explained.", "Wszystkie armie i żetony z objaśnieniami."],
  open_tables: ["Open tables", "Otwarte stoły"],
  running_tables: ["Being played", "Trwające partie"],
  no_open: [
    "Nobody is waiting for players. Set up a game and leave a seat open.",
    "Nikt nie czeka na graczy. Przygotuj grę i zostaw wolne miejsce.",
  ],
  no_running: ["No game is being played right now.", "W tej chwili nie trwa żadna partia."],
  join: ["Join", "Dołącz"],
  watch: ["Watch", "Oglądaj"],
  more: ["More", "Więcej"],
  without_clock: ["no clock", "bez zegara"],
  with_hints: ["with hints", "z podpowiedziami"],
  without_hints: ["no hints", "bez podpowiedzi"],
  private: ["private", "prywatny"],
  free_seat: ["free", "wolne"],
  kept_seat: ["reserved", "zarezerwowane"],
  a_bot: filled(
    (level: string) => `bot, ${level}`,
    (level: string) => `bot, ${level}`,
  ),
  you: ["you", "ty"],
  just_now: ["just now", "przed chwilą"],
  minutes_ago: filled(
    (n: number) => `${n} min ago`,
    (n: number) => `${n} min temu`,
  ),
  hours_ago: filled(
    (n: number) => `${n} h ago`,
    (n: number) => `${n} godz. temu`,
  ),
  days_ago: filled(
    (n: number) => `${pluralEn(n, "day", "days")} ago`,
    (n: number) => `${pluralPl(n, "dzień", "dni", "dni")} temu`,
  ),

  // --- name
  guest_name: filled(
    (n: number) => `Guest ${n}`,
    (n: number) => `Gość ${n}`,
  ),
  you_are: ["You play as", "Grasz jako"],
  no_name_yet: ["You get a name when you first play.", "Nazwę dostaniesz przy pierwszej grze."],
  change_name: ["Change name", "Zmień nazwę"],
  choose_name: ["Choose a name", "Wybierz nazwę"],
  your_name: ["Your name", "Twoja nazwa"],
  name_rule: ["1 to 40 characters. Others see it at the table.", "Od 1 do 40 znaków. Inni widzą ją przy stole."],
  name_is_new: [
    "A guest with a new name is a new person: your finished games stay with the old name.",
    "Gość o nowej nazwie to nowa osoba: zakończone partie zostaną przy starej nazwie.",
  ],
  name_later: [
    "You are in a game. You can change your name when it is over.",
    "Trwa twoja partia. Nazwę zmienisz, gdy się skończy.",
  ],
  save: ["Save", "Zapisz"],
  cancel: ["Cancel", "Anuluj"],

  // --- settings
  settings_about: [
    "Saved in this browser. Changes apply at once.",
    "Zapisywane w tej przeglądarce. Zmiany działają od razu.",
  ],
  language_about: [
    "In Polish, armies and tiles have the names of the Polish edition.",
    "Po polsku armie i żetony mają nazwy z polskiego wydania.",
  ],
  as_system: ["Same as system", "Jak w systemie"],
  theme: ["Theme", "Motyw"],
  theme_about: [
    "Dark or light surroundings. The board is always dark.",
    "Ciemne albo jasne tło. Plansza jest zawsze ciemna.",
  ],
  theme_dark: ["Dark", "Ciemny"],
  theme_light: ["Light", "Jasny"],
  sound: ["Sound", "Dźwięk"],
  sound_about: [
    "Tiles, shots, blows, your turn, the last seconds of your clock. Off on phones until you turn it on.",
    "Żetony, strzały, ciosy, twoja tura, ostatnie sekundy na zegarze. Na telefonach wyłączony, dopóki go nie włączysz.",
  ],
  volume: ["Volume", "Głośność"],
  mute: ["Mute the sound", "Wycisz dźwięk"],
  unmute: ["Turn the sound on", "Włącz dźwięk"],
  key_mute: ["sound on or off", "włącza i wyłącza dźwięk"],
  no_network: [
    "You are offline. Armies, rulings and what you have open stay; games go on when the network is back.",
    "Brak połączenia z siecią. Armie, orzeczenia i to, co masz otwarte, działają dalej; do gry wrócisz, gdy sieć wróci.",
  ],
  contrast: ["Contrast", "Kontrast"],
  contrast_about: ["High: black and white, no greys.", "Wysoki: czerń i biel, bez szarości."],
  contrast_normal: ["Normal", "Zwykły"],
  contrast_high: ["High", "Wysoki"],
  patterns: ["Army patterns", "Wzory armii"],
  patterns_about: [
    "Every army has a colour and a pattern. Strong patterns tell armies apart without colour.",
    "Każda armia ma kolor i wzór. Mocne wzory pozwalają odróżnić armie bez kolorów.",
  ],
  patterns_soft: ["Soft", "Delikatne"],
  patterns_strong: ["Strong", "Mocne"],
  values: ["Values on tiles", "Wartości na żetonach"],
  values_about: [
    "Now: initiative and strength with all bonuses; a plate that points up is raised, one that points down is lowered.",
    "Teraz: inicjatywa i siła ze wszystkimi premiami; tabliczka w górę to wzrost, w dół to spadek.",
  ],
  values_now: ["Now", "Teraz"],
  values_printed: ["Printed", "Nadrukowane"],
  motion: ["Motion", "Animacje"],
  motion_about: ["Less: tiles change places without gliding.", "Mniej: żetony zmieniają miejsce bez animacji."],
  motion_less: ["Less", "Mniej"],
  motion_full: ["Full", "Pełne"],
  speed: ["Speed of Battles and bots", "Tempo Bitew i botów"],
  speed_about: ["How fast Battles and bot moves are shown.", "Jak szybko pokazywane są Bitwy i ruchy botów."],
  times: filled(
    (n: number) => `${n}×`,
    (n: number) => `${String(n).replace(".", ",")}×`,
  ),
  english: ["English", "English"],
  polish: ["Polski", "Polski"],
  play_battles: ["Show Battles", "Pokazuj Bitwy"],
  play_battles_about: [
    "Shows every Battle step by step. You can always skip it, or watch it later from the log.",
    "Pokazuje każdą Bitwę krok po kroku. Zawsze możesz ją pominąć albo obejrzeć później z dziennika.",
  ],
  confirm_end: ["Ask before ending the turn", "Pytaj przed końcem tury"],
  confirm_end_about: [
    "Asks once more, so that you never end a turn by accident.",
    "Dodatkowe pytanie, żeby nie zakończyć tury przez przypadek.",
  ],
  keyboard: ["Keyboard", "Klawiatura"],
  keyboard_about: ["You can play the whole game without a mouse.", "Całą grę rozegrasz bez myszy."],
  key_tab: ["go to the next part", "przejście do następnej części"],
  key_arrows: ["move on the board, in a list or through a Battle", "poruszanie się po planszy, liście i krokach Bitwy"],
  key_enter: ["choose, place, continue", "wybierz, połóż, dalej"],
  key_escape: ["one step back, close", "krok wstecz, zamknij"],
  key_numbers: [
    "pick a tile from your hand; while turning a tile, its direction",
    "weź żeton z ręki; przy obracaniu: wybierz kierunek",
  ],
  key_turn: ["turn the tile", "obróć żeton"],
  key_discard: ["discard the chosen tile", "odrzuć wybrany żeton"],
  key_end: ["end the turn", "zakończ turę"],
  key_help: ["all keys, at the table", "wszystkie klawisze, przy stole"],
  key_space: ["Space", "Spacja"],
  key_arrows_name: ["Arrows", "Strzałki"],

  // --- account
  account: ["Account", "Konto"],
  account_about: [
    "With an account you are the same person on every device.",
    "Z kontem jesteś tą samą osobą na każdym urządzeniu.",
  ],
  signed_in_as: filled(
    (name: string) => `Signed in as ${name}.`,
    (name: string) => `Zalogowano jako ${name}.`,
  ),
  guest_as: filled(
    (name: string) => `You play as a guest, ${name}.`,
    (name: string) => `Grasz jako gość, ${name}.`,
  ),
  guest_nobody: ["You play as a guest.", "Grasz jako gość."],
  sign_in: ["Sign in", "Zaloguj się"],
  sign_out: ["Sign out", "Wyloguj się"],
  sign_out_elsewhere: ["Sign out on other devices", "Wyloguj na innych urządzeniach"],
  signed_out_elsewhere: [
    "You are signed out on all other devices.",
    "Wylogowano cię na wszystkich innych urządzeniach.",
  ],
  register: ["Create an account", "Załóż konto"],
  signed_out: filled(
    (name: string) => `The server no longer knows you, ${name}. Please sign in again.`,
    (name: string) => `Serwer już cię nie pamięta, ${name}. Zaloguj się ponownie.`,
  ),
  wrong_password: ["Wrong name or password.", "Nieprawidłowa nazwa lub hasło."],
  password: ["Password", "Hasło"],
  password_rule: ["At least 10 characters.", "Co najmniej 10 znaków."],
  welcome: filled(
    (name: string) => `Welcome, ${name}.`,
    (name: string) => `Witaj, ${name}.`,
  ),

  // --- armies
  armies_intro: [
    "Point at a tile to see what it does. The number says how many the pile has.",
    "Wskaż żeton, by zobaczyć, co robi. Liczba mówi, ile takich jest w stosie.",
  ],
  extras: ["Other tiles", "Inne żetony"],
  tiles_of: filled(
    (n: number) => pluralEn(n, "tile", "tiles"),
    (n: number) => pluralPl(n, "żeton", "żetony", "żetonów"),
  ),
  difficulty: ["Difficulty", "Trudność"],
  difficulty_1: ["easy", "łatwa"],
  difficulty_2: ["medium", "średnia"],
  difficulty_3: ["hard", "trudna"],
  all_armies: ["All armies", "Wszystkie armie"],
  no_army: ["There is no such army.", "Nie ma takiej armii."],
  kind_hq: ["Headquarters", "Sztab"],
  kind_warriors: ["Warriors", "Żołnierze"],
  kind_modules: ["Modules", "Moduły"],
  kind_instants: ["Instant tiles", "Żetony natychmiastowe"],
  kind_foundations: ["Foundations", "Fundamenty"],
  play_with: ["Play with this army", "Zagraj tą armią"],
} as const satisfies Record<string, Plain | Filled<never[]>>;
