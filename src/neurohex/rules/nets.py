"""Nets (R3.1): who is caught, with pairs and longer cycles that cancel."""

from neurohex.compat import i64
from neurohex.rules.bits import BIT, lowest
from neurohex.rules.catalog import NEXT, R_NET
from neurohex.rules.layout import (
    HEADER,
    HEX_SIZE,
    U_ROT,
)
from neurohex.rules.reach import NO, OPEN, YES
from neurohex.rules.state import State
from neurohex.rules.workspace import Workspace


def face_nets(st: State) -> None:
    """Fill CAUGHT, which nets face which units, whoever they belong to, and list the net units."""
    ws = st.ws
    n = ws.n_units
    b = st.b
    m: i64 = 0
    for i in range(n):
        h = ws.units[i]
        at: i64 = HEADER + h * HEX_SIZE
        ws.caught[h] = 0
        if R_NET[(i64(b[at]) - 1) * 6 + i64(b[at + U_ROT])] != 0:
            ws.net_units[m] = h
            m += 1
    ws.n_nets = m
    for i in range(m):
        h = ws.net_units[i]
        at = HEADER + h * HEX_SIZE
        edges = R_NET[(i64(b[at]) - 1) * 6 + i64(b[at + U_ROT])]
        for d in range(i64(6)):
            if edges >> d & 1:
                v = NEXT[st.near + h * 6 + d]
                if v >= 0 and b[HEADER + v * HEX_SIZE] != 0:
                    ws.caught[v] |= BIT[h]


def decide_nets(st: State) -> None:
    """Decide the nets where control is settled: owners control their units."""
    ws = st.ws
    n = ws.n_units
    m = ws.n_nets
    game = st.game
    opened: i64 = 0
    i: i64 = 0
    while i < n:
        h = ws.units[i]
        if ws.caught[h]:
            me = lowest(ws.control[h])
            j: i64 = 0
            while j < m:
                v = ws.net_units[j]
                if ws.caught[h] >> v & 1 and game.nets[me] & ws.control[v] == 0:
                    ws.caught[h] &= ~BIT[v]
                j += 1
        if ws.caught[h]:
            ws.enabled[h] = OPEN
            opened |= BIT[h]
        i += 1
    while opened:
        before = opened
        for i in range(n):
            h = ws.units[i]
            if opened >> h & 1:
                j = 0
                ws.enabled[h] = YES
                while j < m:
                    v = ws.net_units[j]
                    if ws.caught[h] >> v & 1:
                        if ws.enabled[v] == YES:
                            ws.enabled[h] = NO
                            break
                        if ws.enabled[v] == OPEN:
                            ws.enabled[h] = OPEN
                    j += 1
                if ws.enabled[h] != OPEN:
                    opened &= ~BIT[h]
        if opened == before:
            opened = cancel_cycles(ws, opened)


def cancel_cycles(ws: Workspace, opened: i64) -> i64:
    """Nets inside a group that nothing undecided outside faces cancel, and its members are enabled.

    Gives the units still undecided. `CAUGHT` holds only nets that would hold if their bearer is enabled.
    """
    n = ws.n_units
    i: i64 = 0
    while i < n:
        h = ws.units[i]
        if opened >> h & 1:
            ws.span[h] = ws.caught[h] & opened
        i += 1
    grown = True
    while grown:
        grown = False
        for i in range(n):
            h = ws.units[i]
            if opened >> h & 1:
                j: i64 = 0
                more = ws.span[h]
                while j < n:
                    v = ws.units[j]
                    if ws.span[h] >> v & 1:
                        more |= ws.span[v]
                    j += 1
                if more != ws.span[h]:
                    ws.span[h] = more
                    grown = True
    # SPAN[h] is now everything from which h can be reached along nets. A group stands alone when what
    # reaches it is the group itself: then its members all have the same SPAN, and are in it.
    i = 0
    still = opened
    while i < n:
        h = ws.units[i]
        if still >> h & 1 and ws.span[h] >> h & 1:
            group = ws.span[h]
            alone = True
            j = 0
            while j < n:
                v = ws.units[j]
                if group >> v & 1 and ws.span[v] != group:
                    alone = False
                j += 1
            if alone:
                j = 0
                while j < n:
                    v = ws.units[j]
                    if group >> v & 1:
                        ws.enabled[v] = YES
                        ws.caught[v] &= ~group
                    j += 1
                still &= ~group
        i += 1
    return still
