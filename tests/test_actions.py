"""Actions as text: every number has a text, legal actions have distinct texts, and texts parse back."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st_

from neurohex import tiles
from neurohex.notation.action import action_text, parse_action
from neurohex.notation.bridge import position_of, state_of, tile_number
from neurohex.notation.compact import format_line, parse_line
from neurohex.notation.decoding import ACTION_KINDS, Decoded, decode, encode, fields_of
from neurohex.notation.errors import ActionError
from neurohex.rules.actions import ACTIONS, END, MEDIC, PLACE
from neurohex.rules.engine import (
    Game,
    Random,
    State,
    apply,
    empty_state,
    fresh_buffer,
    legal_actions,
    new_state,
    random_action,
)
from neurohex.rules.influence import resolve
from neurohex.rules.layout import (
    ACTOR,
    ASIDE,
    FIRST,
    LIMIT,
    NO_LIMIT,
    P_ENERGY,
    ST_CAPTURE,
    ST_MAIN,
    ST_MEDIC,
    STAGE,
    TURN,
)

CORE = ("borgo", "moloch", "outpost", "hegemony", "smart", "vegas", "doomsday")


# --- numbers --------------------------------------------------------------------------------------
def test_every_number_is_taken_apart_and_put_together_again() -> None:
    kinds = set()
    for action in range(ACTIONS):
        decoded = decode(action)
        kinds.add(decoded.kind)
        assert encode(decoded) == action
    assert kinds == set(ACTION_KINDS)


def test_a_decoded_action_has_the_fields_of_its_kind_and_no_others() -> None:
    decoded = decode(PLACE + (2 * 37 + 5) * 6 + 4)
    assert decoded == Decoded("place", slot=2, hex=5, rot=4)
    assert fields_of("place") == ("slot", "hex", "rot")
    assert decoded.direction == decoded.choice == -1


@pytest.mark.parametrize("action", [-1, ACTIONS])
def test_a_number_beyond_the_layout_is_refused(action: int) -> None:
    with pytest.raises(ValueError, match="expected a number from 0 to"):
        decode(action)


def test_a_field_out_of_range_is_refused() -> None:
    with pytest.raises(ValueError, match="place: hex: expected a number from 0 to 36, got 37"):
        encode(Decoded("place", slot=0, hex=37, rot=0))
    with pytest.raises(ValueError, match="place: rot"):
        encode(Decoded("place", slot=0, hex=0))
    with pytest.raises(ValueError, match='no kind of action "dance"'):
        encode(Decoded("dance"))


# --- games at random ------------------------------------------------------------------------------
@st_.composite
def games(draw: st_.DrawFn) -> Game:
    """Any valid game."""
    count = draw(st_.sampled_from((2, 2, 2, 3, 4, 5, 6)))
    mode = {3: ("deathmatch", "one-vs-two"), 4: ("deathmatch", "team")}.get(count, ("",))
    boards = {2: ("standard", "duel", "duel"), 3: ("standard",), 4: ("standard", "expanded")}.get(count, ("expanded",))
    chosen = draw(st_.sampled_from(mode))
    mercenaries = draw(st_.integers(0, {2: 2, 3: 1, 4: 1}.get(count, 0)))
    return Game(
        tuple(draw(st_.sampled_from(CORE)) for _ in range(count)),
        ruleset=draw(st_.sampled_from(("2008", "3.0", "living"))),
        board=draw(st_.sampled_from(boards)),
        mode=chosen,
        score=chosen in ("deathmatch", "team") and draw(st_.booleans()),
        mercenaries=mercenaries,
        bomber=draw(st_.sampled_from(("none", "neutral", "mercenary") if mercenaries else ("none", "neutral"))),
        bomber_two=draw(st_.booleans()),
        alternative_start=draw(st_.booleans()),
        reinforcement=draw(st_.booleans()),
    )


def wander(game: Game, seed: int) -> Iterator[State]:
    """The states of a random game: all inside Battles, one in four of the others."""
    st, random, buffer = new_state(game), Random(seed), fresh_buffer()
    count = 0
    while not st.is_over():
        count += 1
        if st.stage() > ST_MAIN or count % 4 == 0:
            yield st
        action = int(random_action(st, random, buffer))
        if action == END:  # turns that go on longer show more
            action = int(random_action(st, random, buffer))
        apply(st, action)


SLOW = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@pytest.mark.slow
@SLOW
@given(games(), st_.integers(0, 2**32))
def test_legal_actions_have_different_words_that_mean_them(game: Game, seed: int) -> None:
    for st in wander(game, seed):
        key = st.key()
        actions = legal_actions(st)
        texts = [action_text(st, action) for action in actions]
        assert len({text.casefold() for text in texts}) == len(texts)
        assert not any(text != " ".join(text.split()) for text in texts)
        # All of a few, and a spread over many.
        for i in range(0, len(actions), 1 + len(actions) // 12):
            assert parse_action(st, texts[i]) == actions[i]
            assert parse_action(st, f"  {texts[i].upper().replace(' ', '   ')} ") == actions[i]
        assert st.key() == key, "words change nothing"


def test_every_legal_action_of_a_full_hand_is_read_back() -> None:
    st = table("vegas hegemony | C3=0.HQ C4=0.Bodyguard D3=1.Runner C2=1.HQ | B2=0.Mine", "Move", "Castling", "Mine")
    for action in legal_actions(st):
        assert parse_action(st, action_text(st, action)) == action


@given(games(), st_.integers(0, 2**32), st_.lists(st_.integers(0, ACTIONS - 1), max_size=40))
@settings(SLOW, max_examples=10)
def test_any_number_has_words_or_a_plain_refusal(game: Game, seed: int, actions: list[int]) -> None:
    for st in wander(game, seed):
        legal = set(legal_actions(st))
        for action in actions:
            said = ""
            try:
                words = action_text(st, action)
            except ValueError as error:
                said, words = str(error), ""
            assert bool(words) == (not said)
            assert not said or (said == f"action {action} means nothing here" and action not in legal)


@given(games(), st_.text(max_size=60))
@settings(SLOW, max_examples=60)
def test_any_words_are_a_legal_action_or_one_line_that_refuses_them(game: Game, text: str) -> None:
    st = new_state(game)
    said = ""
    try:
        action = parse_action(st, text)
    except ActionError as error:
        said = str(error)
    assert len(said.splitlines()) == 1 if said else action in legal_actions(st)


# --- a table for single acts ----------------------------------------------------------------------
def table(line: str, *hand: str, energy: int = 0) -> State:
    """A position with player 0 to move, and the named tiles in hand."""
    st = state_of(parse_line(line))
    st.b[LIMIT] = NO_LIMIT
    for name in hand:
        st.to_hand(0, tile_number(name, st.game.armies[0]))
    st.b[st.game.player_offset + P_ENERGY] = energy
    return st


def do(st: State, *lines: str) -> State:
    for line in lines:
        action = parse_action(st, line)
        assert action_text(st, action) == line
        apply(st, action)
    return st


def texts(st: State) -> list[str]:
    return [action_text(st, action) for action in legal_actions(st)]


LINES = [
    ("hegemony borgo | A1=0.HQ E3=1.HQ", ("Runner",), "place Runner C2 facing SE"),
    ("hegemony borgo | A1=0.HQ E3=1.HQ", ("Runner",), "discard Runner"),
    ("vegas borgo | A1=0.HQ E3=1.HQ", ("Mine",), "place Mine B2"),
    ("hegemony borgo | A1=0.HQ E3=1.HQ", ("Battle",), "battle"),
    ("smart borgo | A1=0.HQ E3=1.HQ", ("Terror",), "terror"),
    ("smart borgo | A1=0.HQ E3=1.HQ C2=0.Transporter", ("Cyborg",), "deploy Cyborg at C2 facing N"),
    ("borgo hegemony | A1=0.HQ E3=1.HQ C3=0.Mutant", ("Move",), "move C3 to C4 facing N by Move"),
    ("borgo hegemony | A1=0.HQ E3=1.HQ C3=0.Mutant", ("Move",), "turn C3 facing SW by Move"),
    ("hegemony borgo | A1=0.HQ E3=1.HQ C3=0.Runner", (), "move C3 to B2 facing NW by mobility"),
    ("hegemony borgo | A1=0.HQ E3=1.HQ C3=0.Thug B3=0.Transport", (), "move C3 to C4 facing N by Transport B3"),
    ("smart borgo | C3=0.HQ E3=1.HQ C4=0.Ripper", (), "turn C4 facing NE by HQ C3"),
    ("hegemony borgo | A1=0.HQ E3=1.HQ C3=0.Thug D3=1.Mutant", ("Push Back",), "push D3 from C3"),
    ("vegas borgo | C3=0.HQ E3=1.HQ", ("Rotation",), "rotate C3 facing NE"),
    ("doomsday borgo | C3=0.HQ E3=1.HQ C4=0.Tripler", (), "turn C4 facing S by HQ"),
    ("vegas borgo | C3=0.HQ E3=1.HQ C4=0.Guard", ("Castling",), "castle C4 C3"),
    ("borgo hegemony | C3=0.HQ E3=1.HQ C4=1.Guard", ("Grenade",), "grenade C4"),
    ("outpost hegemony | C3=0.HQ E3=1.HQ C4=1.Guard", ("Sniper",), "snipe C4"),
    ("outpost vegas | C3=0.HQ E3=1.HQ | B2=1.Mine", ("Sniper",), "snipe foundation B2"),
    ("moloch vegas | C3=0.HQ E3=1.HQ", ("Air Strike",), "air strike C3"),
    ("doomsday vegas | C3=0.HQ E3=1.HQ", ("Small Bomb",), "small bomb C3 C2 D2"),
    ("doomsday vegas | C3=0.HQ E3=1.HQ", ("Small Bomb",), "small bomb C3 D2 D3"),
]


@pytest.mark.parametrize(("line", "hand", "text"), LINES, ids=[text for _, _, text in LINES])
def test_what_players_do_is_said_so(line: str, hand: tuple[str, ...], text: str) -> None:
    do(table(line, *hand), text)


DUEL = "duel borgo hegemony | A2=0.Mutant B1=0.Claws/S B4=0.Mutant E3=0.HQ B3=1.Guard A1=1.HQ"


@pytest.mark.parametrize(
    "text",
    [
        "procedure rotation A2 facing SE",
        "procedure swap A2 facing N with B1 facing S",
        "procedure push B3 from A2 to C4",
        "procedure detonation",
        "sell Battle",
        "sell HQ point",
    ],
)
def test_what_the_duel_board_offers_is_said_so(text: str) -> None:
    do(table(f"{DUEL} C3=1.Thug", "Battle", energy=4), text)


def test_a_laser_between_two_terminals() -> None:
    do(
        table("duel borgo hegemony | A2=0.Mutant D4=0.Mutant E3=0.HQ B3=1.Guard A1=1.HQ", energy=3),
        "procedure laser A2 D4",
    )


def test_an_elimination_among_three_terminals() -> None:
    st = table("duel borgo hegemony | A2=0.Mutant B4=0.Claws C3=0.Mutant E3=0.HQ B3=1.Guard A1=1.HQ", energy=3)
    do(st, "procedure elimination B3")


def test_swapped_units_are_named_by_where_they_stand_before() -> None:
    st = table(DUEL, energy=2)
    action = parse_action(st, "procedure swap A2 facing N with B1 facing SW")
    assert parse_action(st, "procedure swap B1 facing SW with A2 facing N") == action
    apply(st, action)
    assert "B1=0.Mutant " in f"{line_of(st)} "
    assert "A2=0.Claws/SW" in line_of(st)


def line_of(st: State) -> str:
    return format_line(position_of(st))


def test_a_push_with_a_choice_is_answered_by_the_pushed() -> None:
    st = do(table("hegemony borgo | A1=0.HQ E3=1.HQ C3=0.Thug D3=1.Mutant", "Push Back"), "push D3 from C3")
    assert texts(st) == ["yield to E2", "yield to D4"]  # E3 is taken
    do(st, "yield to E2")
    assert "E2=1.Mutant" in line_of(st)


def test_a_push_with_one_goal_names_it_and_need_not() -> None:
    st = table("hegemony borgo | A1=0.HQ E3=1.HQ E2=1.Claws C3=0.Thug D3=1.Mutant", "Push Back")
    assert parse_action(st, "push D3 from C3") == parse_action(st, "push D3 from C3 to D4")
    do(st, "push D3 from C3 to D4")


def test_a_neutral_bombers_pusher_must_say_where() -> None:
    st = table("hegemony borgo | A1=0.HQ E3=1.HQ C3=0.Thug C4=-.Mad_Bomber", "Push Back")
    with pytest.raises(ActionError, match='expected "to" and a hex at the end'):
        parse_action(st, "push C4 from C3")
    do(st, "push C4 from C3 to B4")


def test_a_recon_move_goes_on_or_stops() -> None:
    line = "outpost borgo | A1=0.HQ E3=1.HQ C3=0.Runner A3=0.Recon_Center"
    st = do(table(line), "move C3 to C4 facing N by mobility")
    assert "end turn" not in texts(st)
    with pytest.raises(ActionError, match="not legal here"):
        parse_action(st, "end turn")
    for text in ("stop", "then to C5 facing N", "then facing NE"):
        do(st.copy(), text)


def test_castling_and_bombs_are_read_in_any_order() -> None:
    st = table("vegas borgo | C3=0.HQ E3=1.HQ C4=0.Guard", "Castling")
    assert parse_action(st, "castle C3 C4") == parse_action(st, "castle C4 C3")
    st = table("doomsday vegas | C3=0.HQ E3=1.HQ", "Small Bomb")
    assert parse_action(st, "small bomb D2 C3 C2") == parse_action(st, "small bomb C3 C2 D2")


def test_a_clown_attacks_or_explodes() -> None:
    st = do(table("moloch borgo | A1=0.HQ E3=1.HQ C3=0.Clown C2=1.Mutant", "Battle"), "battle")
    assert texts(st) == ["clown C3 attacks", "clown C3 explodes"]
    with pytest.raises(ActionError, match="not legal here"):
        parse_action(st, "clown C4 attacks")


def test_a_quartermaster_changes_an_edge_or_nothing() -> None:
    line = "hegemony borgo | A1=0.HQ E3=1.HQ C3=0.Thug C4=0.Quartermaster C2=1.Super_Mutant/S"
    st = do(table(line, "Battle"), "battle")
    assert "no change at C3" in texts(st)
    assert "change C3 N to ranged" in texts(st)
    assert all(parse_action(st, action_text(st, action)) == action for action in legal_actions(st))


def test_a_taken_unit_is_turned_by_its_taker() -> None:
    game = Game(("vegas", "borgo"))
    for seed in range(200):
        for st in wander(game, seed):
            if st.stage() == ST_CAPTURE:
                said = texts(st)
                assert len(said) == 6
                assert all(text.startswith("captive ") for text in said)
                return
    pytest.fail("no unit was ever taken")


def test_a_medic_saves_from_one_hit_of_several() -> None:
    line = "moloch borgo | A1=0.HQ E1=1.HQ C3=0.Hybrid/S B3=0.Medic/NE D3=1.Super_Mutant/NW C2=1.Mutant/S"
    st = do(table(line, "Battle"), "battle")
    assert st.stage() == ST_MEDIC
    assert texts(st) == ["save C3 from 2 by medic B3", "save C3 from 1 by medic B3"]
    do(st, "save C3 from 1 by medic B3")


def score_table() -> State:
    """Two armies strike the same HQ equally, and one Medic can cancel one hit."""
    game = Game(("moloch", "borgo", "hegemony"), score=True)
    st = empty_state(game)
    index = game.board.index
    for name, tile, owner, rot in (
        ("C3", "HQ", 0, 0),
        ("B3", "Medic", 0, 1),
        ("C2", "Claws", 1, 4),
        ("D2", "Ganger", 2, 5),
        ("A1", "HQ", 1, 0),
        ("E3", "HQ", 2, 0),
    ):
        st.put(index[name], tile_number(tile, game.armies[owner]), owner, rot)
    st.b[STAGE], st.b[FIRST], st.b[LIMIT] = ST_MAIN, 1, NO_LIMIT
    st.b[TURN] = st.b[ACTOR] = 0
    st.to_hand(0, tile_number("Battle", "moloch"))
    resolve(st)
    return st


def test_equal_wounds_of_different_scorers_are_told_apart() -> None:
    st = do(score_table(), "battle")
    assert texts(st) == ["save C3 from 1 of player 1 by medic B3", "save C3 from 1 of player 2 by medic B3"]
    assert [parse_action(st, text) - MEDIC for text in texts(st)] == [action - MEDIC for action in legal_actions(st)]


def test_destruction_by_a_grenade_is_a_hit_that_a_medic_takes() -> None:
    line = "borgo moloch | C3=0.HQ E3=1.HQ C4=1.Hybrid B4=1.Medic/NE C5=1.Medic/N"
    st = do(table(line, "Grenade"), "grenade C4")
    assert texts(st) == ["save C4 from destruction by medic B4", "save C4 from destruction by medic C5"]


def test_mercenaries_are_hired_then_taken_instead_of_a_draw() -> None:
    st = new_state(Game(("borgo", "moloch"), mercenaries=1))
    do(st, "hire Harpooner", "hire Rifleman", "place HQ C3 facing N", "place HQ A1 facing N")
    assert texts(st) == ["draw from pile", "hire Harpooner"]
    do(st.copy(), "hire Harpooner")
    do(st, "draw from pile", "draw Mutant")


def test_the_second_bomber_costs_a_tile() -> None:
    st = table("borgo moloch | A1=0.HQ E3=1.HQ", "Battle")
    st.b[ASIDE] = 1
    do(st, "bomber C3 discarding Battle")
    assert "C3=-.Mad_Bomber_II" in line_of(st)


def test_instants_alone_may_be_drawn_again() -> None:
    game = Game(("borgo", "moloch"))
    st = do(new_state(game), "place HQ C3 facing N", "place HQ A1 facing N", "draw Battle", "redraw", "draw Claws")
    assert st.hand(0) == (tile_number("Claws", "borgo"),)


# --- refusals -------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", 'expected an action, such as "end turn"; the text is empty'),
        ("x" * 201, 'expected an action, such as "end turn"; the text is longer than 200 characters'),
        ("dance", '"dance": not understood'),
        ("place Runner Z9 facing N", 'no hex "Z9" on the standard board; near: place Runner'),
        ("place Runner C2 facing up", 'no direction "up", expected one of N NE SE S SW NW; near: place Runner C2'),
        ("place Runer C2 facing N", 'no "Runer" in hand; near: place Runner C2 facing N'),
        ("place Runner C2", 'expected "facing" and a direction at the end; near: place Runner C2'),
        ("place Thug C2 facing N", 'no "Thug" in hand'),
        ("place Runner C3 facing N", '"place Runner C3 facing N": not legal here; near: place Runner'),
        ("move D4 to D3 facing N by Move", "not legal here"),
        ("move C3 to C4 facing N by Foo", 'not by "Foo", expected Move, mobility, or a unit and its hex'),
        ("move C3 to C4 facing N by Boss A2", 'no "Boss" on A2'),
        ("move C3 to C4 facing N by Boss A1", "not by"),
        ("yield to C3", "not legal here"),
        ("then to C3 facing N", "not legal here"),
        ("captive C3 facing N", "not legal here"),
        ("save C3 from 2 by medic B3", "not legal here"),
        ("hire Harpooner", 'no "Harpooner" to hire'),
        ("procedure laser A2 E2", "not legal here"),
        ("push C4 from C3", "not legal here"),
        ("push A1 from E3 to A2", "not legal here"),
        ("castle A1 E3", "not legal here"),
        ("small bomb A1 B2 E3", "not legal here"),
        ("draw Runner", "not legal here"),
        ("draw Mutant", 'no "Mutant" in the pile'),
    ],
)
def test_a_refusal_names_what_is_wrong(text: str, problem: str) -> None:
    st = table("hegemony borgo | B1=0.HQ E3=1.HQ C3=0.Runner A2=0.Transport", "Runner", "Battle")
    key = st.key()
    with pytest.raises(ActionError) as caught:
        parse_action(st, text)
    assert problem in str(caught.value)
    assert "\n" not in str(caught.value)
    assert st.key() == key


def test_few_choices_are_listed_when_none_is_near() -> None:
    st = do(table("moloch borgo | A1=0.HQ E3=1.HQ C3=0.Clown C2=1.Mutant", "Battle"), "battle")
    with pytest.raises(ActionError, match="expected one of: clown C3 attacks, clown C3 explodes"):
        parse_action(st, "boom")


def test_a_foundation_has_no_facing() -> None:
    st = table("vegas borgo | A1=0.HQ E3=1.HQ", "Mine")
    with pytest.raises(ActionError, match="a foundation has no facing; near: place Mine B2"):
        parse_action(st, "place Mine B2 facing N")


def test_after_the_end_nothing_is_legal() -> None:
    st = new_state(Game(("borgo", "moloch")))
    random, buffer = Random(1), fresh_buffer()
    while not st.is_over():
        apply(st, int(random_action(st, random, buffer)))
    with pytest.raises(ActionError, match="the game is over"):
        parse_action(st, "end turn")


def test_other_names_of_a_tile_are_understood() -> None:
    st = table("borgo hegemony | A1=0.HQ E3=1.HQ", "Claws")
    assert parse_action(st, "place butcher C2 facing N") == parse_action(st, "place Claws C2 facing N")
    assert tiles.ARMIES["borgo"].tile("Butcher").name == "Claws"


# --- armies of one's own --------------------------------------------------------------------------
CHECK_TRICKY = """
from neurohex.notation.action import action_text, parse_action, tile_words
from neurohex.notation.bridge import tile_number
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import Game, Random, apply, fresh_buffer, legal_actions, new_state, random_action

