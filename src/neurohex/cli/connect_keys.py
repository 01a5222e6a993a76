"""Data kept between connections, in files that only their owner can read: sign-in tokens by server, and the
commitments and nonces that prove a fair shuffle later."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from neurohex.cli.parsing import CommandError
from neurohex.match.proof import Witness
from neurohex.wire.http import SignedIn

_DECODER = msgspec.json.Decoder(dict[str, SignedIn])
_WITNESSES = msgspec.json.Decoder(dict[str, dict[str, Witness]])


def tokens_file() -> Path:
    """The file of tokens: `neurohex/tokens.json` in the configuration folder."""
    folder = os.environ.get("XDG_CONFIG_HOME") or Path("~/.config").expanduser()
    return Path(folder) / "neurohex" / "tokens.json"


def kept_token(server: str) -> SignedIn | None:
    """The last sign-in on a server. Raises `CommandError` if the file is malformed."""
    return _read().get(server)


def keep_token(server: str, signed_in: SignedIn) -> None:
    """Save the sign-in for the next connection."""
    _write(tokens_file(), {**_read(), server: signed_in})


def witnesses_file() -> Path:
    """The file of commitments and nonces, by server and match: `shuffles.json` beside the tokens."""
    return tokens_file().with_name("shuffles.json")


def kept_witnesses(server: str) -> dict[str, Witness]:
    """The saved witnesses of a server's matches. Raises `CommandError` if the file is malformed."""
    return _read_witnesses().get(server, {})


def keep_witnesses(server: str, witnesses: dict[str, Witness]) -> None:
    """Save witnesses for `neurohex verify`."""
    _write(witnesses_file(), {**_read_witnesses(), server: witnesses})


def _write(path: Path, what: object) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        beside.touch(mode=0o600)
        beside.write_bytes(msgspec.json.format(msgspec.json.encode(what)))
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


def _read() -> dict[str, SignedIn]:
    path = tokens_file()
    try:
        return _DECODER.decode(path.read_bytes())
    except FileNotFoundError:
        return {}
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise CommandError(f"{path}: expected the tokens of servers: {error}") from error


def _read_witnesses() -> dict[str, dict[str, Witness]]:
    path = witnesses_file()
    try:
        return _WITNESSES.decode(path.read_bytes())
    except FileNotFoundError:
        return {}
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise CommandError(f"{path}: expected commitments and nonces of matches: {error}") from error
