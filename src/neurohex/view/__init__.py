"""What a page needs to show a game without knowing a rule: pure functions from states to forms ready for JSON.

    scene(state)            the whole table
    choices(state)          all that may be done, as trees that end in actions
    preview(state, action)  what would come of an action
    battle_preview(state)   the Battle that would be fought now
    card(tile)              what is printed on a tile; unit_card(state, hex) what holds for a unit and why
    story(steps)            the log of a game, with its Battles
    catalogue()             what a game can be put together from
    sprites()               the drawings
    analysis(state)         a board for study; analysis_state(position) sets it up

Forms are described in `forms`, and with examples in docs/view.md. Texts come in English and Polish. The rules do not
run in several threads of one process at once, and so neither does what is here.
"""

from neurohex.view.battles import NoBattle, battle_preview, battle_preview_states, battle_states, battles_of
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
from neurohex.view.stories import state_after, story, told_from
from neurohex.view.study import AnalysisError, analysis, analysis_state, study_of
from neurohex.view.wording import act_words

__all__ = [
    "VERSION",
    "AnalysisError",
    "NoBattle",
    "UnknownTileId",
    "act_words",
    "analysis",
    "analysis_state",
    "battle_preview",
    "battle_preview_states",
    "battle_states",
    "battles_of",
    "beats",
    "card",
    "catalogue",
    "choices",
    "preview",
    "reach",
    "scene",
    "sprites",
    "state_after",
    "story",
    "study_of",
    "table_sprites",
    "tile_id",
    "tile_of_id",
    "told_from",
    "unit_card",
]