for seed in range(8):
    st = new_state(Game(("tricky", "tricky"), board="duel", mercenaries=2, bomber_two=True))
    random, buffer = Random(seed), fresh_buffer()
    while not st.is_over():
        actions = legal_actions(st)
        texts = [action_text(st, action) for action in actions]
        assert len({text.casefold() for text in texts}) == len(texts)
        for i in range(0, len(texts), 1 + len(texts) // 9):
            assert parse_action(st, texts[i]) == actions[i], texts[i]
        apply(st, int(random_action(st, random, buffer)))
tiles = [ALL_TILES[tile_number(name, army)] for name, army in (("Rifleman", None), ("HQ point", "tricky"))]
print(*(tile_words(st.game, 0, tile) for tile in tiles))
"""

TRICKY = {
    "Mutant": "Rifleman",
    "Claws": "HQ point",
    "Medic": "from pile",
    "Scout": "Runner B2 facing",
    "Brawler": "A  b",
}


@pytest.mark.slow
def test_no_name_of_a_tile_leaves_a_doubt(tmp_path: Path) -> None:
    """Tile names that read like other words, or like a mercenary, in a custom army."""
    source = (Path(tiles.__file__).parents[1] / "armies" / "borgo.toml").read_text(encoding="utf-8")
    for old, new in TRICKY.items():
        assert f'name = "{old}"' in source
        source = source.replace(f'name = "{old}"', f'name = "{new}"')
    (tmp_path / "tricky.toml").write_text(source, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-c", CHECK_TRICKY],
        env={**os.environ, "NEUROHEX_ARMIES": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stderr, done.stdout.split()) == ("", ["Rifleman", "of", "mercenaries", "HQ", "point", "tile"])
