/** Short hints for newcomers. */

import { type Plain } from "./language.svelte";

export const notes = {
  title: ["Good to know", "Warto wiedzieć"],
  seen: ["Got it", "Rozumiem"],
  hq: [
    "An army that loses all points of its HQ loses the game. At the edge fewer enemies can reach the HQ; in the middle it helps more of your units.",
    "Armia, której sztab straci wszystkie punkty, przegrywa. Na brzegu mniej wrogów dosięgnie sztabu; w środku wesprze więcej twoich jednostek.",
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
    "Whoever has a full hand gives one tile away. Point at a tile to see what it does; what you do not play can be kept.",
    "Kto ma pełną rękę, odrzuca jeden żeton. Wskaż żeton, by zobaczyć, co robi; niezagrane możesz zatrzymać.",
  ],
  battle_tile: [
    "You hold a Battle tile: playing it makes all units on the board fight, and ends your turn. “Preview Battle” shows beforehand what would come of it.",
    "Masz żeton Bitwy: zagrany, każe walczyć wszystkim jednostkom i kończy twoją turę. „Podgląd Bitwy” pokaże wcześniej, co z tego wyniknie.",
  ],
  duel: [
    "The coloured hexes are Terminals; your units on them are Links, which start procedures for energy. Energy is bought at the end of a turn. The button with your energy explains it all.",
    "Kolorowe heksy to Terminale; twoje jednostki na nich są Łączami, które za energię uruchamiają procedury. Energię kupuje się na koniec tury. Wszystko wyjaśni przycisk z twoją energią.",
  ],
  full_board: [
    "Few hexes are left. Whoever fills the last one starts a Battle, which ends the turn.",
    "Zostało mało wolnych heksów. Kto zajmie ostatni, wywoła Bitwę, która kończy turę.",
  ],
  undo: [
    "What you did in this turn can be taken back, one thing after another. The turn goes on until you end it.",
    "To, co zrobiono w tej turze, można cofać krok po kroku. Tura trwa, dopóki jej nie zakończysz.",
  ],
  battle: [
    "Units act from the highest initiative down. Step through it with its buttons; while you point at these sentences, it stands still.",
    "Jednostki działają od najwyższej inicjatywy w dół. Przyciskami odtwarzania przejdziesz Bitwę krok po kroku; gdy wskazujesz te zdania, stoi w miejscu.",
  ],
} as const satisfies Record<string, Plain>;
