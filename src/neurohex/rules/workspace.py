"""Scratch tables of the rules: intermediate results, which mean nothing once the answer is given.

Each thread has its own workspace. A state uses the workspace of the thread that made it; `State.adopt` moves it to the
running thread. So threads that work on different states never write into each other's tables. Tables by hex hold
values only for hexes with units.
"""

import threading
from typing import Final

from neurohex.compat import i64, vec

BY_HEX: Final = 40
LINKS_MAX: Final = 37 * 12
"""Takeover links on a board full of tiles with six long ones."""
PHASES_MAX: Final = 64
"""More phases than bonuses can give a Battle."""
HITS_MAX: Final = 8192
PATHS_MAX: Final = 256
MAX_LEGAL: Final = 8192
"""More actions than any state offers: the size of a buffer for `legal`."""


class Formation:
    """How a board fights: who stands where on which side, what modules give them (R3.5), when they act (R3.6).

    `strikes.bonuses` gives the formation of a state. It holds until the board changes, or until the thread asks for
    that of another state. Sets of units are masks of hexes.
    """

    def __init__(self) -> None:
        self.fighters: i64 = 0  # units with an initiative, netted or not
        # The next masks leave out netted units.
        self.givers: i64 = 0  # modules that change how linked units fight
        self.medics: i64 = 0
        self.fused: i64 = 0  # Traps and Mad Bombers
        self.clowns: i64 = 0  # units that may explode instead of attacking
        self.redirectors: i64 = 0
        self.convertible: i64 = 0  # units linked to a friendly Quartermaster, netted or not
        self.of_player: vec[i64] = vec[i64]([0] * 8)  # by player: the units that the player controls
        self.prey: vec[i64] = vec[i64]([0] * 8)  # by player: the units that attacks of the player's units strike
        self.bonus: vec[i64] = vec[i64]([0] * BY_HEX)  # by hex: the sum of all gifts, see `catalog.M_GIFT`
        self.values: vec[i64] = vec[i64]([0] * (BY_HEX * 8))
        """values[hex * 8 + i]: when attack i of a unit acts; attacks 0-2 are printed, 3-7 extra ones (R1.4)."""
        self.attacks: vec[i64] = vec[i64]([0] * BY_HEX)  # by hex: mask of a unit's attacks
        self.top: i64 = 0  # the highest phase in `due`
        self.due: vec[i64] = vec[i64]([0] * PHASES_MAX)  # by phase: the units with an attack then that is not spent
        self.acted: i64 = 0  # units whose `U_ACT` in the state may not be 0
        self.reflectors: i64 = 0  # enabled units with reflecting edges (R18.1)
        self.paralysed: i64 = 0  # (R23.1)
        # The next fields count only in games with more than the basic rules (`Game.more`).
        self.spies: i64 = 0  # enabled Spies (R15.1)
        self.venomous: i64 = 0  # units whose hits put venom markers (R21.1)
        self.numbing: i64 = 0  # units whose hits paralyse (R23.2)
        self.zoned: i64 = 0  # units whose initiative a Zone sets to 0 (R28.4)
        self.aiming: i64 = 0  # enabled units that choose a target (R13.6)
        self.transformable: i64 = 0  # units linked to a friendly Gauss Transformer (R30.2)
        self.frail: i64 = 0  # units linked to hostile Wastes (R30.1)
        self.toxic: i64 = 0  # hexes with Toxic Bombs (R28.7)
        self.wastes: vec[i64] = vec[i64]([0] * BY_HEX)  # by hex of a frail unit: wounds more for each hit


