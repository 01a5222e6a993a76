"""`why` for units: correct values whose parts add up."""

from __future__ import annotations

import pytest

from neurohex.explain import NoUnit, UnitFacts, strength_in_parts, timing_in_parts, why
from neurohex.model import unit_at
from neurohex.model.reading import is_netted_at, units_at
from neurohex.notation.bridge import state_of
from neurohex.notation.compact import parse_line
from neurohex.notation.report import unit_report
from neurohex.rules.actions import FROM_TILE, HQ_TURN, MOVE, SECOND
from neurohex.rules.engine import State, legal_actions
from neurohex.rules.events import MELEE, RANGED
from neurohex.rules.reasons import gifts_now, strength_of, timings
from neurohex.rules.strikes import (
    bonuses,
    converters,
    extra_attacks,
    melee_bonus,
    ranged_bonus,
    set_values,
    speed,
    strength,
)
from tests.explain.stories import MODES, check, moments
from tests.rules.table import Table


@pytest.mark.parametrize("mode", ["standard", "deathmatch", "team", "bombers", "duel"])
def test_named_parts_add_up_to_what_the_rules_reckon(mode: str) -> None:
    for seed in range(40, 43):
        for n, st in enumerate(moments(mode, seed)):
            for h, _ in units_at(st) if n % 8 == 0 else ():
                every = gifts_now(st)
                given = every.get(h, [])
                formation = bonuses(st)
                sums = {
                    effect: sum(gift.value for gift in given if gift.effect == effect)
                    for effect in ("initiative", "enemy_initiative", "melee", "ranged", "extra_attack", "quartermaster")
                }
                assert sums["initiative"] + sums["enemy_initiative"] == speed(formation, h)
                assert sums["melee"] == melee_bonus(formation, h)
                assert sums["ranged"] == ranged_bonus(formation, h)
                assert sums["extra_attack"] == extra_attacks(formation, h)
                assert sums["quartermaster"] == converters(formation, h)
                attacks = set_values(st, formation, h)
                values = sorted(int(formation.values[h * 8 + i]) for i in range(8) if attacks >> i & 1)
                found = timings(st, h, every)
                assert sorted(timing.value for timing in found) == values
                for timing in found:
                    assert sum(part.value for part in timing_in_parts(timing)) == timing.value
                for d in range(6):
                    for convert in (0, 1 + d * 2, 2 + d * 2):
                        for kind in (MELEE, RANGED):
                            if convert and not _has_part(st, h, d, (convert - 1) % 2):
                                continue
                            part = strength_of(st, h, d, kind, convert, every)
                            value = 0 if part is None else part.value
                            assert value == int(strength(st, bonuses(st), h, d, kind, convert))


def _has_part(st: State, h: int, d: int, part: int) -> bool:
    return int(strength(st, bonuses(st), h, d, part, 0)) > 0


@pytest.mark.ruling("R1.9", "R6.8")
def test_a_changed_attack_names_the_bonuses_it_keeps() -> None:
    st = state_of(parse_line("moloch hegemony | C3=0.Juggernaut C4=0.Brain A1=0.HQ"))
    at = st.game.board.index
    changed = strength_of(st, at["C3"], 0, RANGED, 1, gifts_now(st))
    assert changed is not None
    assert [part.text for part in strength_in_parts(changed)] == [
        "printed 2, changed from melee to ranged",
        "Brain C4 +1",
        "Brain C4 +1",
    ]
    assert strength_of(st, at["C3"], 0, MELEE, 1, gifts_now(st)) is None


# --- one unit -------------------------------------------------------------------------------------
def reasons(line: str, place: str) -> dict[str, str]:
    st = state_of(parse_line(line))
    return {told.text: told.ruling for told in why(st, st.game.board.index[place]).lines}


CAPTIVES = "vegas outpost | C3=0.HQ D2=0.Saboteur C4=0.Medic D3=1.Scoper E2=1.Runner/NW B2=1.HQ B3=1.Recon_Center"


def test_why_initiative_and_strength() -> None:
    told = reasons("hegemony outpost | C2=0.Runner/S B2=0.Boss/SE C1=0.Scout/S C3=1.HQ", "C2")
    assert told["It acts at 4: printed 2, Boss B2 +1, Scout C1 +1"] == "R3.6"
    assert told["Its melee attack S has strength 2: printed 1, Boss B2 +1"] == "R3.5"
    told = reasons("outpost hegemony | C2=0.HMG C3=0.HQ", "C2")
    assert told["It acts at 0: extra attack at 0 by HQ C3"] == "R3.6, R1.4"
    told = reasons("outpost vegas | C2=0.HMG C1=1.Saboteur", "C2")
    assert told["It acts at 0: printed 1, Saboteur C1 −1"] == "R3.6"
    told = reasons("outpost vegas | C2=0.HQ C1=1.Saboteur", "C2")
    assert told["It acts at 0: printed 0, Saboteur C1 −1, never below 0"] == "R3.6"
    assert told["Its melee attacks on all six sides each have strength 1: printed 1"] == "R3.5"


