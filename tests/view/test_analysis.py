"""The study board can be set up, inspected and played on."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from neurohex.board import TERMINALS
from neurohex.events import TurnBegan
from neurohex.notation.action import parse_action
from neurohex.notation.bridge import position_of, state_of
from neurohex.notation.compact import parse_line
from neurohex.notation.position import parse_position
from neurohex.rules.actions import END
from neurohex.rules.engine import Game, Log, Random, State, apply, fresh_buffer, legal_actions, random_action
from neurohex.rules.layout import P_HQ, TURN
from neurohex.tiles import ARMIES, EXTRAS
from neurohex.view import AnalysisError, UnknownTileId, analysis, analysis_state, choices, scene, study_of
from neurohex.view.forms import Analysis, StudyForm, TileCount
from tests.properties.games import SEEDS, games, moments
from tests.view.forms import assert_form

POSITION = parse_line("outpost:20 hegemony:18* | C2=1.Runner/S C3=0.HQ E1=1.HQ")
ARMIES_OF_THREE = ("borgo", "hegemony", "outpost")
LONGEST = 6000
"""Actions of a game that is played on, at most; all end long before."""


def test_it_is_written_down_and_read_back() -> None:
    shown = analysis(analysis_state(POSITION))
    assert_form(shown, Analysis)
    assert parse_position(shown.position) == POSITION == parse_line(shown.line)
    assert shown.battle is not None
    assert shown.battle.after.hq == [19, 18]
    assert shown.scene.whose == 1


def test_tiles_in_hand_can_be_played() -> None:
    st = analysis_state(POSITION, [["outpost/Commando", "outpost/Battle"], ["hegemony/Move"]], turn=0)
    shown = scene(st)
    assert shown.players[0].hand == ["outpost/Commando", "outpost/Battle"]
    assert {"place", "battle", "end"} <= {offer.kind for offer in choices(st).offers}
    pile = {entry.tile: entry.count for entry in shown.players[0].pile}
    assert pile["outpost/Commando"] == 4
    battle = next(offer.then for offer in choices(st).offers if offer.kind == "battle")
    assert isinstance(battle, int)
    apply(st, battle)
    assert st.hq(0) == 19
    assert st.turn() == 1


@settings(max_examples=25)
@given(games(), SEEDS, SEEDS)
def test_any_position_of_a_game_can_be_played_to_its_end(game: Game, seed: int, other: int) -> None:
    states = [state.copy() for state, _ in moments(game, seed)]
    state = states[other % len(states)]
    position = position_of(state)
    if all(player.hq == 0 for player in position.players):
        return
    play_on(set_up(replace(study_of(state), turn=None)), seed=other)


def play_on(st: State, seed: int) -> None:
    """Play at random to the end, which must come."""
    random, buffer = Random(seed), fresh_buffer()
    for _ in range(LONGEST):
        if st.is_over():
            break
        assert legal_actions(st)
        apply(st, int(random_action(st, random, buffer)))
    assert st.is_over()


def all_but(army: str, *kept: str) -> list[str]:
    """The pile of an army without some tiles."""
    pile = [f"{army}/{tile.name.replace(' ', '_')}" for tile in ARMIES[army].tiles[1:] for _ in range(tile.count)]
    for name in kept:
        pile.remove(f"{army}/{name}")
    return pile


def turns_left(st: State) -> list[int]:
    """Whose turns come until the Final Battle, or the next ten, each ended as soon as that can be."""
    turns = [st.turn()]
    while not st.is_over() and len(turns) < 10:
        log = Log()
        actions = legal_actions(st)
        apply(st, END if END in actions else actions[0], log)
        turns += [event.player for event in log.events if isinstance(event, TurnBegan)]
    return turns


@pytest.mark.ruling("R4.4")
@pytest.mark.parametrize(
    ("piles", "turn", "turns"),
    [
        ("a", 0, [0, 1, 2]),  # drew the last tile in this turn: everybody else has one more
        ("a", 1, [1, 2]),
        ("a", 2, [2]),
        ("c", 0, [0, 1]),
        ("ab", 2, [2]),  # the first to draw the last tile counts
        ("bc", 0, [0]),
        ("abc", 1, [1]),
    ],
)
def test_an_empty_pile_has_ended_the_supply(piles: str, turn: int, turns: list[int]) -> None:
    """Found by a property test: with empty piles nobody drew a last tile, and the game went on for ever."""
    position = parse_line("2008 borgo:20 hegemony:18 outpost:12 | A1=0.HQ C3=1.HQ E1=2.HQ")
    discards = [all_but(army) if seat in piles else [] for seat, army in zip("abc", ARMIES_OF_THREE, strict=True)]
    assert turns_left(analysis_state(position, turn=turn, discards=discards)) == turns


@pytest.mark.ruling("R4.4", "R10.1")
def test_who_is_out_has_no_turn_after_the_end_of_the_supply() -> None:
    position = parse_line("2008 borgo:20 hegemony:0 outpost:12 | A1=0.HQ E1=2.HQ")
    st = analysis_state(position, turn=0, discards=[all_but("borgo"), [], []])
    assert turns_left(st) == [0, 2]


def test_a_pile_with_a_tile_goes_on() -> None:
    position = parse_line("2008 borgo:20 hegemony:18 outpost:12 | A1=0.HQ C3=1.HQ E1=2.HQ")
    st = analysis_state(position, turn=0, discards=[all_but("borgo", "Battle"), [], []])
    assert turns_left(st)[:4] == [0, 1, 2, 0]


def test_a_fallen_hq_lies_on_the_discard_pile() -> None:
    """Found by a property test: the HQ of a player who is out was looked for in the draw pile."""
    position = parse_line("borgo:20 hegemony:0 outpost:12 | A1=0.HQ E1=2.HQ")
    st = analysis_state(position, discards=[[], ["hegemony/HQ"], []])
    assert study_of(st).discards == [[], ["hegemony/HQ"], []]
    for discards, place in (
        ([[], ["hegemony/HQ", "hegemony/HQ"], []], r"discards\[1\]\[1\]"),
        ([["borgo/HQ"], [], []], r"discards\[0\]\[0\]"),
    ):
        with pytest.raises(AnalysisError, match=f"{place}: no HQ is left in the pile"):
            analysis_state(position, discards=discards)


def test_so_does_the_one_that_ended_a_game_of_two() -> None:
    """Found by a property test: only in games of more players did an HQ without points count as fallen."""
    position = parse_line("borgo:20 hegemony:0 | A1=0.HQ")
    st = analysis_state(position, discards=[[], ["hegemony/HQ"]])
    assert study_of(st).discards == [[], ["hegemony/HQ"]]


@pytest.mark.ruling("R10.1")
def test_an_hq_at_0_points_in_a_battle_is_left_out() -> None:
    """Found by a property test: it stays on the board to the end of the Battle, and no position can be read with it."""
    board = "A1=0.HQ C3=1.HQ C2=0.Nightshade/S C1=0.Slicer E1=2.HQ"
    st = state_of(parse_line(f"neojungle:20 hegemony:1 outpost:12 | {board}"))
    st.b[st.player_at(1) + P_HQ] = 0
    form = study_of(st)
    assert "C3=" not in form.line
    assert form.turn == 0
    st.b[TURN] = 1
    assert study_of(st).turn is None
    assert study_of(set_up(form)).line == form.line


@pytest.mark.ruling("R19.3", "R21.3", "R23.4")
@pytest.mark.parametrize(
    "line",
    [
        "living standard steelpolice:20* steelpolice:20 moloch:20 | A1=0.HQ C3=0.Judge^s1 C5=1.HQ E1=2.HQ",
        "living standard steelpolice:20* steelpolice:20 moloch:20 | A1=0.HQ C2=2.Blocker^s1 C5=1.HQ E1=2.HQ",
        "living standard neojungle:20* mississippi:20 | A1=0.HQ C2=0.Wall_of_Trees^v0v1v1 C5=1.HQ",
        "living standard sharrash:20* sharrash:20 | A1=0.HQ^p0 C5=1.HQ^p0",
    ],
)
def test_a_position_says_whose_a_marker_is_where_several_armies_have_such(line: str) -> None:
    """Found by a property test: a marker of the second such army came back as one of the first, or not at all."""
    assert study_of(analysis_state(parse_line(line))).line == line


@pytest.mark.parametrize(
    ("hands", "turn", "message"),
    [
        ([[], [], []], None, "hands: expected at most 2, got 3"),
        ([["outpost/Runner"] * 7], None, r"hands\[0\]: expected at most 6 tiles, got 7"),
        ([[], ["outpost/Runner"]], None, r"hands\[1\]\[0\]: outpost/Runner is no tile of hegemony"),
        ([["outpost/HQ"]], None, r"hands\[0\]\[0\]: no HQ is left in the pile"),
        (
            [["mercenaries/Harpooner", "mercenaries/Harpooner"]],
            None,
            r"hands\[0\]\[1\]: there is only one Harpooner, and it is taken",
        ),
        ([["mercenaries/Harpooner"]] * 2, None, r"hands\[1\]\[0\]: there is only one Harpooner, and it is taken"),
        ([["bombers/Mad_Bomber_II"]], None, r"hands\[0\]\[0\]: Mad Bomber II lies beside the board"),
        ([], 2, "turn: expected a player in the game, one of 0, 1, got 2"),
    ],
)
def test_what_cannot_be_is_refused(hands: list[list[str]], turn: int | None, message: str) -> None:
    with pytest.raises(AnalysisError, match=message):
        analysis_state(POSITION, hands, turn)


@pytest.mark.parametrize(
    ("discards", "message"),
    [
        ([[], [], []], "discards: expected at most 2, got 3"),
        ([[], ["outpost/Runner"]], r"discards\[1\]\[0\]: outpost/Runner is no tile of hegemony"),
        ([["outpost/HQ"]], r"discards\[0\]\[0\]: no HQ is left in the pile"),
        ([["mercenaries/Harpooner"]], r"discards\[0\]\[0\]: mercenaries/Harpooner is no tile of outpost"),
        ([["outpost/Medic"] * 3], r"discards\[0\]\[2\]: no Medic is left in the pile"),
    ],
)
def test_discards_that_cannot_be_are_refused(discards: list[list[str]], message: str) -> None:
    with pytest.raises(AnalysisError, match=message):
        analysis_state(POSITION, discards=discards)


@pytest.mark.parametrize(
    ("line", "energy", "message"),
    [
        ("duel outpost hegemony", [0, 6], r"energy\[1\]: expected 0 to 5, got 6"),
        ("duel outpost hegemony", [-1], r"energy\[0\]: expected 0 to 5, got -1"),
        ("duel outpost hegemony", [1, 1, 1], "energy: expected at most 2, got 3"),
        ("outpost hegemony", [1], r"energy\[0\]: expected 0, as only the Duel board has energy, got 1"),
    ],
)
def test_energy_that_cannot_be_is_refused(line: str, energy: list[int], message: str) -> None:
    with pytest.raises(AnalysisError, match=message):
        analysis_state(parse_line(line), energy=energy)


def test_discarded_tiles_are_drawn_no_more() -> None:
    st = analysis_state(POSITION, [["outpost/Medic"]], discards=[["outpost/Runner", "outpost/Medic"], []])
    own = scene(st).players[0]
    assert own.discards == [TileCount(tile="outpost/Runner", count=1), TileCount(tile="outpost/Medic", count=1)]
    assert "outpost/Medic" not in {entry.tile for entry in own.pile}


def test_a_mercenary_on_the_board_is_in_no_hand() -> None:
    with pytest.raises(AnalysisError, match=r"hands\[1\]\[0\]: there is only one Harpooner, and it is taken"):
        analysis_state(parse_line("outpost hegemony | C3=0.HQ B2=0.Harpooner"), [[], ["mercenaries/Harpooner"]])


@pytest.mark.parametrize(
    ("terminals", "message"),
    [
        (["A1"], "terminals: the Duel board has seven different Terminals, not 1"),
        (["Z9"] * 7, 'terminals: no hex "Z9" on the duel board'),
    ],
)
def test_terminals_that_cannot_be_are_refused(terminals: list[str], message: str) -> None:
    with pytest.raises(AnalysisError, match=message):
        analysis_state(parse_line("duel outpost hegemony"), terminals=terminals)


def test_an_unknown_tile_is_refused() -> None:
    with pytest.raises(UnknownTileId, match=r'hands\[0\]\[0\]: no tile "outpost/Dragon"'):
        analysis_state(POSITION, [["outpost/Dragon"]])


def test_who_is_out_has_no_turn() -> None:
    three = parse_line("outpost:0* hegemony:18 borgo:20 | C2=1.HQ E1=2.HQ")
    assert scene(analysis_state(three)).whose == 1
    with pytest.raises(AnalysisError, match="turn: expected a player in the game, one of 1, 2, got 0"):
        analysis_state(three, turn=0)
    with pytest.raises(AnalysisError, match="players: expected somebody whose HQ has points left"):
        analysis_state(parse_line("outpost:0 hegemony:0 borgo:0"))


@pytest.mark.slow
@given(games(), SEEDS)
@settings(max_examples=15, deadline=None)
def test_any_moment_of_a_game_can_be_set_up_again(game: Game, seed: int) -> None:
    for number, (state, _) in enumerate(moments(game, seed)):
        if number % 7:
            continue
        form = study_of(state)
        assert_form(form, StudyForm)
        again = set_up(form)
        told = study_of(again)
        assert told.line.replace("*", "") == form.line.replace("*", "")
        assert replace(told, line="", turn=None) == replace(form, line="", turn=None)
        for was, now in zip(scene(state).players, scene(again).players, strict=True):
            assert (now.hand, now.energy) == (was.hand, was.energy)
            assert (now.pile, now.discards) == (own(was.pile), own(was.discards))
        assert scene(again).board == scene(state).board
        assert form.turn is None or again.turn() == form.turn


def own(tiles: list[TileCount]) -> list[TileCount]:
    """Without mercenaries and bombers, which are left out."""
    return [entry for entry in tiles if entry.tile.split("/")[0] not in EXTRAS]


def set_up(form: StudyForm) -> State:
    return analysis_state(
        parse_line(form.line),
        form.hands,
        form.turn,
        discards=form.discards,
        energy=form.energy,
        terminals=form.terminals,
        bomber=form.bomber,
    )


# --- what positions do not say --------------------------------------------------------------------
MOVED = ["A1", "A2", "A3", "B1", "B2", "B3", "B4"]


def test_terminals_may_lie_elsewhere() -> None:
    position = parse_line("duel smart vegas | A1=0.Officer D2=0.HQ E1=1.HQ")
    usual, moved = (analysis_state(position, energy=[1], terminals=where) for where in (None, MOVED))
    for st, terminals in ((usual, list(TERMINALS)), (moved, MOVED)):
        assert [hex_.name for hex_ in scene(st).board.hexes if hex_.terminal] == terminals
        # The Officer on A1 is a Link where that is a Terminal, and with a Link there are procedures.
        kinds = {offer.kind for offer in choices(st).offers}
        assert ("procedure rotation" in kinds) == ("A1" in terminals)
    assert (study_of(usual).terminals, study_of(moved).terminals) == (None, MOVED)


def test_terminals_count_only_on_a_board_that_has_them() -> None:
    assert study_of(analysis_state(POSITION, terminals=MOVED)).terminals is None


def test_mercenaries_and_mad_bomber_can_be_in_hand() -> None:
    hands = [["outpost/Runner", "mercenaries/Harpooner"], ["bombers/Mad_Bomber"]]
    st = analysis_state(POSITION, hands, turn=0)
    assert [player.hand for player in scene(st).players] == hands
    apply(st, parse_action(st, "place Harpooner B2 facing N"))
    (placed,) = [unit for unit in scene(st).standing.units if unit.hex == "B2"]
    assert placed.owner == 0


@pytest.mark.parametrize(("bomber", "owner"), [("none", None), ("neutral", None), ("mercenary", 0)])
def test_whose_mad_bomber_is_depends_on_how_it_is_played(bomber: str, owner: int | None) -> None:
    st = analysis_state(POSITION, [["bombers/Mad_Bomber"]], turn=0, bomber=bomber)
    assert study_of(st).bomber == bomber
    apply(st, parse_action(st, "place Mad Bomber B2 facing N"))
    placed = next(unit for unit in scene(st).standing.units if unit.hex == "B2")
    assert placed.owner == owner


def test_study_keeps_mercenaries_in_hand() -> None:
    """Regression: a mercenary taken instead of drawing is in hand."""
    game = Game(("borgo", "moloch"), mercenaries=2, bomber="mercenary")
    held = set()
    for seed in range(6):
        for state, _ in moments(game, seed):
            hands = study_of(state).hands
            assert hands == [player.hand for player in scene(state).players]
            held |= {tile.split("/")[0] for hand in hands for tile in hand}
    assert {"mercenaries", "bombers"} <= held
