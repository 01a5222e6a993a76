"""What the lesson says, in Polish. Names of tiles are not inflected: a noun before them takes the case."""

from typing import Final

from neurohex.lesson.words import StepWords

ALWAYS: Final = {
    "hand": "Żeton {tile} jest jeszcze na twojej ręce.",
    "gone": "Nie masz już żetonu {tile}, a bez niego się nie uda.",
    "ended": "Tura skończyła się, zanim zadanie zostało wykonane.",
    "again": "Zacznij ten krok od nowa.",
}
"""What can be said in any step."""

STEPS: Final = {
    "place": StepWords(
        title="Postaw jednostkę",
        paragraphs=(
            "Dowodzisz armią Borgo. Jednostkę z ręki stawiasz na dowolnym wolnym heksie.",
            (
                "Tam już zostaje: jednostki ruszają się tylko wtedy, gdy coś im na to pozwala. Żeton z dużą liczbą "
                "punktów to sztab, serce armii."
            ),
        ),
        task="Postaw żeton Mutant na heksie obok wrogiego sztabu.",
        hint="Wrogi sztab stoi na C2. Wybierz jeden z sześciu heksów, które się z nim stykają; obrót nie ma jeszcze "
        "znaczenia.",
        done="Tak rośnie armia: jeden żeton, jeden wolny heks. Od miejsca zależy, kogo jednostka dosięgnie.",
        missing={
            "far": "Mutant stoi na {hex}, a ten heks nie styka się z wrogim sztabem. Wybierz heks tuż obok.",
        },
    ),
    "facing": StepWords(
        title="Obróć tak, by trafiała",
        paragraphs=(
            "Krótki biały trójkąt to cios: trafia sąsiedni heks przed tą krawędzią, z siłą 1 za każdy trójkąt.",
            "Brawler bije tylko w jedną stronę. Jego obrót wybierasz, gdy go stawiasz.",
        ),
        task="Postaw żeton Brawler tak, by bił we wrogi sztab.",
        hint="Wybierz heks obok sztabu na C2, a potem obracaj żeton, aż białe trójkąty wskażą sztab.",
        done="Ta sama jednostka jest groźna albo nieszkodliwa, zależnie od obrotu. W Bitwie ten cios zabierze sztabowi "
        "2 punkty.",
        missing={
            "far": "Brawler na {hex} nie styka się ze sztabem. Cios sięga tylko sąsiedniego heksu.",
            "away": "Brawler na {hex} nie patrzy na sztab: obróć go tak, by wskazywały go białe trójkąty.",
        },
    ),
    "ranged": StepWords(
        title="Strzał z daleka",
        paragraphs=(
            "Długi żółty trójkąt to strzał. Leci prosto, ponad twoimi jednostkami, i trafia pierwszego wroga w linii.",
            "Kto stoi za tym wrogiem, jest bezpieczny.",
        ),
        task="Postaw żeton Commando tak, by strzelał we wrogi sztab.",
        hint="Guard na B2 zasłania sztab. Strzelaj ponad własną jednostką: z A3 albo z C1.",
        done="Strzał mija swoich i zatrzymuje się na pierwszym wrogu. Strzelców trzymaj za plecami walczących, a przed "
        "sztabem coś wytrzymałego.",
        missing={
            "blocked": "Na drodze stoi {unit}: strzał trafia pierwszego wroga w linii i dalej nie leci.",
            "away": "Strzał z {hex} nikogo nie trafia. Znajdź prostą linię do sztabu i ustaw wzdłuż niej żółty "
            "trójkąt.",
        },
    ),
    "battle": StepWords(
        title="Bitwa",
        paragraphs=(
            (
                "Nikt nie atakuje, dopóki nie wybuchnie Bitwa. Wtedy jednostki działają według inicjatywy, liczby w "
                "ciemnym kółku: najpierw 3, potem 2, aż do 0."
            ),
            "Kto zginął, już nie zaatakuje. Równe liczby działają naraz.",
        ),
        task="Zagraj żeton Bitwy (Battle) i zobacz, kto i kiedy ginie.",
        hint="Wybierz z ręki żeton Bitwy (Battle); nie potrzebuje celu.",
        done="Claws działa w fazie 3 i zabija wroga, zanim ten uderzy. Mutant i drugi Runner działają w fazie 2 i "
        "giną razem.",
        missing={},
    ),
    "initiative": StepWords(
        title="Uderz pierwszy",
        paragraphs=(
            "Wrogi Runner działa w fazie 2 i uderzy twój żeton Mutant. Powstrzyma go tylko ktoś szybszy.",
            "Porównaj liczby w ciemnych kółkach żetonów na ręce.",
        ),
        task="Postaw jednostkę, a potem zagraj Battle. Twój Mutant musi przeżyć.",
        hint="Claws działa w fazie 3. Postaw go obok wroga na C2, białym trójkątem w jego stronę, i zagraj Battle.",
        done="Runner pada w fazie 3 i nie dożywa fazy 2. Szybkość bywa warta więcej niż siła.",
        missing={
            "start": "Nic jeszcze nie powstrzymuje wroga: postaw jednostkę, która uderzy żeton Runner.",
            "doomed": "W Bitwie Mutant i tak by zginął: kto bije w żeton Runner, musi działać przed fazą 2.",
            "ready": "Dobrze: Mutant by przeżył. Teraz zagraj Battle.",
            "fell": "Mutant zginął: nikt nie zabił wroga, zanim zaczęła się faza 2.",
        },
    ),
    "net": StepWords(
        title="Złap w sieć",
        paragraphs=(
            "Siatka na żetonie to sieć. Wróg przed nią jest schwytany: nie atakuje, nie rusza się i nikomu nie pomaga.",
            "Sieć nie rani. Trzyma, dopóki jednostka z siecią stoi i patrzy w tę stronę.",
        ),
        task="Jeden z wrogów zabiłby w Bitwie twój żeton Thug. Postaw Net Fighter tak, by złapał właśnie tego.",
        hint="Claws na D3 bije w żeton Thug. Obróć siatkę w stronę D3.",
        done="Claws w sieci nie robi nic, choć jest taki szybki. Złapać można nawet sztab.",
        missing={
            "empty": "Sieć z {hex} nikogo nie łapie: obróć siatkę w stronę wroga, który stoi obok.",
            "wrong": "W sieci jest {unit}, a to nie on zagraża twojej jednostce. Sprawdź, kto w nią bije.",
        },
    ),
    "module": StepWords(
        title="Moduły pomagają innym",
        paragraphs=(
            "Koło zębate to moduł. Jasne paski to połączenia: twoja jednostka przed paskiem dostaje premię.",
            "Złota tarcza to wytrzymałość: Protector znosi jedną ranę, druga go niszczy.",
        ),
        task="Połącz Officer z jednostką Mutant i zagraj Battle. Protector musi paść.",
        hint="Postaw Officer obok jednostki na C3, jasnym paskiem w jej stronę. Potem zagraj Battle.",
        done="Dzięki premii Mutant uderzył z siłą 2, o jeden więcej, niż znosi Protector. Jeden moduł może pomagać "
        "kilku jednostkom.",
        missing={
            "start": "Mutant bije z siłą 1, a tyle Protector znosi. Połącz z nim Officer.",
            "unlinked": "Officer na {hex} nie sięga jednostki Mutant: musi ją wskazywać jeden z jasnych pasków.",
            "ready": "Mutant bije teraz z siłą 2. Zagraj Battle.",
            "bore": "Protector zniósł cios o sile 1. Mutant potrzebuje premii od modułu Officer.",
        },
    ),
    "medic": StepWords(
        title="Medyk!",
        paragraphs=(
            (
                "Medic to też moduł. Gdy ktoś trafi połączoną z nim jednostkę, Medic znosi całe trafienie i sam "
                "schodzi z planszy."
            ),
            "Jeśli ginie w tej samej chwili, nikogo nie ocali.",
        ),
        task="Postaw Medic i zagraj Battle. Twój Annihilator musi przeżyć.",
        hint="Połącz Medic z C3 z heksu, w który nie bije Claws z D3, na przykład z B3: jasny pasek w stronę C3.",
        done="Medic poświęcił się za jednostkę. To samo zrobiłby dla twojego sztabu.",
        missing={
            "start": "Claws zabiłby jednostkę Annihilator. Najpierw połącz z nią Medic.",
            "unlinked": "Medic na {hex} nie sięga jednostki Annihilator: musi ją wskazywać jeden z jasnych pasków.",
            "struck": "Claws bije też w Medic na {hex}, a wtedy nikt nie zostanie ocalony. Znajdź bezpieczniejszy "
            "heks.",
            "ready": "Medic jest na miejscu. Teraz zagraj Battle.",
            "fell": "Annihilator zginął: żaden Medic nie mógł pomóc.",
        },
    ),
    "move": StepWords(
        title="W ruchu",
        paragraphs=(
            "Żeton Move przesuwa jedną twoją jednostkę na wolny heks obok, obraca ją albo jedno i drugie. Potem znika.",
            "Jednostka z zagiętą strzałką może to zrobić sama, raz na turę.",
        ),
        task="Użyj żetonu Move tak, by Commando strzelał we wrogi sztab.",
        hint="Prosta linia do sztabu na A1 biegnie z B1 i z C1. Idź tam i obróć żółty trójkąt w lewo w dół.",
        done="Ruch zmienia niegroźną jednostkę w groźną albo zabiera ją z niebezpieczeństwa. Żeton Push Back, który "
        "mają niektóre armie, odpycha wrogów.",
        missing={
            "still": "Commando jeszcze się nie ruszył: wybierz Move, a potem jego.",
            "blocked": "Na drodze stoi {unit}: strzał trafia pierwszego wroga w linii i dalej nie leci.",
            "away": "Z {hex}, tak obrócony, Commando nie trafia sztabu. Znajdź prostą linię.",
        },
    ),
    "turn": StepWords(
        title="Cała tura",
        paragraphs=(
            "Turę zaczynasz od dobierania żetonów, aż będziesz mieć na ręce trzy. Kto ma trzy, musi jeden odrzucić.",
            "Potem zagrywasz albo odrzucasz, co chcesz, a resztę zachowujesz.",
        ),
        task="Odrzuć jeden żeton, postaw inny i zakończ turę.",
        hint="Sam Officer niewiele tu zdziała: odrzuć go, postaw Mutant albo Claws i zakończ turę.",
        done="Oto cała tura. Zachowany żeton będzie na ręce następnym razem, ale dobierzesz o jeden mniej. Wybór, co "
        "odrzucić, to połowa gry.",
        missing={
            "full": "Masz na ręce trzy żetony: najpierw odrzuć jeden.",
            "unplayed": "Teraz postaw jeden z żetonów na planszy.",
            "open": "Postawione. Teraz zakończ turę; co zostało na ręce, zachowasz.",
            "idle": "W tej turze nic nie stanęło na planszy. Wolno tak grać, ale tutaj trzeba postawić jeden żeton.",
        },
    ),
    "full-board": StepWords(
        title="Pełna plansza",
        paragraphs=(
            "Jednostki schodzą z planszy dopiero, gdy zginą, więc w końcu się ona zapełnia.",
            "Gdy ktoś zajmie ostatni wolny heks, od razu wybucha Bitwa, bez żetonu. I ona, jak każda, kończy turę.",
        ),
        task="Postaw żeton Mutant na ostatnim wolnym heksie.",
        hint="Wolny jest tylko C3, pośrodku.",
        done="Pełna plansza sama zaczęła Bitwę. Licz wolne heksy: kto zajmie ostatni, wybiera chwilę.",
        missing={},
    ),
    "hq": StepWords(
        title="Zniszcz sztab",
        paragraphs=(
            "Sztab zaczyna z 20 punktami i za każdą ranę traci jeden. Przy 0 pada, a jego armia przegrywa.",
            "Jeśli oba przetrwają do końca stosu, nadchodzi Ostatnia Bitwa i wygrywa większa liczba punktów.",
        ),
        task="Wrogi sztab ma jeszcze 3 punkty. Zniszcz go w tej turze.",
        hint="Mutant zabierze 1 punkt. Niech Brawler uderzy sztab z siłą 2, a potem zagraj Battle.",
        done="Sztab padł: wygrana! Możesz zagrać pierwszą partię. Co jeszcze potrafi żeton, przeczytasz, gdy go "
        "wskażesz.",
        missing={
            "more": "Bitwa zabrałaby teraz sztabowi {taken} z {points} punktów. Skieruj na niego więcej ataków.",
            "ready": "To wystarczy, by padł. Teraz zagraj Battle.",
            "stands": "Sztab przetrwał, zostały mu punkty: {points}. Ataki muszą razem zabrać 3.",
        },
    ),
}
"""The texts of each step, by its key."""
