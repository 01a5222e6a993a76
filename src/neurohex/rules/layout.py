"""Offsets of all fields in a state, which is one flat array of small numbers.

A state is a header, one record for each hex, and one block for each player. To copy a state is to copy the array; two
states are equal if their arrays are. Every serialised state carries the version of this layout. All numbers are below
256, but those of tiles.
"""

from typing import Final

from neurohex.compat import i64

LAYOUT_VERSION: Final = 1
WIDE_VERSION: Final = 2
"""The same layout serialised with two bytes a number, for more kinds of tiles than a byte can number."""

NEUTRAL: Final = 6
"""The owner of neutral units (a Mad Bomber). Players are 0 to 5."""
HEXES: Final = 37
"""Hexes of the largest board: the stride of tables by board."""

# --- header -------------------------------------------------------------------------------------
STAGE: Final = 0  # the kind of decision that is due, one of the stages below
ACTOR: Final = 1  # who decides it
TURN: Final = 2  # whose turn it is
SEAT: Final = 3  # place of this turn in the order of turns
DREW: Final = 4  # tiles drawn this turn
TARGET: Final = 5  # tiles to hold after drawing
FRESH: Final = 6  # 1 while an Unlucky Draw may still be claimed (R1.1)
PLAYED: Final = 7  # tiles played this turn
LIMIT: Final = 8  # tiles that may be played this turn, NO_LIMIT for any number
PHASE: Final = 9  # running initiative phase + 1; 0 outside a Battle
BATTLE: Final = 10  # why the Battle is fought, one of the causes below
STEP: Final = 11  # place inside the phase: 0 begin, 1 choices, 2 hits and Medics
STARTER: Final = 12  # who began the Battle (R6.9)
SUPPLY: Final = 13  # 1 + who drew the last tile of a pile (R4.4), or 0
LEFT: Final = 14  # turns still to come before the Final or Additional Battle
EXTRA: Final = 15  # 1 during the extra turns of a tie (R1.2)
LAST_TURN: Final = 16  # who took the turn before the Final Battle
BLOCKED: Final = 17  # 1 while a full board starts no Battle (R1.6, 2008 and 3.0)
CHANGED: Final = 18  # 1 when this Battle wounded, marked or removed anything
ASKED: Final = 19  # hex that the present choice is about
PENDING: Final = 20  # instant or procedure whose hits await Medics: its effect code, or 0
PENDING_A: Final = 21  # where it was aimed
PENDING_B: Final = 22
CAPTURES: Final = 23  # 1 when some captured unit may be turned by its taker
OVER: Final = 24  # why the game is over, one of the ends below; 0 while it runs
WINNERS: Final = 25  # bit mask of the winners once it is over; no bit for a draw
PASSED: Final = 26  # discards of Mad Bomber since it last came off the board
REDRAW: Final = 27  # tiles still to be discarded for an Unlucky Draw with Reinforcement (R4.7)
NETS: Final = 28  # net units on the board
TAKERS: Final = 29  # units with a takeover link on the board
SCOPERS: Final = 30  # Scopers on the board
FREE: Final = 31  # free hexes of the main field
POOL: Final = 32  # bit mask of the mercenaries still to be chosen (R12.1)
SETUP: Final = 33  # mercenaries or HQs already dealt with before the first turn
ASIDE: Final = 34  # 1 while Mad Bomber II lies beside the board
GONE: Final = 35  # bombers out of the game: bit 0 Mad Bomber, bit 1 the second
SWAYED: Final = 36  # 1 while some unit is disabled or taken over
TOLD: Final = 37  # 1 once the strikes of the running phase have gone into the log
TURNS_LOW: Final = 38  # number of turns begun
TURNS_HIGH: Final = 39
DEAD: Final = 40  # bit mask of players whose HQ fell in this Battle
AFTER: Final = 41  # what follows once pending decisions are taken, one of the sequels below
SHARED: Final = 42  # 1 when those in WINNERS share a draw and the others have lost
FIRST: Final = 43  # 1 once the first turn has begun and HQ features work (R4.1)
HEADER: Final = 44

