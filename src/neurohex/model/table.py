"""The whole table at one moment, as frozen values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Final

from neurohex.board import DIRECTIONS, Board
from neurohex.events import Gift
from neurohex.model import reading
from neurohex.model.reading import ATTACK_KINDS
from neurohex.model.values import (
    DESTROYS,
    ENDLESS,
    Attack,
    Awaited,
    Bag,
    Carried,
    Ending,
    Foundation,
    OpenHit,
    Placed,
    Player,
    Shift,
    Unit,
)
from neurohex.rules import events as ev
from neurohex.rules import reasons
from neurohex.rules.catalog import ALL_TILES, BOMBER_BASE, MERCENARY_BASE
from neurohex.rules.ending import score_goal
from neurohex.rules.engine import Game, State
from neurohex.rules.influence import holders_of, net_sources
from neurohex.rules.instants import open_hits
from neurohex.rules.look import (
    Fighting,
    Seen,
    foundations_seen,
    marker_owners,
    markers_seen,
    paralysed_seen,
    units_fighting,
    units_seen,
    unpowered_seen,
)
from neurohex.tiles import ARMIES, Tile

_EXTRAS: Final = 6
"""Mercenaries and bombers that a player can keep aside."""


class Table:
    """A game at one moment: the board, the players and the pending decision.

    Keeps a copy of the state, so later moves do not affect it. Computes values on first use.
    """

    def __init__(self, state: State) -> None:
        self._st: Final = state.copy()
        self.game: Final[Game] = state.game
        self.board: Final[Board] = state.game.board

    def state(self) -> State:
        """An independent copy of the state."""
        return self._st.copy()

    # --- the board ---
    @cached_property
    def _seen(self) -> list[Seen]:
        return units_seen(self._st)

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """All units, by hex."""
        st = self._st
        st.adopt()
        seen = zip(self._seen, units_fighting(st), strict=True)
        units = tuple(_unit(st, one, fighting) for one, fighting in seen)
        return tuple(_with_more(st, units)) if self.game.more else units

    def _marks(self) -> dict[int, tuple[str, ...]]:
        """Markers on units, by hex: with their player where several armies of the game have such markers."""
        armies = [ARMIES[key] for key in self.game.armies]
        owners = {
            "venom": sum(army.venom_markers > 0 for army in armies),
            "paralysis": sum(army.paralysis_markers > 0 for army in armies),
            "steel_net": sum("steel_net" in army.tile("HQ").module for army in armies),
        }
        return {
            h: tuple([f"{kind}:{p}" if owners[kind] > 1 else kind for kind, p in markers])
            for h, markers in marker_owners(self._st).items()
        }

    @cached_property
    def _gifts(self) -> dict[int, list[Gift]]:
        """What modules give now, by the receiver's hex."""
        self._st.adopt()
        return reasons.gifts_now(self._st)

    def shifts(self, unit: Unit) -> tuple[Shift, ...]:
        """The values of a unit on this table that differ from the printed ones; none while it is netted or
        paralysed.

        Initiatives first, highest first; then attacks clockwise from north.
        """
        if unit.is_netted or unit.is_paralysed:
            return ()
        found: list[Shift] = []
        if unit.initiative != unit.tile.initiative:
            self._st.adopt()
            timings = reasons.timings(self._st, unit.index, self._gifts)
            for one in sorted(timings, key=lambda timing: (-timing.value, timing.place)):
                if one.extra is not None:
                    found.append(Shift("initiative", None, None, one.value))
                elif one.value != one.base:
                    found.append(Shift("initiative", None, one.base, one.value))
        tile, rotation = unit.tile, unit.rotation
        for attack in unit.attacks:
            kind = attack.kind
            if kind != "melee" and kind != "ranged":
                continue
            edges = tile.melee if kind == "melee" else tile.ranged
            printed = edges[(DIRECTIONS.index(attack.direction) - rotation) % 6]
            if attack.strength != printed:
                found.append(Shift(kind, attack.direction, printed, attack.strength))
        return tuple(found)

    def medics(self, unit: Unit) -> tuple[str, ...]:
        """Hexes of the Medics linked to a unit on this table (R7.1)."""
        gifts = self._gifts.get(unit.index)
        return tuple([gift.hex for gift in gifts if gift.effect == "medic"]) if gifts else ()

    @cached_property
    def placed(self) -> tuple[Placed, ...]:
        """All units, by hex, as they lie: what a position needs. Much cheaper than `units`."""
        names, marks = self.board.names, self._marks()
        return tuple(
            [
                Placed(
                    names[h],
                    reading.seat_or_none(owner),
                    ALL_TILES[tile],
                    rotation,
                    wounds,
                    marks.get(h, ()),
                )
                for h, tile, owner, _, rotation, wounds, _ in self._seen
            ]
        )

    @property
    def netted(self) -> tuple[str, ...]:
        """Hexes of the netted units (R3.1). Much cheaper than `units`."""
        names = self.board.names
        return tuple([names[h] for h, _, _, _, _, _, is_netted in self._seen if is_netted])

    @property
    def captured(self) -> tuple[tuple[str, int | None], ...]:
        """Hexes and controllers of the units that another player than their owner controls (R3.2). Cheap, too."""
        names = self.board.names
        return tuple(
            [
                (names[h], reading.seat_or_none(controller))
                for h, _, owner, controller, _, _, _ in self._seen
                if controller != owner
            ]
        )

    @cached_property
    def foundations(self) -> tuple[Foundation, ...]:
        """All foundation tiles, by hex."""
        names = self.board.names
        return tuple(
            [
                Foundation(ALL_TILES[tile], names[h], h, reading.seat_or_none(owner))
                for h, tile, owner in foundations_seen(self._st)
            ]
        )

    @cached_property
    def unit_at(self) -> dict[int, Unit]:
        """All units by the number of their hex."""
        return {unit.index: unit for unit in self.units}

    def unit(self, place: int | str) -> Unit | None:
        """The unit on a hex, by name or number, or None. Raises `KeyError` for an unknown hex."""
        return self.unit_at.get(self.index(place))

    def foundation(self, place: int | str) -> Foundation | None:
        """The foundation on a hex, or None. Raises `KeyError` for an unknown hex."""
        h = self.index(place)
        return next((lies for lies in self.foundations if lies.index == h), None)

    def index(self, place: int | str) -> int:
        """The number of a hex. Raises `KeyError` for an unknown hex."""
        if isinstance(place, str):
            return self.board.index[place]
        if not 0 <= place < len(self.board.names):
            raise KeyError(place)
        return place

    # --- the players ---
    @cached_property
    def players(self) -> tuple[Player, ...]:
        """All players, in seat order."""
        return tuple(_player(self._st, seat) for seat in range(len(self.game.armies)))

    @property
    def score_goal(self) -> int | None:
        """Points that win a score game (R10.5); None in others."""
        return int(score_goal(self._st)) if self.game.score else None

    @property
    def hq(self) -> tuple[int, ...]:
        """HQ points by player."""
        return tuple(self._st.hq(seat) for seat in range(len(self.game.armies)))

    @property
    def scores(self) -> tuple[int, ...]:
        """Points of a score game by player."""
        return tuple(self._st.points(seat) for seat in range(len(self.game.armies)))

    # --- the moment ---
    @property
    def turn(self) -> int:
        """The number of the current turn, from 1; 0 before the first."""
        return reading.turn_number(self._st)

    @property
    def whose(self) -> int | None:
        """The player whose turn it is; None before the first turn."""
        return self._st.turn() if reading.has_begun(self._st) else None

    @cached_property
    def awaited(self) -> Awaited | None:
        """The pending decision and its player; None after the end."""
        st = self._st
        stage = reading.stage_of(st)
        if stage is None:
            return None
        h = reading.about(st)
        return Awaited(st.actor(), stage, None if h is None else self.board.names[h], reading.phase_of(st))

    @property
    def starter(self) -> int:
        """The player who began the current or last Battle (R6.9); in a position, the player to move."""
        return reading.starter_of(self._st)

    @property
    def phase(self) -> int | None:
        """The current initiative phase; None outside Battles."""
        return reading.phase_of(self._st)

    @property
    def can_fight(self) -> bool:
        """Whether a Battle is possible now."""
        return reading.can_fight(self._st)

    @property
    def tiles_left(self) -> int | None:
        """Number of tiles that may still be played this turn; None without a limit, and outside turns."""
        return reading.tiles_left(self._st)

    @property
    def turns_left(self) -> int | None:
        """Turns left before the Final or the Additional Battle; None until known (R4.4)."""
        return reading.turns_left(self._st)

    @property
    def in_extra_turns(self) -> bool:
        """Whether these are the extra turns of a tie (R1.2)."""
        return reading.in_extra_turns(self._st)

    @property
    def beside(self) -> Tile | None:
        """The tile beside the board, Mad Bomber II, or None (R12.2)."""
        return ALL_TILES[int(BOMBER_BASE) + 1] if reading.is_tile_beside(self._st) else None

    @cached_property
    def ending(self) -> Ending | None:
        """How the game ended; None while it runs."""
        st = self._st
        if not st.is_over():
            return None
        return Ending(reading.ENDS[st.end_reason()], st.winners(), st.result())

    # --- Medics ---
    @cached_property
    def _open_hits(self) -> dict[int, tuple[OpenHit, ...]]:
        """The hits that Medics may answer, by the target's hex."""
        st = self._st
        if reading.stage_of(st) != "medic":
            return {}
        st.adopt()
        classes = open_hits(st)
        found: dict[int, tuple[OpenHit, ...]] = {}
        for h, tile in reading.units_at(st):
            scores = self.game.score and tile.kind == "hq"
            found[h] = tuple(_open_hit(*one, scores) for one in classes[h])
        return found

    def open_hits(self, place: int | str) -> tuple[OpenHit, ...]:
        """Classes of equal hits on a unit of which a Medic may cancel one, in action order; empty unless Medics are
        asked. Raises `KeyError` for an unknown hex."""
        return self._open_hits.get(self.index(place), ())

    def __repr__(self) -> str:
        return f"<Table: {' against '.join(self.game.armies)}, turn {self.turn}, {len(self.units)} units>"


