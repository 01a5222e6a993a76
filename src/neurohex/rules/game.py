"""The description of a game, checked in one place.

A `Game` never changes; all states of a game share it. It holds what the rules need besides the state:
ruleset, board, armies, sides, the order of turns.
"""

from dataclasses import replace
from typing import Final

from neurohex.board import BOARDS, TERMINALS, Board
from neurohex.compat import i64, vec
from neurohex.errors import NeurohexError
from neurohex.rules.catalog import (
    A_AIMS,
    A_BLASTS,
    A_HOMELAND,
    A_NEEDS,
    A_SPY,
    A_STEEL,
    ARMY_BASE,
    BOARD_CODE,
    BOMBER_BASE,
    EF_HOLE,
    EF_TOXIC,
    M_NUMBS,
    M_TAKEOVER,
    M_TOUGHNESS,
    MERCENARY_BASE,
    T_ABILITY,
    T_EFFECT,
    needs_more,
)
from neurohex.rules.layout import (
    ARMY_KINDS,
    HEADER,
    HEX_SIZE,
    KINDS,
    NEUTRAL,
    PLAYER_SIZE,
    X_HEADER,
    X_HEX_SIZE,
)
from neurohex.tiles import ARMIES

RULESETS: Final = ("2008", "3.0", "living")
MODES: Final = ("standard", "deathmatch", "team", "one-vs-two", "position")
BOMBERS: Final = ("none", "neutral", "mercenary")


class GameError(NeurohexError):
    """The parts of a game do not fit together. The message says which, and what was expected."""


