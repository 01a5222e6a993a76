"""Polish texts of the lesson."""

from typing import Final

from neurohex.lesson.words import StepWords

ALWAYS: Final = {
    "hand": "Żeton {tile} jest jeszcze na twojej ręce.",
    "gone": "Nie masz już żetonu {tile}, a bez niego się nie uda.",
    "ended": "Tura skończyła się, zanim zadanie zostało wykonane.",
    "again": "Zacznij ten krok od nowa.",
}
"""Common texts, for any step."""

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
        task="Postaw Mutka na heksie obok wrogiego sztabu.",
        hint="Wrogi sztab stoi na C2. Wybierz jeden z sześciu heksów, które się z nim stykają; obrót nie ma jeszcze "
        "znaczenia.",
        done="Tak rośnie armia: jeden żeton, jeden wolny heks. Od miejsca zależy, kogo jednostka dosięgnie.",
        missing={
            "far": "Mutek stoi na {hex}, a ten heks nie styka się z wrogim sztabem. Wybierz heks tuż obok.",
        },
    ),
    "facing": StepWords(
        title="Obróć tak, by trafiała",
        paragraphs=(
            "Krótki biały trójkąt to cios: trafia sąsiedni heks przed tą krawędzią, z siłą 1 za każdy trójkąt.",
            "Siłacz bije tylko w jedną stronę. Jego obrót wybierasz, gdy go stawiasz.",
        ),
        task="Postaw Siłacza tak, by bił we wrogi sztab.",
        hint="Wybierz heks obok sztabu na C2, a potem obracaj żeton, aż białe trójkąty wskażą sztab.",
        done="Ta sama jednostka jest groźna albo nieszkodliwa, zależnie od obrotu. W Bitwie ten cios zabierze sztabowi "
        "2 punkty.",
        missing={
            "far": "Siłacz na {hex} nie styka się ze sztabem. Cios sięga tylko sąsiedniego heksu.",
            "away": "Siłacz na {hex} nie patrzy na sztab: obróć go tak, by wskazywały go białe trójkąty.",
        },
    ),
    "ranged": StepWords(
        title="Strzał z daleka",
        paragraphs=(
            "Długi żółty trójkąt to strzał. Leci prosto, ponad twoimi jednostkami, i trafia pierwszego wroga w linii.",
            "Kto stoi za tym wrogiem, jest bezpieczny.",
        ),
        task="Postaw Komandosa tak, by strzelał we wrogi sztab.",
        hint="Strażnik na B2 zasłania sztab. Strzelaj ponad własną jednostką: z A3 albo z C1.",
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
        task="Zagraj żeton Bitwy i zobacz, kto i kiedy ginie.",
        hint="Wybierz z ręki żeton Bitwy; nie potrzebuje celu.",
        done="Nożownik działa w fazie 3 i zabija wroga, zanim ten uderzy. Mutek i drugi Biegacz działają w fazie 2 i "
        "giną razem.",
        missing={},
    ),
    "initiative": StepWords(
        title="Uderz pierwszy",
        paragraphs=(
            "Wrogi Biegacz działa w fazie 2 i uderzy twojego Mutka. Powstrzyma go tylko ktoś szybszy.",
            "Porównaj liczby w ciemnych kółkach żetonów na ręce.",
        ),
        task="Postaw jednostkę, a potem zagraj Bitwę. Twój Mutek musi przeżyć.",
        hint="Nożownik działa w fazie 3. Postaw go obok wroga na C2, białym trójkątem w jego stronę, i zagraj Bitwę.",
        done="Biegacz pada w fazie 3 i nie dożywa fazy 2. Szybkość bywa warta więcej niż siła.",
        missing={
            "start": "Nic jeszcze nie powstrzymuje wroga: postaw jednostkę, która uderzy Biegacza.",
            "doomed": "W Bitwie Mutek i tak by zginął: kto bije w Biegacza, musi działać przed fazą 2.",
            "ready": "Dobrze: Mutek by przeżył. Teraz zagraj Bitwę.",
            "fell": "Mutek zginął: nikt nie zabił wroga, zanim zaczęła się faza 2.",
        },
    ),
    "net": StepWords(
        title="Złap w sieć",
        paragraphs=(
            "Siatka na żetonie to sieć. Wróg przed nią jest schwytany: nie atakuje, nie rusza się i nikomu nie pomaga.",
            "Sieć nie rani. Trzyma, dopóki jednostka z siecią stoi i patrzy w tę stronę.",
        ),
        task="Jeden z wrogów zabiłby w Bitwie twojego Bydlaka. Postaw Sieciarza tak, by złapał właśnie tego.",
        hint="Nożownik na D3 bije w Bydlaka. Obróć siatkę w stronę D3.",
        done="Nożownik w sieci nie robi nic, choć jest taki szybki. Złapać można nawet sztab.",
        missing={
            "empty": "Sieć z {hex} nikogo nie łapie: obróć siatkę w stronę wroga, który stoi obok.",
            "wrong": "W sieci jest {unit}, a to nie on zagraża twojej jednostce. Sprawdź, kto w nią bije.",
        },
    ),
    "module": StepWords(
        title="Moduły pomagają innym",
        paragraphs=(
            "Koło zębate to moduł. Jasne paski to połączenia: twoja jednostka przed paskiem dostaje premię.",
            "Złota tarcza to wytrzymałość: Obrońca znosi jedną ranę, druga go niszczy.",
        ),
        task="Połącz Oficera z Mutkiem i zagraj Bitwę. Obrońca musi paść.",
        hint="Postaw Oficera obok jednostki na C3, jasnym paskiem w jej stronę. Potem zagraj Bitwę.",
        done="Dzięki premii Mutek uderzył z siłą 2, o jeden więcej, niż znosi Obrońca. Jeden moduł może pomagać "
        "kilku jednostkom.",
        missing={
            "start": "Mutek bije z siłą 1, a tyle Obrońca znosi. Połącz z nim Oficera.",
            "unlinked": "Oficer na {hex} nie sięga Mutka: musi go wskazywać jeden z jasnych pasków.",
            "ready": "Mutek bije teraz z siłą 2. Zagraj Bitwę.",
            "bore": "Obrońca zniósł cios o sile 1. Mutek potrzebuje premii od Oficera.",
        },
    ),
    "medic": StepWords(
        title="Medyk!",
        paragraphs=(
            (
                "Medyk to też moduł. Gdy ktoś trafi połączoną z nim jednostkę, Medyk znosi całe trafienie i sam "
                "schodzi z planszy."
            ),
            "Jeśli ginie w tej samej chwili, nikogo nie ocali.",
        ),
        task="Postaw Medyka i zagraj Bitwę. Twój Likwidator musi przeżyć.",
        hint="Połącz Medyka z C3 z heksu, w który nie bije Nożownik z D3, na przykład z B3: jasny pasek w stronę C3.",
        done="Medyk poświęcił się za jednostkę. To samo zrobiłby dla twojego sztabu.",
        missing={
            "start": "Nożownik zabiłby Likwidatora. Najpierw połącz z nim Medyka.",
            "unlinked": "Medyk na {hex} nie sięga Likwidatora: musi go wskazywać jeden z jasnych pasków.",
            "struck": "Nożownik bije też w Medyka na {hex}, a wtedy nikt nie zostanie ocalony. Znajdź bezpieczniejszy "
            "heks.",
            "ready": "Medyk jest na miejscu. Teraz zagraj Bitwę.",
            "fell": "Likwidator zginął: żaden Medyk nie mógł pomóc.",
        },
    ),
    "move": StepWords(
        title="W ruchu",
        paragraphs=(
            "Żeton Ruchu przesuwa jedną twoją jednostkę na wolny heks obok, obraca ją albo jedno i drugie, i znika.",
            "Jednostka z zagiętą strzałką może to zrobić sama, raz na turę.",
        ),
        task="Użyj żetonu Ruchu tak, by Komandos strzelał we wrogi sztab.",
        hint="Prosta linia do sztabu na A1 biegnie z B1 i z C1. Idź tam i obróć żółty trójkąt w lewo w dół.",
        done="Ruch zmienia niegroźną jednostkę w groźną albo zabiera ją z niebezpieczeństwa. Żeton Odepchnięcia, który "
        "mają niektóre armie, odpycha wrogów.",
        missing={
            "still": "Komandos jeszcze się nie ruszył: wybierz Ruch, a potem jego.",
            "blocked": "Na drodze stoi {unit}: strzał trafia pierwszego wroga w linii i dalej nie leci.",
            "away": "Z {hex}, tak obrócony, Komandos nie trafia sztabu. Znajdź prostą linię.",
        },
    ),
    "turn": StepWords(
        title="Cała tura",
        paragraphs=(
            "Turę zaczynasz od dobierania żetonów, aż będziesz mieć na ręce trzy. Kto ma trzy, musi jeden odrzucić.",
            "Potem zagrywasz albo odrzucasz, co chcesz, a resztę zachowujesz.",
        ),
        task="Odrzuć jeden żeton, postaw inny i zakończ turę.",
        hint="Sam Oficer niewiele tu zdziała: odrzuć go, postaw Mutka albo Nożownika i zakończ turę.",
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
        task="Postaw Mutka na ostatnim wolnym heksie.",
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
        hint="Mutek zabierze 1 punkt. Niech Siłacz uderzy sztab z siłą 2, a potem zagraj Bitwę.",
        done="Sztab padł: wygrana! Możesz zagrać pierwszą partię. Co jeszcze potrafi żeton, przeczytasz, gdy go "
        "wskażesz.",
        missing={
            "more": "Bitwa zabrałaby teraz sztabowi {taken} z {points} punktów. Skieruj na niego więcej ataków.",
            "ready": "To wystarczy, by padł. Teraz zagraj Bitwę.",
            "stands": "Sztab przetrwał, zostały mu punkty: {points}. Ataki muszą razem zabrać 3.",
        },
    ),
}
"""The texts of each step, by its key."""
