"""The Quartermaster (R6.8) and the Gauss Transformer (R30.2): which attacks of a unit they can change, if that makes a
difference."""

from neurohex.compat import i64
from neurohex.rules.bits import BIT, has
from neurohex.rules.catalog import E_MELEE, E_RANGED
from neurohex.rules.hits import clear_hits, hit_arrives, hit_to, hit_wounds
from neurohex.rules.layout import FL_CONVERTED, U_FLAGS, hex_at
from neurohex.rules.state import State
from neurohex.rules.strikes import converters
from neurohex.rules.weapons import TRANSFORMED, strike_edge
from neurohex.rules.workspace import Formation, Workspace


def may_convert(st: State, f: Formation, h: i64) -> bool:
    """Whether a Quartermaster can change an attack of the unit on `h` in this phase. Clears the list of hits."""
    if i64(st.b[hex_at(h) + U_FLAGS]) & FL_CONVERTED:
        return False
    if converters(f, h) != 0 and conversions(st, f, h) != 0:
        return True
    return st.game.more and transforms(st, f, h) != 0


def conversions(st: State, f: Formation, h: i64) -> i64:
    """Mask of the changes that would change the hits: bit direction * 2 + part. Clears the list of hits."""
    ws = st.ws
    log = st.log
    st.log = None
    edge: i64 = st.oriented(h) * 6
    mask: i64 = 0
    for d in range(i64(6)):
        for part in range(i64(2)):
            if (E_MELEE[edge + d] if part == 0 else E_RANGED[edge + d]) > 0:
                clear_hits(ws)
                strike_edge(st, f, h, d, 0)
                n = ws.n_hits
                strike_edge(st, f, h, d, 1 + d * 2 + part)
                if not _same_hits(ws, n):
                    mask |= BIT[d * 2 + part]
    clear_hits(ws)
    st.log = log
    return mask


def transforms(st: State, f: Formation, h: i64) -> i64:
    """Mask of the directions in which a Gauss Transformer would change the hits (R30.2). Clears the list of hits."""
    if not has(f.transformable, h):
        return 0
    ws = st.ws
    log = st.log
    st.log = None
    edge: i64 = st.oriented(h) * 6
    mask: i64 = 0
    for d in range(i64(6)):
        if E_RANGED[edge + d] > 0:
            clear_hits(ws)
            strike_edge(st, f, h, d, 0)
            n = ws.n_hits
            strike_edge(st, f, h, d, TRANSFORMED + d)
            if not _same_hits(ws, n):
                mask |= BIT[d]
    clear_hits(ws)
    st.log = log
    return mask


def _same_hits(ws: Workspace, n: i64) -> bool:
    """Whether the hits before `n` and those from `n` on do the same to the same units."""
    if ws.n_hits != 2 * n:
        return False
    for i in range(n):
        one = ws.hits[i]
        other = ws.hits[n + i]
        if (
            hit_to(one) != hit_to(other)
            or hit_wounds(one) != hit_wounds(other)
            or hit_arrives(one) != hit_arrives(other)
        ):
            return False
    return True
