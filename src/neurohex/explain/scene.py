"""The table as it stands when an event comes: a copy of the state that follows the events one by one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from neurohex.explain.language import ENGLISH, Language
from neurohex.explain.line import INSTANT_RULINGS, player_name, unit_name
from neurohex.explain.reasons import attacks
from neurohex.rules import events as ev
from neurohex.rules.actions import FROM_MOBILITY
from neurohex.rules.catalog import (
    ALL_TILES,
    BOMBER_BASE,
    EF_BOMB,
    EF_DETONATE,
    EF_ELIMINATE,
    EF_GRENADE,
    EF_LASER,
    EF_SNIPER,
    EF_STRIKE,
    MERCENARY_BASE,
)
from neurohex.rules.layout import (
    AC_EXPLODES,
    AC_SET_OFF,
    BATTLE,
    DEAD,
    F_TILE,
    FL_DISABLED,
    FL_MOBILITY,
    HEADER,
    HEX_SIZE,
    P_ENERGY,
    P_HQ,
    P_MERCS,
    P_OUT,
    PENDING,
    PHASE,
    PLAYER_SIZE,
    ST_DISCARD,
    ST_DRAW,
    ST_RECON,
    ST_REDRAW,
    ST_SOURCE,
    STAGE,
    TURN,
    U_ACT,
    U_CONVERT,
    U_CTRL,
    U_FLAGS,
    U_HEALS,
    U_HEALS2,
    U_ROT,
    U_SPENT,
    U_TILE,
    U_WOUNDS,
)
from neurohex.rules.procedures import COST
from neurohex.rules.state import State

Event = tuple[int, ...]

INFLUENCE: Final = (ev.NETTED, ev.UNNETTED, ev.TAKEN, ev.FREED)
"""Events of nets and takeovers: those that come in one row are true together."""
PROCEDURES: Final = tuple(
    (name, int(COST[number]))
    for number, name in enumerate(("Rotation", "Swap", "Push Back", "Laser", "Elimination", "Detonation"))
)
"""The Duel board's procedures by number, with what each costs (R9.3)."""

# Events with which something new begins; what stood before it explains what follows.
_BEGINNINGS: Final = (
    ev.PLACED,
    ev.PLAYED,
    ev.MOVED,
    ev.TURNED,
    ev.PUSHED,
    ev.SWAPPED,
    ev.PROCEDURE,
    ev.TURN_BEGAN,
    ev.PHASE_BEGAN,
)
_PENDING: Final = {
    int(EF_GRENADE): ("Grenade", "R8.2"),
    int(EF_SNIPER): ("Sniper", "R8.3"),
    int(EF_STRIKE): ("Air Strike", "R8.4"),
    int(EF_BOMB): ("Small Bomb", "R11.4"),
    int(EF_LASER): ("Laser", "R9.3"),
    int(EF_ELIMINATE): ("Elimination", "R9.3"),
    int(EF_DETONATE): ("Detonation", "R9.3"),
}


