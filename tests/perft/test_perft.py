"""The counts of tests/perft/*.txt, and the form they are kept in."""

from __future__ import annotations

import pytest

from neurohex.rules.perft import perft
from tests.perft.cases import Case, PerftError, cases, read_cases, reckon

CASES = cases()


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_the_counts_match_the_file(case: Case) -> None:
    st = case.state()
    before = st.to_bytes()
    for count in case.counts:
        assert perft(st, count.depth) == count.nodes, (
            f"depth {count.depth}; `python -m tests.perft` shows all that differs"
        )
        assert count.reckoned in (None, count.nodes), f"depth {count.depth} is reckoned otherwise"
    assert st.to_bytes() == before


def test_case_names_are_unique() -> None:
    assert len({case.name for case in CASES}) == len(CASES)


def test_every_file_has_counts_derived_without_the_engine() -> None:
    files = {case.file for case in CASES}
    assert files == {case.file for case in CASES if any(count.reckoned is not None for count in case.counts)}


def test_a_game_that_is_over_has_no_sequences() -> None:
    case = next(
        read_cases(
            "x.txt",
            "= end\nposition: outpost:1 hegemony | A1=0.HQ A2=1.Runner E3=1.HQ\n"
            "hand 1: Battle\nturn: 1\nplay: battle\n1: 0\n",
        )
    )
    st = case.state()
    assert st.is_over()
    assert [perft(st, depth) for depth in (0, 1, 2)] == [1, 0, 0]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "x.txt: there is no case in it"),
        ("1: 2", 'line 1: expected the title of a case, as "= title", got "1: 2"'),
        ("= a\n1: 2", "line 1: a: expected either a game or a position"),
        ("= a\ngame: borgo moloch\n2: 2", "line 1: a: expected counts for depth 1, 2 and so on"),
        ("= a\ngame: borgo moloch\nhand: Move", 'line 3: expected a count, as "1: 114 = 19*6", or one of game'),
        ("= a\ngame: borgo moloch\nthrow 0: Move", 'got "throw 0: Move"'),
        ("= a\ngame: borgo moloch\ngame: borgo moloch", 'line 3: "game" stands there twice, or after the counts'),
        ("= a\ngame: borgo moloch\n1: 2 = 1 / 1", "line 3: expected whole numbers with"),
        ("= a\ngame: borgo moloch\n1: 2 = (1", "line 3: expected whole numbers with"),
    ],
)
def test_unreadable_lines_are_refused_with_their_place(text: str, expected: str) -> None:
    with pytest.raises(PerftError) as caught:
        list(read_cases("x.txt", text))
    assert expected in str(caught.value)


def test_sums_and_products_are_evaluated() -> None:
    assert reckon("19*6 * (18 - 1) + 2", "") == 114 * 17 + 2
