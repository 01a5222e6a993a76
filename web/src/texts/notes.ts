/** Short hints for newcomers. */

import { type Plain } from "./language.svelte";

export const notes = {
  title: ["Good to know", "Warto wiedzieć"],
  seen: ["Got it", "Rozumiem"],
  hq: [
    "If your HQ loses all its points, you lose the game. At the edge fewer enemies can reach it; in the middle it helps more of your units.",
    "Jeśli twój sztab straci wszystkie punkty, przegrywasz. Na brzegu dosięgnie go mniej wrogów; w środku wesprze więcej twoich jednostek.",
  ],
  first_turns: [
    "The first turn of a game draws one tile, the second two, every later one up to three.",
    "W pierwszej turze gry dobiera się jeden żeton, w drugiej dwa, w każdej następnej do trzech.",
  ],
  attacks: [
    "Triangles are attacks: a short one hits the next hex, a long one the first enemy in its line. Units attack only in Battles, those with the highest number first.",
    "Trójkąty to ataki: krótki trafia sąsiedni heks, długi pierwszego wroga w linii. Jednostki atakują tylko w Bitwach, najpierw te z najwyższą liczbą.",
  ],
  discard: [
    "With a full hand you discard one tile. Point at a tile to see what it does. You can keep what you do not play.",
    "Przy pełnej ręce odrzucasz jeden żeton. Wskaż żeton, by zobaczyć, co robi. Niezagrane możesz zatrzymać.",
  ],
  battle_tile: [
    "You hold a Battle tile. When you play it, all units on the board fight and your turn ends. “Preview Battle” shows the result beforehand.",
    "Masz żeton Bitwy. Gdy go zagrasz, walczą wszystkie jednostki na planszy, a twoja tura się kończy. „Podgląd Bitwy” pokaże wynik wcześniej.",
  ],
  duel: [
    "The coloured hexes are Terminals. Your units on them are Links, which start procedures for energy. You buy energy at the end of your turn. The button with your energy explains it all.",
    "Kolorowe heksy to Terminale. Twoje jednostki na nich to Łącza, które za energię uruchamiają procedury. Energię kupujesz na koniec tury. Wszystko wyjaśni przycisk z twoją energią.",
  ],
  full_board: [
    "Few hexes are left. The player who fills the last one starts a Battle, which ends the turn.",
    "Zostało mało wolnych heksów. Kto zajmie ostatni, wywoła Bitwę, która kończy turę.",
  ],
  undo: [
    "You can undo what you did this turn, one step at a time. The turn lasts until you end it.",
    "Możesz cofać swoje zagrania z tej tury, krok po kroku. Tura trwa, dopóki jej nie zakończysz.",
  ],
  battle: [
    "Units act from the highest initiative down. Use the buttons to step through the Battle. It pauses while you point at these sentences.",
    "Jednostki działają od najwyższej inicjatywy w dół. Przyciskami przejdziesz Bitwę krok po kroku. Gdy wskazujesz te zdania, Bitwa się zatrzymuje.",
  ],
} as const satisfies Record<string, Plain>;
