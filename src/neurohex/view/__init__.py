"""Everything a page needs to show a game without knowing a rule: pure functions from states to JSON forms.

    scene(state)            the whole table
    choices(state)          all legal actions, as trees
    preview(state, action)  the outcome of an action
    battle_preview(state)   a Battle fought now
    card(tile)              what is printed on a tile; unit_card(state, hex) a unit's current values with reasons
    story(steps)            the log of a game, with its Battles
    catalogue()             the choices when setting up a game
    sprites()               the drawings
    analysis(state)         a study board; analysis_state(position) sets it up

`forms` defines the forms; docs/view.md has examples. Texts are in English and Polish. Not thread-safe, like the rules.
"""

from neurohex.view.battles import (
    NoBattle,
    battle_of_fight,
    battle_preview,
    battle_preview_states,
    battle_states,
    battle_with_states,
    battles_of,
    preview_with_states,
    states_of_fight,
)
from neurohex.view.cards import card, unit_card
from neurohex.view.drawings import sprites, table_sprites
from neurohex.view.forms import VERSION
from neurohex.view.games import catalogue
from neurohex.view.happenings import beats
from neurohex.view.names import UnknownTileId, tile_id, tile_of_id
from neurohex.view.offers import choices
from neurohex.view.previews import preview
from neurohex.view.reaches import reach
from neurohex.view.scenes import scene
from neurohex.view.stories import state_after, story, story_start
from neurohex.view.study import AnalysisError, analysis, analysis_state, study_of
from neurohex.view.why_not import why_not
from neurohex.view.wording import act_words

__all__ = [
    "VERSION",
    "AnalysisError",
    "NoBattle",
    "UnknownTileId",
    "act_words",
    "analysis",
    "analysis_state",
    "battle_of_fight",
    "battle_preview",
    "battle_preview_states",
    "battle_states",
    "battle_with_states",
    "battles_of",
    "beats",
    "card",
    "catalogue",
    "choices",
    "preview",
    "preview_with_states",
    "reach",
    "scene",
    "sprites",
    "state_after",
    "states_of_fight",
    "story",
    "story_start",
    "study_of",
    "table_sprites",
    "tile_id",
    "tile_of_id",
    "unit_card",
    "why_not",
]