class Game:
    """The settings of a game. Attributes are read-only by convention."""

    def __init__(
        self,
        armies: tuple[str, ...],
        *,
        ruleset: str = "living",
        board: str = "standard",
        mode: str = "",
        teams: tuple[tuple[int, ...], ...] = (),
        score: bool = False,
        mercenaries: int = 0,
        bomber: str = "none",
        bomber_two: bool = False,
        alternative_start: bool = False,
        reinforcement: bool = False,
        open_piles: bool = False,
        terminals: tuple[str, ...] = TERMINALS,
        strict: bool = True,
    ) -> None:
        """Describe a game; raises `GameError` when the parts do not fit. A position for study has mode `position`,
        where any teams and counts of players go, and is not `strict`: it need not be playable."""
        self.armies: Final = tuple(armies)
        self.ruleset: Final = ruleset
        self.board_key: Final = board
        self.score: Final = score
        self.mercenaries: Final = mercenaries
        self.bomber: Final = bomber
        self.bomber_two: Final = bomber_two
        self.alternative_start: Final = alternative_start
        self.reinforcement: Final = reinforcement
        self.open_piles: Final = open_piles
        """Whether players see the order of the piles, for training. The rules are the same."""
        self.terminals: Final = tuple(terminals)
        self.mode: Final = mode or ("standard" if len(armies) == 2 else "deathmatch")
        if self.mode == "team" and not teams:
            teams = ((0, 1), (2, 3))
        elif self.mode == "one-vs-two" and not teams:
            teams = ((0,), (1, 2))
        self.teams: Final = tuple(tuple(team) for team in teams)
        self._check()

        count = len(armies)
        self.players: Final[i64] = count
        self.board: Final[Board] = _with_terminals(BOARDS[board], self.terminals)
        self.hexes: Final[i64] = len(self.board.names)
        self.board_code: Final[i64] = BOARD_CODE[board]
        self.player_offset: Final[i64] = HEADER + len(self.board.names) * HEX_SIZE
        printed = [ARMIES[key] for key in armies]
        self.more: Final[bool] = any(needs_more(tile) for army in printed for tile in army.tiles)
        """Whether an army of the game has more than the basic rules (sections 13 to 31): states then have an extension,
        and the rules look at it. Other games do not pay for it."""
        basic = HEADER + len(self.board.names) * HEX_SIZE + count * PLAYER_SIZE
        self.more_offset: Final[i64] = basic
        self.size: Final[i64] = basic + (X_HEADER + len(self.board.names) * X_HEX_SIZE if self.more else 0)
        self.venom: Final = vec[i64]([army.venom_markers for army in printed] + [0] * (8 - count))
        """venom[p]: venom markers of p's army (R21.3)."""
        self.numbing: Final = vec[i64]([army.paralysis_markers for army in printed] + [0] * (8 - count))
        """numbing[p]: its paralysis markers (R23.4)."""
        self.last_laugh: Final[i64] = _bits([p for p in range(count) if printed[p].wins_if_all_hqs_fall])
        """Mask of the players who win when all HQs fall together (R28.8)."""
        self.living: Final[bool] = ruleset == "living"
        self.old: Final[bool] = ruleset == "2008"
        self.is_duel: Final[bool] = board == "duel"
        self.terminal: Final = vec[i64](list(self.board.terminals))

        side = _sides(count, self.teams)
        self.side: Final = vec[i64](side + [7] * (7 - count))
        fires = [ARMIES[key].fires_on_allies for key in armies]
        friends, foes, hits, nets = [], [], [], []
        for p in range(count):
            mine = [q for q in range(count) if side[q] == side[p]]
            others = [q for q in range(count) if side[q] != side[p]]
            quarrel = [q for q in mine if q != p and (fires[p] or fires[q])]  # R10.3
            neutral = 1 << NEUTRAL
            friends.append(_bits(mine))
            foes.append(_bits(others) | neutral)
            hits.append(_bits(others) | neutral | (_bits(quarrel) if fires[p] else 0))
            nets.append(_bits(others) | neutral | _bits(quarrel))
        everyone = (1 << count) - 1
        pad = [0] * (NEUTRAL - count)
        self.friends: Final = vec[i64](friends + pad + [1 << NEUTRAL])
        """friends[p]: bit mask of the players on p's side, p among them."""
        self.foes: Final = vec[i64](foes + pad + [everyone])
        self.hits: Final = vec[i64](hits + pad + [everyone])
        """hits[p]: players whose units p's attacks strike; Moloch strikes allies too (R10.3)."""
        self.nets: Final = vec[i64](nets + pad + [everyone])
        """nets[p]: players whose units p nets and pushes. Symmetric."""

        order = _turn_order(self.mode, count, self.teams)
        self.order: Final = vec[i64](order)
        """The players in the order of their turns, one round."""
        round_: list[int] = []
        for p in order:
            if p not in round_:
                round_.append(p)
        self.round: Final = vec[i64](round_)
        """Each player once, in turn order: the order of choices (R10.7)."""
        self.place: Final = vec[i64]([round_.index(p) for p in range(count)])
        """place[p]: where p comes in `round`."""
        self.has_teams: Final[bool] = len(set(side)) < count
        self.deathmatch: Final[bool] = count > 2 and not self.has_teams
        self.start_hq: Final = vec[i64](start_points(ruleset, count, self.teams, score))
        self.hand: Final[i64] = 6 if reinforcement else 3

        bases = [ARMY_BASE[key] for key in armies]
        self.base: Final = vec[i64](bases)
        """base[p]: number of the first tile (the HQ) of p's army."""
        self.army_size: Final = vec[i64]([len(ARMIES[key].tiles) for key in armies])
        # tile_of[p * KINDS + kind]: the tile number of a kind as player p counts kinds, -1 for none.
        tile_of: list[int] = []
        counts: list[int] = []
        for key in armies:
            tiles = ARMIES[key].tiles
            if len(tiles) > ARMY_KINDS:
                raise GameError(f"armies: {key} has {len(tiles)} kinds of tiles, {ARMY_KINDS} at most can be played")
            own = [ARMY_BASE[key] + i for i in range(len(tiles))]
            extras = [int(MERCENARY_BASE) + i for i in range(4)] + [int(BOMBER_BASE) + i for i in range(2)]
            tile_of += own + [-1] * (ARMY_KINDS - len(own)) + extras
            counts += [tile.count for tile in tiles] + [0] * (KINDS - len(tiles))
        self.tile_of: Final = vec[i64](tile_of)
        self.counts: Final = vec[i64](counts)
        """counts[p * KINDS + kind]: how many of that kind p's army has, its HQ among them."""
        present = [
            t for base, key in zip(bases, armies, strict=True) for t in range(base, base + len(ARMIES[key].tiles))
        ]
        able = [T_ABILITY[t] for t in present]
        self.has_takeover: Final[bool] = any(M_TAKEOVER[t] for t in present)
        self.has_homeland: Final[bool] = any(ability & A_HOMELAND for ability in able)
        self.has_spies: Final[bool] = any(ability & A_SPY for ability in able)
        self.has_power: Final[bool] = any(ability & A_NEEDS for ability in able)
        self.has_steel: Final[bool] = any(ability & A_STEEL for ability in able)
        self.has_aims: Final[bool] = any(ability & A_AIMS for ability in able)
        self.has_holes: Final[bool] = any(T_EFFECT[t] == EF_HOLE for t in present)
        self.has_toxic: Final[bool] = any(T_EFFECT[t] == EF_TOXIC for t in present)
        self.has_markers: Final[bool] = any(army.venom_markers or army.paralysis_markers for army in printed)
        """Whether hits can put venom or paralysis on units."""
        self.has_before: Final[bool] = self.has_markers or any(ability & A_BLASTS for ability in able)
        """Whether something can happen before the first phase of a Battle (R31.2)."""
        self.lends_toughness: Final[bool] = any(M_TOUGHNESS[t] for t in present)
        numbs = any(M_NUMBS[t] for t in present) or any(army.paralysis_markers for army in printed)
        self.lends: Final[bool] = self.lends_toughness or numbs or self.has_power
        """Whether units can get toughness, paralysis or want of power from elsewhere."""
        granters = sum(tile.count for key in armies for tile in ARMIES[key].tiles if "grants_mobility" in tile.module)
        if strict and granters > 15:
            raise GameError(
                f"armies: at most 15 tiles that grant moves can be in one game, these armies have {granters}"
            )

    def _check(self) -> None:
        count = len(self.armies)
        if not 2 <= count <= 6:
            raise GameError(f"armies: 2 to 6 armies play, not {count}")
        for key in self.armies:  # one may come twice (R11.5)
            if key not in ARMIES:
                raise GameError(f'armies: no army "{key}"; there are {", ".join(ARMIES)}')
        if self.ruleset not in RULESETS:
            raise GameError(f'ruleset: no ruleset "{self.ruleset}"; there are {", ".join(RULESETS)}')
        if self.board_key not in BOARDS:
            raise GameError(f'board: no board "{self.board_key}"; there are {", ".join(BOARDS)}')
        if self.mode not in MODES:
            raise GameError(f'mode: no mode "{self.mode}"; there are {", ".join(MODES[:-1])}')
        if self.bomber not in BOMBERS:
            raise GameError(f'bomber: "{self.bomber}" is no way to play Mad Bomber; there are {", ".join(BOMBERS)}')
        for name in self.terminals:
            if name not in BOARDS["duel"].index:
                raise GameError(f'terminals: no hex "{name}" on the duel board')
        if len(set(self.terminals)) != 7:
            raise GameError(f"terminals: the Duel board has seven different Terminals, not {len(set(self.terminals))}")
        if self.mode == "position":
            return
        if self.mode == "standard" and count != 2:
            raise GameError(f"mode: standard is for 2 players, {count} armies were given; deathmatch takes 3 to 6")
        if self.mode == "deathmatch" and count < 3:
            raise GameError("mode: deathmatch is for 3 to 6 players; for 2 the mode is standard")
        if self.mode == "team" and (count != 4 or sorted(len(t) for t in self.teams) != [2, 2]):
            raise GameError("mode: team is for four armies in two teams of two")
        if self.mode == "one-vs-two" and (count != 3 or [len(t) for t in self.teams] != [1, 2]):
            raise GameError("mode: one-vs-two is for three armies, one alone against a team of two")
        if self.mode in ("standard", "deathmatch") and self.teams:
            raise GameError(f"teams: {self.mode} has no teams; team (4 armies) and one-vs-two (3 armies) have")
        if sorted(p for team in self.teams for p in team) not in ([], list(range(count))):
            raise GameError("teams: every player must be in one team")
        if self.score and self.mode not in ("deathmatch", "team"):
            raise GameError(f"score: the score rule goes with deathmatch and team, not with {self.mode}")
        if count > 4 and self.board_key != "expanded":  # R10.4
            raise GameError(f"board: {count} players need the expanded board")
        if count < 4 and self.board_key == "expanded":
            raise GameError(f"board: the expanded board is for 4 to 6 players, not for {count}")
        if self.mercenaries < 0 or (count == 2 and self.mercenaries > 2):
            raise GameError(f"mercenaries: 0, 1 or 2 each, not {self.mercenaries}")
        if count in (3, 4) and self.mercenaries > 1:
            raise GameError(f"mercenaries: with {count} players 0 or 1 each, not {self.mercenaries}")
        if count > 4 and self.mercenaries:
            raise GameError(f"mercenaries: {count} players play without mercenaries")
        if self.bomber == "mercenary" and not self.mercenaries:
            raise GameError("bomber: Mad Bomber as a mercenary needs a game with mercenaries")

    def describe(self) -> dict[str, object]:
        """The description as plain data: the arguments of `Game`, without defaults."""
        data: dict[str, object] = {
            "armies": self.armies,
            "ruleset": self.ruleset,
            "board": self.board_key,
            "mode": self.mode,
        }
        if self.teams:
            data["teams"] = self.teams
        if self.score:
            data["score"] = True
        if self.mercenaries:
            data["mercenaries"] = self.mercenaries
        if self.bomber != "none":
            data["bomber"] = self.bomber
        if self.bomber_two:
            data["bomber_two"] = True
        if self.alternative_start:
            data["alternative_start"] = True
        if self.reinforcement:
            data["reinforcement"] = True
        if self.open_piles:
            data["open_piles"] = True
        if self.terminals != TERMINALS:
            data["terminals"] = self.terminals
        return data


