"""Actions as sentences: distinct for every action of every kind, in every language."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from neurohex.explain import UnknownLanguage
from neurohex.notation.action import parse_action
from neurohex.notation.compact import parse_line
from neurohex.notation.decoding import ACTION_KINDS, decode
from neurohex.players.check import moments_of_every_kind
from neurohex.rules.engine import Game, State, legal_actions, new_state, play
from neurohex.view import act_words, analysis_state

GAMES = (
    Game(("outpost", "hegemony"), board="duel"),
    Game(("vegas", "smart"), mercenaries=2),
    Game(("moloch", "hegemony"), bomber_two=True, bomber="neutral"),
    Game(("moloch", "outpost", "doomsday", "borgo"), mode="team", score=True, board="duel"),
    Game(("smart", "doomsday"), reinforcement=True, board="duel"),
    Game(("steelpolice", "newyork")),
    Game(("neojungle", "sharrash")),
    Game(("mississippi", "newyork")),
    Game(("uranopolis", "sharrash")),
)


def states(game: Game, seed: int) -> Iterator[State]:
    luck = random.Random(seed)
    st = new_state(game)
    while not st.is_over():
        yield st.copy()
        play(st, luck.choice(legal_actions(st)))


def two_captives() -> State:
    line = "vegas vegas | A1=0.HQ E3=1.HQ C2=1.Agitator/N C1=1.Bodyguard/N"
    st = analysis_state(parse_line(line), [["vegas/Agitator"]], turn=0)
    play(st, parse_action(st, "place Agitator C3 facing N"))
    return st


def battle_on(line: str, hand: str) -> State:
    """The first choice of a Battle."""
    st = analysis_state(parse_line(line), [[hand]], turn=0)
    play(st, parse_action(st, "battle"))
    return st


def quartermaster() -> State:
    return battle_on("hegemony borgo | E3=0.HQ A1=1.HQ C3=0.Ganger C4=0.Quartermaster", "hegemony/Battle")


def transformer() -> State:
    line = "uranopolis moloch | C5=0.Drill/NW C4=1.Blocker C3=1.Juggernaut D4=0.Gauss_Transformer/SW B4=0.HQ E1=1.HQ"
    return battle_on(line, "uranopolis/Battle")


def scarce_markers() -> State:
    board = "C3=0.Nightshade C2=1.HQ^vvv D4=2.Nightshade D3=3.HQ A3=0.HQ E1=2.HQ"
    return battle_on(f"neojungle borgo neojungle moloch teams=0+2,1+3 | {board}", "neojungle/Battle")


@pytest.mark.slow
def test_every_action_has_words_of_its_own() -> None:
    told: set[str] = set()
    for st in (
        quartermaster(),
        two_captives(),
        transformer(),
        scarce_markers(),
        *moments_of_every_kind().values(),
        *(st for game in GAMES for seed in range(4) for st in states(game, seed)),
    ):
        actions = legal_actions(st)
        kinds = {decode(action).kind for action in actions}
        if kinds <= told and len(actions) > 60:
            continue
        told |= kinds
        for lang in ("en", "pl"):
            words = [act_words(st, action, lang) for action in actions]
            assert all(words)
            assert len(set(words)) == len(actions), words
    assert told == set(ACTION_KINDS)


@pytest.mark.parametrize(
    ("line", "hand", "action", "english", "polish"),
    [
        (
            "outpost hegemony | C3=0.HQ A1=1.HQ",
            "outpost/Runner",
            "place Runner B1 facing S",
            "Place Runner on B1, facing S",
            "Postaw Biegacza na B1, zwrot S",
        ),
        (
            "outpost hegemony | C3=0.HQ A1=1.HQ B3=0.Runner",
            "outpost/Move",
            "move B3 to B2 facing N by Move",
            "Move Runner B3 to B2, facing N (Move tile)",
            "Przesuń Biegacza B3 na B2, zwrot N (żeton Ruchu)",
        ),
        (
            "outpost hegemony | C3=0.HQ A1=1.HQ B3=0.Runner",
            "outpost/Battle",
            "battle",
            "Fight a Battle",
            "Stocz Bitwę",
        ),
        (
            "moloch hegemony | C3=0.HQ B3=1.HQ A3=1.Ganger",
            "moloch/Push_Back",
            "push B3 from C3",
            "HQ C3 pushes HQ B3 back",
            "Sztab C3 odpycha Sztab B3",
        ),
    ],
)
def test_sentences(line: str, hand: str, action: str, english: str, polish: str) -> None:
    st = analysis_state(parse_line(line), [[hand]], turn=0)
    number = parse_action(st, action)
    assert act_words(st, number) == english
    assert act_words(st, number, "pl") == polish


def test_a_language_that_there_is_not() -> None:
    st = new_state(Game(("borgo", "moloch")))
    with pytest.raises(UnknownLanguage):
        act_words(st, legal_actions(st)[0], "de")
