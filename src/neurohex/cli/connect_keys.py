"""What is kept between two connections, in files that only their owner can read: the tokens by which servers know
somebody again, and what proves later that the piles of a match were shuffled fairly."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from neurohex.cli.parsing import CommandError
from neurohex.client.forms import SignedIn
from neurohex.match.proof import Witness

_DECODER = msgspec.json.Decoder(dict[str, SignedIn])
_WITNESSES = msgspec.json.Decoder(dict[str, dict[str, Witness]])


def tokens_file() -> Path:
    """Where tokens are kept: `neurohex/tokens.json` in the folder for settings."""
    folder = os.environ.get("XDG_CONFIG_HOME") or Path("~/.config").expanduser()
    return Path(folder) / "neurohex" / "tokens.json"


def kept_token(server: str) -> SignedIn | None:
    """As whom one was last on a server. Raises `CommandError` where the file is not one of tokens."""
    return _read().get(server)


def keep_token(server: str, signed_in: SignedIn) -> None:
    """Be known again there."""
    _write(tokens_file(), {**_read(), server: signed_in})


def witnesses_file() -> Path:
    """Where commitments and nonces are kept, by server and match: `shuffles.json` beside the tokens."""
    return tokens_file().with_name("shuffles.json")


def kept_witnesses(server: str) -> dict[str, Witness]:
    """What was kept of the matches of a server. Raises `CommandError` where the file is none of that kind."""
    return _read_witnesses().get(server, {})


def keep_witnesses(server: str, witnesses: dict[str, Witness]) -> None:
    """Keep that for later."""
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
