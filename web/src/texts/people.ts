/** Texts about people: their games, notices, identity, ratings, opponents. */

import { pluralEn, pluralPl, type Filled, type Plain } from "./language.svelte";

const filled = <A extends unknown[]>(en: (...given: A) => string, pl: (...given: A) => string): Filled<A> => [en, pl];

export const people = {
  // --- your games
  games: ["Your games", "Twoje partie"],
  games_about: [
    "Everything you play and have played. Games with other people stay theirs too; you can hide them here.",
    "Wszystko, w co grasz i w co grałeś. Partie z innymi należą też do nich; tutaj możesz je ukryć.",
  ],
  all_games: ["All your games and results", "Wszystkie partie i wyniki"],
  your_turn: ["Your turn", "Twoja tura"],
  waiting_for: filled(
    (name: string) => `Waiting for ${name}`,
    (name: string) => `Ruch: ${name}`,
  ),
  waits_for_players: ["Waiting for players", "Czeka na graczy"],
  take_your_seat: ["Your seat is waiting", "Twoje miejsce czeka"],
  left: filled(
    (time: string) => `${time} left`,
    (time: string) => `zostało ${time}`,
  ),
  won: ["Won", "Wygrana"],
  drawn: ["Drawn", "Remis"],
  lost: ["Lost", "Przegrana"],
  no_result: ["Ended without a result", "Przerwana, bez wyniku"],
  how_resigned: ["by giving up", "przez poddanie"],
  how_time: ["on time", "na czas"],
  how_forfeit: ["by forfeit", "walkowerem"],
  how_agreed: ["by agreement", "za zgodą graczy"],
  against: filled(
    (names: string) => `against ${names}`,
    (names: string) => `– przeciwnik: ${names}`,
  ),
  at_your_turn: filled(
    (n: number) => `${pluralEn(n, "game waits", "games wait")} for you`,
    (n: number) => `Na twój ruch czeka: ${pluralPl(n, "partia", "partie", "partii")}`,
  ),
  actions_of: filled(
    (names: string) => `What to do with the game against ${names}`,
    (names: string) => `Co zrobić z partią (${names})`,
  ),
  leave: ["Leave the table", "Odejdź od stołu"],
  give_up: ["Give up", "Poddaj się"],
  give_up_sure: ["Give up this game?", "Poddać tę partię?"],
  give_up_about: ["You lose at once. You cannot undo this.", "Przegrywasz natychmiast. Tego nie da się cofnąć."],
  hide: ["Hide", "Ukryj"],
  show: ["Show again", "Pokaż ponownie"],
  hidden_now: [
    "The game is hidden. You find it under “Hidden too”.",
    "Partia jest ukryta. Znajdziesz ją z „Także ukryte”.",
  ],
  remove: ["Delete", "Usuń"],
  remove_sure: ["Delete this game?", "Usunąć tę partię?"],
  remove_about: [
    "Only bots play with you, so it is yours alone. It is gone for good, with its record.",
    "Grasz w niej tylko z botami, więc należy tylko do ciebie. Zniknie na dobre, razem z zapisem.",
  ],
  removed: ["The game is deleted.", "Partia usunięta."],
  cancel: ["Cancel", "Anuluj"],
  running: ["Running", "Trwające"],
  open: ["Waiting for players", "Czekające na graczy"],
  finished: ["Finished", "Zakończone"],
  no_running: ["You are in no game right now.", "Nie grasz teraz w żadną partię."],
  no_finished: ["No finished game fits.", "Żadna zakończona partia nie pasuje."],
  more: ["More", "Więcej"],
  filter: ["Find games", "Szukaj partii"],
  army: ["Your army", "Twoja armia"],
  any_army: ["any army", "dowolna armia"],
  opponent: ["Opponent", "Przeciwnik"],
  opponent_about: ["a name or a part of it", "nazwa albo jej część"],
  result: ["Result", "Wynik"],
  any_result: ["any", "dowolny"],
  with_hidden: ["Hidden too", "Także ukryte"],
  record: ["Your results with each army", "Twoje wyniki każdą armią"],
  record_about: [
    "Won, drawn, lost. Games that were ended without a result do not count.",
    "Wygrane, remisy, przegrane. Partie przerwane bez wyniku się nie liczą.",
  ],
  record_people: ["against people", "z ludźmi"],
  record_bots: ["against bots", "z botami"],
  record_none: ["Results appear here after your first game.", "Wyniki pojawią się po pierwszej partii."],
  wdl: filled(
    (won: number, drawn: number, lost: number) => `${won} won, ${drawn} drawn, ${lost} lost`,
    (won: number, drawn: number, lost: number) => `wygrane: ${won}, remisy: ${drawn}, przegrane: ${lost}`,
  ),

  // --- identity
  keeps_all: [
    "You stay the same person: all your games, results and puzzles stay yours.",
    "Pozostajesz tą samą osobą: wszystkie partie, wyniki i łamigłówki zostają twoje.",
  ],
  devices: ["Other devices", "Inne urządzenia"],
  devices_about: [
    "A phone or another computer can become you as well, with the same games. No password is needed.",
    "Telefon albo drugi komputer też może być tobą, z tymi samymi partiami. Nie trzeba hasła.",
  ],
  add_device: ["Add a device", "Dodaj urządzenie"],
  have_code: ["I have a code", "Mam kod"],
  scan: [
    "Scan this with the other device, or open the page there and type the code.",
    "Zeskanuj to drugim urządzeniem albo otwórz na nim stronę i wpisz kod.",
  ],
  code_valid: filled(
    (minutes: number) => `Valid for ${pluralEn(minutes, "minute", "minutes")}, once. Show it to nobody else.`,
    (minutes: number) =>
      `Ważny przez ${pluralPl(minutes, "minutę", "minuty", "minut")}, jeden raz. Nikomu go nie pokazuj.`,
  ),
  qr: ["QR code with a link to this page", "Kod QR z linkiem do tej strony"],
  code: ["Code", "Kod"],
  join_title: ["Join from another device", "Dołącz z innego urządzenia"],
  join_about: [
    "Type the code that your other device shows under Settings, “Other devices”.",
    "Wpisz kod, który drugie urządzenie pokazuje w Ustawieniach, w części „Inne urządzenia”.",
  ],
  join_lose: filled(
    (name: string) => `Here you play as ${name}. Without an account you cannot come back to those games from here.`,
    (name: string) => `Tutaj grasz jako ${name}. Bez konta nie wrócisz stąd do tamtych partii.`,
  ),
  join: ["Join", "Dołącz"],
  data: ["Your data", "Twoje dane"],
  data_about: [
    "Everything the server keeps about you: name, games, results, settings on the server.",
    "Wszystko, co serwer o tobie przechowuje: nazwa, partie, wyniki, ustawienia na serwerze.",
  ],
  export: ["Download everything", "Pobierz wszystko"],
  farewell: ["Delete everything", "Usuń wszystko"],
  farewell_sure: ["Delete everything about you?", "Usunąć wszystko o tobie?"],
  farewell_about: [
    "Running games are given up. Games against bots are deleted; in games with others you are called “deleted”. This cannot be undone.",
    "Trwające partie zostaną poddane. Partie z botami znikną; w partiach z innymi będziesz nazywać się „deleted”. Tego nie da się cofnąć.",
  ],
  farewell_password: ["Your password", "Twoje hasło"],
  farewell_name: filled(
    (name: string) => `Type your name, ${name}, to be sure`,
    (name: string) => `Dla pewności wpisz swoją nazwę: ${name}`,
  ),
  farewell_done: ["Everything about you is deleted.", "Wszystko o tobie zostało usunięte."],

  // --- ratings
  ratings: ["Ratings", "Rankingi"],
  ratings_about: [
    "Rated games are for two players with accounts, or for you and a bot. Everybody starts at 1500; bots stand where the arena measured them.",
    "Partie rankingowe są dla dwóch graczy z kontami albo dla ciebie i bota. Każdy zaczyna od 1500; boty stoją tam, gdzie umieściły je turnieje.",
  ],
  pool_fast: ["Fast", "Szybkie"],
  pool_slow: ["Slow", "Wolne"],
  pool_days: ["By days", "Na dni"],
  pools: ["Clock", "Zegar"],
  your_ratings: ["Your ratings", "Twój ranking"],
  no_ratings: ["You have no rated game yet.", "Nie masz jeszcze partii rankingowych."],
  provisional: ["not sure yet", "jeszcze niepewny"],
  rated_games: filled(
    (n: number) => pluralEn(n, "rated game", "rated games"),
    (n: number) => pluralPl(n, "partia rankingowa", "partie rankingowe", "partii rankingowych"),
  ),
  leaderboard: ["The best", "Najlepsi"],
  leaderboard_about: [
    "People whose rating is sure, and the levels of the bots.",
    "Gracze o pewnym rankingu i poziomy botów.",
  ],
  place: ["Place", "Miejsce"],
  player: ["Player", "Gracz"],
  rating: ["Rating", "Ranking"],
  games_count: ["Games", "Partie"],
  a_bot: filled(
    (level: string) => `bot: ${level}`,
    (level: string) => `bot – ${level}`,
  ),
  play_rated: ["Play a rated game", "Zagraj partię rankingową"],
  needs_account: [
    "You need an account for rated games. You keep everything you have as a guest.",
    "Do partii rankingowych potrzebne jest konto. Zachowasz wszystko, co masz jako gość.",
  ],
  to_account: ["To the account", "Do konta"],
  no_accounts: [
    "This server has no accounts, so there are no ratings.",
    "Ten serwer nie prowadzi kont, więc nie ma rankingu.",
  ],
  any_opponent: ["anybody: an open table", "ktokolwiek: otwarty stół"],
  random_army: ["random army", "losowa armia"],
  start: ["Start", "Zacznij"],
  rated: ["rated", "rankingowa"],

  // --- passkeys
  passkeys: ["Passkeys", "Klucze dostępu"],
  passkeys_about: [
    "Sign in with the fingerprint, face or PIN of a device instead of the password. The server gets no secret.",
    "Loguj się odciskiem palca, twarzą lub kodem PIN urządzenia zamiast hasłem. Serwer nie poznaje żadnej tajemnicy.",
  ],
  passkey_add: ["Add a passkey", "Dodaj klucz dostępu"],
  passkey_added: ["The passkey is added.", "Klucz dostępu dodany."],
  passkey_remove: filled(
    (label: string) => `Remove ${label}`,
    (label: string) => `Usuń: ${label}`,
  ),
  passkey_remove_short: ["Remove", "Usuń"],
  passkey_removed: ["The passkey is removed.", "Klucz dostępu usunięty."],
  passkey_created: filled(
    (date: string) => `added ${date}`,
    (date: string) => `dodany ${date}`,
  ),
  passkey_used: filled(
    (date: string) => `last used ${date}`,
    (date: string) => `ostatnio użyty ${date}`,
  ),
  passkey_label: ["This device", "To urządzenie"],
  passkey_use: ["With a passkey", "Kluczem dostępu"],
  passkey_unknown: ["No account here has this passkey.", "Żadne konto nie ma tego klucza dostępu."],
  passkey_cancelled: ["The device has signed nothing.", "Urządzenie niczego nie podpisało."],
  passkey_twice: ["This device has a passkey already.", "To urządzenie ma już klucz dostępu."],

  // --- notices
  notices: ["When it is your turn", "Gdy jest twoja tura"],
  notices_about: [
    "The title and the icon of the page say in how many games you are to move.",
    "Tytuł i ikona strony mówią, w ilu partiach czeka twój ruch.",
  ],
  notify: ["Notification of the browser", "Powiadomienie przeglądarki"],
  notify_about: [
    "While the page is open in some tab, also in the background.",
    "Gdy strona jest otwarta w którejś karcie, także w tle.",
  ],
  notify_denied: [
    "The browser does not allow it. You can change that in its settings for this page.",
    "Przeglądarka na to nie pozwala. Zmienisz to w jej ustawieniach dla tej strony.",
  ],
  notice_body: ["It is your turn.", "Twoja tura."],
  notice_title: filled(
    (n: number) => pluralEn(n, "game waits for you", "games wait for you"),
    (n: number) => `Czekające na ciebie partie: ${n}`,
  ),
  mail: ["E-mail", "Poczta e-mail"],
  mail_about: [
    "If a turn waits for a while. Only you and the server know the address.",
    "Gdy tura czeka dłuższy czas. Adres znasz tylko ty i serwer.",
  ],
  mail_save: ["Save", "Zapisz"],
  mail_stop: ["No more mail", "Bez e-maili"],
  mail_code: ["Code from the mail", "Kod z e-maila"],
  mail_code_sent: filled(
    (address: string) => `A code is on its way to ${address}. Type it here.`,
    (address: string) => `Kod został wysłany na adres ${address}. Wpisz go tutaj.`,
  ),
  mail_confirm: ["Confirm", "Potwierdź"],
  mail_confirmed: filled(
    (address: string) => `Mail goes to ${address}.`,
    (address: string) => `E-maile idą na adres ${address}.`,
  ),
  hook: ["Tell the server’s own channel", "Zgłaszaj na kanale serwera"],
  hook_about: [
    "The operator of this server passes it on, for example to a chat.",
    "Operator serwera przekazuje to dalej, na przykład na czat.",
  ],
} as const satisfies Record<string, Plain | Filled<never[]>>;