def test_why_netted() -> None:
    told = reasons("hegemony borgo | B2=0.Ganger B3=1.Net_Fighter/SW", "B2")
    assert told["It is netted by Net Fighter B3: it does not act, net, link, move or turn"] == "R3.1"
    assert told["It would act at 3: printed 3"] == "R6.1"
    assert reasons("hegemony borgo | B2=0.Ganger B3=1.Net_Fighter/SW", "B3")["Its net holds Ganger B2"] == "R3.1"
    assert reasons("hegemony borgo | B3=1.Net_Fighter/SW", "B3")["Its net holds nobody"] == "R3.1"


@pytest.mark.ruling("R9.1")
def test_why_a_link() -> None:
    line = "duel smart borgo | A1=0.HQ C3=0.Officer B3=0.Cyborg D4=0.Scout D3=1.Net_Fighter/NE"
    assert reasons(line, "D4")["It stands on a Terminal, but is no Link while it is netted"] == "R9.1"
    assert reasons(line, "C3")["It stands on a Terminal and is a Link: Smart can use it for procedures"] == "R9.1, R9.3"
    assert not [text for text in reasons(line, "B3") if "Terminal" in text]
    assert not [text for text in reasons(line.replace("duel ", ""), "C3") if "Terminal" in text]


def test_why_taken_and_scoped() -> None:
    told = reasons(CAPTIVES, "D3")
    assert told["Scoper D3 belongs to The Outpost, but Vegas controls it: taken over by HQ C3"] == "R3.2, R3.3"
    assert reasons(CAPTIVES, "C3")["Its takeover link holds Scoper D3"] == "R3.2"
    line = "borgo outpost | C3=0.Officer C2=0.Brawler C4=1.Scoper B2=1.Brawler/S"
    assert reasons(line, "C3")["It works for The Outpost: scoped by Scoper C4"] == "R3.4"
    assert reasons(line, "C4")["It scopes Officer C3"] == "R3.4"
    assert reasons(line, "C3")["It gives Brawler B2 +1 melee strength"] == "R3.5"
    assert not any("Brawler C2" in text for text in reasons(line, "C3"))


def test_why_a_fresh_captive_may_be_turned() -> None:
    table = Table("vegas borgo", "A1=0.HQ E3=1.HQ C3=1.Mutant").hand(0, "Agitator").turn(0)
    table.do("place Agitator C4 facing N")
    lines = why(table.st, table.st.game.board.index["C3"]).lines
    assert ("Vegas may still turn it once", "R3.3") in [(line.text, line.ruling) for line in lines]


def test_why_medics_toughness_and_gifts() -> None:
    told = reasons("outpost borgo | C3=0.HQ B3=0.Medic/SE C4=0.Medic D3=0.Runner", "C3")
    assert told["Medic B3 and Medic C4 answer hits on it"] == "R7.2"
    assert told["It gives Runner D3 one more attack"] == "R1.4, R3.5"
    assert told["It has 20 HQ points left"] == "R6.5"
    assert reasons("moloch borgo | C3=0.Blocker~1", "C3")["It has toughness 2 and 1 wound: 2 more destroy it"] == "R6.5"
    assert (
        reasons("moloch borgo | C3=0.Hybrid", "C3")["It has toughness 0 and no wounds: 1 wound destroys it"] == "R6.5"
    )
    told = reasons("outpost borgo | B3=0.Medic/SE C3=0.HQ", "B3")
    assert told["It gives HQ C3 a Medic for one hit"] == "R7.2, R3.5"
    assert reasons("outpost borgo | A1=0.Medic", "A1")["Its links reach no unit"] == "R3.5"


def test_why_it_may_move() -> None:
    told = reasons(CAPTIVES, "E2")
    assert told["It may move in the turns of The Outpost by its own Mobility"] == "R5.1"
    assert told["A Recon Center makes each such move two"] == "R1.5"
    told = reasons("hegemony borgo | C3=0.Ganger B3=0.Transport", "C3")
    assert told["It may still move this turn by Transport B3"] == "R5.1"
    told = reasons("doomsday borgo | C3=0.Tripler B3=0.HQ", "C3")
    assert told["It may still be turned this turn by the rotation of HQ B3"] == "R5.3"
    table = Table("outpost borgo", "A1=0.HQ E3=1.HQ C3=0.Runner").turn(0).do("turn C3 facing S by mobility")
    facts = why(table.st, table.st.game.board.index["C3"])
    assert facts.moves == ()
    assert "It has used its own Mobility this turn" in [line.text for line in facts.lines]


