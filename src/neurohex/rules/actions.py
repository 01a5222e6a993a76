"""Every decision and every draw as one integer, in one fixed layout.

`ACTION_VERSION` changes whenever a number changes its meaning. Slots are places in the hand (kept in
ascending order of tile kind; of equal tiles only the first is offered), hexes are numbered by name, a
step is a direction 0-5 or 6 for staying, `rot` is the rotation after the act.

| from | to choose | layout |
| --- | --- | --- |
| END | end the turn, stop, keep | 1 |
| DISCARD | a tile of the hand | slot |
| UNLUCKY | an Unlucky Draw | 1 |
| FIGHT | play a Battle tile | 1 |
| TERROR | play Terror | 1 |
| PLACE | put a tile on the board (an HQ: slot 0) | (slot, hex, rot) |
| DEPLOY | a Transporter's hex for a tile of the hand | (hex, slot, rot) |
| MOVE | move a unit | (source, hex, step, rot) |
| SECOND | second step of a Recon move | (step, rot) |
| PUSH | Push Back tile | (pusher, direction, way); way 0-2 left, straight, right; 3: its controller chooses |
| YIELD | where one's own pushed unit goes | direction |
| ROTATE | Rotation tile | (hex, rot) |
| HQ_TURN | the rotation that a Doomsday HQ grants | (hex, rot) |
| CASTLE | Castling | (hex, direction) |
| GRENADE | target | hex |
| SNIPE | target | (hex, 0 unit or 1 foundation) |
| STRIKE | Air Strike's centre | hex |
| BOMB | Small Bomb | (hex, 0 with N and NE or 1 with NE and SE) |
| CAPTIVE | facing of the captive that the choice is about, the taker's first by hex | rot |
| CLOWN | 0 attack, 1 explode | 2 |
| CONVERT | Quartermaster: 0 nothing, else 1 + direction * 2 + part (0 melee, 1 ranged) | 13 |
| MEDIC | whom to save from what, and the Medic spent | (patient, medic, hit class, largest first) |
| DUEL_ROTATE, DUEL_SWAP, DUEL_PUSH, DUEL_LASER, DUEL_ELIMINATE, DUEL_DETONATE | Duel procedures | see below |
| SELL, SELL_HQ | a tile, or an HQ point, for energy | slot; 1 |
| MERCENARY | choose, or take instead of drawing | extra |
| PILE | draw from the pile, not a mercenary | 1 |
| BOMBER | discard a tile to place Mad Bomber II | (slot, hex) |
| DRAW | chance: the tile drawn | kind |
| CAPTIVE_AT | another captive of the same taker, turned first | (hex, rot) |
| OWN_PUSH | a unit's own push (R13.1) | as PUSH |
| OWN_TURN | a unit's own turn (R13.2) | (hex, rot) |
| STEEL_NET | target (R19.1) | hex |
| EXECUTE | a tile of the hand on a hostile unit (R20.1) | (slot, hex, rot) |
| POINT | the opponent who gets the point for a neutral unit (R19.4) | player |
| AIM | 0 past everything, else the target and the direction of flight at it (R13.6) | 1 + (hex, direction) |
| MARK | where a marker goes; 0: the rest are left to a teammate (R21.3) | 1 + hex |
| BURROW | the HQ swaps with the neighbour underground (R26.1) | direction |
| DRAW_IN | a neighbour comes into a Hole (R27.1) | (hex of the Hole, direction) |
| PARALYSE | target of the instant (R23.3) | hex |
| SMOKE | Smokescreen (R28.5) | (hex, rot) |
| TRANSPOSE | Transposition (R28.6): the unit removed, the unit that takes its hex | (hex, hex) |
| RAY | the first hex of the line (R30.4) | (hex, direction 0-2) |
| TRANSFORM | Gauss Transformer (R30.2), offered with CONVERT | direction |
| SHARED | what an instant strikes on a hex with both (R31.1) | 0 unit, 1 foundation |

Sources of a move: 0 the Move tile, 1 own Mobility, 2-7 the granter one hex away in direction 0-5,
8-13 the granter two hexes away (by a long link). Pairs of Terminals a < b are numbered 0-20 in order.
"""

from typing import Final

ACTION_VERSION: Final = 1
"""Goes up when a number changes its meaning. New blocks come at the end and change none: see `ACTION_BLOCKS`."""
ACTION_BLOCKS: Final = 2
"""1: up to CAPTIVE_AT. 2: OWN_PUSH to SHARED, the choices of armies with more than the basic rules."""

