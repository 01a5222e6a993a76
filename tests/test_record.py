"""Game records: a replay equals the game, and errors name their line."""

from __future__ import annotations

import io
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st_

from neurohex.events import GameOver, TurnBegan
from neurohex.notation.action import action_text, parse_action
from neurohex.notation.errors import RecordError
from neurohex.notation.record import (
    LONGEST_TEXT,
    LONGEST_VALUE,
    MOST_TAGS,
    Dealer,
    Record,
    Recorder,
    deal,
    final_state,
    game_tags,
    is_dealt_from_seed,
    key_text,
    parse_record,
    replay,
    result_text,
    write_record,
)
from neurohex.rules.catalog import ALL_TILES
from neurohex.rules.engine import (
    Game,
    Log,
    Random,
    State,
    apply,
    fresh_buffer,
    is_chance,
    legal_actions,
    new_state,
    random_action,
)
from neurohex.rules.layout import END_FINAL, OVER, SHARED, WINNERS

PAGE = Path(__file__).parents[1] / "docs" / "records.md"

GAMES = [
    Game(("borgo", "outpost")),
    Game(("hegemony", "smart"), ruleset="2008"),
    Game(("vegas", "doomsday"), ruleset="3.0", board="duel", alternative_start=True),
    Game(("vegas", "vegas"), board="duel", terminals=("E2", "B1", "B4", "C3", "D1", "D4", "A1")),
    Game(("moloch", "borgo"), mercenaries=2, bomber="mercenary", bomber_two=True),
    Game(("moloch", "vegas", "hegemony"), score=True),
    Game(("smart", "moloch", "doomsday"), mode="one-vs-two", teams=((1,), (0, 2))),
    Game(("borgo", "moloch", "outpost", "vegas"), mode="team", score=True, board="expanded", bomber="neutral"),
    Game(("borgo", "smart", "outpost", "hegemony"), mode="team", ruleset="3.0", teams=((0, 3), (1, 2))),
    Game(("borgo", "moloch", "outpost", "vegas", "doomsday", "smart"), board="expanded", reinforcement=True),
    Game(("smart", "smart"), bomber="neutral", bomber_two=True, open_piles=True),
]


def play(game: Game, seed: int, out: io.StringIO | None = None, tags: dict[str, str] | None = None) -> Recorder:
    """A whole random game."""
    recorder = Recorder(game, {"Seed": str(seed), **(tags or {})}, out)
    st, dealer, random, buffer = recorder.state, Dealer(game, seed), Random(seed + 1), fresh_buffer()
    while not st.is_over():
        recorder.play(dealer.draw(st) if is_chance(st) else int(random_action(st, random, buffer)))
    return recorder


SMALL = play(GAMES[0], 3, tags={"Date": "2024-05-01", "Player1": 'Ben "the \\ Wall"', "Room": "Ł 4"})
TEXT = write_record(SMALL.record)
LINES = TEXT.splitlines(keepends=True)
HEADER = LINES.index("\n") + 1
ACTS = [number for number, line in enumerate(LINES) if re.match(r"\d: ", line)]


def refused(text: str) -> RecordError:
    with pytest.raises(RecordError) as caught:
        parse_record(text)
    assert "\n" not in str(caught.value)
    return caught.value


# --- there and back -------------------------------------------------------------------------------
@pytest.mark.slow
@given(st_.sampled_from(GAMES), st_.integers(-(2**70), 2**70))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_a_record_replays_to_the_very_state_that_was_played(game: Game, seed: int) -> None:
    out = io.StringIO()
    played = play(game, seed, out)
    for text in (out.getvalue(), write_record(played.record)):
        record = parse_record(text)
        assert record.complete
        assert record.message == ""
        assert record.game.describe() == game.describe()
        assert record.actions == played.record.actions
        assert record.tags == played.record.tags
        last = final_state(record)
        assert last.to_bytes() == played.state.to_bytes()
        assert last.key() == played.state.key()
        assert is_dealt_from_seed(record)
    assert write_record(parse_record(out.getvalue())) == write_record(played.record)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: " ".join(map(str, game.describe().values())))
