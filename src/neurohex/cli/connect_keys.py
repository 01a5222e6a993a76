"""The tokens by which servers know somebody again, kept in a file that only they can read."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from neurohex.cli.parsing import CommandError
from neurohex.client.forms import SignedIn

_DECODER = msgspec.json.Decoder(dict[str, SignedIn])


def tokens_file() -> Path:
    """Where tokens are kept: `neurohex/tokens.json` in the folder for settings."""
    folder = os.environ.get("XDG_CONFIG_HOME") or Path("~/.config").expanduser()
    return Path(folder) / "neurohex" / "tokens.json"


def kept_token(server: str) -> SignedIn | None:
    """As whom one was last on a server. Raises `CommandError` where the file is not one of tokens."""
    return _read().get(server)


def keep_token(server: str, signed_in: SignedIn) -> None:
    """Be known again there."""
    path = tokens_file()
    tokens = {**_read(), server: signed_in}
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        beside.touch(mode=0o600)
        beside.write_bytes(msgspec.json.format(msgspec.json.encode(tokens)))
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
