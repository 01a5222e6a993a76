"""Learning from a game: win chances, graded decisions, better lines, luck and accuracy.

    analysis = analyse(record, depth=2, processes=2)    every span of the game judged, as data
    review(analysis, record, "en")                      the same in words, for a page or a program
    record.analysis = section_of(analysis, record)      written into the record; `analysis_in` reads it

docs/analysis.md explains how it thinks and how far it can be trusted.
"""

from neurohex.analysis.forms import GRADES, VERSION, Draws, GameAnalysis, Grade, Judged, Piece, Stretch, grade_of
from neurohex.analysis.judging import DEPTHS, USUAL_DEPTH, judge
from neurohex.analysis.review import GameReview, review
from neurohex.analysis.run import Cache, analyse, put_together
from neurohex.analysis.section import analysis_in, section_of
from neurohex.analysis.spans import Span, game_hash, spans_of

__all__ = [
    "DEPTHS",
    "GRADES",
    "USUAL_DEPTH",
    "VERSION",
    "Cache",
    "Draws",
    "GameAnalysis",
    "GameReview",
    "Grade",
    "Judged",
    "Piece",
    "Span",
    "Stretch",
    "analyse",
    "analysis_in",
    "game_hash",
    "grade_of",
    "judge",
    "put_together",
    "review",
    "section_of",
    "spans_of",
]