SOURCES: Final = 14
FROM_TILE: Final = 0
FROM_MOBILITY: Final = 1
FROM_NEAR: Final = 2
FROM_FAR: Final = 8
STAY: Final = 6
CLASSES: Final = 16

END: Final = 0
DISCARD: Final = 1  # + slot
UNLUCKY: Final = 7
FIGHT: Final = 8
TERROR: Final = 9
PLACE: Final = 10  # + (slot * 37 + hex) * 6 + rot
DEPLOY: Final = PLACE + 6 * 37 * 6  # + (hex * 6 + slot) * 6 + rot
MOVE: Final = DEPLOY + 37 * 6 * 6  # + ((source * 37 + hex) * 7 + step) * 6 + rot
SECOND: Final = MOVE + SOURCES * 37 * 7 * 6  # + step * 6 + rot
PUSH: Final = SECOND + 7 * 6  # + (hex * 6 + direction) * 4 + way
YIELD: Final = PUSH + 37 * 6 * 4  # + direction
ROTATE: Final = YIELD + 6  # + hex * 6 + rot
HQ_TURN: Final = ROTATE + 37 * 6  # + hex * 6 + rot
CASTLE: Final = HQ_TURN + 37 * 6  # + hex * 6 + direction
GRENADE: Final = CASTLE + 37 * 6  # + hex
SNIPE: Final = GRENADE + 37  # + hex * 2 + (0 unit, 1 foundation)
STRIKE: Final = SNIPE + 74  # + hex
BOMB: Final = STRIKE + 37  # + hex * 2 + shape
CAPTIVE: Final = BOMB + 74  # + rot
CLOWN: Final = CAPTIVE + 6  # + 0 attack, 1 explode
CONVERT: Final = CLOWN + 2  # + 0 or 1 + direction * 2 + part
MEDIC: Final = CONVERT + 13  # + (patient * 37 + medic) * 16 + class
DUEL_ROTATE: Final = MEDIC + 37 * 37 * CLASSES  # + hex * 6 + rot
DUEL_SWAP: Final = DUEL_ROTATE + 37 * 6  # + (pair * 6 + rot of the unit from a) * 6 + rot of the unit from b
DUEL_PUSH: Final = DUEL_SWAP + 21 * 36  # as PUSH
DUEL_LASER: Final = DUEL_PUSH + 37 * 6 * 4  # + pair
DUEL_ELIMINATE: Final = DUEL_LASER + 21  # + hex
DUEL_DETONATE: Final = DUEL_ELIMINATE + 37
SELL: Final = DUEL_DETONATE + 1  # + slot
SELL_HQ: Final = SELL + 6
MERCENARY: Final = SELL_HQ + 1  # + extra
PILE: Final = MERCENARY + 6
BOMBER: Final = PILE + 1  # + slot * 37 + hex
DRAW: Final = BOMBER + 6 * 37  # + kind
CAPTIVE_AT: Final = DRAW + 42  # + hex * 6 + rot
OWN_PUSH: Final = CAPTIVE_AT + 37 * 6  # as PUSH
OWN_TURN: Final = OWN_PUSH + 37 * 6 * 4  # + hex * 6 + rot
STEEL_NET: Final = OWN_TURN + 37 * 6  # + hex
EXECUTE: Final = STEEL_NET + 37  # + (slot * 37 + hex) * 6 + rot
POINT: Final = EXECUTE + 6 * 37 * 6  # + player
AIM: Final = POINT + 6  # + 0 or 1 + hex * 6 + direction
MARK: Final = AIM + 1 + 37 * 6  # + 0 or 1 + hex
BURROW: Final = MARK + 38  # + direction
DRAW_IN: Final = BURROW + 6  # + hex * 6 + direction
PARALYSE: Final = DRAW_IN + 37 * 6  # + hex
SMOKE: Final = PARALYSE + 37  # + hex * 6 + rot
TRANSPOSE: Final = SMOKE + 37 * 6  # + hex * 37 + hex
RAY: Final = TRANSPOSE + 37 * 37  # + hex * 3 + direction
TRANSFORM: Final = RAY + 37 * 3  # + direction
SHARED: Final = TRANSFORM + 6  # + 0 unit, 1 foundation
ACTIONS: Final = SHARED + 2
"""How many numbers there are."""