# --- units ----------------------------------------------------------------------------------------
_ATTACKS: Final = {
    (d, number, strength): Attack(name, kind, strength)
    for d, name in enumerate(DIRECTIONS)
    for number, kind in ATTACK_KINDS.items()
    for strength in range(1, 20)
}
"""Precomputed attacks; stronger ones are created on demand."""


def _unit(st: State, seen: Seen, fighting: Fighting) -> Unit:
    h, number, owner, controller, rotation, wounds, netted = seen
    names, tile = st.game.board.names, ALL_TILES[number]
    phases, attacks = fighting
    return Unit(
        tile,
        names[h],
        h,
        reading.seat_or_none(owner),
        reading.seat_or_none(controller),
        rotation,
        wounds,
        st.hq(owner) if tile.kind == "hq" else None,
        netted,
        tuple([names[v] for v in net_sources(st, h)]) if netted else (),
        tuple([names[v] for v in holders_of(st, h)]) if controller != owner else (),
        phases,
        tuple([_ATTACKS.get(attack) or _attack(*attack) for attack in attacks]),
    )


def _attack(direction: int, kind: int, strength: int) -> Attack:
    return Attack(DIRECTIONS[direction] if direction < len(DIRECTIONS) else "", ATTACK_KINDS[kind], strength)