NO_LIMIT: Final = 255

# Stages
ST_OVER: Final = 0
ST_MERCENARY: Final = 1  # choose a mercenary before the game
ST_HQ: Final = 2  # place the HQ
ST_DRAW: Final = 3  # chance: a tile is drawn
ST_SOURCE: Final = 4  # draw from the pile or take a mercenary
ST_DISCARD: Final = 5  # a full hand: discard one
ST_MAIN: Final = 6  # play
ST_PUSHED: Final = 7  # the pushed unit's controller chooses its hex
ST_RECON: Final = 8  # the second step of a Recon move
ST_CAPTURE: Final = 9  # a captured unit may be turned
ST_CLOWN: Final = 10  # attack or explode
ST_CONVERT: Final = 11  # Quartermaster
ST_MEDIC: Final = 12
ST_REDRAW: Final = 13  # Reinforcement's Unlucky Draw: three to discard
ST_ENERGY: Final = 14  # energy bought: buy more or end the turn
ST_AIM: Final = 15  # a unit chooses its target (R13.6)
ST_MARK: Final = 16  # too few markers: where they go (R21.3)
ST_SHARED: Final = 17  # an instant strikes the unit or the foundation of a hex (R31.1)
ST_POINT: Final = 18  # the opponent who gets a point for a neutral unit (R19.4)

# Sequels
TO_MAIN: Final = 0  # the turn goes on
TO_DRAW: Final = 1  # the turn begins with drawing
TO_NEXT: Final = 2  # the turn is over
TO_RECON: Final = 3  # the second step of a Recon move

# Causes of a Battle
BY_TILE: Final = 1
BY_FULL_BOARD: Final = 2
FINAL: Final = 3
ADDITIONAL: Final = 4

# Ends of a game
END_HQ: Final = 1  # an HQ was destroyed
END_FINAL: Final = 2  # points after the Final Battle
END_ADDITIONAL: Final = 3  # points after the Additional Battle
END_STILL: Final = 4  # a full board that fights without change (R1.6)
END_SCORE: Final = 5  # points of a score game

# --- one hex ------------------------------------------------------------------------------------
U_TILE: Final = 0  # tile number + 1; 0 for no unit
U_OWNER: Final = 1
U_ROT: Final = 2
U_WOUNDS: Final = 3
U_CTRL: Final = 4  # controller, computed from the board (R3.2)
U_FLAGS: Final = 5
U_MOVED: Final = 6  # granters (by number) that have moved this unit this turn
U_MOVED2: Final = 7
U_ID: Final = 8  # tells units on the board apart, whatever hex they are on
U_GRANTER: Final = 9  # 1 + number of a unit that grants moves
U_SPENT: Final = 10  # attacks spent in this Battle: bits 0-2 printed values, 3-7 extra ones
U_ACT: Final = 11  # this phase: bits below
U_CONVERT: Final = 12  # Quartermaster: 0 none, else 1 + direction * 2 + part; TRANSFORMED + direction (R30.2)
U_HEALS: Final = 13  # a Medic spent now: number of the hit it cancelled + 1, low byte
U_HEALS2: Final = 14  # and high byte
U_HELD: Final = 15  # a captive's bearers: five bytes, a bit for each of their ids
F_TILE: Final = 20  # foundation tile number + 1
F_OWNER: Final = 21
HEX_SIZE: Final = 22
UNIT_SIZE: Final = 20  # the fields that go with a unit when it moves

FL_DISABLED: Final = 1
FL_TURN: Final = 2  # captured, and its taker may still turn it
FL_MOBILITY: Final = 4  # own Mobility used this turn
FL_ROTATED: Final = 8  # its one rotation a turn granted (R5.3)
FL_CONVERTED: Final = 16  # Quartermaster used in this Battle (R6.8)
FL_TURNED: Final = 32  # turned by its taker among the captives that are turned now (R3.3)
FL_PUSHED: Final = 64  # own push used this turn (R13.1)
FL_SPUN: Final = 128  # own turn used this turn (R13.2)

