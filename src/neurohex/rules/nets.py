"""Nets (R3.1): who is caught, with pairs and longer cycles that cancel."""

from neurohex.compat import i64
from neurohex.rules.bits import BIT, lowest
from neurohex.rules.catalog import NEXT, R_NET
from neurohex.rules.layout import (
    HEADER,
    HEX_SIZE,
    U_ROT,
)
from neurohex.rules.reach import CAUGHT, CONTROL, COUNT, ENABLED, NETTERS, NO, OCC, OPEN, SPAN, YES
from neurohex.rules.state import State


def face_nets(st: State) -> None:
    """Fill CAUGHT, which nets face which units, whoever they belong to, and list the net units."""
    n = COUNT[0]
    b = st.b
    m: i64 = 0
    i: i64 = 0
    while i < n:
        h = OCC[i]
        at: i64 = HEADER + h * HEX_SIZE
        CAUGHT[h] = 0
        if R_NET[(i64(b[at]) - 1) * 6 + i64(b[at + U_ROT])] != 0:
            NETTERS[m] = h
            m += 1
        i += 1
    COUNT[2] = m
    i = 0
    while i < m:
        h = NETTERS[i]
        at = HEADER + h * HEX_SIZE
        edges = R_NET[(i64(b[at]) - 1) * 6 + i64(b[at + U_ROT])]
        d: i64 = 0
        while d < 6:
            if edges >> d & 1:
                v = NEXT[st.near + h * 6 + d]
                if v >= 0 and b[HEADER + v * HEX_SIZE] != 0:
                    CAUGHT[v] |= BIT[h]
            d += 1
        i += 1


def decide_nets(st: State) -> None:
    """Decide the nets where control is settled: owners control their units."""
    n = COUNT[0]
    m = COUNT[2]
    game = st.game
    opened: i64 = 0
    i: i64 = 0
    while i < n:
        h = OCC[i]
        if CAUGHT[h]:
            me = lowest(CONTROL[h])
            j: i64 = 0
            while j < m:
                v = NETTERS[j]
                if CAUGHT[h] >> v & 1 and game.nets[me] & CONTROL[v] == 0:
                    CAUGHT[h] &= ~BIT[v]
                j += 1
        if CAUGHT[h]:
            ENABLED[h] = OPEN
            opened |= BIT[h]
        i += 1
    while opened:
        before = opened
        i = 0
        while i < n:
            h = OCC[i]
            if opened >> h & 1:
                j = 0
                ENABLED[h] = YES
                while j < m:
                    v = NETTERS[j]
                    if CAUGHT[h] >> v & 1:
                        if ENABLED[v] == YES:
                            ENABLED[h] = NO
                            break
                        if ENABLED[v] == OPEN:
                            ENABLED[h] = OPEN
                    j += 1
                if ENABLED[h] != OPEN:
                    opened &= ~BIT[h]
            i += 1
        if opened == before:
            opened = cancel_cycles(opened)


def cancel_cycles(opened: i64) -> i64:
    """Nets inside a group that nothing undecided outside faces cancel, and its members are enabled.

    Gives the units still undecided. `CAUGHT` holds only nets that would hold if their bearer is enabled.
    """
    n = COUNT[0]
    i: i64 = 0
    while i < n:
        h = OCC[i]
        if opened >> h & 1:
            SPAN[h] = CAUGHT[h] & opened
        i += 1
    grown = True
    while grown:
        grown = False
        i = 0
        while i < n:
            h = OCC[i]
            if opened >> h & 1:
                j: i64 = 0
                more = SPAN[h]
                while j < n:
                    v = OCC[j]
                    if SPAN[h] >> v & 1:
                        more |= SPAN[v]
                    j += 1
                if more != SPAN[h]:
                    SPAN[h] = more
                    grown = True
            i += 1
    # SPAN[h] is now everything from which h can be reached along nets. A group stands alone when what
    # reaches it is the group itself: then its members all have the same SPAN, and are in it.
    i = 0
    still = opened
    while i < n:
        h = OCC[i]
        if still >> h & 1 and SPAN[h] >> h & 1:
            group = SPAN[h]
            alone = True
            j = 0
            while j < n:
                v = OCC[j]
                if group >> v & 1 and SPAN[v] != group:
                    alone = False
                j += 1
            if alone:
                j = 0
                while j < n:
                    v = OCC[j]
                    if group >> v & 1:
                        ENABLED[v] = YES
                        CAUGHT[v] &= ~group
                    j += 1
                still &= ~group
        i += 1
    return still
