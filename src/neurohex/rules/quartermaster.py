"""The Quartermaster (R6.8) and the Gauss Transformer (R30.2): which attacks of a unit they can change, if that makes a
difference."""

from neurohex.compat import i64
from neurohex.rules.bits import BIT, has
from neurohex.rules.catalog import E_MELEE, E_RANGED
from neurohex.rules.layout import FL_CONVERTED, TRANSFORMED, U_FLAGS, hex_at
from neurohex.rules.state import State
from neurohex.rules.strikes import converters
from neurohex.rules.weapons import edge_effect
from neurohex.rules.workspace import Formation


def may_convert(st: State, f: Formation, h: i64) -> bool:
    """Whether a Quartermaster can change an attack of the unit on `h` in this phase. Clears the list of hits."""
    if i64(st.b[hex_at(h) + U_FLAGS]) & FL_CONVERTED:
        return False
    if converters(f, h) != 0 and conversions(st, f, h) != 0:
        return True
    return st.game.more and transforms(st, f, h) != 0


def conversions(st: State, f: Formation, h: i64) -> i64:
    """Mask of the changes that would change the hits: bit direction * 2 + part. Clears the list of hits."""
    edge: i64 = st.oriented(h) * 6
    mask: i64 = 0
    for d in range(i64(6)):
        for part in range(i64(2)):
            if (E_MELEE[edge + d] if part == 0 else E_RANGED[edge + d]) > 0 and edge_effect(
                st, f, h, d, 1 + d * 2 + part
            ) != edge_effect(st, f, h, d, 0):
                mask |= BIT[d * 2 + part]
    return mask


def transforms(st: State, f: Formation, h: i64) -> i64:
    """Mask of the directions in which a Gauss Transformer would change the hits (R30.2). Clears the list of hits."""
    if not has(f.transformable, h):
        return 0
    edge: i64 = st.oriented(h) * 6
    mask: i64 = 0
    for d in range(i64(6)):
        if E_RANGED[edge + d] > 0 and edge_effect(st, f, h, d, TRANSFORMED + d) != edge_effect(st, f, h, d, 0):
            mask |= BIT[d]
    return mask
