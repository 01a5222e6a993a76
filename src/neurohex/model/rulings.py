"""The rulings behind each symbol of a tile, each fact of a unit, each term of the Duel board and each illegal hex.

Events carry their rulings from the place where a rule is applied. Cards describe what holds without an event; they take
the rulings from here, in every language.
"""

from __future__ import annotations

from typing import Final

SYMBOLS: Final[dict[str, tuple[str, ...]]] = {
    "initiative": ("R6.1",),
    "initiatives": ("R6.1",),
    "melee": ("R6.2",),
    "ranged": ("R6.2",),
    "both": ("R6.4",),
    "gauss": ("R6.2", "R3.5"),
    "net": ("R3.1",),
    "armour": ("R6.3",),
    "redirect": ("R11.1",),
    "splits": ("R11.2",),
    "trigger": ("R11.3",),
    "trigger_bomber": ("R12.2", "R12.3"),
    "bomber_back": ("R12.2",),
    "bomber_two": ("R12.2",),
    "hq": ("R6.5", "R6.2"),
    "toughness": ("R6.5",),
    "mobility": ("R5.1",),
    "ability_explode": ("R6.7",),
    "ability_deploy": ("R5.4",),
    "ability_returns_to_pile": ("R3.3",),
    "module_initiative": ("R3.5", "R3.6"),
    "module_melee": ("R3.5",),
    "module_ranged": ("R3.5",),
    "module_enemy_initiative": ("R3.6",),
    "module_medic": ("R7.2",),
    "module_scoper": ("R3.4",),
    "module_extra_attack": ("R1.4", "R3.6"),
    "module_quartermaster": ("R6.8",),
    "module_grants_mobility": ("R5.1",),
    "module_takeover": ("R3.2",),
    "module_recon": ("R1.5",),
    "module_rotate_one_own_unit_per_turn": ("R5.3",),
    "module_trap": ("R6.7",),
    "links": ("R3.5",),
    "long_links": ("R3.5",),
    "effect_battle": ("R8.1", "R4.4", "R4.5"),
    "effect_move": ("R5.1",),
    "effect_push_back": ("R5.2",),
    "effect_grenade": ("R8.2",),
    "effect_sniper": ("R8.3",),
    "effect_air_strike": ("R8.4",),
    "effect_terror": ("R5.6",),
    "effect_rotation": ("R5.3",),
    "effect_castling": ("R5.3",),
    "effect_small_bomb": ("R11.4",),
    "effect_mine": ("R5.5",),
}
"""By symbol, ability, module effect or effect of an instant tile."""

FACTS: Final[dict[str, tuple[str, ...]]] = {
    "nobodys": ("R12.2",),
    "owned": ("R3.3",),
    "taken": ("R3.2",),
    "captive_turns": ("R3.3",),
    "netted": ("R3.1",),
    "no_link": ("R9.1",),
    "link": ("R9.1", "R9.3"),
    "acts": ("R6.1",),
    "acts_changed": ("R3.6",),
    "acts_once_more": ("R3.6", "R1.4"),
    "melee": ("R3.5",),
    "ranged": ("R3.5",),
    "gauss": ("R3.5",),
    "changes_type": ("R6.8",),
    "armour": ("R6.3",),
    "redirects": ("R11.1",),
    "trigger": ("R11.3", "R6.7"),
    "trigger_of_bomber": ("R12.2", "R6.7"),
    "explodes_at_all": ("R6.7",),
    "explodes_at_units": ("R6.7", "R12.2"),
    "explodes_at_hostile": ("R6.7", "R12.3"),
    "score": ("R10.5",),
    "hq_points": ("R6.5",),
    "wounded": ("R6.5",),
    "unwounded": ("R6.5",),
    "medics": ("R7.2",),
    "deploys": ("R5.4",),
    "returns": ("R3.3",),
    "scoped": ("R3.4",),
    "recon": ("R1.5",),
    "unlinked": ("R3.5",),
    "nets": ("R3.1",),
    "takes": ("R3.2",),
    "scopes": ("R3.4",),
    "turns": ("R5.3",),
    "moves": ("R5.1",),
    "mobility_used": ("R5.1",),
    "recon_doubles": ("R1.5",),
}
"""By what holds for a unit."""

GIFTS: Final[dict[str, tuple[str, ...]]] = {
    "initiative": ("R3.6", "R3.5"),
    "melee": ("R3.5",),
    "ranged": ("R3.5",),
    "enemy_initiative": ("R3.6", "R3.5"),
    "extra_attack": ("R1.4", "R3.5"),
    "medic": ("R7.2", "R3.5"),
    "quartermaster": ("R6.8", "R3.5"),
    "grants_mobility": ("R5.1", "R3.5"),
}
"""By module effect, for what one unit gives to another."""

DUEL: Final[dict[str, tuple[str, ...]]] = {
    "duel.terminal.1": ("R9.1",),
    "duel.terminal.2": ("R9.3",),
    "duel.link.1": ("R9.1",),
    "duel.link.2": ("R9.3",),
    "duel.energy.1": ("R9.2",),
    "duel.energy.2": ("R9.2",),
    "duel.energy.3": ("R10.5",),
    "duel.procedure.1": ("R9.3",),
    "procedure.rotation.1": ("R9.3",),
    "procedure.swap.1": ("R9.3",),
    "procedure.push.1": ("R9.3", "R5.2"),
    "procedure.laser.1": ("R9.3",),
    "procedure.laser.2": ("R9.3", "R7.4"),
    "procedure.elimination.1": ("R9.3",),
    "procedure.elimination.2": ("R9.3", "R7.4"),
    "procedure.detonation.1": ("R9.3",),
    "procedure.detonation.2": ("R9.3", "R7.4"),
}
"""By sentence about the Duel board (section 9)."""
OBSTACLES: Final[dict[str, tuple[str, ...]]] = {
    "taken": ("R5.1",),
    "far": ("R5.1",),
    "terror": ("R5.6",),
    "limit": ("R4.7",),
}
"""By what stands in the way of choosing a hex."""
