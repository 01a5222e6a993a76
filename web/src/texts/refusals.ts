/** One sentence per refusal code of the server. The type check in app/refusals.ts finds missing ones. */

import type { Plain } from "./language.svelte";

export const refusals = {
  malformed: ["Something is not right here.", "Coś się tu nie zgadza."],
  unknown_match: ["There is no such match.", "Nie ma takiej partii."],
  stale: ["The match has moved on.", "Partia potoczyła się już dalej."],
  ahead: [
    "The server does not know of that yet. Try again in a moment.",
    "Serwer jeszcze o tym nie wie. Spróbuj ponownie za chwilę.",
  ],
  not_started: ["The match has not started yet.", "Partia jeszcze się nie zaczęła."],
  started: ["The match has started already.", "Partia już się zaczęła."],
  finished: ["The match is over.", "Partia już się skończyła."],
  not_finished: ["The match is not over yet.", "Partia jeszcze się nie skończyła."],
  no_such_seat: ["There is no such seat.", "Nie ma takiego miejsca."],
  seat_taken: ["Somebody sits there already.", "To miejsce jest już zajęte."],
  seat_reserved: ["That seat is reserved for somebody else.", "To miejsce czeka na kogoś innego."],
  already_seated: ["You have a seat in this match already.", "Masz już miejsce w tej partii."],
  not_seated: ["You have no seat in this match.", "Nie masz miejsca w tej partii."],
  given_up: [
    "You are out of this match: you resigned or ran out of time.",
    "Ta partia jest już dla ciebie skończona: przez poddanie albo brak czasu.",
  ],
  not_your_turn: ["It is not your decision now.", "Teraz decyduje ktoś inny."],
  illegal: ["The rules do not allow that now.", "Zasady teraz na to nie pozwalają."],
  nothing_to_undo: ["You have nothing to undo.", "Nie masz czego cofnąć."],
  no_offer: ["There is no offer to answer.", "Nie ma propozycji, na którą można odpowiedzieć."],
  offered: ["That has been offered already.", "To już zostało zaproponowane."],
  too_often: ["You have done that too often.", "Za dużo razy – więcej już nie można."],
  here: ["You are at the table already.", "Jesteś już przy stole."],
  away: ["You have left the table already.", "Nie ma cię już przy stole."],
  too_large: ["That is too long.", "To jest za długie."],
  too_fast: ["That was too fast. Wait a moment, then try again.", "Za szybko. Poczekaj chwilę i spróbuj ponownie."],
  not_signed_in: ["The server does not know who you are.", "Serwer nie wie, kim jesteś."],
  not_allowed: ["That is not allowed here.", "Tutaj nie jest to dozwolone."],
  unavailable: [
    "The server cannot do that right now. Try again in a moment.",
    "Serwer nie może teraz tego zrobić. Spróbuj ponownie za chwilę.",
  ],
  not_found: ["Not found.", "Nie znaleziono."],
} as const satisfies Record<string, Plain>;
