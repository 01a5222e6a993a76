"""Current effects between a unit and others: attacks, nets, links, takeovers."""

from __future__ import annotations

from neurohex.model import Gift as ModuleGift
from neurohex.model import Strike
from neurohex.model.game import State
from neurohex.model.reading import units_at
from neurohex.model.relations import gifts_to, is_useful, netted_by, scoped_by, strikes_of, taken_by
from neurohex.view.forms import Gift, Hit, Reach


def reach(st: State, h: int) -> Reach:
    """What the unit on a hex does to others, and they to it. Precondition: a unit stands there.

    Attacks assume the present board: in a Battle, earlier units may change it.
    """
    here, names = st.game.board.names[h], st.game.board.names
    others = [v for v, _ in units_at(st) if v != h]
    return Reach(
        hex=here,
        hits=[_hit(strike) for strike in strikes_of(st, h)],
        struck_by=[_hit(strike) for v in others for strike in strikes_of(st, v) if strike.to == here],
        nets=[names[v] for v in others if here in netted_by(st, v)],
        netted_by=list(netted_by(st, h)),
        gives=[_gift(gift, names[v]) for v in others for gift in _useful(st, v) if gift.hex == here],
        gets=[_gift(gift, here) for gift in _useful(st, h)],
        takes=[names[v] for v in others if here in taken_by(st, v)],
        taken_by=list(taken_by(st, h)),
        scopes=[names[v] for v in others if here in scoped_by(st, v)],
        scoped_by=list(scoped_by(st, h)),
    )


def _useful(st: State, h: int) -> list[ModuleGift]:
    """Module effects on the unit that are of use to it."""
    return [gift for gift in gifts_to(st, h) if is_useful(st, h, gift)]


def _gift(gift: ModuleGift, to: str) -> Gift:
    return Gift(source=gift.hex, to=to, effect=gift.effect, value=gift.value)


def _hit(strike: Strike) -> Hit:
    return Hit(
        source=strike.source,
        direction=strike.direction,
        to=strike.to,
        kind=strike.kind,
        wounds=strike.wounds,
        via=list(strike.via),
    )
