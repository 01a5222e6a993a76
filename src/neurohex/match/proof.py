"""Records of matches, and the proof that their piles were shuffled fairly.

    >>> import secrets
    >>> from neurohex.match.local import LocalMatch
    >>> from neurohex.rules.engine import Game
    >>> table = LocalMatch(Game(("borgo", "moloch")), ["random", "random"], secrets.token_bytes, lambda: 0)
    >>> record = record_of(table.match)  # of a match, running or over; a `Follower` does as well
    >>> prove(record).proven
    True

docs/fair-shuffles.md explains what this proves, and what it does not.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

from neurohex.match.shuffle import METHOD, NONCE_BYTES, SEED_BYTES, commitment, piles
from neurohex.model.reading import turn_number
from neurohex.notation.action import action_text
from neurohex.notation.errors import RecordError, shown
from neurohex.notation.record import LONGEST_VALUE, Piles, Record, parse_record, result_words, write_record
from neurohex.rules.engine import apply, is_chance, new_state

if TYPE_CHECKING:  # a proof needs only the engine, not the packages for online play
    from neurohex.match.follower import Follower

MATCH: Final = "Match"
SHUFFLE: Final = "Shuffle"
COMMITMENT: Final = "Commitment"
NONCES: Final = "Nonces"
SEED: Final = "ShuffleSeed"
ENDED: Final = "Ended"
SEEN: Final = "SeenCommitment"
OWN: Final = "OwnNonce"


@dataclass(frozen=True, slots=True)
class Witness:
    """What a player's own program noted when it took the seat. The host cannot change it later."""

    commitment: str
    """As the host sent it before the nonce was given."""
    nonce: str


def witnessed(text: str, witness: Witness | None) -> str:
    """Return the text of a record with a player's witness as tags, which `prove` compares. Drops witness tags already
    in the text: only the player can vouch for them. Raises `RecordError`."""
    record = parse_record(text)
    tags = {name: value for name, value in record.tags.items() if name not in (SEEN, OWN)}
    if witness is not None:
        tags |= {SEEN: witness.commitment, OWN: witness.nonce}
    return text if tags == record.tags else write_record(replace(record, tags=tags))


def record_of(match: Follower) -> Record:
    """Return the record of a match so far. Its tags have the shuffle and, once it is over, the seed; `Ended` has a
    result that differs from the rules'."""
    tags = {"Date": datetime.fromtimestamp(match.created.at / 1000, UTC).date().isoformat()}
    tags.update((f"Player{number}", seat.name) for number, seat in enumerate(match.seats) if seat.name)
    tags |= {MATCH: match.id, SHUFFLE: match.created.shuffle, COMMITMENT: match.created.commitment}
    nonces = [seat.nonce for seat in match.seats if seat.nonce is not None]
    if len(nonces) == len(match.seats):
        tags[NONCES] = " ".join(nonces)
    over = match.state.is_over()
    if match.finished is not None:
        tags[SEED] = match.finished.seed
        if not over or match.finished.result != match.state.result():
            said = f"{result_words(match.finished.result)}: {match.finished.why or 'others have given up'}"
            tags[ENDED] = said[:LONGEST_VALUE]
    return Record(match.game, tags, list(match.actions), complete=over)


@dataclass(frozen=True, slots=True)
class Proof:
    """The result of proving a record's piles."""

    proven: bool
    said: str
    """The result in one line."""
    draws: int = 0
    """Number of verified draws."""
    commitment: str = ""
    nonces: tuple[str, ...] = ()


def prove(record: Record) -> Proof:
    """Compute the piles from a record's tags and compare every draw. Also compares a player's witness (`witnessed`).

    Raises `RecordError` if a tag cannot be read.
    """
    missing = [tag for tag in (SHUFFLE, MATCH, COMMITMENT, NONCES, SEED) if tag not in record.tags]
    if missing == [SEED]:
        return Proof(False, f"the match is not over: its seed is not revealed yet (the tag {SEED} is missing)")
    if missing:
        return Proof(False, f"the record is not of a match with a committed shuffle: no tag {missing[0]}")
    if record.tags[SHUFFLE] != METHOD:
        return Proof(False, f"the piles were shuffled by {shown(record.tags[SHUFFLE])}; here only {METHOD} is known")
    seed = _bytes(SEED, record.tags[SEED], SEED_BYTES)
    nonces = [_bytes(NONCES, word, NONCE_BYTES) for word in record.tags[NONCES].split()]
    if len(nonces) != len(record.game.armies):
        raise RecordError(NONCES, f"expected {len(record.game.armies)}, one for each seat, got {len(nonces)}")
    committed = _bytes(COMMITMENT, record.tags[COMMITMENT], SEED_BYTES).hex()
    given = tuple(nonce.hex() for nonce in nonces)
    if SEEN in record.tags and _bytes(SEEN, record.tags[SEEN], SEED_BYTES).hex() != committed:
        return Proof(False, "the commitment is not the one that the player was told", 0, committed, given)
    if OWN in record.tags and _bytes(OWN, record.tags[OWN], NONCE_BYTES) not in nonces:
        return Proof(False, "the player's own nonce is not among those of the record", 0, committed, given)
    if commitment(seed).hex() != committed:
        return Proof(False, "the seed is not the one that was committed to", 0, committed, given)
    draws, differs = _compare(record, Piles(record.game, piles(record.game, record.tags[MATCH], seed, nonces)))
    if differs:
        return Proof(False, differs, draws, committed, given)
    said = f"all {draws} draws follow from the seed and the nonces, by {METHOD}"
    if SEEN in record.tags and OWN in record.tags:
        said += "; commitment and nonce match those that the player noted"
    return Proof(True, said, draws, committed, given)


def _compare(record: Record, dealt: Piles) -> tuple[int, str]:
    """The number of draws that match, and the first that does not, in words."""
    st = new_state(record.game)
    draws = 0
    for action in record.actions:
        if is_chance(st):
            expected = dealt.draw(st)
            if action != expected:
                return draws, (
                    f"draw {draws + 1}, of player {st.actor()} in turn {turn_number(st)}, differs: "
                    f'the record has "{action_text(st, action)}", the piles give "{action_text(st, expected)}"'
                )
            draws += 1
        apply(st, action)
    return draws, ""


def _bytes(tag: str, word: str, length: int) -> bytes:
    if re.fullmatch(f"[0-9a-f]{{{2 * length}}}", word) is None:
        raise RecordError(tag, f"expected {2 * length} hexadecimal digits, small letters, got {shown(word)}")
    return bytes.fromhex(word)
