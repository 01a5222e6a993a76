"""English texts of the lesson."""

from typing import Final

from neurohex.lesson.words import StepWords

ALWAYS: Final = {
    "hand": "{tile} is still in your hand.",
    "gone": "{tile} is gone, and this task needs it.",
    "ended": "You ended your turn before the task was done.",
    "again": "Begin the step again.",
}
"""Common texts, for any step."""

STEPS: Final = {
    "place": StepWords(
        title="Place a unit",
        paragraphs=(
            "You lead Borgo. A unit goes from your hand onto any free hex.",
            (
                "It stays there: units move only when something lets them. The tile with the large number of points "
                "is an HQ, the heart of an army."
            ),
        ),
        task="Place the Mutant on a hex beside the enemy HQ.",
        hint="The enemy HQ stands on C2. Take any hex that touches it; the Mutant's facing does not matter yet.",
        done="This is how an army grows: one tile, one free hex. A unit's place decides whom it can reach.",
        missing={
            "far": "The Mutant stands on {hex}, which does not touch the enemy HQ. Take a hex right beside it.",
        },
    ),
    "facing": StepWords(
        title="Turn it so that it hits",
        paragraphs=(
            (
                "A short white triangle is a melee attack: it strikes the hex right in front of that edge, with 1 for "
                "each triangle."
            ),
            "The Brawler strikes on one side only. You choose its facing when you place it.",
        ),
        task="Place the Brawler so that it strikes the enemy HQ.",
        hint="Choose a hex beside the HQ on C2, then turn the Brawler until its white triangles point at the HQ.",
        done="The same unit is deadly one way round and harmless the other. In a Battle this blow costs the HQ 2 "
        "points.",
        missing={
            "far": "The Brawler on {hex} does not touch the HQ. A melee attack reaches only the next hex.",
            "away": "The Brawler on {hex} looks away from the HQ: turn it so that its white triangles point at the HQ.",
        },
    ),
    "ranged": StepWords(
        title="Shoot from afar",
        paragraphs=(
            (
                "A long yellow triangle is a ranged attack. The shot flies straight on, past your own units, and "
                "strikes the first enemy in line."
            ),
            "Units behind that enemy are safe.",
        ),
        task="Place the Commando so that it shoots the enemy HQ.",
        hint="The Guard on B2 covers the HQ. Shoot past one of your own units instead: from A3 or from C1.",
        done="Shots pass friends and stop at the first enemy. Keep shooters behind your fighters, and something "
        "sturdy before your HQ.",
        missing={
            "blocked": "{unit} is in the way: a shot strikes the first enemy in line and goes no further.",
            "away": "The shot from {hex} strikes nobody. Find a straight line to the HQ, and turn the yellow triangle "
            "along it.",
        },
    ),
    "battle": StepWords(
        title="A Battle",
        paragraphs=(
            (
                "Nobody strikes until a Battle is fought. Then units act by initiative, the number in the dark disc: "
                "first 3, then 2, down to 0."
            ),
            "A fallen unit strikes no more. Units with equal numbers strike at once.",
        ),
        task="Play the Battle tile, and watch who falls and when.",
        hint="Choose Battle in your hand; it needs no target.",
        done="Claws acted at 3, and one Runner fell before it could strike. The Mutant and the other Runner both "
        "acted at 2 and killed each other.",
        missing={},
    ),
    "initiative": StepWords(
        title="Strike first",
        paragraphs=(
            "The enemy Runner acts at 2 and will strike your Mutant. Only a faster unit can prevent it.",
            "Compare the numbers in the dark discs of the tiles in your hand.",
        ),
        task="Place a unit, then play Battle. Your Mutant must survive.",
        hint="Claws act at 3. Place them beside the Runner on C2 with a white triangle towards it, then play Battle.",
        done="The Runner fell at 3 and never came to act at 2. Being faster is often worth more than being stronger.",
        missing={
            "start": "Nothing stops the Runner yet: place a unit that strikes it.",
            "doomed": "In a Battle the Mutant would still fall: the unit that strikes the Runner must act before 2.",
            "ready": "Well placed: the Mutant would survive. Now play Battle.",
            "fell": "The Mutant fell: nobody had killed the Runner before it acted at 2.",
        },
    ),
    "net": StepWords(
        title="Catch it in a net",
        paragraphs=(
            "The mesh on a tile is a net. The enemy in front of it is caught: it cannot strike, move or help others.",
            "A net does not wound. It holds as long as the net unit stands and looks that way.",
        ),
        task="One enemy would kill your Thug in a Battle. Place the Net Fighter so that it catches that one.",
        hint="Claws on D3 strike the Thug. Turn the mesh of the Net Fighter towards D3.",
        done="Claws in a net do nothing, fast as they are. Even an HQ can be caught.",
        missing={
            "empty": "The net on {hex} catches nobody: turn the mesh towards an enemy beside it.",
            "wrong": "You caught {unit}, which is no danger to the Thug. Find the unit that strikes it.",
        },
    ),
    "module": StepWords(
        title="Modules help others",
        paragraphs=(
            "A cogwheel marks a module. Its pale bars are links: your unit in front of a bar gets the bonus.",
            "A gold shield is toughness: the Protector bears one wound and falls to the second.",
        ),
        task="Link the Officer to your Mutant and play Battle. The Protector must fall.",
        hint="Place the Officer beside the Mutant on C3, a pale bar towards it. Then play Battle.",
        done="Helped by the Officer the Mutant struck with 2, one more than the Protector bears. One module can help "
        "several units.",
        missing={
            "start": "The Mutant strikes with 1, which the Protector bears. Link the Officer to it.",
            "unlinked": "The Officer on {hex} does not reach the Mutant: one of its pale bars must point at it.",
            "ready": "The Mutant strikes with 2 now. Play Battle.",
            "bore": "The Protector bore the blow of 1. The Mutant needs the Officer's help.",
        },
    ),
    "medic": StepWords(
        title="Medic!",
        paragraphs=(
            "A Medic is a module too. When a linked unit is hit, the Medic cancels the whole hit and leaves the board.",
            "A Medic that falls at the same moment saves nobody.",
        ),
        task="Place the Medic and play Battle. Your Annihilator must survive.",
        hint="Link the Medic to C3 from a hex that Claws on D3 do not strike, such as B3: a pale bar towards C3.",
        done="The Medic gave itself for the Annihilator. It would do the same for your HQ.",
        missing={
            "start": "Claws would kill the Annihilator. Link the Medic to it first.",
            "unlinked": "The Medic on {hex} does not reach the Annihilator: one of its pale bars must point at it.",
            "struck": "Claws strike the Medic on {hex} as well, and then it saves nobody. Find a safer hex.",
            "ready": "The Medic is in place. Now play Battle.",
            "fell": "The Annihilator fell: no Medic could help it.",
        },
    ),
    "move": StepWords(
        title="On the move",
        paragraphs=(
            "A Move tile takes one of your units to a free hex beside it, turns it, or both. The tile is used up.",
            "A unit with a bent arrow can do that by itself, once a turn.",
        ),
        task="Use Move so that your Commando shoots the enemy HQ.",
        hint="There are straight lines to the HQ on A1 from B1 and C1. Go there, and turn the yellow triangle to the "
        "lower left.",
        done="A Move makes a threat of a harmless unit, or takes one out of danger. Push Back, which some armies "
        "have, shoves enemies away.",
        missing={
            "still": "The Commando has not moved yet: choose Move, then the Commando.",
            "blocked": "{unit} is in the way: a shot strikes the first enemy in line and goes no further.",
            "away": "From {hex}, turned like that, the Commando does not shoot the HQ. Find a straight line to it.",
        },
    ),
    "turn": StepWords(
        title="A whole turn",
        paragraphs=(
            "You begin your turn by drawing up to three tiles in hand. With three, you must discard one first.",
            "Then play or discard what you like, and keep the rest.",
        ),
        task="Discard a tile, place one of the others, and end your turn.",
        hint="The Officer alone does little here: discard it, place the Mutant or Claws, then choose to end the turn.",
        done="That is a turn. A tile you keep is there next time, but you draw one less. Choosing what to give away "
        "is half of the game.",
        missing={
            "full": "You hold three tiles: discard one before anything else.",
            "unplayed": "Now place one of your tiles on the board.",
            "open": "Placed. Now end your turn; you keep the tiles left in your hand.",
            "idle": "You ended the turn without placing anything. That is allowed, but this task needs one.",
        },
    ),
    "full-board": StepWords(
        title="The board is full",
        paragraphs=(
            "Units leave the board only when they fall, so it fills up.",
            (
                "When a unit takes the last free hex, a Battle begins at once, without a tile. Like any Battle it ends "
                "the turn."
            ),
        ),
        task="Place the Mutant on the last free hex.",
        hint="Only C3, in the middle, is free.",
        done="The full board fought by itself. Count the free hexes: taking the last one decides the moment.",
        missing={},
    ),
    "hq": StepWords(
        title="Bring down the HQ",
        paragraphs=(
            "An HQ begins with 20 points and loses one for each wound. At 0 it falls, and its army has lost.",
            "If both HQs stand when a pile runs out, there is a Final Battle, and the HQ with more points wins.",
        ),
        task="The enemy HQ has 3 points left. Bring it down this turn.",
        hint="The Mutant takes 1 point. Let the Brawler strike the HQ for 2 more, then play Battle.",
        done="The HQ has fallen: you win! You are ready for a first game. To see what else a tile can do, look at "
        "its card.",
        missing={
            "more": "A Battle now would take {taken} of the HQ's {points} points. Bring more attacks to bear on it.",
            "ready": "That is enough to bring it down. Now play Battle.",
            "stands": "The HQ still has points: {points}. All attacks together must take 3.",
        },
    ),
}
"""The texts of each step, by its key."""