def test_every_game_is_described_by_its_tags(game: Game) -> None:
    record = parse_record(write_record(Record(game)))
    assert record.game.describe() == game.describe()
    assert (record.complete, record.actions, record.tags) == (False, [], {})


def test_a_recorder_writes_the_text_of_the_record() -> None:
    out = io.StringIO()
    play(GAMES[0], 3, out, {"Date": "2024-05-01", "Player1": 'Ben "the \\ Wall"', "Room": "Ł 4"})
    found = {line for line in LINES if line.startswith(("[Result ", "[Key "))}
    assert len(found) == 2
    assert out.getvalue() == "".join(line for line in LINES if line not in found)


def test_a_record_in_the_making_can_be_read_after_every_action() -> None:
    out = io.StringIO()
    recorder = Recorder(SMALL.record.game, {}, out)
    for count, action in enumerate(SMALL.record.actions[:60]):
        assert parse_record(out.getvalue()).actions == SMALL.record.actions[:count]
        recorder.play(action)


def test_every_line_of_a_game_is_in_words_a_player_knows() -> None:
    st = new_state(SMALL.record.game)
    lines = [LINES[number].rstrip("\n") for number in ACTS]
    for line, after, action in zip(lines, list(replay(SMALL.record))[1:], SMALL.record.actions, strict=True):
        assert line == f"{st.actor()}: {action_text(st, action)}"
        st = after
    headings = [line for line in LINES if line.startswith("# turn ")]
    assert headings[0] == "# turn 1: Borgo\n"
    assert headings[1] == '# turn 2: The Outpost, Ben "the \\ Wall"\n'
    assert TEXT.endswith(f"result: {result_text(SMALL.state)}\n")


def test_a_game_goes_on_from_where_it_was_left() -> None:
    cut = parse_record("".join(LINES[: ACTS[40]]))
    assert cut.actions == SMALL.record.actions[:40]
    out = io.StringIO()
    recorder = Recorder.resume(cut, out)
    dealer = Dealer(cut.game, int(cut.tags["Seed"]))
    for action in SMALL.record.actions[40:]:
        if is_chance(recorder.state):
            assert dealer.draw(recorder.state) == action
        recorder.play(action)
    assert recorder.record.complete
    assert write_record(parse_record(out.getvalue())) == TEXT


def test_a_recorder_refuses_an_illegal_action_and_writes_nothing() -> None:
    out = io.StringIO()
    recorder = Recorder(GAMES[0], {}, out)
    before, key = out.getvalue(), recorder.state.key()
    for action in (-1, 0, 10**9):
        with pytest.raises(RecordError, match=r"actions\[0\]: action .* is not legal there"):
            recorder.play(action)
    assert (out.getvalue(), recorder.state.key(), recorder.record.actions) == (before, key, [])
    recorder.play(legal_actions(recorder.state)[0])
    assert out.getvalue() == f"{before}# before the first turn\n0: place HQ A1 facing N\n"


def test_events_go_to_the_log_of_the_caller() -> None:
    log = Log()
    recorder = Recorder(SMALL.record.game)
    for action in SMALL.record.actions:
        recorder.play(action, log)
    kinds = [type(event) for event in log.events]
    assert kinds.count(GameOver) == 1
    assert kinds.count(TurnBegan) == sum(line.startswith("# turn ") for line in LINES)
    assert recorder.state.log is None


def test_replayed_states_are_independent() -> None:
    states = list(replay(SMALL.record))
    assert len(states) == len(SMALL.record.actions) + 1
    assert states[0] == new_state(SMALL.record.game)
    assert states[-1] == final_state(SMALL.record) == SMALL.state
    assert len({state.key() for state in states}) > len(states) // 2


def test_a_record_with_an_illegal_action_is_neither_written_nor_replayed() -> None:
    record = Record(GAMES[0], {}, [*SMALL.record.actions[:7], 0, 0, 0, 0])
    for use in (write_record, final_state, lambda record: list(replay(record)), Recorder.resume):
        with pytest.raises(RecordError, match=r"actions\[\d+\]: action 0 is not legal there"):
            use(record)


