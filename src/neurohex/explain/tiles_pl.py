"""Polish texts of `describe_tile`."""

from typing import Final

WORDS: Final = {
    "tile.all_edges": "wszystkich sześciu krawędziach",
    "tile.any_edge": "dowolnej krawędzi",
    "tile.one_edge": "krawędzi {names}",
    "tile.more_edges": "krawędziach {names}",
    "tile.head": "{name}: {kind}, armia {army}, {count}",
    "tile.also_called": "Inne nazwy: {names}",
    "tile.kind_hq": "sztab",
    "tile.kind_warrior": "żołnierz",
    "tile.kind_module": "moduł",
    "tile.kind_foundation": "żeton fundamentu",
    "tile.kind_instant": "żeton natychmiastowy",
    # Attacks
    "tile.initiative": "Inicjatywa {values}: działa w tej fazie Bitwy",
    "tile.initiatives": "Inicjatywa {values}: działa w każdej z tych faz Bitwy",
    "tile.melee": "Cios o sile {n} na {edges}: trafia wrogiego sąsiada z danej strony",
    "tile.ranged": "Strzał o sile {n} na {edges}: trafia pierwszą wrogą jednostkę w linii, ponad sojuszniczymi",
    "tile.both": "Cios i strzał na {edges} to jeden atak: w ten sam cel są jednym trafieniem",
    "tile.gauss": "Strzał Gaussa na {edges}: 1 rana każdej wrogiej jednostce w linii; nic go nie wzmacnia",
    "tile.rocket": (
        "Rakieta o sile {n} na {edges}: leci do trzech heksów, pierwszy na wprost, dalej dowolnie; trafia "
        "pierwszą wrogą jednostkę po drodze i nic jej nie wzmacnia"
    ),
    "tile.shotgun": (
        "Strzelba o sile {n} na {edges}: trafia pierwszą wrogą jednostkę w linii, o 1 słabiej za każdy dalszy "
        "heks; nic jej nie wzmacnia"
    ),
    "tile.poison": "Trucizna na {edges}: kładzie znacznik jadu na wrogim sąsiedzie z danej strony i nie zadaje rany",
    "tile.blast": (
        "Ładunek na {edges}: przed pierwszą fazą niszczy wrogą jednostkę z danej strony i siebie; jednostkę "
        "może uratować Medyk, a sztabowi nic się nie dzieje"
    ),
    "tile.demolish": (
        "Miażdży przez narożnik na {edges}: 1 rana obu sąsiadom z tych stron i heksowi, który styka się z "
        "oboma, jeśli są wrogami; pancerz nie pomaga"
    ),
    "tile.melee_anywhere": (
        "Uderza w dowolnym miejscu: jeden cios o sile {n} w dowolną wrogą jednostkę na planszy, z żadnej "
        "strony; cel trzeba wybrać"
    ),
    # Other edges
    "tile.net": (
        "Sieć na {edges}: wroga jednostka z danej strony nie może nic zrobić, póki ta jednostka sama jest wolna"
    ),
    "tile.armour": "Pancerz na {edges}: osłabia o 1 trafienie strzałem, także Gaussa, i nic poza tym",
    "tile.reflect": "Lustro na {edges}: atak, który tam dociera, nic jej nie robi i wraca o jeden heks z tą samą siłą",
    "tile.power_edges": "Zasilanie na {edges}: zasila jednostkę swojej strony obok",
    "tile.redirect": "Przekierowanie: własny strzał, także Gaussa, który dociera na {into}, wylatuje na {out}",
    "tile.splits": "Każde wyjście to osobny strzał; jeśli wróci na własny tor, trafia bez końca",
    "tile.trigger": "Wrogi atak, który trafi na {edges}, albo wybuch uruchamia ten żeton w Bitwie",
    "tile.trigger_bomber": (
        "Atak na {edges} albo wybuch uruchamia go w Bitwie: 1 rana sąsiadom. Neutralny oszczędza sztaby i nikogo "
        "więcej; jako najemnik rani tylko jednostki wrogie temu, kto go kontroluje, także sztaby"
    ),
    "tile.bomber_back": (
        "Po odejściu trafia na wierzch stosu następnego gracza; trafiony naraz przez kilku, wypada z gry"
    ),
    "tile.bomber_two": "Leży obok planszy, póki ktoś nie odrzuci żetonu, by go postawić, i tam też wraca",
    # Marks of a unit
    "tile.hq": "Zamiast ran traci punkty i pada przy 0; sztab nigdy nie szkodzi sztabowi",
    "tile.venom_markers": "Liczba znaczników jadu tej armii: {n}; każdy zadaje 1 ranę przed pierwszą fazą każdej Bitwy",
    "tile.paralysis_markers": "Liczba znaczników paraliżu tej armii: {n}",
    "tile.wins_if_all_hqs_fall": "Gdy w jednej Bitwie padną wszystkie sztaby, wygrywa ta armia",
    "tile.toughness": "Wytrzymałość {n}: tyle ran znosi, następna go niszczy",
    "tile.mobility": "Mobilność: raz na turę może przejść o jeden heks, obrócić się albo jedno i drugie",
    "tile.ability_explode": (
        "Zamiast atakować może wybuchnąć: 1 rana każdemu sąsiadowi, swojemu i wrogiemu, a sam znika z planszy"
    ),
    "tile.ability_deploy": "Może oddać swój heks jednostce z ręki, dowolnie obróconej, a sam jest odrzucany",
    "tile.ability_returns_to_pile": "Zniszczony wraca na wierzch stosu właściciela, nawet gdy był w sieci",
    "tile.ability_push_back": "Raz na turę może sama odepchnąć wrogiego sąsiada, także sztab",
    "tile.ability_rotate": "Raz na turę może się sama obrócić",
    "tile.ability_spy": (
        "Szpieg: wrogie moduły i sztaby obok, które się z nim łączą, służą także jemu, jakby były swoje"
    ),
    "tile.ability_sharpshooter": (
        "Strzelec wyborowy: strzał trafia jedną wrogą jednostkę w linii, którą wybierze kontrolujący, nie "
        "tylko pierwszą"
    ),
    "tile.ability_execution": (
        "Egzekucja: za 1 punkt sztabu można ją postawić na heksie wrogiej jednostki, nie sztabu, którą to niszczy"
    ),
    "tile.ability_venom": "Jad: trafienie, które zadaje rany, kładzie na jednostce znacznik jadu",
    "tile.ability_paralysis": (
        "Paraliż: trafienie, które zadaje rany, paraliżuje jednostkę od następnej fazy do końca Bitwy"
    ),
    "tile.ability_mortar": (
        "Moździerz: strzał trafia wrogą jednostkę dokładnie dwa heksy dalej w linii, ponad wszystkim"
    ),
    "tile.ability_underground": "Pod ziemią: jej sztab może zamienić się z nią miejscami",
    "tile.ability_needs_power": (
        "Potrzebuje zasilania od sztabu, Mechanika lub generatora obok; bez niego nie może nic zrobić"
    ),
    # Modules
    "tile.module_initiative": "{value} do inicjatywy połączonych jednostek swojej strony",
    "tile.module_melee": "{value} do siły ciosów połączonych jednostek swojej strony",
    "tile.module_ranged": "{value} do siły strzałów połączonych jednostek swojej strony",
    "tile.module_enemy_initiative": "{value} do inicjatywy połączonych wrogich jednostek, nigdy poniżej 0",
    "tile.module_medic": "Medyk: poświęca się, by znieść jedno całe trafienie połączonej jednostki, także sztabu",
    "tile.module_scoper": "Skoper: połączone wrogie moduły, prócz sztabów, działają dla jego strony",
    "tile.module_extra_attack": (
        "Połączone jednostki swojej strony mają w Bitwie jeden atak więcej, w niższej inicjatywie"
    ),
    "tile.module_quartermaster": (
        "Każda połączona jednostka swojej strony może raz na Bitwę zmienić jeden cios w strzał albo strzał w cios"
    ),
    "tile.module_grants_mobility": (
        "Każda połączona jednostka swojej strony może raz na turę przejść o jeden heks, obrócić się albo jedno i drugie"
    ),
    "tile.module_takeover": (
        "Przejęcie: oddaje swojej stronie kontrolę nad połączoną wrogą jednostką, ale nie nad sztabem"
    ),
    "tile.module_recon": (
        "Zwiad: każdy ruch z Mobilności swojej strony staje się dwoma; w starszych wydaniach każda akcja ruchu może "
        "prowadzić o dwa heksy"
    ),
    "tile.module_rotate_one_own_unit_per_turn": (
        "Raz na turę można obrócić jedną inną własną jednostkę, która nie jest w sieci"
    ),
    "tile.module_trap": "Uruchomiony wybucha: 1 rana każdemu sąsiadowi, swojemu i wrogiemu, a sam znika z planszy",
    "tile.module_toughness": (
        "{value} do wytrzymałości połączonych jednostek swojej strony prócz sztabów; jednostka, która ją "
        "traci i ma za dużo ran, od razu ginie"
    ),
    "tile.module_steel_net": (
        "Stalowa Sieć: gdy znacznik jest wolny, za 1 punkt sztabu można ją zarzucić na dowolną wrogą "
        "jednostkę na planszy prócz sztabu; ta nie może nic zrobić"
    ),
    "tile.module_steel_net_free": "Póki sama może działać, Stalowa Sieć nie kosztuje punktu sztabu",
    "tile.module_motherland": (
        "Macierz: własne jednostki, które stykają się ze sobą od sztabu poczynając, są jednym ciałem; moduł "
        "połączony z jedną służy wszystkim"
    ),
    "tile.module_underground_castling": (
        "Raz na turę może zamienić się miejscami z sąsiednią własną jednostką, która jest pod ziemią; żadna "
        "się nie obraca"
    ),
    "tile.module_underground_all": "Wszystkie jednostki swojej strony są pod ziemią",
    "tile.module_gives_venom": (
        "Ataki połączonych jednostek swojej strony, które zadają rany, kładą na celu znacznik jadu"
    ),
    "tile.module_gives_paralysis": (
        "Ataki połączonych jednostek swojej strony, które zadają rany, paraliżują cel do końca Bitwy"
    ),
    "tile.module_paralyses_enemies": "Połączone wrogie jednostki, także sztaby, są sparaliżowane: nie atakują",
    "tile.module_enemy_initiative_zero": (
        "Strefa: cała inicjatywa połączonych wrogich jednostek to 0 i nic jej nie podnosi"
    ),
    "tile.module_power": "Zasila połączone jednostki swojej strony",
    "tile.module_extra_wound": (
        "{value} rana połączonym wrogim jednostkom, także sztabom, przy każdym trafieniu, które je rani"
    ),
    "tile.module_gauss_transformer": (
        "Każda połączona jednostka swojej strony może raz na Bitwę oddać jeden strzał jako strzał Gaussa"
    ),
    "tile.links": "Łączy się na {edges} z jednostką obok",
    "tile.long_links": "Długie połączenie na {edges}: sięga pierwszego i drugiego heksu w tej linii, ponad wszystkim",
    # Instants and foundations
    "tile.effect_battle": "Od razu toczy się Bitwa i kończy turę; nie po dobraniu ostatniego żetonu stosu",
    "tile.effect_move": (
        "Jedna własna jednostka spoza sieci przechodzi na sąsiedni wolny heks, obraca się albo jedno i drugie"
    ),
    "tile.effect_push_back": (
        "Własna jednostka odpycha wrogiego sąsiada, także sztab, na wolny heks, który nie styka się z odpychającą; "
        "żadna z nich nie może być w sieci, nic się nie obraca, a z kilku heksów wybiera kontrolujący odpychaną"
    ),
    "tile.effect_grenade": (
        "Niszczy jedną wrogą jednostkę obok własnego sztabu, który nie może być w sieci; nie sztab"
    ),
    "tile.effect_sniper": "1 rana dowolnej wrogiej jednostce prócz sztabu albo usunięcie dowolnego żetonu fundamentu",
    "tile.effect_air_strike": (
        "1 rana każdej jednostce, także własnej, na heksie i sześciu sąsiednich, które wszystkie muszą leżeć na "
        "planszy; sztaby są oszczędzone, a żetony fundamentu tam znikają"
    ),
    "tile.effect_terror": "Do następnej tury gracza nikt inny nie może położyć żetonu na wolnym heksie",
    "tile.effect_rotation": "Jedna własna jednostka spoza sieci obraca się dowolnie",
    "tile.effect_castling": (
        "Dwie stykające się własne jednostki spoza sieci zamieniają się miejscami, nie obracając się"
    ),
    "tile.effect_small_bomb": (
        "1 rana każdej jednostce, także własnej, na trzech heksach, z których każdy styka się z dwoma pozostałymi; "
        "sztaby są oszczędzone, a żetony fundamentu tam znikają"
    ),
    "tile.effect_mine": (
        "Leży na heksie bez jednostki i bez innego fundamentu; pierwsza jednostka, która tam trafi, ginie razem z "
        "nią i Medyk nie pomaga; sztab tylko niszczy minę"
    ),
    "tile.effect_roots": "Fundament: obok Macierzy należy do niej i przekazuje ją dalej, ktokolwiek na nim stoi",
    "tile.effect_hole": (
        "Fundament: raz na turę, póki nikt na nim nie stoi, właściciel może wciągnąć na niego sąsiednią wrogą "
        "jednostkę, nie sztab; na końcu każdej Bitwy wroga jednostka na nim ginie"
    ),
    "tile.effect_toxic_bomb": (
        "Fundament: w swojej fazie wybucha, 1 rana każdej jednostce, swojej i wrogiej, na tym heksie "
        "i obok, także sztabowi, a żeton znika"
    ),
    "tile.effect_paralysis": "Paraliżuje dowolną wrogą jednostkę, także sztab, do końca następnej Bitwy",
    "tile.effect_smokescreen": "Obraca dowolnie dowolną wrogą jednostkę, która nie jest wyłączona, także sztab",
    "tile.effect_transposition": (
        "Zdejmuje z planszy jedną własną jednostkę, nie sztab; inna własna jednostka z planszy zajmuje jej "
        "heks bez obracania"
    ),
    "tile.effect_ray": (
        "1 rana każdej jednostce, także własnej, na jednej prostej linii heksów przez całą planszę; sztaby są "
        "oszczędzone, a żetony fundamentu tam znikają"
    ),
}
