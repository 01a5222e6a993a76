"""Sentences for what happens outside the phases of a Battle: draws, tiles, moves, nets, the course of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from neurohex.board import DIRECTIONS
from neurohex.explain.line import INSTANT_RULINGS, counted, foundation_name, rulings, unit_name
from neurohex.explain.reasons import is_netted, takers
from neurohex.explain.scene import PROCEDURES, Scene
from neurohex.rules import events as ev
from neurohex.rules.actions import FROM_FAR, FROM_MOBILITY, FROM_NEAR, FROM_TILE
from neurohex.rules.catalog import ALL_TILES, BOMBER_BASE, MERCENARY_BASE
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
    P_MERCS,
    U_CTRL,
    U_FLAGS,
    U_ID,
    U_OWNER,
    U_TILE,
)
from neurohex.rules.reach import links_of
from neurohex.rules.state import State
from neurohex.words import listed

Told = tuple[str, str]
"""A sentence and its ruling."""
Teller = Callable[[Scene, int], Told]


# --- the course of a game -------------------------------------------------------------------------
def _turn_began(scene: Scene, i: int) -> Told:
    _, player, number, *_ = scene.events[i]
    return f"Turn {number}: {scene.player(player)}", "R4.2" if number <= 3 else "R4.3"


def _turn_ended(scene: Scene, i: int) -> Told:
    who = scene.player(scene.events[i][1])
    if scene.fought:
        return f"The Battle has ended the turn of {who}", "R4.5"
    return f"{who} ends the turn", "R4.3"


def _drawn(scene: Scene, i: int) -> Told:
    _, player, tile, *_ = scene.events[i]
    who, name = scene.player(player), ALL_TILES[tile].name
    aside = tile - int(MERCENARY_BASE)
    if aside >= 0 and scene.st.player(player, P_MERCS) >> aside & 1:
        return f"{who} takes the mercenary {name} instead of drawing", "R12.1"
    return f"{who} draws {name}", "R4.7" if scene.st.game.reinforcement else "R4.2"


def _discarded(scene: Scene, i: int) -> Told:
    _, player, tile, *_ = scene.events[i]
    text = f"{scene.player(player)} discards {ALL_TILES[tile].name}"
    game = scene.st.game
    after = i + 1
    while scene.code(after) == ev.RETURNED:
        after += 1
    if scene.code(after) == ev.ENERGY and scene.sold_tile(after):
        return f"{text} to trade it for energy", "R9.2"
    if scene.code(after) == ev.PLACED and scene.events[after][2] == int(BOMBER_BASE) + 1:
        return f"{text} to put down {ALL_TILES[scene.events[after][2]].name}", "R12.2"
    if scene.unlucky:
        return f"{text} as part of the Unlucky Draw", "R4.7" if game.reinforcement else "R1.1"
    if scene.drawing and scene.hands[player] >= int(game.hand):
        return f"{text}: the hand is full, and one tile must go", "R4.7" if game.reinforcement else "R4.2"
    return text, "R4.3"


def _unlucky(scene: Scene, i: int) -> Told:
    who = scene.player(scene.events[i][1])
    if scene.st.game.reinforcement:
        return f"{who} holds only instants: an Unlucky Draw, three are discarded and drawn anew", "R4.7"
    return f"{who} holds only instants: an Unlucky Draw, the hand is discarded and drawn anew", "R1.1"


def _supply_ended(scene: Scene, i: int) -> Told:
    who = scene.player(scene.events[i][1])
    text = f"{who} has drawn the last tile of the pile: no Battle tile may be played any more, and after"
    if scene.st.game.mode == "one-vs-two":
        return f"{text} the turns still due the Final Battle is fought", "R4.4, R10.2"
    return f"{text} one more turn of every other player the Final Battle is fought", "R4.4"


def _extra_turns(scene: Scene, i: int) -> Told:
    return (
        "The lead is shared after the Final Battle: all who share it have one more turn, then an Additional Battle",
        "R1.2" if len(scene.st.game.armies) == 2 else "R1.2, R10.6",
    )


def _battle_began(scene: Scene, i: int) -> Told:
    _, starter, cause, *_ = scene.events[i]
    who = scene.player(starter)
    texts = {
        BY_TILE: (f"Battle, begun by {who} with a Battle tile", "R6.9"),
        BY_FULL_BOARD: (f"Battle: the board is full; {who} counts as the one who began it", "R4.5, R6.9"),
        FINAL: (f"Final Battle; {who} drew the last tile and counts as the one who began it", "R4.4, R6.9"),
        ADDITIONAL: (f"Additional Battle after the tie; {who} counts as the one who began it", "R1.2, R6.9"),
    }
    return texts[cause]


def _eliminated(scene: Scene, i: int) -> Told:
    who = scene.player(scene.events[i][1])
    return f"{who} is out of the game: its HQ has fallen, and its units leave the board", "R10.1"


def _removed(scene: Scene, i: int) -> Told:
    _, h, tile, owner, *_ = scene.events[i]
    name = f"{ALL_TILES[tile].name} {scene.place(h)}"
    return f"{name} leaves the board with its army, {scene.player(owner)}, as nobody else controls it", "R10.1"


def _game_over(scene: Scene, i: int) -> Told:
    _, reason, mask, shared, *_ = scene.events[i]
    game = scene.st.game
    best = [p for p in range(len(game.armies)) if mask >> p & 1]
    names = listed([scene.player(p) for p in best])
    # Several sides among the best share a draw, and the others have lost.
    drawn = not best or bool(shared) or any(int(game.friends[best[0]]) >> p & 1 == 0 for p in best)
    if drawn:
        result = f"The game ends in a draw for {names}" if best else "The game ends in a draw"
    else:
        result = f"{names} {'wins' if len(best) == 1 else 'win'} the game"
    most = f"{'equal' if drawn else 'most'} {'points' if game.score else 'HQ points'}"
    fallen = [f"the HQ of {scene.player(p)}" for p in sorted(scene.fallen)]
    destroyed = f"{listed(fallen)} {'is' if len(fallen) == 1 else 'are'} destroyed" if fallen else "an HQ is destroyed"
    hq_ruling = "R10.1" if game.deathmatch else "R10.2" if game.has_teams else "R6.5"
    goal = 40 if game.has_teams else 20
    why = {
        END_HQ: (destroyed, hq_ruling),
        END_FINAL: (f"{most} after the Final Battle", "R1.2" if drawn else "R4.4"),
        END_ADDITIONAL: (f"{most} after the Additional Battle", "R1.2"),
        END_STILL: (f"the full board fought without any change, {most} decide", "R1.6"),
        END_SCORE: (f"{goal} points are reached", "R1.8, R10.5"),
    }[reason]
    return f"{result}: {why[0]}", why[1]


# --- tiles ----------------------------------------------------------------------------------------
def _facing(rotation: int) -> str:
    return f"facing {DIRECTIONS[rotation % 6]}"


def _placed(scene: Scene, i: int) -> Told:
    _, player, number, h, rotation, *_ = scene.events[i]
    tile = ALL_TILES[number]
    who, where = scene.player(player), scene.place(h)
    if tile.kind == "hq":
        return f"{who} places its HQ on {where}, {_facing(rotation)}", "R4.1"
    if tile.kind == "foundation":
        return f"{who} lays {tile.name} on {where}", "R5.5"
    if number == int(BOMBER_BASE) + 1:
        return f"{who} puts {tile.name} from beside the board on {where}: it belongs to nobody", "R12.2"
    text = f"{who} places {tile.name} on {where}, {_facing(rotation)}"
    if scene.deployer:
        return f"{text}, in place of {scene.deployer}", "R5.4"
    if scene.st.owner_when_placed(player, number) == NEUTRAL:
        return f"{text}: it belongs to nobody", "R12.2"
    if tile.army == "bombers":
        return text, "R12.3"
    return text, "R12.1" if tile.army == "mercenaries" else "R4.3"


def _played(scene: Scene, i: int) -> Told:
    _, player, number, *_ = scene.events[i]
    tile = ALL_TILES[number]
    text = f"{scene.player(player)} plays {tile.name}"
    if tile.effect == "terror":
        text += ": until its next turn nobody else may put a tile on a free hex"
    return text, INSTANT_RULINGS.get(tile.effect, "§8")


def _hired(scene: Scene, i: int) -> Told:
    _, player, tile, *_ = scene.events[i]
    return f"{scene.player(player)} chooses the mercenary {ALL_TILES[tile].name} and lays it aside", "R12.1"


def _returned(scene: Scene, i: int) -> Told:
    _, player, number, *_ = scene.events[i]
    tile = ALL_TILES[number]
    text = f"{tile.name} goes on top of the pile of {scene.player(player)}"
    if tile.army == "bombers":
        return f"{text}, the next player", "R12.3" if scene.st.game.bomber == "mercenary" else "R12.2"
    return f"{text}, its owner", "R3.3"


# --- about the board ------------------------------------------------------------------------------
def _moved(scene: Scene, i: int) -> Told:
    _, player, tile, start, to, rotation, source, second = scene.events[i]
    who, name = scene.player(player), ALL_TILES[tile].name
    if start == to:
        text = f"{who} turns {name} {scene.place(to)}, now {_facing(rotation)}"
    else:
        text = f"{who} moves {name} from {scene.place(start)} to {scene.place(to)}, {_facing(rotation)}"
    if source == FROM_TILE:
        return f"{text}, by the Move tile", "R5.1"
    if source == FROM_MOBILITY:
        used = scene.st.unit(start, U_FLAGS) & FL_MOBILITY
        if second or scene.second_step or used or not ALL_TILES[tile].mobility:
            return f"{text}, as the second step of a Recon move", "R1.5, R5.7"
        return f"{text}, by its own Mobility", "R5.1"
    direction = (source - FROM_NEAR) % 6
    near = scene.st.game.board.neighbours[start][direction]
    giver = near if source < FROM_FAR else scene.st.game.board.neighbours[near][direction]
    # Unless it went to where its granter stood, which no unit can, the granter is still there.
    return f"{text}, by {scene.unit(giver)}", "R5.1"


def _turned(scene: Scene, i: int) -> Told:
    _, player, tile, h, rotation, *_ = scene.events[i]
    text = f"{scene.player(player)} turns {ALL_TILES[tile].name} {scene.place(h)}, now {_facing(rotation)}"
    last = scene.events[i - 1] if i else (0,)
    if last[0] == ev.PLAYED and ALL_TILES[last[2]].effect == "rotation":
        return f"{text}, by the {scene.weapon} tile", "R5.3"
    if last[0] == ev.PROCEDURE and PROCEDURES[last[2]][0] == "Rotation":
        return f"{text}, by the procedure {scene.weapon}", "R9.3"
    if scene.st.unit(h, U_CTRL) != scene.st.unit(h, U_OWNER):
        return f"{text}, as its taker may once", "R3.3"
    return f"{text}, by the rotation that its HQ grants once a turn", "R5.3"


def _pushed(scene: Scene, i: int) -> Told:
    _, _, tile, start, to, pusher, *_ = scene.events[i]
    name = f"{ALL_TILES[tile].name} {scene.place(start)}"
    return f"{scene.unit(pusher)} pushes {name} back to {scene.place(to)}", "R5.2"


def _swapped(scene: Scene, i: int) -> Told:
    _, player, one, two, *_ = scene.events[i]
    text = f"{scene.player(player)} lets {scene.unit(one)} and {scene.unit(two)} change places"
    if scene.code(i - 1) == ev.PROCEDURE:
        return text, "R9.3"
    return text, "R5.3"


def _mine_blew(scene: Scene, i: int) -> Told:
    h = scene.events[i][1]
    text = f"{foundation_name(scene.st, h)} {scene.place(h)} blows up under "
    if not scene.st.unit(h, U_TILE):
        return f"{text}whatever came there", "R5.5"
    name = ALL_TILES[scene.st.unit(h, U_TILE) - 1]
    return f"{text}{name.name}{', which it does not harm' if name.kind == 'hq' else ''}", "R5.5"


def _foundation_gone(scene: Scene, i: int) -> Told:
    _, h, tile, *_ = scene.events[i]
    text = f"{ALL_TILES[tile].name} {scene.place(h)} is removed"
    return f"{text} by the {scene.weapon}" if scene.weapon else text, rulings("R5.5", scene.weapon_ruling)


# --- nets and takeovers ---------------------------------------------------------------------------
def _netted(scene: Scene, i: int) -> Told:
    h = scene.events[i][1]
    holders = [scene.unit(int(v)) for v in net_sources(scene.st, h)]
    return f"{scene.unit(h)} is netted by {listed(holders) or 'a hostile net'} and can do nothing", "R3.1"


def _unnetted(scene: Scene, i: int) -> Told:
    h = scene.events[i][1]
    reasons = [_why_free(scene, h, int(v)) for v in net_sources(scene.before, h)]
    text = f"{scene.unit(h)} is out of the net"
    return f"{text}: {listed(reasons)}" if reasons else text, "R3.1"


def _same_unit(scene: Scene, v: int) -> bool:
    """Whether the unit that stood on `v` before the act is still there."""
    return all(scene.st.unit(v, field) == scene.before.unit(v, field) for field in (U_TILE, U_OWNER, U_ID))


def _why_free(scene: Scene, h: int, v: int) -> str:
    """Why a net unit holds the unit on `h` no longer."""
    name = unit_name(scene.before, v)
    if not _same_unit(scene, v):
        return f"{name} is gone"
    if is_netted(scene.st, v):
        return f"{name} is netted itself"
    if not int(scene.st.game.nets[scene.st.unit(v, U_CTRL)]) >> scene.st.unit(h, U_CTRL) & 1:
        return f"{name} is not hostile to it any more"
    return f"{name} holds it no longer"


def _taken(scene: Scene, i: int) -> Told:
    _, h, _, taker, *_ = scene.events[i]
    bearers = [scene.unit(v) for v in takers(scene.st, h)]
    text = f"{scene.unit(h)} is taken over by {scene.player(taker)}"
    return f"{text}: the takeover link of {listed(bearers)} holds it" if bearers else text, "R3.2"


def _freed(scene: Scene, i: int) -> Told:
    _, h, _, owner, *_ = scene.events[i]
    whose = "is nobody's" if owner == NEUTRAL else f"belongs to {scene.player(owner)}"
    text = f"{scene.unit(h)} is free and {whose} again"
    old = _where_before(scene.before, scene.st.unit(h, U_ID), scene.st.unit(h, U_TILE))
    reasons = [_why_let_go(scene, h, v) for v in takers(scene.before, old)] if old >= 0 else []
    return f"{text}: {listed(reasons)}" if reasons else text, "R3.2, R3.3"


def _where_before(before: State, number: int, tile: int) -> int:
    """Where the unit with that id stood before the act, or -1."""
    hexes = range(int(before.hexes))
    return next((v for v in hexes if before.unit(v, U_TILE) == tile and before.unit(v, U_ID) == number), -1)


def _why_let_go(scene: Scene, h: int, v: int) -> str:
    name = unit_name(scene.before, v)
    if not _same_unit(scene, v):
        return f"{name} is gone"
    if is_netted(scene.st, v):
        return f"{name} is netted"
    if int(links_of(scene.st, v)) >> h & 1:
        return f"the link of {name} does not prevail any more"
    return f"{name} is not linked to it any more"


# --- the Duel board -------------------------------------------------------------------------------
def _energy(scene: Scene, i: int) -> Told:
    _, player, energy, *_ = scene.events[i]
    who = scene.player(player)
    if scene.sold_tile(i):
        return f"{who} gains 1 energy for the tile: {energy} now", "R9.2"
    left = max(scene.st.hq(player) - 1, 0)
    return f"{who} trades 1 HQ point for 1 energy: {energy} energy now, {counted(left, 'HQ point')} left", "R9.2"


def _procedure(scene: Scene, i: int) -> Told:
    _, player, number, left, *_ = scene.events[i]
    name, cost = PROCEDURES[number]
    return f"{scene.player(player)} starts the procedure {name} for {cost} energy: {left} left", "R9.3"


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
