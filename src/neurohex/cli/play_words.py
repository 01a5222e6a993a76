"""Every sentence that `neurohex play` says to people, in one place: another language needs another table."""

from __future__ import annotations

from typing import Final

ENGLISH: Final[dict[str, str]] = {
    # who
    "you": "you",
    "person": "player",
    # before the game
    "welcome": "NEUROSHIMA HEX",
    "difficulty.1": "easy to lead",
    "difficulty.2": "needs some practice",
    "difficulty.3": "hard to lead",
    "ask.army": "Army of seat {seat} ({who}): number or name, Enter for any: ",
    "no.army": 'There is no army "{typed}"; there are {armies}.',
    "army.chosen": "Seat {seat} leads {army}.",
    "other.game": "An unfinished game lies in {file}; neurohex play --load {file} goes on with it.",
    "begin": "{armies}. The game is saved in {file} as you play; help tells what you can type.",
    "loaded": "Going on with {file}, turn {turn}.",
    "loaded.before": "Going on with {file}, before the first turn.",
    "loaded.cut": "{file}: {message}",
    "no.game": "No game was begun.",
    # saving
    "saved": "Saved in {file}.",
    "saved.copy": "A copy was saved in {file}.",
    "not.saved": "Not saved: {problem}",
    "go.on": "The game is saved. To go on: neurohex play --load {file}",
    "nothing.played": "Nothing was played, so nothing was saved.",
    "record": "The whole game is in {file}.",
    "ask.overwrite": "{file} is there already. Write over it? (y/N) ",
    "yes": "y yes",
    # the screen
    "turn": "Turn {turn}: {who}",
    "before": "Before the first turn: {who}",
    "asked": "Turn {turn}, of {whose}: {who} is asked",
    "hq": "HQ",
    "points": "points",
    "hand": "hand",
    "pile": "pile",
    "gone": "discards",
    "aside": "aside",
    "energy": "energy",
    "empty": "empty",
    "on.top": "on top",
    "out": "out of the game",
    "terror": "Terror: the others may put no tile on a free hex",
    "last.turns": "The supply has ended: {turns} to go, this one among them, then the Final Battle.",
    "extra.turns": "Extra turns of the tie: {turns} to go, this one among them, then the Additional Battle.",
    "turns.1": "1 turn",
    "turns.n": "{n} turns",
    "limit": "Tiles that may still be played this turn: {left}.",
    "bomber.aside": "Mad Bomber II lies beside the board.",
    # questions, by what is to be decided
    "ask.mercenary": "Choose a mercenary.",
    "ask.hq": "Place your HQ: a hex and a facing.",
    "ask.source": "Draw from the pile, or take a mercenary instead?",
    "ask.discard": "Your hand is full: discard one tile.",
    "ask.main": "Play what you like, then end the turn.",
    "ask.pushed": "Your {unit} is pushed back. Where to?",
    "ask.recon": "{unit} may take a second step.",
    "ask.capture": "You have taken {unit}. Which way shall it face?",
    "ask.clown": "Phase {phase}: {unit} acts. Attack or explode?",
    "ask.convert": "Phase {phase}: the Quartermaster may change an attack of {unit}.",
    "ask.medic": "Whom do your Medics save?",
    "ask.redraw": "Unlucky Draw: discard a tile.",
    "ask.energy": "Buy more energy, or end the turn.",
    "step.hex": "{said}: on which hex?",
    "step.facing": "{said}: facing which way?",
    "step.what": "{said}: which of these?",
    "choose": "Choose (Enter goes back): ",
    "prompt": "{army}> ",
    "only": "There is only one thing to do: {text}.",
    "would.hit": "would hit {targets}",
    "nets": "nets {units}",
    "takes": "takes over {units}",
    "itself.nets": "is netted there",
    "itself.takes": "is taken over there",
    "battle.follows": "the board is full then: Battle",
    "label.redraw": "redraw (Unlucky Draw: only instants, so discard them and draw anew)",
    "label.stay": "stay (and only turn)",
    "label.stop": "stop (no second step)",
    "label.draw from pile": "draw from the pile",
    # answers
    "hint": "Type a number or words such as “{example}”; help tells more.",
    "not.understood": "“{wrong}” is nothing that can be done now.{near} Try legal or help.",
    "does.not.fit": "“{wrong}” does not go with “{said}”.{near} Possible: {possible}.",
    "no.number": "There is no {wrong}; the choices are 1 to {last}.",
    "near": " Did you mean “{near}”?",
    "undone": "Taken back: {text}.",
    "no.undo": "Nothing to take back: what was drawn, fought or answered stays.",
    "no.preview": "A Battle can be looked at in your own turn, once it has begun.",
    "preview": "If a Battle were fought now:",
    "preview.choices": "(Clowns attack, Quartermasters change nothing, Medics cancel the largest hits.)",
    "preview.nothing": "Nothing would be hit.",
    "preview.back": "Nothing has happened yet; the board is as it was.",
    "after.battle": "HQs: {points}.",
    "under": "Under it lies {tile}.",
    "free": "{hex} is free.",
    "free.with": "{hex} is free but for {tile}.",
    "terminal": "It is a Terminal.",
    "no.help": "No help on “{what}”: name a tile of this game, a hex, or a command.",
    "log.empty": "Nothing has happened yet.",
    "legal.count": "{n} actions:",
    # the end
    "over": "The game is over",
    "winner": "winner",
    "draw": "draw",
}

HELP: Final[tuple[tuple[str, str], ...]] = (
    ("", "WHAT TO TYPE"),
    ("1", "a number from the list; the next list asks for the hex, the facing, and so on"),
    ("place mutant c2 facing se", "or say it all in words"),
    ("mutant c2 se", "words may be left out and cut short where they are clear, and numbers mixed in: 1 c2 se"),
    ("move c3 to c4 facing n", "a unit stands on C3: moves, turns, pushes and shots name the hex"),
    ("battle, end, discard NAME", "and whatever else the list shows; the Tab key completes words"),
    ("", "LOOKING"),
    ("? C3", "what stands on C3, what it does now and why"),
    ("help TILE", "what a tile can do: help net fighter"),
    ("board", "draw the table again"),
    ("piles", "what every player still has"),
    ("legal", "all that can be done now; legal place mutant for a part of it"),
    ("preview", "what a Battle would do now; nothing happens"),
    ("log", "what has happened; log 40 for more, log all, log full with every reason and ruling"),
    ("marks", "what the letters on the tiles mean"),
    ("", "THE GAME"),
    ("undo", "take back what you did since the last draw or Battle"),
    ("save", "save now, though it is done after every decision; save FILE writes a copy"),
    ("quit", "save and leave; so do Ctrl-C and Ctrl-D"),
    ("", "GOOD TO KNOW"),
    ("facing", "where the top of the printed tile points: N NE SE S SW NW"),
    ("phases", "a Battle runs from the highest initiative down to 0; all who act in a phase act at once"),
    ("turn", "draw up to three tiles; with three in hand discard one; play, keep or discard the rest"),
)
"""What can be typed and what it does; a line without a first part is a heading."""


def say(key: str, **fields: object) -> str:
    """The sentence of that key, filled in."""
    return ENGLISH[key].format(**fields)


def turns(count: int) -> str:
    """`1 turn`, `3 turns`."""
    return say("turns.1") if count == 1 else say("turns.n", n=count)