def _with_terminals(board: Board, names: tuple[str, ...]) -> Board:
    """The board with its Terminals where this game has them (R9.1)."""
    if board.key != "duel" or names == TERMINALS:
        return board
    return replace(board, terminals=tuple(board.index[name] for name in names))


def _bits(players: list[int]) -> int:
    return sum(1 << p for p in players)


def _sides(count: int, teams: tuple[tuple[int, ...], ...]) -> list[int]:
    """A number for each player's side: that of the first player in it."""
    side = list(range(count))
    for team in teams:
        for p in team:
            side[p] = min(team)
    return side


def _turn_order(mode: str, count: int, teams: tuple[tuple[int, ...], ...]) -> list[int]:
    if mode == "team":  # 1-3-2-4 (R10.2)
        return [teams[0][0], teams[1][0], teams[0][1], teams[1][1]]
    if mode == "one-vs-two":  # 1-2-1-3
        return [teams[0][0], teams[1][0], teams[0][0], teams[1][1]]
    return list(range(count))


def start_points(ruleset: str, count: int, teams: tuple[tuple[int, ...], ...], score: bool = False) -> list[int]:
    """HQ points at the start (R1.3, R10.2). In a score game HQs lose none, and stay at 20."""
    sizes = sorted(len(team) for team in teams)
    if count == 4 and sizes == [2, 2] and ruleset == "3.0" and not score:
        return [15] * 4
    if count == 3 and 2 in sizes:
        paired = [p for team in teams if len(team) == 2 for p in team]
        return [13 if p in paired else 20 for p in range(3)]
    return [20] * count