class Scene:
    """What is known at the moment of an event: the board, the phase, and what led there."""

    def __init__(self, st_before: State, events: Sequence[Event], words: Language = ENGLISH) -> None:
        self.words: Final = words
        """The language in which it is told."""
        self.events: Final = [(*event, *(0,) * (8 - len(event))) for event in events]
        self.st: Final = st_before.copy()
        self.before = st_before.copy()
        """The board before the latest act or phase."""
        st = self.st
        self.phase: int | None = st.field(PHASE) - 1 if st.field(PHASE) else None
        name, ruling = _PENDING.get(st.field(PENDING), ("", ""))
        self.weapon = name
        """The instant or procedure played last."""
        self.weapon_ruling = ruling
        hexes = range(int(st.hexes)) if self.phase is not None or name else ()
        self.spent = {h for h in hexes if st.unit(h, U_HEALS) or st.unit(h, U_HEALS2)}
        """Hexes of the Medics spent in this phase or for this instant."""
        self.exploding = {h for h in hexes if st.unit(h, U_ACT) & (AC_EXPLODES | AC_SET_OFF)}
        """Hexes of the tiles that explode in this phase."""
        self.pain: dict[int, int] = {}
        """Wounds of this phase or instant that stand, by hex."""
        self.deployer = ""
        """The Transporter that has just given up its hex to the tile placed next."""
        self.left: list[str] = []
        """What has left the board in this phase."""
        self.shots: dict[Event, int] = {}
        """How often a shot of one edge has already struck the same unit from the same side in this phase."""
        self.fallen = {p for p in range(len(st.game.armies)) if st.field(DEAD) >> p & 1}
        """Players whose HQ has come to 0 points in this Battle."""
        self.drawing = st.field(STAGE) in (ST_DRAW, ST_SOURCE, ST_DISCARD)
        """Whether the turn has only begun: tiles are drawn and, of a full hand, one discarded."""
        self.unlucky = st.field(STAGE) == ST_REDRAW
        """Whether tiles are discarded for an Unlucky Draw."""
        self.hands = [len(st.hand(p)) for p in range(len(st.game.armies))]
        self.fought = self.phase is not None or st.field(BATTLE) != 0
        """Whether this turn has seen a Battle."""
        self.second_step = st.field(STAGE) == ST_RECON
        """Whether the next move is the second step of a Recon move."""

    # --- names ---
    def player(self, player: int) -> str:
        """A player's name."""
        return player_name(self.st.game, player, self.words.code)

    def unit(self, h: int) -> str:
        """A unit by tile and hex."""
        return unit_name(self.st, h)

    def place(self, h: int) -> str:
        """The name of a hex."""
        return self.st.game.board.names[h]

    def code(self, i: int) -> int:
        """The code of an event, 0 where there is none."""
        return self.events[i][0] if 0 <= i < len(self.events) else 0

    # --- what an event is ---
    def takes_mercenary(self, i: int) -> bool:
        """Whether a player takes a mercenary that lies aside instead of drawing (R12.1)."""
        code, player, tile, *_ = self.events[i]
        aside = tile - int(MERCENARY_BASE)
        return code == ev.DRAWN and aside >= 0 and bool(self.st.player(player, P_MERCS) >> aside & 1)

    def is_deploying(self, i: int) -> bool:
        """Whether a unit leaves the board only to give its hex to a tile from the hand (R5.4)."""
        code, h, tile, *_ = self.events[i]
        if code != ev.DESTROYED or "deploy" not in ALL_TILES[tile].abilities or self.code(i + 1) != ev.PLACED:
            return False
        blown = self.code(i - 1) == ev.MINE_BLEW and self.events[i - 1][1] == h
        return self.events[i + 1][3] == h and not (blown or h in self.pain)

    def sold_tile(self, i: int) -> bool:
        """Whether the energy of this event was paid with a tile, not with an HQ point (R9.2)."""
        _, player, _, points, *_ = self.events[i]
        if points:
            return points == self.st.hq(player)
        k = i - 1
        while self.code(k) == ev.RETURNED:
            k -= 1
        return self.code(k) == ev.DISCARDED

    # --- following ---
    def begin(self, i: int) -> None:
        """The event is about to be told."""
        code = self.code(i)
        if code in _BEGINNINGS:
            self.before = self.st.copy()
            self.spent, self.exploding, self.pain, self.shots = set(), set(), {}, {}
        if code in INFLUENCE and self.code(i - 1) not in INFLUENCE:
            for k in range(i, len(self.events)):
                if self.code(k) not in INFLUENCE:
                    break
                self._influence(self.events[k])

    def end(self, i: int) -> None:
        """The event has been told: the table changes as it says."""
        event = self.events[i]
        code = event[0]
        if code in INFLUENCE:
            if self.code(i + 1) not in INFLUENCE:
                self.before = self.st.copy()
            return
        deploying = self.is_deploying(i)
        self._board(event)
        self._battle(event)
        self._turn(event, i)
        self.deployer = ALL_TILES[event[2]].name if deploying else ""

    def _set(self, h: int, field: int, value: int) -> None:
        self.st.b[HEADER + h * HEX_SIZE + field] = value

    def _flag(self, h: int, flag: int, on: bool) -> None:
        flags = self.st.unit(h, U_FLAGS)
        self._set(h, U_FLAGS, flags | flag if on else flags & ~flag)

    def _influence(self, event: Event) -> None:
        code, h = event[0], event[1]
        if code in (ev.NETTED, ev.UNNETTED):
            self._flag(h, FL_DISABLED, code == ev.NETTED)
        else:
            self._set(h, U_CTRL, event[3])

    def _board(self, event: Event) -> None:
        code, a, b, c, d, e, *_ = event
        st = self.st
        if code == ev.PLACED:
            if ALL_TILES[b].kind == "foundation":
                st.put_foundation(c, b, a)
            else:
                st.put(c, b, st.owner_when_placed(a, b), d)
        elif code == ev.MOVED:
            if c != d:
                st.carry(c, d)
            self._set(d, U_ROT, e)
        elif code == ev.TURNED:
            self._set(c, U_ROT, d)
        elif code == ev.PUSHED:
            st.carry(c, d)
        elif code == ev.SWAPPED:
            st.swap(b, c)
            for h, turned in ((b, d), (c, e)):
                if turned:
                    self._set(h, U_ROT, turned - 1)
        elif code in (ev.DESTROYED, ev.REMOVED) and st.unit(a, U_TILE):
            st.lift(a)
        elif code in (ev.MINE_BLEW, ev.FOUNDATION_GONE) and st.unit(a, F_TILE):
            st.lift_foundation(a)
        elif code == ev.WOUNDED:
            self._set(a, U_WOUNDS, c)
            self.pain.pop(a, None)
        elif code == ev.HQ_WOUNDED:
            st.b[st.po + a * PLAYER_SIZE + P_HQ] = c
            if c == 0:
                self.fallen.add(a)

    def _battle(self, event: Event) -> None:
        code, a, b, c = event[:4]
        if code == ev.BATTLE_BEGAN:
            self.fought = True
            self.fallen = set()
            for h in range(int(self.st.hexes)):
                self._set(h, U_SPENT, 0)
        elif code == ev.PHASE_BEGAN:
            self.phase = a
            self.left = []
            for h in range(int(self.st.hexes)):
                self._set(h, U_ACT, 0)
                self._set(h, U_CONVERT, 0)
        elif code in (ev.ACTED, ev.HELD):
            spent = self.st.unit(a, U_SPENT)
            for attack in attacks(self.st, a):
                if attack.value == self.phase:
                    spent |= 1 << attack.place
            self._set(a, U_SPENT, spent)
        elif code == ev.CONVERTED:
            self._set(a, U_CONVERT, 1 + b * 2 + c)
        elif code in (ev.EXPLODED, ev.SET_OFF):
            self.exploding.add(a)
        elif code == ev.HEALED:
            self.spent.add(a)
        elif code == ev.HIT and event[6] == ev.NONE:
            self.pain[c] = self.pain.get(c, 0) + event[5]
        elif code == ev.DESTROYED:
            self.left.append(f"{ALL_TILES[b].name} {self.place(a)}")
        elif code in (ev.PHASE_ENDED, ev.BATTLE_ENDED):
            self.phase = None

    def _turn(self, event: Event, i: int) -> None:
        code, a, b = event[:3]
        st = self.st
        at = int(st.po) + a * PLAYER_SIZE if a < len(st.game.armies) else 0
        if code == ev.TURN_BEGAN:
            st.b[TURN] = a
            self.drawing, self.fought, self.unlucky = True, False, False
            for h in range(int(st.hexes)):
                self._flag(h, FL_MOBILITY, False)
        elif code == ev.DRAWN:
            self.hands[a] += 1
            self.drawing, self.unlucky = True, False
            if b >= MERCENARY_BASE:
                st.b[at + P_MERCS] = st.player(a, P_MERCS) & ~(1 << (b - int(MERCENARY_BASE)))
        elif code in (ev.DISCARDED, ev.PLAYED, ev.PLACED):
            if code != ev.PLACED or not (ALL_TILES[b].kind == "hq" or b == int(BOMBER_BASE) + 1):
                self.hands[a] -= 1
            self.drawing = False
        elif code == ev.HIRED:
            st.b[at + P_MERCS] = st.player(a, P_MERCS) | 1 << (b - int(MERCENARY_BASE))
        elif code == ev.UNLUCKY_DRAW:
            self.unlucky = True
        elif code == ev.ELIMINATED:
            st.b[at + P_OUT] = 1
        elif code == ev.ENERGY:
            if not self.sold_tile(i):
                st.b[at + P_HQ] = max(st.hq(a) - 1, 0)
            st.b[at + P_ENERGY] = b
        elif code == ev.MOVED:
            if event[6] == FROM_MOBILITY and not (self.second_step or event[7]):
                self._flag(event[4], FL_MOBILITY, True)
            self.second_step = False
        if code == ev.PLAYED:
            self.weapon = ALL_TILES[b].name
            self.weapon_ruling = INSTANT_RULINGS[ALL_TILES[b].effect]
        elif code == ev.PROCEDURE:
            self.weapon, self.weapon_ruling = PROCEDURES[b][0], "R9.3"
