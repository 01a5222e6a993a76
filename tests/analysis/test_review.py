"""An analysis in words."""

from __future__ import annotations

import pytest

from neurohex.analysis import GameReview, analyse, review
from neurohex.analysis.summary import judged_of
from neurohex.explain import LANGUAGES, UnknownLanguage
from neurohex.notation.record import replay
from neurohex.rules.engine import apply, is_legal
from neurohex.view import act_words
from tests.analysis.games import played, think_little
from tests.view.forms import assert_form


@pytest.mark.slow
def test_a_review_tells_the_analysis(monkeypatch: pytest.MonkeyPatch) -> None:
    think_little(monkeypatch)
    record = played()
    analysis = analyse(record, 1)
    states = list(replay(record))
    told = {lang: review(analysis, record, lang) for lang in LANGUAGES}
    english = told["en"]
    assert_form(english, GameReview)
    graded = {judged.step for _, judged in judged_of(analysis) if judged.grade != "good"}
    assert graded
    assert graded <= {moment.step for moment in english.moments}
    assert [moment.step for moment in english.moments] == sorted(moment.step for moment in english.moments)
    assert [(player.army, player.name) for player in english.players] == [("Borgo", "Ann"), ("Moloch", "Ben")]
    for lang, found in told.items():
        for moment in found.moments:
            state = states[moment.step].copy()
            assert state.actor() == moment.player
            assert moment.played[0].action == record.actions[moment.step]
            assert moment.played[0].words == act_words(state, moment.played[0].action, lang)
            assert moment.before > moment.after
            for act in moment.better:
                assert is_legal(state, act.action)
                assert act.player == state.actor()
                apply(state, act.action)
    assert [moment.step for moment in told["pl"].moments] == [moment.step for moment in english.moments]
    assert told["pl"].moments[0].better[-1].words != english.moments[0].better[-1].words
    assert any(moment.reasons for moment in english.moments)
    for draws in english.draws:
        assert len(draws.names) == len(draws.tiles) > 0
        assert record.actions[draws.step : draws.step + len(draws.tiles)]
    with pytest.raises(UnknownLanguage):
        review(analysis, record, "xx")