class Workspace:
    """The scratch tables of one thread."""

    def __init__(self) -> None:
        # --- what holds at every moment (section 3) ---
        self.n_units: i64 = 0
        self.units: vec[i64] = vec[i64]([0] * BY_HEX)  # hexes with units, in order
        self.enabled: vec[i64] = vec[i64]([0] * BY_HEX)  # by hex: NO, YES or OPEN
        self.control: vec[i64] = vec[i64]([0] * BY_HEX)  # by hex: mask of possible controllers
        self.maybe: vec[i64] = vec[i64]([0] * BY_HEX)  # the same, while `takeover` computes it
        self.works: vec[i64] = vec[i64]([0] * BY_HEX)  # by hex: mask of the players a module may work for
        self.reach: vec[i64] = vec[i64]([0] * BY_HEX)  # by hex: mask of the hexes that a unit's links reach
        self.caught: vec[i64] = vec[i64]([0] * BY_HEX)  # by hex: mask of the net units whose nets face a unit
        self.span: vec[i64] = vec[i64]([0] * BY_HEX)  # by hex: mask of the undecided units on which a unit depends
        self.hold: vec[i64] = vec[i64]([0] * BY_HEX)  # by hex: ids of the bearers that hold a unit captive
        self.needy: i64 = 0  # mask of the units that need power (R29.1)
        self.dark: i64 = 0  # mask of those that lack it
        self.fed: vec[i64] = vec[i64]([0] * BY_HEX)  # by hex: mask of the units that could power a unit
        self.hangs: vec[i64] = vec[i64]([0] * BY_HEX)  # by hex: mask of what a net unit hangs on (R29.3)
        self.dropped: vec[i64] = vec[i64]([0] * BY_HEX)  # by hex: mask of the nets on a unit that do nothing
        self.bound: i64 = 0  # mask of the units that are disabled whatever nets do: by a Steel Net (R19.2)
        self.n_nets: i64 = 0
        self.net_units: vec[i64] = vec[i64]([0] * BY_HEX)  # hexes with net units
        self.n_watched: i64 = 0
        self.watched: vec[i64] = vec[i64]([0] * BY_HEX)  # hexes whose units a net or a takeover link faces
        self.n_scopers: i64 = 0
        self.scopers: vec[i64] = vec[i64]([0] * BY_HEX)  # hexes with Scopers
        self.scoping: vec[i64] = vec[i64]([0] * BY_HEX)  # by hex: whether a Scoper scopes: NO, YES or OPEN
        self.scoper_votes: vec[i64] = vec[i64]([0] * 8)  # by player: Scopers on one module
        # --- takeover links (R3.2) ---
        self.n_links: i64 = 0
        self.link_bearer: vec[i64] = vec[i64]([0] * LINKS_MAX)  # who bears them,
        self.link_target: vec[i64] = vec[i64]([0] * LINKS_MAX)  # whom they face,
        self.link_works: vec[i64] = vec[i64]([0] * LINKS_MAX)  # whether they work: NO, YES or OPEN,
        self.link_counts: vec[i64] = vec[i64]([0] * LINKS_MAX)  # mask of the players for whom they may count,
        self.bearers: i64 = 0  # mask of the hexes with units whose takeover links face units
        self.faced: i64 = 0  # mask of the hexes that they face
        self.link_failed: vec[i64] = vec[i64]([0] * LINKS_MAX)  # 1: failed for good in this repetition
        self.sure: vec[i64] = vec[i64]([0] * 8)  # by player: links on one unit that count for certain
        self.pledged: vec[i64] = vec[i64]([0] * 16)  # by undecided link on it: the players it may count for
        self.formation = Formation()
        # --- the hits of a phase or an instant (`hits`) ---
        self.n_hits: i64 = 0
        self.hits: vec[i64] = vec[i64]([0] * HITS_MAX)
        self.struck: i64 = 0  # mask of the hexes that they strike
        self.exploding: i64 = 0  # mask of the hexes whose units explode in this phase
        self.pain: vec[i64] = vec[i64]([0] * BY_HEX)  # by hex: wounds that stand at the end of a phase
        self.strikers: vec[i64] = vec[i64]([0] * BY_HEX)  # by hex: mask of the players who hit a unit
        # --- paths of one shot through redirectors (R11.1): a shot that leaves a hex in a direction ---
        self.n_paths: i64 = 0
        self.path_hex: vec[i64] = vec[i64]([0] * PATHS_MAX)
        self.path_dir: vec[i64] = vec[i64]([0] * PATHS_MAX)
        self.path_to: vec[i64] = vec[i64]([0] * PATHS_MAX)  # the redirector it comes to, or -1
        self.path_loop: vec[i64] = vec[i64]([0] * PATHS_MAX)  # 0 no, 1 in a circle, 2 endless
        self.path_at: vec[i64] = vec[i64]([0] * PATHS_MAX)  # by hex * 6 + direction: path, or -1
        self.path_from: vec[i64] = vec[i64]([0] * PATHS_MAX)  # the path that it first came from
        self.path_ways: vec[i64] = vec[i64]([0] * PATHS_MAX)  # in how many ways a shot comes to it
        self.path_number: vec[i64] = vec[i64]([0] * PATHS_MAX)  # when it was visited
        self.path_low: vec[i64] = vec[i64]([0] * PATHS_MAX)  # the first of those visited that it leads back to
        self.path_stack: vec[i64] = vec[i64]([0] * PATHS_MAX)
        self.n_stacked: i64 = 0
        self.n_numbered: i64 = 0
        self.via: vec[i64] = vec[i64]([0] * PATHS_MAX)  # redirectors on the way that is walked now
        # --- Medics (R7.1-R7.4), by hex ---
        self.wounds_due: vec[i64] = vec[i64]([0] * BY_HEX)  # wounds of hits that stand
        self.hits_due: vec[i64] = vec[i64]([0] * BY_HEX)  # how many hits stand
        self.usable: vec[i64] = vec[i64]([0] * BY_HEX)  # 1 for a Medic that can be spent
        self.medic_links: vec[i64] = vec[i64]([0] * BY_HEX)  # mask of the friends that a Medic's links reach
        self.helpers: vec[i64] = vec[i64]([0] * BY_HEX)  # mask of the usable Medics linked to a unit
        self.chain: vec[i64] = vec[i64]([0] * BY_HEX)  # by usable Medic: itself and all that can stand in for it
        self.may_spend: vec[i64] = vec[i64]([0] * BY_HEX)  # by patient: mask of the Medics that may be the one spent
        self.may_help: vec[i64] = vec[i64]([0] * BY_HEX)  # by patient: mask of the Medics that serve it or stand in
        self.n_options: i64 = 0
        self.chooser: i64 = 0  # whose choice the options are
        self.options: vec[i64] = vec[i64]([0] * MAX_LEGAL)
        self.class_wounds: vec[i64] = vec[i64]([0] * 64)  # classes of hits on one patient that would do the same
        self.class_scorer: vec[i64] = vec[i64]([0] * 64)  # whose points they would be
        self.class_marks: vec[i64] = vec[i64]([0] * 64)  # the markers that they carry (`markers.marks_of`)
        self.class_hit: vec[i64] = vec[i64]([0] * 64)  # the first hit of the class
        # --- more than the basic rules ---
        self.homeland: vec[i64] = vec[i64]([0] * 8)  # by player: hexes of the Motherland's units (R22.1)
        self.wanted: vec[i64] = vec[i64]([0] * BY_HEX)  # by hex: markers that a player's hits put on a unit
        # --- for callers that have no buffer of their own ---
        self.facts: vec[i64] = vec[i64]([0] * 16)
        self.actions: vec[i64] = vec[i64]([0] * MAX_LEGAL)


_OF_THREAD: Final = threading.local()


def own_workspace() -> Workspace:
    """The workspace of the running thread."""
    found = getattr(_OF_THREAD, "workspace", None)
    if isinstance(found, Workspace):
        return found
    made = Workspace()
    _OF_THREAD.workspace = made
    return made