def _with_more(st: State, units: Iterable[Unit]) -> Iterator[Unit]:
    """The units with what only games with more than the basic rules have: markers, paralysis, toughness from others,
    want of power."""
    markers, paralysed, dark = markers_seen(st), set(paralysed_seen(st)), set(unpowered_seen(st))
    for unit in units:
        lent = 0 if unit.is_hq else int(st.toughness(unit.index)) - unit.tile.toughness
        yield unit._replace(
            markers=markers.get(unit.index, ()),
            is_paralysed=unit.index in paralysed,
            lent_toughness=lent,
            is_unpowered=unit.index in dark,
        )


def unit_at(st: State, h: int) -> Unit | None:
    """The unit on a hex with its current values, or None."""
    if reading.tile_at(st, h) is None:
        return None
    st.adopt()
    unit = next(
        _unit(st, seen, fighting)
        for seen, fighting in zip(units_seen(st), units_fighting(st), strict=True)
        if seen[0] == h
    )
    return next(_with_more(st, [unit])) if st.game.more else unit


# --- players --------------------------------------------------------------------------------------
def _player(st: State, seat: int) -> Player:
    game = st.game
    return Player(
        seat=seat,
        army=game.armies[seat],
        name=reading.army_name(game, seat),
        team=next((number for number, team in enumerate(game.teams) if seat in team), None),
        hq=st.hq(seat),
        start_hq=int(game.start_hq[seat]),
        hq_hex=reading.hq_place(st, seat),
        score=st.points(seat) if game.score else 0,
        energy=reading.energy_of(st, seat),
        hand=tuple(ALL_TILES[tile] for tile in st.hand(seat)),
        aside=tuple(ALL_TILES[int(MERCENARY_BASE) + i] for i in range(_EXTRAS) if reading.has_extra(st, seat, i)),
        pile=_bag(st.pile(seat)),
        top=tuple(ALL_TILES[tile] for tile in reversed(st.top(seat))),
        discards=_bag(st.discards(seat)),
        has_terror=reading.has_terror(st, seat),
        is_out=st.is_out(seat),
    )


def _bag(counts: dict[int, int]) -> Bag:
    return Bag(tuple([(ALL_TILES[tile], count) for tile, count in counts.items()]))


_CARRIED: Final[tuple[tuple[int, Carried], ...]] = ((1, "venom"), (2, "paralysis"))
"""The bits of `markers.marks_of`."""


def _open_hit(wounds: int, seat: int, marks: int, scores: bool) -> OpenHit:
    scorer = reading.seat_or_none(seat) if scores else None
    carries = tuple(marker for bit, marker in _CARRIED if marks & bit)
    if wounds == ev.DESTROYS:
        return OpenHit(DESTROYS, scorer, carries)
    return OpenHit(ENDLESS if wounds == ev.ENDLESS else wounds, scorer, carries)
