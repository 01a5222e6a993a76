"""`neurohex verify`: check that the piles of a recorded match were shuffled as committed."""

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
Computes the piles of an online match from the seed that its host revealed at the end and the players' nonces, and
compares them with every draw of the record. The host committed to the seed before the match and did not know the
nonces, so nobody could choose the piles.

The proof rests on two things that only the players know: the commitment that they received before the match, and their
own nonce. A record that a player downloaded contains both, as the player's program saved them, and this command
compares them. For another record, give them with --commitment and --nonce.

The exit code is 0 if everything is proven, 1 if something differs, and 2 if the record is unreadable.
"""
_EXAMPLES = """\
  neurohex verify game.txt
  neurohex verify game.txt --nonce 5f1c0e8d3b6a49720c9e1f8b7a6d5c4e
  neurohex verify game.txt --json
"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command's parser."""
    parser = add_command(subparsers, "verify", _ABOUT, _EXAMPLES)
    parser.add_argument("file", metavar="RECORD", help="the record of a finished match; - for standard input")
    parser.add_argument("--commitment", metavar="HEX", help="the commitment that you received before the match")
    parser.add_argument("--nonce", metavar="HEX", help="the nonce that you gave")
    parser.add_argument("--json", action="store_true", help="print the finding as JSON, on one line")


def run(args: argparse.Namespace) -> int:
    """Check the proof and print it."""
    try:
        proof = _checked_against_own(prove(parse_record(read_text(args.file))), args.commitment, args.nonce)
    except NotationError as error:
        raise CommandError(f"{called(args.file)}: {error}") from error
    if args.json:
        print(json.dumps(_as_json(proof)))
    else:
        _show(proof)
    return PROVEN if proof.proven else NOT_PROVEN


def _checked_against_own(proof: Proof, commitment: str | None, nonce: str | None) -> Proof:
    """The proof checked against the commitment and nonce that the player noted."""
    if proof.proven and commitment is not None and commitment.lower() != proof.commitment:
        return Proof(False, "the record's commitment differs from yours", 0, proof.commitment, proof.nonces)
    if proof.proven and nonce is not None and nonce.lower() not in proof.nonces:
        return Proof(False, "your nonce is not in the record", 0, proof.commitment, proof.nonces)
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