# --- dealing --------------------------------------------------------------------------------------
def test_a_seed_and_the_players_choices_are_the_whole_game() -> None:
    choices = [
        action for st, action in zip(replay(SMALL.record), SMALL.record.actions, strict=False) if not is_chance(st)
    ]
    again = deal(SMALL.record.game, 3, choices)
    assert again.complete
    assert final_state(again).to_bytes() == SMALL.state.to_bytes()
    assert deal(SMALL.record.game, 4, choices[:2]).actions != deal(SMALL.record.game, 5, choices[:2]).actions
    with pytest.raises(RecordError, match="not legal there"):
        deal(SMALL.record.game, 3, [*choices, 0])


def test_a_dealer_draws_only_when_a_tile_is_to_be_drawn() -> None:
    with pytest.raises(ValueError, match="no tile is to be drawn now"):
        Dealer(GAMES[0], 1).draw(new_state(GAMES[0]))


@pytest.mark.slow
@given(st_.sampled_from(GAMES), st_.integers(-(2**70), 2**70))
@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_tiles_come_in_the_order_of_the_piles_whatever_is_done(game: Game, seed: int) -> None:
    """Tiles returned to the top are drawn first; all others in shuffled order."""
    dealer = Dealer(game, seed)
    record = play(game, seed).record
    drawn: list[list[int]] = [[] for _ in game.armies]
    for st, action in zip(replay(record), record.actions, strict=False):
        for player, known in enumerate(drawn):
            top = tuple(reversed(st.top(player)))
            assert dealer.upcoming(st, player) == (*top, *dealer.orders[player][len(known) :])
            assert Counter(dealer.upcoming(st, player)) == st.pile(player)
        if is_chance(st):
            player = st.actor()
            tile = dealer.upcoming(st, player)[0]
            assert action_text(st, action) == f"draw {ALL_TILES[tile].name}"
            assert action == Dealer(game, seed).draw(st)
            if not st.top(player):
                drawn[player].append(tile)


def test_tiles_did_come_back_in_one_of_these_games() -> None:
    states = replay(play(GAMES[-1], 2).record)
    assert any(st.top(player) and is_chance(st) for st in states for player in (0, 1))


def test_a_pile_follows_from_seed_seat_and_army_alone() -> None:
    piles = Dealer(Game(("borgo", "outpost")), 9).orders
    others = Dealer(
        Game(("borgo", "vegas", "smart", "outpost"), mode="team", ruleset="3.0", board="expanded"), 9
    ).orders
    assert others[0] == piles[0]
    assert sorted(others[3]) == sorted(piles[1])
    assert Dealer(Game(("outpost", "borgo")), 9).orders[0] != piles[1]
    assert Dealer(Game(("borgo", "borgo")), 9).orders[1] != piles[0]
    assert Dealer(Game(("borgo", "outpost")), 10).orders[0] != piles[0]
    assert Counter(piles[1]) == new_state(Game(("borgo", "outpost"))).pile(1)


def test_every_tile_is_as_likely_in_every_place() -> None:
    game = Game(("borgo", "moloch"))
    deals = 3000
    piles = [Dealer(game, seed).orders for seed in range(deals)]
    for player in (0, 1):
        whole = new_state(game).pile(player)
        for place in (0, 1, 17, -1):
            found = Counter(orders[player][place] for orders in piles)
            for tile, count in whole.items():
                expected = deals * count / sum(whole.values())
                assert abs(found[tile] - expected) < 5 * expected**0.5