def test_why_of_special_edges() -> None:
    told = reasons("doomsday borgo | C3=0.Tripler/S", "C3")
    assert told["It turns friendly shots that come to it at N, NE or NW and lets them out SE, S and SW"] == "R11.1"
    told = reasons("doomsday borgo | C3=0.Trap/NE", "C3")
    assert told["A hostile attack at NE in a Battle sets it off"] == "R11.3, R6.7"
    told = reasons("doomsday borgo | C3=-.Mad_Bomber", "C3")
    assert told["Mad Bomber C3 belongs to nobody and is hostile to all"] == "R12.2"
    assert told["A hostile attack at any edge in a Battle sets it off"] == "R12.2, R6.7"
    told = reasons("doomsday borgo | C3=0.Gauss_Cannon/S", "C3")
    assert told["Its Gauss shot S has strength 1: never strengthened"] == "R3.5"
    told = reasons("hegemony borgo | C3=0.Ganger C4=0.Quartermaster", "C3")
    assert told["Quartermaster C4 lets it change one attack's type once a Battle"] == "R6.8"


def test_why_asks_for_a_unit() -> None:
    st = state_of(parse_line("outpost hegemony | B3=0.Commando"))
    with pytest.raises(NoUnit, match=r"^B2: no unit stands there$"):
        why(st, st.game.board.index["B2"])
    with pytest.raises(NoUnit, match=r"^hex 99: expected a number from 0 to 18$"):
        why(st, 99)


@pytest.mark.parametrize("mode", MODES)
def test_why_agrees_with_the_rules(mode: str) -> None:
    for seed in range(50, 52):
        for n, st in enumerate(moments(mode, seed)):
            if n % 8:
                continue
            sources, turned = _legal_moves(st)
            data = st.to_bytes()
            for h, _ in units_at(st):
                facts = why(st, h)
                for line in facts.lines:
                    check(line)
                _compare(st, h, facts)
                if facts.controller == st.turn():
                    steps = [source for source in facts.moves if not source.turns_only]
                    assert len(steps) == sources.get(h, 0)
                    assert (len(facts.moves) > len(steps)) == (h in turned)
            assert st.to_bytes() == data


def _legal_moves(st: State) -> tuple[dict[int, int], set[int]]:
    """By hex: the number of move sources besides the tile; and the hexes that an HQ's rotation may turn."""
    found: dict[int, set[int]] = {}
    turned = set()
    for action in legal_actions(st):
        if MOVE <= action < SECOND:
            source, h = divmod((action - MOVE) // 42, 37)
            if source != FROM_TILE:
                found.setdefault(h, set()).add(source)
        elif HQ_TURN <= action < HQ_TURN + 37 * 6:
            turned.add((action - HQ_TURN) // 6)
    return {h: len(sources) for h, sources in found.items()}, turned


def _compare(st: State, h: int, facts: UnitFacts) -> None:
    """`why` and `inspect` agree about a unit."""
    unit = unit_at(st, h)
    assert unit is not None
    now = unit_report(unit)
    assert (facts.owner, facts.controller) == (now["player"], now["controller"])
    assert facts.unit == unit
    assert bool(unit.netted_by or "steel_net" in unit.markers) == now["disabled"] == is_netted_at(st, h)
    assert bool(unit.taken_by) == (facts.owner != facts.controller)
    acts = [line.text for line in facts.lines if line.text.startswith("It acts at")]
    if now["disabled"] or unit.is_paralysed:
        assert (now["initiative"], now["melee"], now["ranged"], now["gauss"], acts) == ([], {}, {}, [], [])
    else:
        assert len(acts) == len(facts.timings)
        assert sorted({timing.value for timing in facts.timings}, reverse=True) == now["initiative"]
        for kind in ("melee", "ranged"):
            assert {one.direction: one.value for one in facts.strengths if one.kind == kind} == now[kind]
        assert [one.direction for one in facts.strengths if one.kind == "gauss"] == now["gauss"]


@pytest.mark.ruling("R3.3", "R5.4", "R6.7")
def test_why_tells_what_a_unit_can_do_with_its_end() -> None:
    line = "moloch smart doomsday | C3=0.HQ C2=0.Clown D2=1.Transporter D3=1.Bio-droid A1=1.HQ A2=2.Trap E3=2.HQ"
    explodes = "Instead of attacking it may explode: 1 wound to each neighbour of any side, and it is gone"
    assert reasons(line, "C2")[explodes] == "R6.7"
    assert reasons(line, "D2")["It may give its hex to a unit tile from the hand, and is discarded"] == "R5.4"
    assert reasons(line, "D3")["Destroyed, it goes on top of the draw pile of Smart"] == "R3.3"
    assert reasons(line, "A2")["Set off, it explodes: 1 wound to each neighbour of any side, and it is gone"] == "R6.7"
    netted = reasons("moloch hegemony | C2=0.Clown C3=1.Net_Fighter/NW C4=0.HQ A1=1.HQ", "C2")
    assert netted[f"{explodes}, but not while it is netted"] == "R6.7"
