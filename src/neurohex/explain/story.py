"""Events in sentences: each says what happened, why, and by which ruling.

>>> from neurohex.model import fight
>>> from neurohex.notation import parse_line
>>> from neurohex.notation.bridge import state_of
>>> st = state_of(parse_line("outpost hegemony | B3=0.Commando/SW B2=1.Net_Fighter"))
>>> for line in explain(st.game, fight(st).log.events)[1:4]:
...     print(line.text, line.ruling)
Phase 3 R6.1
Commando B3 acts at 3: printed 3 R6.1
Commando B3 shoots N: hits Net Fighter B2 for 1 → destroyed R6.2
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from neurohex.events import Drawn, Event
from neurohex.explain import battle_events, course_events
from neurohex.explain.course_events import Words
from neurohex.explain.line import Line
from neurohex.explain.teller import Teller, teller_of
from neurohex.model.game import Game

SENTENCES: Final[dict[type[Event], Words]] = {**course_events.SENTENCES, **battle_events.SENTENCES}
"""The function that words each kind of event."""


def explain(game: Game, events: Iterable[Event], lang: str = "en") -> list[Line]:
    """One line for each event, in order. Raises `UnknownLanguage`."""
    teller = teller_of(game.armies, lang)
    return [_line(teller, event) for event in events]


def explain_each(game: Game, events: Iterable[Event], lang: str = "en") -> Iterator[Line]:
    """`explain`, one line at a time, for work in slices."""
    teller = teller_of(game.armies, lang)
    return (_line(teller, event) for event in events)


def _line(teller: Teller, event: Event) -> Line:
    text = SENTENCES[type(event)](teller, event)
    rulings = event.rulings
    ruling = rulings[0] if len(rulings) == 1 else ", ".join(rulings)
    drawn = teller.words.tile(event.tile) if isinstance(event, Drawn) and event.source == "pile" else ""
    # `Line(…)` would take twice as long, which is a tenth of the time of a story.
    return tuple.__new__(Line, (text, ruling, event.phase, event, drawn))