def test_a_pile_whose_tiles_were_drawn_otherwise_still_has_an_order() -> None:
    """With hand-edited draws, the rest of the shuffled pile keeps its order."""
    game = Game(("borgo", "outpost"))
    dealer = Dealer(game, 5)
    st = new_state(game)
    for words in ("place HQ A1 facing N", "place HQ E3 facing N"):
        apply(st, parse_action(st, words))
    last = dealer.orders[0][-1]
    apply(st, parse_action(st, f"draw {ALL_TILES[last].name}"))
    left = list(dealer.orders[0])
    left.remove(last)  # of equal tiles the one that would have come first
    assert dealer.upcoming(st, 0) == tuple(left)
    while st.actor() == 0 and not is_chance(st):
        apply(st, parse_action(st, "end turn"))
    while not st.is_over():
        apply(st, dealer.draw(st) if is_chance(st) else legal_actions(st)[0])


def test_a_tile_that_came_back_and_was_forgotten_is_drawn_before_the_pile() -> None:
    """A state knows eight tiles on top; of more it only knows that they are in the pile."""
    game = Game(("smart", "borgo"), bomber_two=True)
    dealer = Dealer(game, 1)
    st = new_state(game)
    bomber = next(number for number, tile in enumerate(ALL_TILES) if tile.name == "Mad Bomber II")
    droid = next(number for number, tile in enumerate(ALL_TILES) if tile.name == "Bio-droid")
    st.to_top(0, bomber)
    for _ in range(8):
        st.to_top(0, droid)
    assert dealer.upcoming(st, 0)[:9] == (*[droid] * 8, bomber)
    assert dealer.upcoming(st, 0)[9:] == dealer.orders[0]


def test_another_draw_than_the_seeds_is_noticed() -> None:
    record = parse_record(TEXT)
    record.tags["Seed"] = "4"
    assert not is_dealt_from_seed(record)
    del record.tags["Seed"]
    assert not is_dealt_from_seed(record)


# --- cut off --------------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize("keys", [True, False], ids=["with a key", "without"])
def test_a_record_cut_after_any_line_replays_to_there(keys: bool) -> None:
    lines = [line for line in LINES if keys or not line.startswith(("[Key", "[Result"))]
    header = lines.index("\n") + 1
    acts = [number for number, line in enumerate(lines) if re.match(r"\d: ", line)]
    for end in range(len(lines)):
        text = "".join(lines[:end])
        if end < header:
            refused(text)
            continue
        record = parse_record(text)
        done = sum(number < end for number in acts)
        assert record.actions == SMALL.record.actions[:done]
        assert not record.complete
        if done == len(acts):
            assert record.message == f"the game is over after line {acts[-1] + 1}, but the result is missing"
        else:
            after = f"after line {acts[done - 1] + 1}" if done else "before its first action"
            assert record.message == (f"cut off {after}" if keys else f"unfinished: the record ends {after}")


