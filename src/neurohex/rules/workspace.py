"""Scratch tables of the rules: what is worked out on the way to an answer, and means nothing once it is given.

Each thread has a workspace of its own. A state uses that of the thread which made it; `State.adopt` moves a state to
the thread that goes on with it. So threads that work on different states never write into each other's tables. Tables
by hex are read and written only for hexes that hold units.
"""

import threading
from typing import Final

from neurohex.compat import i64, vec

BY_HEX: Final = 40
LINKS_MAX: Final = 37 * 12
"""Takeover links on a board full of tiles with six long ones."""
HITS_MAX: Final = 8192
PATHS_MAX: Final = 256
MAX_LEGAL: Final = 8192
"""More actions than any state offers: the size of a buffer for `legal`."""


class Workspace:
    """The scratch tables of one thread."""

    def __init__(self) -> None:
        # --- what holds at every moment (section 3) ---
        self.n_units: i64 = 0
        self.units: vec[i64] = vec[i64]([0] * BY_HEX)  # hexes with units, in order
        self.enabled: vec[i64] = vec[i64]([0] * BY_HEX)  # by hex: NO, YES or OPEN
        self.control: vec[i64] = vec[i64]([0] * BY_HEX)  # by hex: mask of possible controllers
        self.maybe: vec[i64] = vec[i64]([0] * BY_HEX)  # the same, being worked out
        self.works: vec[i64] = vec[i64]([0] * BY_HEX)  # by hex: mask of the players a module may work for
        self.reach: vec[i64] = vec[i64]([0] * BY_HEX)  # by hex: mask of the hexes that a unit's links reach
        self.caught: vec[i64] = vec[i64]([0] * BY_HEX)  # by hex: mask of the net units whose nets face a unit
        self.span: vec[i64] = vec[i64]([0] * BY_HEX)  # by hex: mask of what reaches a unit along undecided nets
        self.hold: vec[i64] = vec[i64]([0] * BY_HEX)  # by hex: ids of the bearers that hold a unit captive
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
        self.link_failed: vec[i64] = vec[i64]([0] * LINKS_MAX)  # 1: failed for good in this repetition
        self.sure: vec[i64] = vec[i64]([0] * 8)  # by player: links on one unit that count for certain
        self.pledged: vec[i64] = vec[i64]([0] * 16)  # by undecided link on it: the players it may count for
        # --- bonuses and initiative (R3.5, R3.6), by hex ---
        self.speed: vec[i64] = vec[i64]([0] * BY_HEX)
        self.melee_bonus: vec[i64] = vec[i64]([0] * BY_HEX)
        self.ranged_bonus: vec[i64] = vec[i64]([0] * BY_HEX)
        self.both_melee: vec[i64] = vec[i64]([0] * BY_HEX)  # the part of each from modules that strengthen both
        self.both_ranged: vec[i64] = vec[i64]([0] * BY_HEX)  # types (R1.9)
        self.extras: vec[i64] = vec[i64]([0] * BY_HEX)  # sources of extra attacks
        self.converters: vec[i64] = vec[i64]([0] * BY_HEX)  # Quartermasters linked
        self.values: vec[i64] = vec[i64]([0] * (BY_HEX * 8))
        """values[hex * 8 + i]: when attack i acts: 0-2 printed values, 3-7 extra attacks; -1 for none."""
        # --- the hits of a phase or an instant ---
        self.n_hits: i64 = 0
        self.hit_from: vec[i64] = vec[i64]([0] * HITS_MAX)
        self.hit_dir: vec[i64] = vec[i64]([0] * HITS_MAX)  # direction in which it left its source
        self.hit_to: vec[i64] = vec[i64]([0] * HITS_MAX)
        self.hit_kind: vec[i64] = vec[i64]([0] * HITS_MAX)
        self.hit_wounds: vec[i64] = vec[i64]([0] * HITS_MAX)
        self.hit_arrives: vec[i64] = vec[i64]([0] * HITS_MAX)  # direction of flight when it strikes
        self.hit_medic: vec[i64] = vec[i64]([0] * HITS_MAX)  # 1 + hex of the Medic that cancelled it
        self.hit_fuse: vec[i64] = vec[i64]([0] * HITS_MAX)  # 1: it set off a Trap or Mad Bomber; Medics do not answer
        self.hit_by: vec[i64] = vec[i64]([0] * HITS_MAX)  # the player behind it, through a chain of explosions too
        self.pain: vec[i64] = vec[i64]([0] * BY_HEX)  # by hex: wounds that stand at the end of a phase
        self.strikers: vec[i64] = vec[i64]([0] * BY_HEX)  # by hex: mask of the players who hit a bomber
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
        self.may_help: vec[i64] = vec[i64]([0] * BY_HEX)  # by patient: mask of those that serve it or stand in
        self.n_options: i64 = 0
        self.chooser: i64 = 0  # whose choice the options are
        self.options: vec[i64] = vec[i64]([0] * MAX_LEGAL)
        self.class_wounds: vec[i64] = vec[i64]([0] * 64)  # classes of hits on one patient that would do the same
        self.class_scorer: vec[i64] = vec[i64]([0] * 64)  # whose points they would be
        self.class_hit: vec[i64] = vec[i64]([0] * 64)  # the first hit of the class
        # --- for callers that have no buffer of their own ---
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
