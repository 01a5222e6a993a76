"""What pages and the terminal say about puzzles, in English and Polish."""

from __future__ import annotations

from typing import Final

from neurohex.explain import UnknownLanguage
from neurohex.explain.names import filled

EN: Final = {
    "title": "Puzzle {number}",
    "title.own": "A puzzle of your own",
    "goal.hq": "Destroy the HQ of {army}, and keep your own.",
    "goal.damage": "The HQ of {army} must lose at least {least} {points}.",
    "goal.unit": "Destroy {tile} on {hex}.",
    "goal.survive": "Your HQ must survive the Battle.",
    "use.exactly": "Use exactly {use} of your {hand} tiles; then a Battle begins.",
    "use.at most": "Use at most {use} of your {hand} tiles; then a Battle begins.",
    "use.one": "Use your only tile; then a Battle begins.",
    "use.both": "Use both tiles; then a Battle begins.",
    "use.all": "Use all {hand} tiles; then a Battle begins.",
    "solved": "Solved!",
    "hq stands": "The HQ of {army} still has {left} {points}.",
    "own hq fell": "Your own HQ fell.",
    "too little damage": "The HQ of {army} lost {damage} {points}; at least {least} were needed.",
    "unit stands": "{tile} survived the Battle.",
    "hint.tile": "You need {tile}.",
    "hint.unit": "{tile} on {hex} must do something.",
    "hint.hex": "Look at hex {hex}.",
    "hint.act": "One step of the solution: {act}.",
    "proof.unique.facing": "Proved: there is exactly one solution.",
    "proof.unique.place": "Proved: there is one solution; only facings that do not matter differ.",
    "proof.no solution": "There is no solution.",
    "proof.several": "There are {count} solutions, such as: {one}; or: {two}.",
    "proof.fewer tiles": "Fewer tiles are enough: {one}.",
    "proof.fewer tiles.none": "No tile is needed: the Battle alone does it.",
    "proof.wrong solution": "The solution given with the puzzle is wrong.",
    "proof.stopped": "Too many positions to prove it here: stopped after {states}. Try fewer tiles.",
    "solution.none": "There is no solution to tell.",
    "hand": "Hand: {tiles}",
    "head.title": "title",
    "head.grade": "grade",
    "head.goal": "goal",
    "head.tiles": "tiles",
    "head.themes": "themes",
    "kind.hq": "HQ",
    "kind.damage": "damage",
    "kind.unit": "unit",
    "kind.survive": "survive",
    "desk.help": (
        "Type an act, a number of `acts`, `acts TEXT`, `undo`, `again`, `fight`, `hint`, `solution`, `board` or `quit`."
    ),
    "desk.undone": "undone: {act}",
    "desk.nothing": "nothing to undo",
    "desk.example": "An act looks like this: {act}",
    "desk.no acts": "no legal act has that text",
    "desk.no hints": "there are no more hints; `solution` tells the rest",
}
PL: Final = {
    "title": "Łamigłówka {number}",
    "title.own": "Twoja łamigłówka",
    "goal.hq": "Zniszcz sztab armii {army}, nie tracąc własnego.",
    "goal.damage": "Sztab armii {army} musi stracić co najmniej {least} {points}.",
    "goal.unit": "Zniszcz {tile:B} na {hex}.",
    "goal.survive": "Twój sztab musi przetrwać Bitwę.",
    "use.exactly": "Użyj dokładnie {use} z {hand} żetonów, po czym zacznie się Bitwa.",
    "use.at most": "Użyj najwyżej {use} z {hand} żetonów, po czym zacznie się Bitwa.",
    "use.one": "Użyj swojego jedynego żetonu, po czym zacznie się Bitwa.",
    "use.both": "Użyj obu żetonów, po czym zacznie się Bitwa.",
    "use.all": "Użyj wszystkich {hand} żetonów, po czym zacznie się Bitwa.",
    "solved": "Rozwiązane!",
    "hq stands": "Sztab armii {army} wciąż ma {left} {points}.",
    "own hq fell": "Twój sztab padł.",
    "too little damage": "Sztab armii {army} stracił {damage} {points}, a trzeba co najmniej {least}.",
    "unit stands": "Cel ({tile}) przetrwał Bitwę.",
    "hint.tile": "Potrzebny będzie żeton {tile}.",
    "hint.unit": "Coś musi zrobić {tile} z pola {hex}.",
    "hint.hex": "Przyjrzyj się polu {hex}.",
    "hint.act": "Jeden krok rozwiązania: {act}.",
    "proof.unique.facing": "Udowodnione: jest dokładnie jedno rozwiązanie.",
    "proof.unique.place": "Udowodnione: jest jedno rozwiązanie, różnić mogą się tylko obroty bez znaczenia.",
    "proof.no solution": "Nie ma rozwiązania.",
    "proof.several": "Liczba rozwiązań: {count}, na przykład: {one}; albo: {two}.",
    "proof.fewer tiles": "Wystarczy mniej żetonów: {one}.",
    "proof.fewer tiles.none": "Żaden żeton nie jest potrzebny: wystarczy sama Bitwa.",
    "proof.wrong solution": "Rozwiązanie podane z łamigłówką jest błędne.",
    "proof.stopped": "Za dużo pozycji, by to tu udowodnić: przerwano po {states}. Spróbuj z mniejszą liczbą żetonów.",
    "solution.none": "Nie ma rozwiązania do pokazania.",
    "hand": "Ręka: {tiles}",
    "head.title": "tytuł",
    "head.grade": "stopień",
    "head.goal": "cel",
    "head.tiles": "żetony",
    "head.themes": "motywy",
    "kind.hq": "sztab",
    "kind.damage": "obrażenia",
    "kind.unit": "jednostka",
    "kind.survive": "przetrwanie",
    "desk.help": (
        "Wpisz ruch, numer z listy `acts`, `acts TEKST`, `undo` (cofnij), `again` (od nowa), `fight` (Bitwa), "
        "`hint` (podpowiedź), `solution` (rozwiązanie), `board` (plansza) albo `quit` (koniec)."
    ),
    "desk.undone": "cofnięto: {act}",
    "desk.nothing": "nie ma czego cofać",
    "desk.example": "Ruch wygląda tak: {act}",
    "desk.no acts": "żaden dozwolony ruch nie zawiera tego tekstu",
    "desk.no hints": "nie ma więcej podpowiedzi; resztę pokaże `solution`",
}
TEXTS: Final = {"en": EN, "pl": PL}
"""The texts of each language, with the same keys."""