@pytest.mark.slow
def test_a_record_cut_inside_any_line_replays_to_the_line_before() -> None:
    position = 0
    for number, line in enumerate(LINES):
        for inside in {1, len(line) // 2, len(line) - 1}:
            text = TEXT[: position + inside]
            if inside >= len(line) or inside < 1:
                continue
            if number < HEADER:
                assert "cut off" in str(refused(text))
                continue
            record = parse_record(text)
            assert record.actions == SMALL.record.actions[: sum(act < number for act in ACTS)]
            if number == len(LINES) - 1 and inside == len(line) - 1:
                assert record.complete  # the whole result, but for its line end
            else:
                assert not record.complete
                assert record.message
            if number in ACTS:
                assert record.message.startswith(f"line {number + 1} is not whole and was left out: ")
        position += len(line)


def test_a_facing_cut_to_another_facing_is_not_taken_for_it() -> None:
    text = "".join(LINES[:HEADER]) + "0: place HQ C3 facing N"  # of NE or NW, who knows
    assert parse_record(text).actions == []
    assert parse_record(text + "E\n").actions != []


# --- tampering ------------------------------------------------------------------------------------
def test_an_action_changed_by_hand_is_an_error_that_names_line_and_reason() -> None:
    number = next(n for n in ACTS if LINES[n].startswith("1: place") and "HQ" not in LINES[n])
    broken = LINES[number].replace("place ", "place Giant ")
    error = refused("".join([*LINES[:number], broken, *LINES[number + 1 :]]))
    assert error.line == number + 1
    assert "in hand" in error.problem
    assert str(error).startswith(f"line {number + 1}: ")


def test_an_action_of_another_or_of_no_meaning_is_noticed() -> None:
    for number in ACTS[:80]:
        line = LINES[number]
        other = ("1" if line[0] == "0" else "0") + line[1:]
        error = refused("".join([*LINES[:number], other, *LINES[number + 1 :]]))
        assert (error.line, error.problem) == (
            number + 1,
            f"expected an action of player {line[0]}, who is to act, not of player {other[0]}",
        )
        nonsense = refused("".join([*LINES[:number], f"{line[0]}: dance\n", *LINES[number + 1 :]]))
        assert nonsense.line == number + 1
        assert nonsense.problem.startswith('"dance": not understood')


@pytest.mark.slow
def test_a_change_is_noticed_unless_it_makes_no_difference_in_the_end() -> None:
    places = []
    for number in ACTS:
        others = [*LINES[:number], *LINES[number + 1 :]]
        turned = re.sub(r"facing \w+", "facing SE" if "SE" not in LINES[number] else "facing NW", LINES[number])
        changed = [*LINES[:number], turned, *LINES[number + 1 :]]
        for lines in (others, changed):
            try:
                record = parse_record("".join(lines))
            except RecordError as error:
                places.append(error.place)
                continue
            assert final_state(record).to_bytes() == SMALL.state.to_bytes()
    assert places.count("") > len(ACTS) // 2
    assert places.count("Key") > 5


@pytest.mark.parametrize(
    ("old", "new", "line", "problem"),
    [
        ('[Neurohex "1"]', '[Neurohex "2"]', 1, 'expected "1", the form that is read here, got "2"'),
        ('[Neurohex "1"]\n', "", 1, 'Ruleset: expected [Neurohex "1"] as the first tag'),
        ('[Ruleset "living"]\n', "", HEADER - 1, 'expected a tag [Ruleset "…"], but it is missing'),
        ('[Ruleset "living"]', '[Ruleset "2050"]', 2, 'no ruleset "2050"'),
        ('[Board "standard"]', '[Board "flat"]', 3, 'no board "flat"'),
        ('[Board "standard"]', '[Board "expanded"]', 3, "the expanded board is for 4 to 6 players"),
        ('[Mode "standard"]', '[Mode "team"]', 4, "team is for four armies"),
        ('[Mode "standard"]', '[Mode "position"]', 4, "a record tells a game from its first act"),
        ('[Army0 "borgo"]', '[Army0 "bogro"]', 5, 'no army "bogro"; there are borgo, moloch'),
        ('[Army1 "outpost"]', '[Army2 "outpost"]', HEADER, "expected a tag [Army1"),
        ('[Seed "3"]', '[Army3 "vegas"]', 7, "expected [Army2], as armies are numbered without gaps"),
        ('[Seed "3"]', '[Seed "three"]', 7, 'Seed: expected a whole number, got "three"'),
        ('[Seed "3"]', '[Army0 "vegas"]', 7, "Army0: the tag stands on line 5 already"),
        ('[Seed "3"]', '[DATE "now"]', 8, "Date: the tag stands on line 7 already"),
        ('[Seed "3"]', '[room "5"]', 10, "Room: the tag stands on line 7 already"),
        ('[Seed "3"]', "[Seed 3]", 7, 'expected a tag as [Name "value"], got "[Seed 3]"'),
        ('[Seed "3"]', '[Score "maybe"]', 7, 'Score: expected yes or no, got "maybe"'),
        ('[Seed "3"]', '[Score "yes"]', 7, "the score rule goes with deathmatch and team"),
        ('[Seed "3"]', '[Mercenaries "many"]', 7, 'Mercenaries: expected a number, got "many"'),
        ('[Seed "3"]', '[Mercenaries "9"]', 7, "0, 1 or 2 each, not 9"),
        ('[Seed "3"]', '[Teams "0, one"]', 7, 'Teams: expected a number, got "one"'),
        ('[Seed "3"]', '[Teams "0, 1"]', 7, "standard has no teams"),
        ('[Seed "3"]', '[Bomber "sad"]', 7, '"sad" is no way to play Mad Bomber'),
        ('[Seed "3"]', '[Terminals "A1 Z9"]', 7, 'no hex "Z9" on the duel board'),
        ('[Seed "3"]', '[Note "a\x07b"]', 7, "Note: expected a value without control characters"),
        ('[Seed "3"]', f'[Note "{"x" * (LONGEST_VALUE + 1)}"]', 7, f"expected at most {LONGEST_VALUE} characters"),
        ('[Seed "3"]', "0: place HQ C3 facing N", 8, "expected an action, as tags stand before the first one"),
        ("# before the first turn", "before the first turn", HEADER + 1, 'as "0: end turn", got "before the first'),
        (
            "# before the first turn",
            "result: draw",
            HEADER + 1,
            "result: the game is not over here; expected an action",
        ),
        ("# before the first turn", "0 place HQ", HEADER + 1, "expected a player and an action"),
    ],
)
def test_a_fault_is_named_with_its_line(old: str, new: str, line: int, problem: str) -> None:
    assert TEXT.count(old) == 1
    error = refused(TEXT.replace(old, new))
    assert problem in str(error)
    assert error.line == line


def test_the_result_must_be_the_games_own() -> None:
    own = result_text(SMALL.state)
    other = "draw" if own != "draw" else "player 0 wins"
    line = f"result: {own}"
    error = refused(TEXT.replace(line, f"result: {other}"))
    assert str(error) == f'line {len(LINES)}: result: expected "{own}", got "result: {other}"'
    error = refused(TEXT.replace(f'[Result "{own}"]', f'[Result "{other}"]'))
    assert error.place == "Result"
    assert refused(TEXT + "0: end turn\n").problem == 'expected nothing after the result, got "0: end turn"'
    assert refused(TEXT + "0: end turn").line == len(LINES) + 1
    assert "the game is over; expected" in str(refused(TEXT.replace(line, "0: end turn")))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "the record is empty"),
        ("\n; nothing\n", "the record is empty"),
        ("hello\n", 'line 1: expected [Neurohex "1"], the first tag of a record, got "hello"'),
        ("hello", 'line 1: expected [Neurohex "1"], the first tag of a record, got "hello"'),
        ("\n\n[Neuro", "line 3: cut off among the tags"),
        ("x" * (LONGEST_TEXT + 1), "longer than 2,000,000 characters; no game is"),
    ],
)
def test_an_invalid_record_is_refused(text: str, problem: str) -> None:
    assert str(refused(text)) == problem