TRANSFORMED: Final = 13
"""In `U_CONVERT`: the ranged attack of a direction is a Gauss shot (R30.2)."""

AC_ACTS: Final = 1
AC_ASKED: Final = 2
AC_EXPLODES: Final = 4
AC_SET_OFF: Final = 8
AC_OFFERED: Final = 16  # the Quartermaster's change has been offered this phase
AC_HELD: Final = 32  # would have acted, but is disabled or paralysed

# --- one player ---------------------------------------------------------------------------------
KINDS: Final = 42
"""Tile kinds a player can hold: 36 of the army (its HQ is 0), then four mercenaries and two bombers."""
ARMY_KINDS: Final = 36
HAND_MAX: Final = 6
TOP_MAX: Final = 8

P_HQ: Final = 0
P_SCORE: Final = 1
P_HAND_N: Final = 2
P_HAND: Final = 3  # six tile numbers, ascending
P_ENERGY: Final = 9
P_OUT: Final = 10  # 1 when the player is out of the game
P_DUE: Final = 11  # 1 while a turn is still to come before the Final Battle
P_TERROR: Final = 12  # 1 while this player's Terror holds (R5.6)
P_MERCS: Final = 13  # bit mask of extras kept aside
P_HQ_HEX: Final = 14  # 1 + hex of the HQ; 0 when it is not on the board
P_TOP_N: Final = 15  # tiles known to lie on top of the pile
P_TOP: Final = 16  # eight kinds, the topmost last
P_PILE_N: Final = 24
P_TIED: Final = 25  # in the extra turns of a tie: 1 still to have one, 2 has begun it, 0 not in it
P_PILE: Final = 26
P_DISC: Final = 68
PLAYER_SIZE: Final = 110


# --- the extension: only in games with more than the basic rules (`Game.more`) -------------------
BEFORE: Final = 100
"""The phase before the first one: venom and Explosives (R31.2)."""
AFTER_ALL: Final = -1
"""What comes after phase 0 counts as this phase (R31.2)."""

X_DEALT: Final = 0  # mask of the players whose venom of this phase is dealt (R21.3)
X_NUMBED: Final = 1  # the same for paralysis (R23.4)
X_ASKED: Final = 2  # kind of marker that is dealt now: 0 venom, 1 paralysis
X_HEX: Final = 3  # the act that waits for the choice of an opponent (R19.4): its hex
X_SLOT: Final = 4  # and the slot of the hand + 1 for an execution, 0 for a Steel Net
X_ROT: Final = 5  # and the facing
X_DECIDED: Final = 6  # shared hexes about which was decided (R31.1): five bytes, a bit for each hex
X_GROUND: Final = 11  # those of them whose foundation is struck: five bytes
X_HEADER: Final = 16

# of each hex
XU_VENOM: Final = 0  # venom markers: four bits a player, three bytes
XU_NUMB: Final = 3  # 1 + owner of the paralysis marker, or 0
XU_STEEL: Final = 4  # mask of the players whose Steel Net lies on it
XU_AIM: Final = 5  # 1 + the target chosen in this phase (`actions.AIM`), or 0
XU_TOUGH: Final = 6  # toughness from others (R14.1), computed from the board
XU_STATE: Final = 7  # bits below, computed from the board
XU_DOSE: Final = 8  # markers put on it by the player who deals now
XU_SIZE: Final = 9  # the fields that go with a unit when it moves
XF_USED: Final = 9  # 1 once the foundation was used this turn (R27.1)
X_HEX_SIZE: Final = 10

XS_PARALYSED: Final = 1  # by a marker or a module (R23.1)
XS_UNPOWERED: Final = 2  # no source reaches it (R29.1)


def hex_at(h: i64) -> i64:
    """Where the record of a hex begins."""
    return HEADER + h * HEX_SIZE
