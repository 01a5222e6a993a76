"""Polish for mistakes in positions, records and games. The one with most words of its own tells a mistake."""

from typing import Final

MISTAKES: Final[dict[str, str]] = {
    # what was found
    "an object": "obiekt",
    "a list": "listę",
    "a number of many digits": "bardzo długą liczbę",
    # positions as one line
    'expected at most 3 parts set apart by "|", got {}': "najwyżej 3 części oddzielone znakiem „|”, a jest ich {0}",
    'another player already has the "*" of who began the Battle': "gwiazdkę tego, kto zaczął Bitwę, ma już inny gracz",
    "expected a player, such as outpost:20, with * for who began the Battle": (
        "powinien tu być gracz, na przykład outpost:20, z gwiazdką, jeśli zaczął Bitwę"
    ),
    "expected ruleset, board and players in this order; rulesets {}; boards {}; armies {}": (
        "powinny tu być kolejno zasady, plansza i gracze; zasady: {0}; plansze: {1}; armie: {2}"
    ),
    "expected ruleset, board and players in this order; {}": "powinny tu być kolejno zasady, plansza i gracze; {0}",
    "expected a facing after / and then wounds after ~, such as /S~1": (
        "po / powinien być kierunek, potem po ~ rany, na przykład /S~1"
    ),
    "expected a facing after /, one of {}, got {}": "po / powinien być kierunek, jeden z {0}, a jest {1}",
    "expected markers after ^, of v, p and s, got {}": "po ^ powinny być znaczniki: v, p i s, a jest {0}",
    "a foundation has no facing and no wounds, got {}": "podłoże nie ma zwrotu ani ran, a jest {0}",
    # positions
    "expected a position, got nothing": "brak pozycji",
    "this is not JSON: {}": "to nie jest JSON: {0}",
    "nested too deeply to be a position": "zbyt wiele poziomów jak na pozycję",
    "a number in it has far too many digits": "jedna z liczb ma zbyt wiele cyfr",
    "expected {} to {} players, got {}": "graczy powinno być od {0} do {1}, a jest {2}",
    "expected a unit, but {} is {}; it belongs in foundations": (
        "powinna tu być jednostka, a {0} nią nie jest; miejsce tego żetonu jest wśród podłoży"
    ),
    "expected a unit, but {} is {}": "powinna tu być jednostka, a {0} nią nie jest",
    "another unit already stands on {}": "na {0} stoi już inna jednostka",
    "expected a foundation, but {} is {}; it belongs in units": (
        "powinno tu być podłoże, a {0} nim nie jest; miejsce tego żetonu jest wśród jednostek"
    ),
    "expected a foundation, but {} is {}": "powinno tu być podłoże, a {0} nim nie jest",
    "another foundation already lies on {}": "na {0} leży już inne podłoże",
    'expected the name of a hex, such as "C3", got {}': "powinna tu być nazwa heksu, na przykład „C3”, a jest {0}",
    "no hex {} on the {} board{}": "na tej planszy ({1}) nie ma heksu {0}{2}",
    "no hex {} on the {} board": "na tej planszy ({1}) nie ma heksu {0}",
    "expected the name of a tile, got {}": "powinna tu być nazwa żetonu, a jest {0}",
    "no tile {} in {}, mercenaries or bombers{}": (
        "nie ma żetonu {0} ani w armii {1}, ani wśród Najemników i Bombiarzy{2}"
    ),
    "no tile {} in {}, mercenaries or bombers": "nie ma żetonu {0} ani w armii {1}, ani wśród Najemników i Bombiarzy",
    "player {} already has an HQ, on {}": "gracz {0} ma już sztab, na {1}",
    "player {}'s HQ is at 0 points and so is not on the board": (
        "sztab gracza {0} ma 0 punktów, więc nie ma go na planszy"
    ),
    "expected at most {} markers, got {}": "znaczników może być najwyżej {0}, a jest {1}",
    "no tile {} among the bombers{}": "wśród Bombiarzy nie ma żetonu {0}{1}",
    "no tile {} among the bombers": "wśród Bombiarzy nie ma żetonu {0}",
    "{}, as only a bomber can be nobody's": "{0}, bo niczyj może być tylko Bombiarz",
    "expected a player's number from 0 to {}, got {}": "powinien tu być numer gracza od 0 do {0}, a jest {1}",
    "expected a player's number from 0 to {}": "powinien tu być numer gracza od 0 do {0}",
    "player {} is already named in teams": "gracz {0} jest już w drużynie",
    "expected at least one player, got an empty team": "drużyna jest pusta, a powinien w niej być choć jeden gracz",
    "expected an object with {}, got {}": "powinien tu być obiekt z polami {0}, a jest {1}",
    "key {} is given twice": "pole {0} podano dwa razy",
    "unknown key {}, expected {}": "nieznane pole {0}, możliwe są {1}",
    "unknown key {}, {}": "nieznane pole {0}, {1}",
    "unknown key {}": "nieznane pole {0}",
    "key {} is missing": "brak pola {0}",
    "expected a list, got {}": "powinna tu być lista, a jest {0}",
    "expected one of {}, got {}": "możliwe są {0}, a jest {1}",
    "an HQ's damage is in its player's hq": "straty sztabu są w polu hq gracza",
    "{} has toughness {}, and others can give it {}": "{0} ma wytrzymałość {1}, a inne jednostki mogą dodać {2}",
    "{} has toughness {}": "{0} ma wytrzymałość {1}",
    # study boards
    "expected somebody whose HQ has points left": "powinien być ktoś, kogo sztab ma jeszcze punkty",
    "expected a player in the game, one of {}, got {}": (
        "powinien tu być gracz, który jest w grze, jeden z {0}, a jest {1}"
    ),
    "expected at most {} tiles, got {}": "żetonów może być najwyżej {0}, a jest {1}",
    "{} is no tile of {}": "{0} nie jest żetonem armii {1}",
    "no {} is left in the pile": "w stosie nie ma już żetonu {0}",
    "{} lies beside the board, and is in nobody's hand": "{0} leży obok planszy i nie jest na niczyjej ręce",
    "there is only one {}, and it is taken": "{0} jest tylko jeden i jest już zajęty",
    # actions
    'expected an action, such as "end turn"; the text is empty': (
        'powinna tu być akcja, na przykład "end turn"; nic tu nie ma'
    ),
    'expected an action, such as "end turn"; the text is {}': (
        'powinna tu być akcja, na przykład "end turn"; tekst jest za długi'
    ),
    "not legal here: the game is over": "nie wolno: gra jest skończona",
    "not legal here": "tutaj nie wolno",
    "not understood": "niezrozumiałe",
    "no direction {}, expected one of {}": "nie ma kierunku {0}, możliwe są {1}",
    "not by {}, expected Move, mobility, or a unit and its hex": (
        "nie dzięki {0}; możliwe są Move, mobility albo jednostka z jej heksem"
    ),
    "in hand": "na ręce",
    "to place before the first turn": "do postawienia przed pierwszą turą",
    "to hire": "do wynajęcia",
    "in the pile": "w stosie",
    "no {} {}": "nie ma {0} {1}",
    "no {} on {}": "na {1} nie ma {0}",
    "a foundation has no facing": "podłoże nie ma zwrotu",
    'expected "facing" and a direction at the end': 'na końcu powinno być "facing" i kierunek',
    'expected "to" and a hex at the end, as its pusher chooses where it goes': (
        'na końcu powinno być "to" i heks, bo odpychający wybiera, dokąd'
    ),
    'expected "from" and a side at the end, as it can come from several': (
        'na końcu powinno być "from" i strona, bo możliwych jest kilka'
    ),
    # records
    "a record tells a game from its first act; a position for study has none": (
        "zapis opowiada partię od pierwszego ruchu, a pozycja do analizy go nie ma"
    ),
    "expected a name of at most 40 letters, digits and _": "nazwa powinna mieć najwyżej 40 liter, cyfr i znaków _",
    "the tag follows from the game and cannot be set": "ten znacznik wynika z gry i nie można go ustawić",
    "the tag stands there twice": "ten znacznik jest tam dwa razy",
    "at most {} tags, not {}": "znaczników może być najwyżej {0}, a jest {1}",
    "at most {} tags": "znaczników może być najwyżej {0}",
    "expected at most {} characters, got {}": "znaków może być najwyżej {0}, a jest {1}",
    "expected a value without control characters": "wartość nie może mieć znaków sterujących",
    "expected a whole number, got {}": "powinna tu być liczba całkowita, a jest {0}",
    "longer than {} characters; no game is": "ponad {0} znaków; żadna partia nie jest tak długa",
    "cut off among the tags": "urwane wśród znaczników",
    "cut off: expected an empty line after the tags, then draws and actions": (
        "urwane: po znacznikach powinien być pusty wiersz, a potem dociągnięcia i akcje"
    ),
    "the record is empty": "zapis jest pusty",
    "expected [Neurohex {}], the first tag of a record, got {}": (
        "powinien tu być [Neurohex {0}], pierwszy znacznik zapisu, a jest {1}"
    ),
    'expected a tag as [Name "value"], got {}': 'powinien tu być znacznik jak [Nazwa "wartość"], a jest {0}',
    "expected [Neurohex {}] as the first tag": "pierwszym znacznikiem powinien być [Neurohex {0}]",
    "expected {}, the form that is read here, got {}": "tutaj czyta się postać {0}, a jest {1}",
    "the tag stands on line {} already": "ten znacznik jest już w wierszu {0}",
    "expected nothing after the result, got {}": "po wyniku nie powinno nic być, a jest {0}",
    "the game is not over here; expected an action of player {}": (
        "gra się tu nie skończyła; powinna tu być akcja gracza {0}"
    ),
    "the game ended with {}, not {}": "gra skończyła się wynikiem {0}, nie {1}",
    "the game ended in {}, not {}": "gra skończyła się w {0}, nie w {1}",
    'the game is over; expected "result: {}", got {}': 'gra jest skończona; powinno tu być "result: {0}", a jest {1}',
    "expected an action, as tags stand before the first one, got {}": (
        "powinna tu być akcja, bo znaczniki stoją przed pierwszą z nich, a jest {0}"
    ),
    "expected a player and an action as {}, got {}": "powinien tu być gracz i akcja, jak {0}, a jest {1}",
    "expected an action of player {}, who is to act, not of player {}": (
        "powinna tu być akcja gracza {0}, który jest na ruchu, nie gracza {1}"
    ),
    'expected a tag [{} "…"], but it is missing': 'brakuje znacznika [{0} "…"]',
    "expected [Army{}], as armies are numbered without gaps": "powinien tu być [Army{0}]: numery armii idą po kolei",
    "no army {}; there are {}": "nie ma armii {0}; są {1}",
    "expected a number, got {}": "powinna tu być liczba, a jest {0}",
    "expected yes or no, got {}": "powinno tu być yes albo no, a jest {0}",
    "action {} is not legal there": "akcja {0} jest tam niedozwolona",
    # games
    "{} has {} kinds of tiles, {} at most can be played": "{0} ma {1} rodzajów żetonów, a może ich być najwyżej {2}",
    "at most 15 tiles that grant moves can be in one game, these armies have {}": (
        "w jednej grze może być najwyżej 15 żetonów dających ruch, a te armie mają ich {0}"
    ),
    "2 to 6 armies play, not {}": "gra od 2 do 6 armii, nie {0}",
    "no ruleset {}; there are {}": "nie ma zasad {0}; są {1}",
    "no board {}; there are {}": "nie ma planszy {0}; są {1}",
    "no mode {}; there are {}": "nie ma trybu {0}; są {1}",
    "{} is no way to play Mad Bomber; there are {}": "{0} nie jest sposobem gry Szalonym Bombiarzem; są {1}",
    "the Duel board has seven different Terminals, not {}": "plansza Duel ma siedem różnych Terminali, nie {0}",
    "standard is for 2 players, {} armies were given; deathmatch takes 3 to 6": (
        "standard jest dla 2 graczy, a podano armii: {0}; deathmatch jest dla 3 do 6"
    ),
    "deathmatch is for 3 to 6 players; for 2 the mode is standard": (
        "deathmatch jest dla 3 do 6 graczy; dla 2 jest standard"
    ),
    "team is for four armies in two teams of two": "team jest dla czterech armii w dwóch drużynach po dwie",
    "one-vs-two is for three armies, one alone against a team of two": (
        "one-vs-two jest dla trzech armii, jedna przeciw drużynie dwóch"
    ),
    "{} has no teams; team (4 armies) and one-vs-two (3 armies) have": (
        "w {0} nie ma drużyn; są w team (4 armie) i one-vs-two (3 armie)"
    ),
    "every player must be in one team": "każdy gracz musi być w jednej drużynie",
    "the score rule goes with deathmatch and team, not with {}": (
        "gra na punkty jest możliwa w deathmatch i team, nie w {0}"
    ),
    "{} players need the expanded board": "dla {0} graczy potrzebna jest plansza expanded",
    "the expanded board is for 4 to 6 players, not for {}": "plansza expanded jest dla 4 do 6 graczy, nie dla {0}",
    "0, 1 or 2 each, not {}": "0, 1 albo 2 na gracza, nie {0}",
    "with {} players 0 or 1 each, not {}": "przy {0} graczach 0 albo 1 na gracza, nie {1}",
    "{} players play without mercenaries": "{0} graczy gra bez Najemników",
    "Mad Bomber as a mercenary needs a game with mercenaries": (
        "Szalony Bombiarz jako najemnik wymaga gry z Najemnikami"
    ),
    # forms that many mistakes share
    "no {} {}, known are {}": "nieznane: {1}; możliwe są {2}",
    "expected a whole number from {} to {}, got {}; {}": (
        "powinna tu być liczba całkowita od {0} do {1}, a jest {2}; {3}"
    ),
    "expected a whole number from {} to {}, got {}": "powinna tu być liczba całkowita od {0} do {1}, a jest {2}",
    "expected at most {}, got {}": "może ich być najwyżej {0}, a jest {1}",
    "expected {} to {}, got {}": "powinna tu być liczba od {0} do {1}, a jest {2}",
    "a unit, such as {}": "jednostka, na przykład {0}",
    "a foundation, such as {}": "podłoże, na przykład {0}",
    "wounds after ~": "rany po ~",
    "the HQ's points after :": "punkty sztabu po :",
    "expected {}, got {}{}": "powinno tu być: {0}, a jest {1}{2}",
    "expected {}, got {}": "powinno tu być: {0}, a jest {1}",
    "expected {}": "powinno tu być: {0}",
    "{}, got {}": "{0}, a jest {1}",
}

ENDS: Final[dict[str, str]] = {
    r'(.*), did you mean ("[^"]*")\?': "{0}, może chodzi o {1}?",
    r"(.*); near: (.*)": "{0}; podobne: {1}",
    r"(.*); expected one of: (.*)": "{0}; możliwe: {1}",
}
"""Ends that many mistakes can have, as patterns."""