@given(st_.text(max_size=300), st_.integers(0, len(TEXT)), st_.integers(0, 40))
@settings(max_examples=150, deadline=None)
def test_no_text_does_worse_than_a_record_error(text: str, position: int, length: int) -> None:
    changed = TEXT[:position] + text + TEXT[position + length :]
    said = ""
    try:
        record = parse_record(changed)
    except RecordError as error:
        said = str(error)
    assert len(said.splitlines()) == 1 if said else final_state(record)


# --- what is forgiven -----------------------------------------------------------------------------
def test_remarks_spaces_and_case_do_not_matter() -> None:
    head, _, body = TEXT.partition("\n\n")
    loose = head.replace("\n", " \n\n# remark\n  ") + "\n\n" + body.upper().replace(": ", " :  ")
    record = parse_record("\ufeff; a remark\n" + loose.replace("\n", "\r\n; remark\r\n\r\n"))
    assert record.complete
    assert record.actions == SMALL.record.actions


def test_armies_may_have_their_names_in_either_language() -> None:
    new_york = Game(("newyork", "outpost"))
    text = write_record(Record(new_york))
    for names in (("Nowy Jork", "Posterunek"), ("New York", "the outpost")):
        named = text.replace('"newyork"', f'"{names[0]}"').replace('"outpost"', f'"{names[1]}"')
        assert named != text
        assert parse_record(named).game.armies == ("newyork", "outpost")


