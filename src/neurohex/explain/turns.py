"""Sentences for what happens outside the phases of a Battle: draws, tiles, moves, nets, the course of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from neurohex.board import DIRECTIONS
from neurohex.explain.line import INSTANT_RULINGS, Told, foundation_name, rulings, tile_of, unit_name
from neurohex.explain.reasons import is_netted, takers
from neurohex.explain.scene import PROCEDURES, Scene
from neurohex.rules import events as ev
from neurohex.rules.actions import FROM_FAR, FROM_MOBILITY, FROM_NEAR, FROM_TILE
from neurohex.rules.catalog import ALL_TILES, BOMBER_BASE
from neurohex.rules.influence import net_sources
from neurohex.rules.layout import (
    ADDITIONAL,
    BY_FULL_BOARD,
    BY_TILE,
    END_ADDITIONAL,
    END_FINAL,
    END_HQ,
    END_SCORE,
    END_STILL,
    FINAL,
    FL_MOBILITY,
    NEUTRAL,
    U_CTRL,
    U_FLAGS,
    U_ID,
    U_OWNER,
    U_TILE,
)
from neurohex.rules.reach import links_of
from neurohex.rules.state import State

Teller = Callable[[Scene, int], Told]


_BATTLES: Final = {
    BY_TILE: ("battle.by_tile", "R6.9"),
    BY_FULL_BOARD: ("battle.full_board", "R4.5, R6.9"),
    FINAL: ("battle.final", "R4.4, R6.9"),
    ADDITIONAL: ("battle.additional", "R1.2, R6.9"),
}
"""What tells of each cause of a Battle, and its rulings."""


# --- the course of a game -------------------------------------------------------------------------
def _turn_began(scene: Scene, i: int) -> Told:
    _, player, number, *_ = scene.events[i]
    text = scene.words.say("turn.began", number=number, who=scene.player(player))
    return text, "R4.2" if number <= 3 else "R4.3"


def _turn_ended(scene: Scene, i: int) -> Told:
    who = scene.player(scene.events[i][1])
    if scene.fought:
        return scene.words.say("turn.ended_by_battle", who=who), "R4.5"
    return scene.words.say("turn.ended", who=who), "R4.3"


def _drawn(scene: Scene, i: int) -> Told:
    _, player, tile, *_ = scene.events[i]
    names = {"who": scene.player(player), "tile": ALL_TILES[tile].name}
    if scene.takes_mercenary(i):
        return scene.words.say("drawn.mercenary", **names), "R12.1"
    return scene.words.say("drawn", **names), "R4.7" if scene.st.game.reinforcement else "R4.2"


def _discarded(scene: Scene, i: int) -> Told:
    _, player, tile, *_ = scene.events[i]
    words, game = scene.words, scene.st.game
    names = {"who": scene.player(player), "tile": ALL_TILES[tile].name}
    after = i + 1
    while scene.code(after) == ev.RETURNED:
        after += 1
    if scene.code(after) == ev.ENERGY and scene.sold_tile(after):
        return words.say("discarded.for_energy", **names), "R9.2"
    if scene.code(after) == ev.PLACED and scene.events[after][2] == int(BOMBER_BASE) + 1:
        return words.say("discarded.for_bomber", **names, bomber=ALL_TILES[scene.events[after][2]].name), "R12.2"
    if scene.unlucky:
        return words.say("discarded.unlucky", **names), "R4.7" if game.reinforcement else "R1.1"
    if scene.drawing and scene.hands[player] >= int(game.hand):
        return words.say("discarded.full_hand", **names), "R4.7" if game.reinforcement else "R4.2"
    return words.say("discarded", **names), "R4.3"


def _unlucky(scene: Scene, i: int) -> Told:
    who = scene.player(scene.events[i][1])
    if scene.st.game.reinforcement:
        return scene.words.say("unlucky.three", who=who), "R4.7"
    return scene.words.say("unlucky", who=who), "R1.1"


def _supply_ended(scene: Scene, i: int) -> Told:
    who = scene.player(scene.events[i][1])
    if scene.st.game.mode == "one-vs-two":
        return scene.words.say("supply.ended_one_vs_two", who=who), "R4.4, R10.2"
    return scene.words.say("supply.ended", who=who), "R4.4"


def _extra_turns(scene: Scene, i: int) -> Told:
    return scene.words.say("extra_turns"), "R1.2" if len(scene.st.game.armies) == 2 else "R1.2, R10.6"


def _battle_began(scene: Scene, i: int) -> Told:
    _, starter, cause, *_ = scene.events[i]
    name, ruling = _BATTLES[cause]
    return scene.words.say(name, who=scene.player(starter)), ruling


def _eliminated(scene: Scene, i: int) -> Told:
    return scene.words.say("eliminated", who=scene.player(scene.events[i][1])), "R10.1"


def _removed(scene: Scene, i: int) -> Told:
    _, h, tile, owner, *_ = scene.events[i]
    name = f"{ALL_TILES[tile].name} {scene.place(h)}"
    return scene.words.say("removed", unit=name, who=scene.player(owner)), "R10.1"


def _game_over(scene: Scene, i: int) -> Told:
    _, reason, mask, shared, *_ = scene.events[i]
    words, game = scene.words, scene.st.game
    best = [p for p in range(len(game.armies)) if mask >> p & 1]
    names = words.listed([scene.player(p) for p in best])
    # Several sides among the best share a draw, and the others have lost.
    drawn = not best or bool(shared) or any(int(game.friends[best[0]]) >> p & 1 == 0 for p in best)
    if not drawn:
        result = words.count("over.won", len(best), names=names)
    else:
        result = words.say("over.draw_of", names=names) if best else words.say("over.draw")
    why, ruling = _why_over(scene, reason, drawn=drawn)
    return words.say("because", text=result, reasons=why), ruling


def _why_over(scene: Scene, reason: int, *, drawn: bool) -> Told:
    words, game = scene.words, scene.st.game
    if reason == END_HQ:
        fallen = [words.say("over.hq", who=scene.player(p)) for p in sorted(scene.fallen)]
        ruling = "R10.1" if game.deathmatch else "R10.2" if game.has_teams else "R6.5"
        if not fallen:
            return words.say("over.an_hq"), ruling
        return words.count("over.fallen", len(fallen), hqs=words.listed(fallen)), ruling
    if reason == END_SCORE:
        return words.say("over.score", goal=40 if game.has_teams else 20), "R1.8, R10.5"
    if game.score:
        points = words.say("over.equal_points" if drawn else "over.most_points")
    else:
        points = words.say("over.equal_hq_points" if drawn else "over.most_hq_points")
    name, ruling = {
        END_FINAL: ("over.final", "R1.2" if drawn else "R4.4"),
        END_ADDITIONAL: ("over.additional", "R1.2"),
        END_STILL: ("over.still", "R1.6"),
    }[reason]
    return words.say(name, points=points), ruling


# --- tiles ----------------------------------------------------------------------------------------
def _placed(scene: Scene, i: int) -> Told:
    _, player, number, h, rotation, *_ = scene.events[i]
    words, tile = scene.words, ALL_TILES[number]
    names = {
        "who": scene.player(player),
        "tile": tile.name,
        "hex": scene.place(h),
        "facing": DIRECTIONS[rotation % 6],
    }
    if tile.kind == "hq":
        return words.say("placed.hq", **names), "R4.1"
    if tile.kind == "foundation":
        return words.say("placed.foundation", **names), "R5.5"
    if number == int(BOMBER_BASE) + 1:
        return words.say("placed.from_aside", **names), "R12.2"
    if scene.deployer:
        return words.say("placed.deployed", **names, deployer=scene.deployer), "R5.4"
    if scene.st.owner_when_placed(player, number) == NEUTRAL:
        return words.say("placed.nobodys", **names), "R12.2"
    ruling = {"bombers": "R12.3", "mercenaries": "R12.1"}.get(tile.army, "R4.3")
    return words.say("placed", **names), ruling


def _played(scene: Scene, i: int) -> Told:
    _, player, number, *_ = scene.events[i]
    tile = ALL_TILES[number]
    name = "played.terror" if tile.effect == "terror" else "played"
    text = scene.words.say(name, who=scene.player(player), tile=tile.name)
    return text, INSTANT_RULINGS[tile.effect]


def _hired(scene: Scene, i: int) -> Told:
    _, player, tile, *_ = scene.events[i]
    return scene.words.say("hired", who=scene.player(player), tile=ALL_TILES[tile].name), "R12.1"


def _returned(scene: Scene, i: int) -> Told:
    _, player, number, *_ = scene.events[i]
    names = {"tile": ALL_TILES[number].name, "who": scene.player(player)}
    if ALL_TILES[number].army == "bombers":
        ruling = "R12.3" if scene.st.game.bomber == "mercenary" else "R12.2"
        return scene.words.say("returned.to_next", **names), ruling
    return scene.words.say("returned.to_owner", **names), "R3.3"


# --- about the board ------------------------------------------------------------------------------
def _moved(scene: Scene, i: int) -> Told:
    _, player, tile, start, to, rotation, source, second = scene.events[i]
    words = scene.words
    moved = words.say(
        "moved.turned" if start == to else "moved",
        who=scene.player(player),
        tile=ALL_TILES[tile].name,
        start=scene.place(start),
        hex=scene.place(to),
        facing=DIRECTIONS[rotation % 6],
    )
    if source == FROM_TILE:
        return words.say("moved.by_tile", moved=moved), "R5.1"
    if source == FROM_MOBILITY:
        used = scene.st.unit(start, U_FLAGS) & FL_MOBILITY
        if second or scene.second_step or used or not ALL_TILES[tile].mobility:
            return words.say("moved.by_recon", moved=moved), "R1.5, R5.7"
        return words.say("moved.by_mobility", moved=moved), "R5.1"
    direction = (source - FROM_NEAR) % 6
    near = scene.st.game.board.neighbours[start][direction]
    giver = near if source < FROM_FAR else scene.st.game.board.neighbours[near][direction]
    # Unless it went to where its granter stood, which no unit can, the granter is still there.
    return words.say("moved.by_unit", moved=moved, unit=scene.unit(giver)), "R5.1"


def _turned(scene: Scene, i: int) -> Told:
    _, player, tile, h, rotation, *_ = scene.events[i]
    words = scene.words
    turned = words.say(
        "moved.turned",
        who=scene.player(player),
        tile=ALL_TILES[tile].name,
        hex=scene.place(h),
        facing=DIRECTIONS[rotation % 6],
    )
    last = scene.events[i - 1] if i else (0,)
    if last[0] == ev.PLAYED and ALL_TILES[last[2]].effect == "rotation":
        return words.say("turned.by_tile", turned=turned, weapon=scene.weapon), "R5.3"
    if last[0] == ev.PROCEDURE and PROCEDURES[last[2]][0] == "Rotation":
        return words.say("turned.by_procedure", turned=turned, weapon=scene.weapon), "R9.3"
    if scene.st.unit(h, U_CTRL) != scene.st.unit(h, U_OWNER):
        return words.say("turned.by_taker", turned=turned), "R3.3"
    return words.say("turned.by_hq", turned=turned), "R5.3"


def _pushed(scene: Scene, i: int) -> Told:
    _, _, tile, start, to, pusher, *_ = scene.events[i]
    name = f"{ALL_TILES[tile].name} {scene.place(start)}"
    return scene.words.say("pushed", pusher=scene.unit(pusher), unit=name, hex=scene.place(to)), "R5.2"


def _swapped(scene: Scene, i: int) -> Told:
    _, player, one, two, *_ = scene.events[i]
    text = scene.words.say("swapped", who=scene.player(player), one=scene.unit(one), two=scene.unit(two))
    return text, "R9.3" if scene.code(i - 1) == ev.PROCEDURE else "R5.3"


def _mine_blew(scene: Scene, i: int) -> Told:
    h, words = scene.events[i][1], scene.words
    mine = foundation_name(scene.st, h, words)
    if not scene.st.unit(h, U_TILE):
        return words.say("mine.unknown", mine=mine), "R5.5"
    tile = tile_of(scene.st, h)
    return words.say("mine.hq" if tile.kind == "hq" else "mine", mine=mine, tile=tile.name), "R5.5"


def _foundation_gone(scene: Scene, i: int) -> Told:
    _, h, tile, *_ = scene.events[i]
    name = f"{ALL_TILES[tile].name} {scene.place(h)}"
    text = scene.words.say(
        "foundation.gone_by" if scene.weapon else "foundation.gone", foundation=name, weapon=scene.weapon
    )
    return text, rulings("R5.5", scene.weapon_ruling)


# --- nets and takeovers ---------------------------------------------------------------------------
def nets_on(scene: Scene, h: int) -> str:
    """The units whose nets hold the one on a hex."""
    holders = [scene.unit(int(v)) for v in net_sources(scene.st, h)]
    return scene.words.listed(holders) or scene.words.say("netted.unknown")


def _because(scene: Scene, text: str, reasons: list[str]) -> str:
    return scene.words.say("because", text=text, reasons=scene.words.listed(reasons)) if reasons else text


def _netted(scene: Scene, i: int) -> Told:
    h = scene.events[i][1]
    return scene.words.say("netted", unit=scene.unit(h), nets=nets_on(scene, h)), "R3.1"


def _unnetted(scene: Scene, i: int) -> Told:
    h = scene.events[i][1]
    reasons = [_why_free(scene, h, int(v)) for v in net_sources(scene.before, h)]
    return _because(scene, scene.words.say("unnetted", unit=scene.unit(h)), reasons), "R3.1"


def _same_unit(scene: Scene, v: int) -> bool:
    """Whether the unit that stood on `v` before the act is still there."""
    return all(scene.st.unit(v, field) == scene.before.unit(v, field) for field in (U_TILE, U_OWNER, U_ID))


def _why_free(scene: Scene, h: int, v: int) -> str:
    """Why a net unit holds the unit on `h` no longer."""
    name = "unnetted.turned"
    if not _same_unit(scene, v):
        name = "gone"
    elif is_netted(scene.st, v):
        name = "unnetted.netted"
    elif not int(scene.st.game.nets[scene.st.unit(v, U_CTRL)]) >> scene.st.unit(h, U_CTRL) & 1:
        name = "unnetted.friendly"
    return scene.words.say(name, unit=unit_name(scene.before, v))


def _taken(scene: Scene, i: int) -> Told:
    _, h, _, taker, *_ = scene.events[i]
    names = {"unit": scene.unit(h), "who": scene.player(taker)}
    bearers = [scene.unit(v) for v in takers(scene.st, h)]
    if not bearers:
        return scene.words.say("taken", **names), "R3.2"
    return scene.words.say("taken.by", **names, bearers=scene.words.listed(bearers)), "R3.2"


def _freed(scene: Scene, i: int) -> Told:
    _, h, _, owner, *_ = scene.events[i]
    name = "freed.nobodys" if owner == NEUTRAL else "freed"
    text = scene.words.say(name, unit=scene.unit(h), who=scene.player(owner))
    old = _where_before(scene.before, scene.st.unit(h, U_ID), scene.st.unit(h, U_TILE))
    reasons = [_why_let_go(scene, h, v) for v in takers(scene.before, old)] if old >= 0 else []
    return _because(scene, text, reasons), "R3.2, R3.3"


def _where_before(before: State, number: int, tile: int) -> int:
    """Where the unit with that id stood before the act, or -1."""
    hexes = range(int(before.hexes))
    return next((v for v in hexes if before.unit(v, U_TILE) == tile and before.unit(v, U_ID) == number), -1)


def _why_let_go(scene: Scene, h: int, v: int) -> str:
    """Why a bearer holds the unit on `h` no longer."""
    name = "freed.unlinked"
    if not _same_unit(scene, v):
        name = "gone"
    elif is_netted(scene.st, v):
        name = "freed.netted"
    elif int(links_of(scene.st, v)) >> h & 1:
        name = "freed.outvoted"
    return scene.words.say(name, unit=unit_name(scene.before, v))


# --- the Duel board -------------------------------------------------------------------------------
def _energy(scene: Scene, i: int) -> Told:
    _, player, energy, *_ = scene.events[i]
    words, who = scene.words, scene.player(player)
    if scene.sold_tile(i):
        return words.say("energy.for_tile", who=who, energy=energy), "R9.2"
    left = words.count("hq_points_left", max(scene.st.hq(player) - 1, 0))
    return words.say("energy.for_point", who=who, energy=energy, left=left), "R9.2"


def _procedure(scene: Scene, i: int) -> Told:
    _, player, number, left, *_ = scene.events[i]
    name, cost = PROCEDURES[number]
    return scene.words.count("procedure", cost, who=scene.player(player), name=name, left=left), "R9.3"


TELLERS: Final[dict[int, Teller]] = {
    ev.DRAWN: _drawn,
    ev.DISCARDED: _discarded,
    ev.PLACED: _placed,
    ev.PLAYED: _played,
    ev.MOVED: _moved,
    ev.TURNED: _turned,
    ev.PUSHED: _pushed,
    ev.SWAPPED: _swapped,
    ev.TURN_BEGAN: _turn_began,
    ev.TURN_ENDED: _turn_ended,
    ev.UNLUCKY_DRAW: _unlucky,
    ev.SUPPLY_ENDED: _supply_ended,
    ev.BATTLE_BEGAN: _battle_began,
    ev.TAKEN: _taken,
    ev.FREED: _freed,
    ev.NETTED: _netted,
    ev.UNNETTED: _unnetted,
    ev.MINE_BLEW: _mine_blew,
    ev.FOUNDATION_GONE: _foundation_gone,
    ev.RETURNED: _returned,
    ev.ENERGY: _energy,
    ev.PROCEDURE: _procedure,
    ev.HIRED: _hired,
    ev.EXTRA_TURNS: _extra_turns,
    ev.ELIMINATED: _eliminated,
    ev.GAME_OVER: _game_over,
    ev.REMOVED: _removed,
}
