"""English texts of `describe_tile`."""

from typing import Final

WORDS: Final = {
    "tile.all_edges": "all six edges",
    "tile.any_edge": "any edge",
    "tile.one_edge": "{names}",
    "tile.more_edges": "{names}",
    "tile.head": "{name}: {kind} of {army}, {count}",
    "tile.also_called": "Also called {names}",
    "tile.kind_hq": "headquarters",
    "tile.kind_warrior": "warrior",
    "tile.kind_module": "module",
    "tile.kind_foundation": "foundation tile",
    "tile.kind_instant": "instant tile",
    # Attacks
    "tile.initiative": "Initiative {values}: it acts in that phase of a Battle",
    "tile.initiatives": "Initiative {values}: it acts in each of those phases of a Battle",
    "tile.melee": "Melee attack of strength {n} at {edges}: hits the hostile neighbour there",
    "tile.ranged": (
        "Ranged attack of strength {n} at {edges}: hits the first hostile unit in line, past friendly ones"
    ),
    "tile.both": "Melee and ranged at {edges} are one attack: on one target they make one hit",
    "tile.gauss": "Gauss shot at {edges}: 1 wound to every hostile unit in line; nothing strengthens it",
    "tile.rocket": (
        "Rocket of strength {n} at {edges}: it flies up to three hexes, the first straight ahead, then any "
        "way; it hits the first hostile unit on its path, and nothing strengthens it"
    ),
    "tile.shotgun": (
        "Shotgun of strength {n} at {edges}: hits the first hostile unit in line, with 1 less for each hex "
        "farther; nothing strengthens it"
    ),
    "tile.poison": "Poison at {edges}: puts a venom marker on the hostile neighbour there and does no wound",
    "tile.blast": (
        "Blast at {edges}: before the first phase it destroys the hostile unit there and itself; a Medic may "
        "save the unit, and an HQ takes nothing"
    ),
    "tile.demolish": (
        "Crushes across {edges}: 1 wound to both neighbours there and to the hex that touches both, if "
        "hostile; no armour helps"
    ),
    "tile.melee_anywhere": (
        "Strikes anywhere: one melee hit of strength {n} on any hostile unit on the board, from no direction; "
        "one must be chosen"
    ),
    # Other edges
    "tile.net": "Net at {edges}: a hostile unit there can do nothing while this one is free to act",
    "tile.armour": "Armour at {edges}: lowers a ranged or Gauss hit there by 1, and nothing else",
    "tile.reflect": (
        "Mirror at {edges}: an attack that arrives there does nothing to it and goes back one hex, with the "
        "same strength"
    ),
    "tile.power_edges": "Power at {edges}: it powers the friendly unit there",
    "tile.redirect": "Redirector: a friendly ranged or Gauss shot that comes in at {into} must leave by {out}",
    "tile.splits": "Each way out is a shot of its own; one that comes back into its own path hits without end",
    "tile.trigger": "A hostile attack that arrives at {edges}, or an explosion, sets it off in a Battle",
    "tile.trigger_bomber": (
        "An attack at {edges}, or an explosion, sets it off in a Battle: 1 wound to its neighbours. Neutral it "
        "spares HQs and nobody else; as a mercenary it wounds only units hostile to its controller, HQs too"
    ),
    "tile.bomber_back": (
        "Once gone, it goes on top of the next player's pile; hit by several players at once, it is out of the game"
    ),
    "tile.bomber_two": "It lies beside the board until a player discards a tile to place it, and goes back there",
    # Marks of a unit
    "tile.hq": "It loses points instead of taking wounds and falls at 0; an HQ never harms an HQ",
    "tile.venom_markers": "The army has {n} venom markers: 1 wound each before the first phase of every Battle",
    "tile.paralysis_markers": "The army has {n} paralysis markers",
    "tile.wins_if_all_hqs_fall": "If all HQs fall in the same Battle, this army wins",
    "tile.toughness": "Toughness {n}: it bears that many wounds and falls to the next",
    "tile.mobility": "Mobility: once a turn it may go one hex, turn, or both",
    "tile.ability_explode": (
        "Instead of attacking it may explode: 1 wound to each neighbour of any side, and it is removed itself"
    ),
    "tile.ability_deploy": "It may give its hex to a unit tile from the hand, in any facing, and is discarded",
    "tile.ability_returns_to_pile": "When destroyed it goes on top of its owner's draw pile, netted or not",
    "tile.ability_push_back": "Once in each turn it may push a hostile neighbour back by itself, HQs too",
    "tile.ability_rotate": "Once in each turn it may turn itself",
    "tile.ability_spy": "Spy: hostile modules and HQs next to it that face it serve it too, as if they were friendly",
    "tile.ability_sharpshooter": (
        "Sharpshooter: its shot hits one hostile unit of its controller's choice in line, not only the first"
    ),
    "tile.ability_execution": (
        "Execution: for 1 HQ point it may be placed on the hex of a hostile unit, no HQ, which is destroyed"
    ),
    "tile.ability_venom": "Venom: a hit of it that wounds puts a venom marker on the unit",
    "tile.ability_paralysis": (
        "Paralysis: a hit of it that wounds paralyses the unit from the next phase to the end of the Battle"
    ),
    "tile.ability_mortar": "Mortar: its shot hits the hostile unit exactly two hexes away in line, over anything",
    "tile.ability_underground": "Underground: its HQ may change places with it",
    "tile.ability_needs_power": (
        "It needs power from the HQ, a Mechanic or a generator next to it; without power it can do nothing"
    ),
    # Modules
    "tile.module_initiative": "{value} initiative to linked friendly units",
    "tile.module_melee": "{value} strength to the melee attacks of linked friendly units",
    "tile.module_ranged": "{value} strength to the ranged attacks of linked friendly units",
    "tile.module_enemy_initiative": "{value} initiative to linked hostile units, never below 0",
    "tile.module_medic": "Medic: it is spent to cancel one whole hit on a linked friendly unit, HQs too",
    "tile.module_scoper": "Scoper: linked hostile modules, HQs excepted, work for its own side",
    "tile.module_extra_attack": "Linked friendly units have one more attack in a Battle, at a lower initiative",
    "tile.module_quartermaster": (
        "Each linked friendly unit may once a Battle change one attack from melee to ranged or back"
    ),
    "tile.module_grants_mobility": "Each linked friendly unit may once a turn go one hex, turn, or both",
    "tile.module_takeover": "Takeover: it gives its side control of a linked hostile unit, but of no HQ",
    "tile.module_recon": (
        "Recon: each Mobility move of its side becomes two; under the older books each Move action may go two hexes"
    ),
    "tile.module_rotate_one_own_unit_per_turn": "Once a turn one other own unit that is not netted may be turned",
    "tile.module_trap": "Set off it explodes: 1 wound to each neighbour of any side, and it is removed itself",
    "tile.module_toughness": (
        "{value} toughness to linked friendly units, HQs excepted; a unit that loses it with too many wounds "
        "is destroyed at once"
    ),
    "tile.module_steel_net": (
        "Steel Net: once its marker is at hand, for 1 HQ point it may be thrown over any hostile unit on the "
        "board but an HQ; the unit can do nothing"
    ),
    "tile.module_steel_net_free": "While it is free to act, the Steel Net costs no HQ point",
    "tile.module_motherland": (
        "Motherland: own units that touch each other from the HQ on are one body; a module linked to one of "
        "them serves all"
    ),
    "tile.module_underground_castling": (
        "Once a turn it may change places with an adjacent own unit that is underground; neither turns"
    ),
    "tile.module_underground_all": "All friendly units are underground",
    "tile.module_gives_venom": "Attacks of linked friendly units that wound put a venom marker on the target",
    "tile.module_gives_paralysis": (
        "Attacks of linked friendly units that wound paralyse the target to the end of the Battle"
    ),
    "tile.module_paralyses_enemies": "Linked hostile units, HQs too, are paralysed: they do not attack",
    "tile.module_enemy_initiative_zero": "Zone: all initiative of linked hostile units is 0, and nothing raises it",
    "tile.module_power": "It powers linked friendly units",
    "tile.module_extra_wound": "{value} wound to linked hostile units, HQs too, with each hit that wounds them",
    "tile.module_gauss_transformer": (
        "Each linked friendly unit may once a Battle fire one ranged attack as a Gauss shot"
    ),
    "tile.links": "Linked at {edges} to the unit next to it there",
    "tile.long_links": "Long link at {edges}: it reaches the first and the second hex in that line, over anything",
    # Instants and foundations
    "tile.effect_battle": "A Battle is fought at once and ends the turn; not after a last tile has been drawn",
    "tile.effect_move": "One own unit that is not netted goes one hex to a free one, turns, or both",
    "tile.effect_push_back": (
        "An own unit pushes a hostile neighbour, HQs too, to a free hex that does not touch the pusher; neither is "
        "netted, nothing turns, and of several hexes the pushed unit's controller chooses"
    ),
    "tile.effect_grenade": "Destroys one hostile unit next to the own HQ, which must not be netted; no HQ",
    "tile.effect_sniper": "1 wound to any hostile unit but an HQ, or removes any foundation tile",
    "tile.effect_air_strike": (
        "1 wound to every unit, own ones too, in a hex and its six neighbours, which must all be on the board; HQs "
        "are spared and foundation tiles there go"
    ),
    "tile.effect_terror": "Until the player's next turn no other player may put a tile on a free hex",
    "tile.effect_rotation": "One own unit that is not netted is turned any way",
    "tile.effect_castling": "Two own units that touch and are not netted change places and keep their facing",
    "tile.effect_small_bomb": (
        "1 wound to every unit, own ones too, in three hexes that all touch each other; HQs are spared and "
        "foundation tiles there go"
    ),
    "tile.effect_mine": (
        "It lies on a hex without a unit or another foundation; the first unit that comes there is destroyed with "
        "it, and no Medic helps; an HQ only destroys the Mine"
    ),
    "tile.effect_roots": "A foundation: next to the Motherland it belongs to it and passes it on, whoever stands on it",
    "tile.effect_hole": (
        "A foundation: once a turn, while nobody stands on it, its owner may draw an adjacent hostile unit "
        "onto it, no HQ; at the end of every Battle a hostile unit on it is destroyed"
    ),
    "tile.effect_toxic_bomb": (
        "A foundation: in its phase it explodes, 1 wound to each unit of any side on its hex "
        "and next to it, HQs too, and it is gone"
    ),
    "tile.effect_paralysis": "Paralyses any hostile unit, HQs too, to the end of the next Battle",
    "tile.effect_smokescreen": "Turns any hostile unit that is not disabled any way, HQs too",
    "tile.effect_transposition": (
        "Takes one own unit, no HQ, off the board; another own unit from the board takes its hex without turning"
    ),
    "tile.effect_ray": (
        "1 wound to every unit, own ones too, on one straight line of hexes across the board; HQs are spared "
        "and foundation tiles there go"
    ),
}
