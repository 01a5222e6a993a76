"""The rules fill in events completely, and create none without a log."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pytest

from neurohex import events as ev
from neurohex.events import EVENT_TYPES, Event, UnitRef, from_json, to_json
from neurohex.rules.engine import Log, Random, fresh_buffer, play, random_action
from neurohex.rules.state import State
from tests.explain import battle_sentences, further_sentences, turn_sentences
from tests.explain.stories import MODES, RULINGS, fought, last_turn, played, random_game
from tests.rules.table import Table

Found = list[Event]


def of(kind: type[Event], found: Found) -> list[Any]:
    return [event for event in found if isinstance(event, kind)]


def named(units: tuple[UnitRef, ...]) -> list[str]:
    return [str(unit) for unit in units]


# --- hits -----------------------------------------------------------------------------------------
@pytest.mark.ruling("R3.5", "R6.3")
def test_a_hit_has_the_parts_of_its_strength() -> None:
    _, found = fought("hegemony vegas | C3=0.Universal_Soldier/NE C2=1.Guard/S C4=0.HQ")
    (hit,) = [hit for hit in of(ev.Hit, found) if str(hit.source) == "Universal Soldier C3"]
    assert (hit.direction, str(hit.target), hit.kind, hit.wounds) == ("N", "Guard C2", "melee+ranged", 2)
    assert (hit.melee.printed, hit.melee.value, hit.ranged.value, hit.armour) == (1, 2, 1, 1)
    assert [(str(gift), gift.effect, gift.value) for gift in hit.melee.gifts] == [("HQ C4", "melee", 1)]
    assert hit.ranged.gifts == ()
    assert hit.outcome is not None
    assert hit.rulings == ("R6.2", "R6.4", "R3.5", "R6.3")


@pytest.mark.ruling("R11.1")
def test_a_hit_has_the_way_of_its_shot() -> None:
    line = "doomsday hegemony | C2=0.Tripler/S C3=0.Tripler/SW D2=0.Doom_Net_Fighter/SW D1=0.Omega_Shooter/SW B2=1.HQ"
    _, found = fought(line)
    ways = [(hit.direction, hit.arrives, named(hit.path)) for hit in of(ev.Hit, found) if hit.phase == 2]
    assert ways == [
        ("S", "NW", ["Doom Net Fighter D2", "Tripler C3"]),
        ("SW", "NW", ["Tripler C2", "Doom Net Fighter D2", "Tripler C3"]),
        ("SW", "NW", ["Tripler C2", "Tripler C3"]),
        ("SW", "SW", ["Tripler C2"]),
    ]


@pytest.mark.ruling("R11.2")
def test_an_endless_shot_is_in_a_loop() -> None:
    line = (
        "doomsday hegemony | C3=0.Tripler/S D1=0.Tripler/NW C1=0.Fireblast/S D3=0.Doom_Net_Fighter/N E3=0.Omega_Shooter"
    )
    _, found = fought(f"{line} C4=1.Gladiator/S A2=1.HQ")
    hits = {str(hit.target): hit for hit in of(ev.Hit, found) if hit.wounds == "endless"}
    assert set(hits) == {"Gladiator C4", "HQ A2"}
    assert all(hit.in_loop and "R11.2" in hit.rulings for hit in hits.values())
    assert named(hits["HQ A2"].path) == ["Doom Net Fighter D3", "Tripler D1"]


@pytest.mark.ruling("R6.3", "R11.1")
def test_a_shot_that_armour_stops_has_its_way_too() -> None:
    _, found = fought("doomsday moloch | C5=0.Omega_Shooter C4=0.Fireblast/NE D3=1.Juggernaut/SW")
    (stopped,) = of(ev.Stopped, found)
    assert (stopped.direction, stopped.arrives, named(stopped.path)) == ("N", "NE", ["Fireblast C4"])


@pytest.mark.ruling("R6.8")
def test_a_changed_attack_says_what_was_changed() -> None:
    _, found = fought("hegemony outpost | C3=0.Ganger C4=0.Quartermaster A1=1.Commando/S", "change C3 NW to ranged")
    (changed,) = of(ev.Converted, found)
    assert (changed.to, changed.direction, named(changed.givers)) == ("ranged", "NW", ["Quartermaster C4"])
    (hit,) = [hit for hit in of(ev.Hit, found) if str(hit.source) == "Ganger C3"]
    assert (hit.ranged.printed, hit.ranged.changed, hit.melee) == (0, 1, None)


@pytest.mark.ruling("R7.2", "R7.3")
def test_a_medic_knows_whom_it_stands_in_for_and_who_was_asked() -> None:
    _, found = fought("outpost borgo | C3=0.HQ C4=0.Medic B4=0.Medic/SE D3=1.Brawler/NW")
    (healed,) = of(ev.Healed, found)
    assert (str(healed.medic), named(healed.in_place_of), healed.chosen_by) == ("Medic B4", ["Medic C4"], None)
    assert (str(healed.source), healed.wounds, healed.weapon) == ("Brawler D3", 2, "")
    board = "A1=0.HQ E3=1.HQ C3=1.HMG D2=1.Runner D3=1.Medic"
    table = Table("moloch outpost", board).hand(0, "Air Strike").turn(0)
    _, found = played(table, "air strike C2", "save C3 from 1 by medic D3")
    (healed,) = of(ev.Healed, found)
    assert (healed.source, healed.weapon, healed.chosen_by, healed.in_place_of) == (None, "Air Strike", 1, ())


def test_a_medic_far_down_a_chain_names_the_medics_of_the_patient() -> None:
    _, found = fought("outpost borgo | C3=0.HQ C4=0.Medic C5=0.Medic D4=0.Medic/NW D3=1.Brawler/NW")
    for healed in of(ev.Healed, found):
        linked = not healed.in_place_of
        assert linked == (healed.medic.hex == "C4")


@pytest.mark.ruling("R1.4", "R3.6")
def test_who_acts_knows_why_then() -> None:
    _, found = fought("outpost hegemony | C2=0.Commando C3=0.HQ D3=1.Guard/S")
    extra = [timing for acted in of(ev.Acted, found) for timing in acted.attacks if timing.extra is not None]
    assert [(timing.value, timing.base, str(timing.extra)) for timing in extra] == [(2, 2, "HQ C3")]
    _, found = fought("outpost vegas | C2=0.HMG/S C3=0.HQ C1=1.Saboteur")
    gun = [acted for acted in of(ev.Acted, found) if acted.unit.tile.name == "HMG"][-1]
    assert [(timing.base, timing.raised, timing.extra is None) for timing in gun.attacks] == [
        (1, 0, True),
        (0, 1, False),
    ]


@pytest.mark.ruling("R6.2", "R6.6")
def test_a_missing_target_is_reported_once_known() -> None:
    _, found = fought("outpost hegemony | B3=0.Commando")
    assert [acted.finds for acted in of(ev.Acted, found)] == ["nothing"]
    _, found = fought("borgo hegemony | C4=0.HQ C3=1.HQ")
    assert {acted.finds for acted in of(ev.Acted, found)} == {"only an HQ"}
    _, found = fought("moloch moloch | C4=0.Hybrid C2=1.Blocker/S")
    assert [acted.finds for acted in of(ev.Acted, found)] == ["target"]  # armour stops it, but it is found
    _, found = fought("moloch hegemony | C3=0.Clown C1=1.Guard", "clown C3 attacks")
    clown = next(acted for acted in of(ev.Acted, found) if acted.unit.tile.name == "Clown")
    assert clown.finds == "open"
    assert [str(missed.unit) for missed in of(ev.Missed, found)] == ["Clown C3"]
    _, found = fought("moloch hegemony | C3=0.Clown C1=1.Guard", "clown C3 explodes")
    assert of(ev.Missed, found) == []


# --- nets, takeovers, pushes ----------------------------------------------------------------------
@pytest.mark.ruling("R3.1")
def test_who_comes_free_knows_why() -> None:
    reasons: dict[str, Callable[[], tuple[object, Found]]] = {
        "turned": lambda: played(
            Table("hegemony borgo", "A1=0.HQ E3=1.HQ C4=1.Mutant B4=0.Net_Fighter").hand(0, "Move").turn(0),
            "turn B4 facing S by Move",
        ),
        "gone": lambda: fought("hegemony borgo | C3=0.Net_Fighter D2=1.Mutant D3=1.Brawler/NW A1=0.HQ"),
        "netted": lambda: played(
            Table("borgo hegemony", "A1=0.HQ E3=1.HQ C4=0.Mutant B4=1.Net_Fighter").hand(0, "Net Fighter").turn(0),
            "place Net Fighter A3 facing N",
        ),
        "friendly": lambda: played(
            Table("vegas borgo", "A1=0.HQ E3=1.HQ C4=0.Guard B4=1.Net_Fighter/NW").hand(0, "Agitator").turn(0),
            "place Agitator A3 facing SE",
        ),
    }
    for why, situation in reasons.items():
        _, found = situation()
        (freed,) = of(ev.Unnetted, found)
        assert [release.why for release in freed.released] == [why], why


@pytest.mark.ruling("R3.2")
def test_who_is_taken_and_freed_knows_by_whom_and_why() -> None:
    board = "A1=0.HQ E3=1.HQ C3=1.Mutant"
    table = Table("vegas borgo", board).hand(0, "Agitator", "Move").turn(0)
    _, found = played(table, "place Agitator C4 facing N", "captive C3 facing S", "turn C4 facing S by Move")
    (taken,) = of(ev.Taken, found)
    assert (taken.player, taken.before, named(taken.takers)) == (0, 1, ["Agitator C4"])
    assert (taken.unit.owner, taken.unit.controller) == (1, 0)
    (freed,) = of(ev.Freed, found)
    assert (freed.player, freed.before) == (1, 0)
    assert [(str(release.unit), release.why) for release in freed.released] == [("Agitator C4", "unlinked")]


@pytest.mark.ruling("R5.2")
def test_a_push_knows_who_chose_the_hex() -> None:
    board = "A1=0.HQ E3=1.HQ C3=0.Blocker D3=1.Mutant"
    table = Table("moloch borgo", board).hand(0, "Push Back").turn(0)
    _, found = played(table, "push D3 from C3", "yield to E2")
    (pushed,) = of(ev.Pushed, found)
    assert (pushed.player, pushed.chosen_by, str(pushed.unit), pushed.to) == (0, 1, "Mutant D3", "E2")


def bombers(found: Found) -> list[tuple[str, str]]:
    return [(gone.cause, gone.goes_to) for gone in of(ev.Destroyed, found) if gone.unit.tile.army == "bombers"]


@pytest.mark.ruling("R6.7", "R12.2")
def test_where_a_bomber_goes() -> None:
    _, found = fought("borgo smart | C3=-.Mad_Bomber C2=0.Brawler/S")
    assert bombers(found) == [("exploded", "pile")]
    _, found = fought("borgo smart | C3=-.Mad_Bomber_II C2=0.Brawler/S")
    assert bombers(found) == [("exploded", "aside")]
    _, found = fought("borgo outpost | C3=-.Mad_Bomber_II C2=0.Brawler/S C4=1.Runner/NE")
    assert bombers(found) == [("exploded", "out")]


def test_the_end_of_a_game_knows_its_reason() -> None:
    _, found = last_turn("outpost borgo:18 | A1=0.HQ E3=1.HQ")
    (over,) = of(ev.GameOver, found)
    assert (over.reason, over.best, over.is_draw, over.fallen) == ("final", (0,), False, ())
    table = Table("hegemony outpost:1", "A1=0.HQ C2=0.Runner/S C3=1.HQ").hand(0, "Battle").turn(0)
    _, found = played(table, "battle")
    (over,) = of(ev.GameOver, found)
    assert (over.reason, over.best, over.fallen) == ("hq", (0,), (1,))


# --- all of them ----------------------------------------------------------------------------------
SITUATIONS = turn_sentences.SENTENCES + battle_sentences.SENTENCES + further_sentences.SENTENCES


def test_every_class_is_made_on_some_board() -> None:
    made = {type(event) for _, situation, _, _ in SITUATIONS for event in situation()[1]}
    assert made == set(EVENT_TYPES.values())


def filled(event: Event, game_players: int) -> None:
    """Invariants of every event."""
    assert event.rulings
    assert set(event.rulings) <= RULINGS, event
    assert len(set(event.rulings)) == len(event.rulings), event
    for one in fields(event):
        value = getattr(event, one.name)
        if one.name in ("player", "chosen_by", "before") and value is not None:
            assert type(value) is int
            assert 0 <= value < game_players, event
    match event:
        case ev.Netted():
            assert event.nets or event.steel or event.unpowered, event
        case ev.Taken():
            assert event.takers, event
        case ev.Freed():
            assert event.released, event
        case ev.Converted():
            assert event.givers, event
        case ev.Acted():
            assert event.attacks, event
            assert {timing.value for timing in event.attacks} == {event.phase}
        case ev.Hit() if event.source is None:
            weapons = (event.weapon, event.ground, event.kind == "venom")  # of an instant, a foundation, a marker
            assert sum(map(bool, weapons)) == 1, event
        case ev.Hit():
            parts = [part for part in (event.melee, event.ranged) if part is not None]
            if event.wounds != "endless" and event.kind in ("melee", "ranged", "melee+ranged"):
                assert event.wounds == sum(part.value for part in parts) - event.armour + event.extra, event


@pytest.mark.parametrize("mode", MODES)
def test_events_of_random_games_are_filled_and_go_to_json_and_back(mode: str) -> None:
    buffer = fresh_buffer()
    for seed in range(100, 106):
        st, random = random_game(mode, seed), Random(seed)
        while not st.is_over():
            log = st.log = Log()
            play(st, random_action(st, random, buffer))
            for event in log.events:
                filled(event, len(st.game.armies))
                assert from_json(json.loads(json.dumps(to_json(event)))) == event


@pytest.mark.parametrize("mode", MODES)
def test_a_log_changes_nothing_in_the_game(mode: str) -> None:
    """One log per game, one per act or none: the game and its events are the same."""
    buffer = fresh_buffer()
    for seed in range(110, 113):
        silent, whole, pieces = (random_game(mode, seed) for _ in range(3))
        whole.log = Log()
        told: Found = []
        random = Random(seed)
        while not silent.is_over():
            action = random_action(silent, random, buffer)
            play(silent, action)
            play(whole, action)
            pieces.log = log = Log()
            play(pieces, action)
            told += log.events
            assert silent.to_bytes() == whole.to_bytes() == pieces.to_bytes()
        assert whole.log.events == told


def test_without_a_log_no_event_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Event, *_: object, **__: object) -> None:
        raise AssertionError(f"{type(self).__name__} was built")

    for kind in (*EVENT_TYPES.values(), UnitRef):
        monkeypatch.setattr(kind, "__init__", refuse)
    for mode in MODES:
        _play_through(random_game(mode, 120), 120)
    st = random_game("standard", 120)
    st.log = Log()
    with pytest.raises(AssertionError, match="was built"):
        _play_through(st, 120)


def _play_through(st: State, seed: int) -> None:
    random, buffer = Random(seed), fresh_buffer()
    while not st.is_over():
        play(st, random_action(st, random, buffer))


@pytest.mark.ruling("R1.2")
def test_a_turn_ends_once_also_where_the_final_battle_is_drawn() -> None:
    _, found = last_turn("outpost borgo | A1=0.HQ E3=1.HQ")
    course = (ev.TurnEnded, ev.BattleBegan, ev.BattleEnded, ev.ExtraTurns, ev.TurnBegan)
    assert [type(event) for event in found if isinstance(event, course)] == list(course)
