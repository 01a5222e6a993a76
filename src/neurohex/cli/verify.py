"""`neurohex verify`: whether the piles of a recorded match were shuffled as was promised before it."""

from __future__ import annotations

import argparse
import json
from typing import TYPE_CHECKING

from neurohex.cli.parsing import CommandError, add_command
from neurohex.cli.reading import called, read_text
from neurohex.match.proof import Proof, prove
from neurohex.notation import NotationError
from neurohex.notation.record import parse_record

if TYPE_CHECKING:
    from neurohex.cli.parsing import Subparsers

PROVEN, NOT_PROVEN = 0, 1

_ABOUT = """\
Works out the piles of an online match from the seed that its host revealed at the end and the nonces of its players,
and holds every draw of the record against them. Before the match the host had committed to that seed, and without the
nonces it could not choose the piles: so nobody did.

The proof rests on two things that only the players know: that the commitment is the one they were told before the
match, and that their nonce is theirs. A record that a player downloaded has both, as the player's own program kept
them, and they are compared. Those of another record can be given with --commitment and --nonce.

The exit code is 0 when all is proven, 1 when something differs, and 2 when the record cannot be read.
"""
_EXAMPLES = """\
  neurohex verify game.txt
  neurohex verify game.txt --nonce 5f1c0e8d3b6a49720c9e1f8b7a6d5c4e
  neurohex verify game.txt --json
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command's parser."""
    parser = add_command(subparsers, "verify", _ABOUT, _EXAMPLES)
    parser.add_argument("file", metavar="RECORD", help="the record of a match that is over; - for standard input")
    parser.add_argument("--commitment", metavar="HEX", help="the commitment that you were told before the match")
    parser.add_argument("--nonce", metavar="HEX", help="the nonce that you gave")
    parser.add_argument("--json", action="store_true", help="print the finding as JSON, on one line")


def run(args: argparse.Namespace) -> int:
    """Prove it."""
    try:
        proof = _with_own_knowledge(prove(parse_record(read_text(args.file))), args.commitment, args.nonce)
    except NotationError as error:
        raise CommandError(f"{called(args.file)}: {error}") from error
    if args.json:
        print(json.dumps(_as_json(proof)))
    else:
        _show(proof)
    return PROVEN if proof.proven else NOT_PROVEN


def _with_own_knowledge(proof: Proof, commitment: str | None, nonce: str | None) -> Proof:
    """What is left of a proof when what a player remembers is held against it."""
    if proof.proven and commitment is not None and commitment.lower() != proof.commitment:
        return Proof(False, "the record has another commitment than you were told", 0, proof.commitment, proof.nonces)
    if proof.proven and nonce is not None and nonce.lower() not in proof.nonces:
        return Proof(False, "your nonce is not among those of the record", 0, proof.commitment, proof.nonces)
    return proof


def _as_json(proof: Proof) -> dict[str, object]:
    return {
        "proven": proof.proven,
        "finding": proof.said,
        "draws": proof.draws,
        "commitment": proof.commitment,
        "nonces": list(proof.nonces),
    }


def _show(proof: Proof) -> None:
    print(f"{'proven' if proof.proven else 'not proven'}: {proof.said}")
    if proof.commitment:
        print(f"commitment    {proof.commitment}")
    for seat, nonce in enumerate(proof.nonces, 1):
        print(f"nonce, seat {seat} {nonce}")
