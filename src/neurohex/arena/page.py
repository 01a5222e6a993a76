"""The report of a tournament as one HTML page: plots, how to read them, and the numbers behind them.

The page is self-contained and has no scripts. The same results give the same page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from typing import Final

from neurohex.arena import plots
from neurohex.arena.sheets import Cell, Sheet, sheets
from neurohex.arena.summary import Standing, Summary
from neurohex.arena.tournament import Bot, Tournament
from neurohex.tiles import ARMIES
from neurohex.words import listed

_CSS: Final = """
body { font: 16px/1.5 system-ui, sans-serif; color: #26323a; background: #fbfbf9; max-width: 62rem; margin: 0 auto;
  padding: 1rem 1.5rem 4rem; }
h1 { margin-bottom: 0; } h2 { margin-top: 2.5rem; border-bottom: 2px solid #c9d1d6; }
figure { margin: 1rem 0; } figcaption { color: #45535c; max-width: 46rem; }
svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; margin: .5rem 0; font-variant-numeric: tabular-nums; }
th, td { padding: .2rem .8rem .2rem 0; text-align: right; border-bottom: 1px solid #e3e8ea; vertical-align: top; }
th:first-child, td.word { text-align: left; }
.army { padding: 0 .4rem; border-radius: .2rem; }
.good { color: #4b2a80; font-weight: 600; } .bad { color: #8a4a00; font-weight: 600; }
.scroll { overflow-x: auto; } summary { cursor: pointer; color: #2f6690; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .1rem 1rem; } dd { margin: 0; }
"""
_DATA: Final = """\
<h2>The data</h2>
<p>Every game is a row of the Parquet files in <code>results</code>, beside this page. If records were kept,
<code>neurohex replay records/ID.txt</code> replays a game.</p>"""
_MAX_ROWS: Final = 200
"""Most rows of a table on the page. The results have them all."""


def page(tournament: Tournament, summary: Summary) -> str:
    """The HTML page of a tournament."""
    title = listed([bot.name for bot in tournament.bots], "against" if len(tournament.bots) == 2 else "and")
    pictures = _pictures(summary)
    body = [
        f"<h1>Neuroshima Hex: {escape(title)}</h1>",
        f"<p>{_headline(tournament, summary)}</p>",
        _about(tournament, summary),
        *(_section(sheet, pictures.get(sheet.key)) for sheet in sheets(summary)),
        _DATA,
    ]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}: a tournament of Neuroshima Hex</title>\n<style>{_CSS}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def _pictures(summary: Summary) -> dict[str, Callable[[], str]]:
    """The plot function of each table that has a plot."""
    armies = [ARMIES[standing.name].name for standing in summary.armies]
    return {
        "bots": lambda: plots.ladder("bots", summary.bots, f"Ladder of the bots. {_ranks(summary.bots)}"),
        "armies": lambda: plots.ladder(
            "armies", summary.armies, f"Ladder of the armies. {_ranks(summary.armies)}", armies=True
        ),
        "matrix": lambda: plots.heat_map(summary, f"Scores of {listed(armies)} against each other; see the table."),
        "seats": lambda: plots.seats(summary, f"Scores of {listed(armies)} with the first and with the second turn."),
        "lengths": lambda: plots.turns(
            summary.lengths,
            "Number of games by length in turns. "
            + " ".join(f"{lengths.setting}: {lengths.mean:.1f} on average." for lengths in summary.lengths),
        ),
    }


_CAPTIONS: Final = {
    "bots": "Each dot is a bot, strongest first. If the bars of two bots overlap much, the games do not yet show which "
    "is stronger.",
    "armies": "Each dot is an army in its colour, over all bots, strongest first.",
    "matrix": "Find an army's row: violet means it mostly beats the army of the column, orange that it mostly loses, "
    "pale that they are even.",
    "seats": "The upper bar is the army's score with the first turn, the lower bar with the second. The dotted line "
    "is an even score.",
    "lengths": "The height of a bar is the number of games that lasted so many turns. The red line is the mean.",
}
"""How to read each plot."""


def _ranks(standings: Sequence[Standing]) -> str:
    return listed(
        [
            f"{ARMIES[standing.name].name if standing.name in ARMIES else standing.name} {standing.rating.value:+.0f}"
            for standing in standings
        ]
    )


def _headline(tournament: Tournament, summary: Summary) -> str:
    """The outcome in a sentence or two."""
    said = [f"{summary.games} games were played."]
    if len(summary.bots) > 1:
        best, next_ = summary.bots[:2]
        sure = "clearly " if best.rating.low > next_.rating.high else ""
        said.append(
            f"{best.name} is {sure}the strongest: it won {100 * best.tally.share:.0f}% of the points, and stands "
            f"{best.rating.value - next_.rating.value:.0f} Elo points above {next_.name}."
        )
    if len(summary.armies) > 1:
        best, worst = summary.armies[0], summary.armies[-1]
        said.append(f"{ARMIES[best.name].name} did best of the armies, {ARMIES[worst.name].name} worst.")
    return escape(" ".join(said))


def _about(tournament: Tournament, summary: Summary) -> str:
    facts = {
        "bots": ", ".join(_bot(bot) for bot in tournament.bots),
        "armies": ", ".join(ARMIES[army].name for army in tournament.armies),
        "games of": "; ".join(setting.name for setting in tournament.settings),
        "seed": str(tournament.seed),
        "time of play": f"{summary.seconds:.0f} s, all processes together",
    }
    return "<dl>" + "".join(f"<dt>{name}</dt><dd>{escape(fact)}</dd>" for name, fact in facts.items()) + "</dl>"


def _bot(bot: Bot) -> str:
    return bot.name if bot.name == bot.spec else f"{bot.name} ({bot.spec})"


def _section(sheet: Sheet, picture: Callable[[], str] | None) -> str:
    heading = f'<h2 id="{sheet.key}">{escape(sheet.title)}</h2>'
    table = f"<p>{escape(sheet.reading)}</p>\n{_table(sheet)}"
    if picture is None:
        return f"{heading}\n{table}"
    return (
        f"{heading}\n<figure>\n{picture()}\n<figcaption>{escape(_CAPTIONS[sheet.key])}</figcaption>\n</figure>\n"
        f"<details open>\n<summary>The figures</summary>\n{table}\n</details>"
    )


def _table(sheet: Sheet) -> str:
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in sheet.columns)
    rows = "\n".join(
        f"<tr>{''.join(_cell(cell, column) for column, cell in enumerate(row))}</tr>" for row in sheet.rows[:_MAX_ROWS]
    )
    more = len(sheet.rows) - _MAX_ROWS
    rest = f"<p>and {more} more</p>" if more > 0 else ""
    return (
        f'<div class="scroll"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{rows}\n</tbody>\n</table></div>{rest}'
    )


def _cell(cell: Cell, column: int) -> str:
    text = escape(cell.text)
    if cell.army:
        army = ARMIES[cell.army]
        text = f'<span class="army" style="background: {army.colour}; color: {army.ink}">{text}</span>'
    if column == 0:
        return f'<th scope="row">{text}</th>'
    kind = {1: ' class="good"', -1: ' class="bad"'}.get(cell.tone, "")
    return f"<td{kind}>{text}</td>"
