"""Words of `neurohex analyse`."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from neurohex.cli.story_words import words_of
from neurohex.explain import Language

_TEXTS: Final = {
    "en": {
        "head.player": "player",
        "head.accuracy": "accuracy",
        "head.inaccuracies": "inaccuracies",
        "head.mistakes": "mistakes",
        "head.blunders": "blunders",
        "head.lost": "lost by decisions",
        "head.luck": "luck of draws",
        "head.turn": "turn",
        "head.whose": "whose",
        "head.chances": "chance of {who}",
        "head.decisions": "decisions",
        "head.draws": "draws",
        "head.foresight": "foresight",
        "mark.battle": "Battle",
        "turn.before": "start",
        "costly": "Decisions that cost most",
        "costly.none": "No decision cost more than two points in a hundred.",
        "moment": "Turn {turn}, act {act}, {who}: {grade}, {before} instead of {after}",
        "grade.good": "small loss",
        "grade.inaccuracy": "inaccuracy",
        "grade.mistake": "mistake",
        "grade.blunder": "blunder",
        "played": "played",
        "better": "better",
        "why": "What speaks for (+) and against (−) it:",
        "lucky": "Luckiest and unluckiest draws",
        "lucky.one": "turn {turn}, {who}: {tiles}",
        "judging": "spans judged",
        "written": "The analysis is in {file}.",
    },
    "pl": {
        "head.player": "gracz",
        "head.accuracy": "celność",
        "head.inaccuracies": "niedokładności",
        "head.mistakes": "błędy",
        "head.blunders": "duże błędy",
        "head.lost": "stracone decyzjami",
        "head.luck": "szczęście w dobieraniu",
        "head.turn": "tura",
        "head.whose": "czyja",
        "head.chances": "szansa: {who}",
        "head.decisions": "decyzje",
        "head.draws": "dobrane",
        "head.foresight": "nieprzewidziane",
        "mark.battle": "Bitwa",
        "turn.before": "początek",
        "costly": "Decyzje, które kosztowały najwięcej",
        "costly.none": "Żadna decyzja nie kosztowała więcej niż dwa punkty na sto.",
        "moment": "Tura {turn}, akcja {act}, {who}: {grade}, {before} zamiast {after}",
        "grade.good": "mała strata",
        "grade.inaccuracy": "niedokładność",
        "grade.mistake": "błąd",
        "grade.blunder": "duży błąd",
        "played": "zagrano",
        "better": "lepiej",
        "why": "Co za tym przemawia (+), a co przeciw (−):",
        "lucky": "Najszczęśliwsze i najgorsze dobrania",
        "lucky.one": "tura {turn}, {who}: {tiles}",
        "judging": "ocenionych części",
        "written": "Analiza jest w pliku {file}.",
    },
}


def analysis_words(lang: str) -> Language:
    """A language with the words of the command. Raises `UnknownLanguage`."""
    words = words_of(lang)
    return replace(words, texts={**words.texts, **_TEXTS[lang]})