def test_unknown_tags_are_kept() -> None:
    record = parse_record(TEXT.replace('[Seed "3"]', '[Seed "3"]\n[Event "MatchRegistry \\"B\\""]'))
    assert record.tags["Event"] == 'MatchRegistry "B"'
    assert list(record.tags) == ["Seed", "Event", "Date", "Player1", "Room"]
    assert '[Event "MatchRegistry \\"B\\""]\n' in write_record(record)


@given(st_.text(max_size=LONGEST_VALUE))
def test_any_value_of_a_tag_comes_back_or_is_refused(value: str) -> None:
    record = Record(GAMES[0], {"Note": value})
    try:
        text = write_record(record)
    except RecordError:
        assert re.search(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]", value)
    else:
        assert parse_record(text).tags == {"Note": value}


@pytest.mark.parametrize(
    ("tags", "problem"),
    [
        ({"Key": "0"}, "Key: the tag follows from the game"),
        ({"army7": "borgo"}, "army7: the tag follows from the game"),
        ({"two words": "x"}, 'tag "two words": expected a name'),
        ({"Note": "x", "note": "y"}, "note: the tag stands there twice"),
        ({"Note": "two\nlines"}, "Note: expected a value without control characters"),
        ({"seed": "x"}, "Seed: expected a whole number"),
        ({f"T{n}": "" for n in range(MOST_TAGS)}, "tags: at most 100 tags, not 107"),
    ],
)
def test_tags_that_could_not_be_read_back_are_not_written(tags: dict[str, str], problem: str) -> None:
    with pytest.raises(RecordError) as caught:
        write_record(Record(GAMES[0], tags))
    assert problem in str(caught.value)


def test_too_many_tags_are_refused() -> None:
    tags = "".join(f'[T{n} "x"]\n' for n in range(MOST_TAGS))
    assert refused(f'[Neurohex "1"]\n{tags}\n').problem == "at most 100 tags"


def test_a_position_for_study_has_no_record() -> None:
    with pytest.raises(RecordError, match="a record tells a game from its first act"):
        write_record(Record(Game(("borgo", "moloch"), mode="position")))


# --- results --------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("winners", "shared", "words"),
    [
        (0b0100, 0, "player 2 wins"),
        (0b0101, 0, "players 0 and 2 win"),
        (0b0000, 0, "draw"),
        (0b1011, 1, "draw of players 0, 1 and 3"),
    ],
)
def test_results_in_words(winners: int, shared: int, words: str) -> None:
    st = new_state(GAMES[7])
    assert result_text(st) == "unfinished"
    st.b[OVER], st.b[WINNERS], st.b[SHARED] = END_FINAL, winners, shared
    assert result_text(st) == words


# --- the page -------------------------------------------------------------------------------------
def example(language: str) -> str:
    (text,) = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert isinstance(text, str)
    return text


def test_the_example_of_the_page_is_a_record() -> None:
    text = example("text")
    record = parse_record(text)
    assert record.message == f"unfinished: the record ends after line {len(text.splitlines())}"
    assert write_record(record) == text
    assert is_dealt_from_seed(record)


def test_the_error_that_the_page_shows_is_the_one_that_comes() -> None:
    shown = next(line for line in PAGE.read_text(encoding="utf-8").splitlines() if re.match(r"line \d", line))
    error = refused(example("text").replace("Scout B2 facing NE", "Scout B2 facing X"))
    assert str(error).startswith(shown.removesuffix("…"))


def test_the_program_of_the_page_runs(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(example("python"), PAGE.name, "exec"), {})
    assert parse_record(capsys.readouterr().out).complete


def test_the_page_names_every_tag() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for game in GAMES:
        for tag in game_tags(game):
            assert f"`{re.sub(r'[0-9]$', '0', tag)}`" in page


def test_the_key_is_the_states_own() -> None:
    assert int(key_text(SMALL.state), 16) == SMALL.state.key()
    assert len(key_text(SMALL.state)) == 16
    assert isinstance(SMALL.state, State)
