"""The forms that a page gets.

`msgspec.json.encode` writes them, every field always; `None` stands where there is nothing to say. Top-level forms
(`Scene`, `Choices`, `Preview`, `Battle`, `Card`, `UnitCard`, `Catalogue`, `Sprites`, `Story`, `Analysis`) carry a
`version`. docs/view.md shows an example of each.

Hexes are names (`C3`), and so are directions (`NE`). Players are numbers from 0 in the order of seats. Tiles are ids of
army and name (`borgo/Net_Fighter`). Forms may share parts: treat them as read-only.
"""

from neurohex.view.forms.base import VERSION, Form, Wounds
from neurohex.view.forms.battles import Battle, BattlePlace, Beat, Gift, Hit, Phase, Preview, Reach
from neurohex.view.forms.cards import Card, EdgeSum, Part, Sentence, Sum, UnitCard
from neurohex.view.forms.catalogue import (
    ArmyForm,
    Catalogue,
    DuelForm,
    Explained,
    Fit,
    Grouping,
    Named,
    OtherStart,
    ProcedureForm,
    TerminalsForm,
    Variant,
)
from neurohex.view.forms.choices import (
    Area,
    AreaChoice,
    Choice,
    Choices,
    FacingChoice,
    Granter,
    HexChoice,
    Offer,
    Option,
    OptionChoice,
)
from neurohex.view.forms.drawings import BoardDrawing, Coat, PointsText, Sprites, TileSprite
from neurohex.view.forms.stories import Analysis, Entry, Story, StudyForm, TurnForm
from neurohex.view.forms.table import (
    BoardForm,
    Deciding,
    DuelSide,
    Ending,
    FoundationForm,
    HexForm,
    PlayerForm,
    ProcedureNow,
    Scene,
    ShiftForm,
    Standing,
    TileCount,
    UnitForm,
)

__all__ = [
    "VERSION",
    "Analysis",
    "Area",
    "AreaChoice",
    "ArmyForm",
    "Battle",
    "BattlePlace",
    "Beat",
    "BoardDrawing",
    "BoardForm",
    "Card",
    "Catalogue",
    "Choice",
    "Choices",
    "Coat",
    "Deciding",
    "DuelForm",
    "DuelSide",
    "EdgeSum",
    "Ending",
    "Entry",
    "Explained",
    "FacingChoice",
    "Fit",
    "Form",
    "FoundationForm",
    "Gift",
    "Granter",
    "Grouping",
    "HexChoice",
    "HexForm",
    "Hit",
    "Named",
    "Offer",
    "Option",
    "OptionChoice",
    "OtherStart",
    "Part",
    "Phase",
    "PlayerForm",
    "PointsText",
    "Preview",
    "ProcedureForm",
    "ProcedureNow",
    "Reach",
    "Scene",
    "Sentence",
    "ShiftForm",
    "Sprites",
    "Standing",
    "Story",
    "StudyForm",
    "Sum",
    "TerminalsForm",
    "TileCount",
    "TileSprite",
    "TurnForm",
    "UnitCard",
    "UnitForm",
    "Variant",
    "Wounds",
]