THEMES_PL: Final = {
    "net": "sieciarze",
    "free from a net": "uwolnienie z sieci",
    "clear the way": "oczyszczenie drogi",
    "push": "odepchnięcie",
    "module": "moduł",
    "initiative": "inicjatywa",
    "extra attack": "dodatkowy atak",
    "armour": "pancerz",
    "Medic": "Medyk",
    "takeover": "przejęcie",
    "turn": "obrót",
    "redirect": "przekierowanie strzału",
    "Clown": "Clown",
    "explosion": "wybuch",
    "castling": "roszada",
    "Mine": "Mina",
    "Air Strike": "Bomba",
    "Grenade": "Granat",
    "Sniper": "Snajper",
    "move": "Ruch",
    "mobility": "mobilność",
    "granted move": "ruch od innej jednostki",
    "Transporter": "Transporter",
    "Quartermaster": "Kwatermistrz",
    "shield": "zasłona",
    "double strike": "podwójne uderzenie",
    "move order": "kolejność ruchów",
}
"""Names of themes; in English the key is the name. A theme without one has its key."""


def say(key: str, lang: str, **fields: object) -> str:
    """The text for the key, with its fields filled in. Raises `UnknownLanguage`."""
    if lang not in TEXTS:
        raise UnknownLanguage(f'language: no words in "{lang}"; there are {", ".join(TEXTS)}')
    return filled(TEXTS[lang][key], fields, lang)


def theme_name(theme: str, lang: str) -> str:
    """The name of a theme."""
    return THEMES_PL.get(theme, theme) if lang == "pl" else theme


def points(number: int, lang: str) -> str:
    """The word for HQ points after a number."""
    if lang != "pl":
        return "point" if number == 1 else "points"
    if number == 1:
        return "punkt"
    few = number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14)
    return "punkty" if few else "punktów"
