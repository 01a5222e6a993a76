"""What whoever runs a server can set, each with its name, its default and what it does.

A setting comes from the first of these that has it: an option of `neurohex serve` (`--bot-seconds 5`), the
environment (`NEUROHEX_BOT_SECONDS=5`), a TOML file (`bot_seconds = 5`), its default here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from neurohex.match.limits import LONGEST_COMMAND
from neurohex.players import PLAYERS

PREFIX: Final = "NEUROHEX_"
"""What the names of variables of the environment begin with."""

Value = int | float | bool | str | tuple[str, ...]


class SettingError(ValueError):
    """A setting that there is not, or a value that it cannot have: one line that names where it was written."""


def _set(default: Value, about: str, least: float | None = None, most: float | None = None) -> Any:
    return field(default=default, metadata={"about": about, "least": least, "most": most})


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of a server. The texts beside them are shown by `neurohex serve --help` and docs/server.md."""

    # where
    host: str = _set("127.0.0.1", "the address to listen on; 0.0.0.0 for every one of this machine")
    port: int = _set(8000, "the port to listen on; 0 for any that is free", 0, 65_535)
    database: str = _set("neurohex.db", "a SQLite file, or postgresql://… for several servers of the same matches")
    origins: tuple[str, ...] = _set((), "pages of other addresses that may open sockets, such as https://hex.example")
    proxies: tuple[str, ...] = _set((), "addresses of reverse proxies whose X-Forwarded-For is believed")
    metrics: str = _set("", "HOST:PORT at which /metrics is answered, and then only there; with all else if empty")
    # who
    guests: bool = _set(True, "whether people may play with no more than a name")
    accounts: bool = _set(False, "whether people may register a name with a password")
    token_days: int = _set(90, "days after which a token must be asked for anew", 1)
    # how much
    message_bytes: int = _set(LONGEST_COMMAND, "bytes of the largest message or request", 1_024)
    messages_per_second: float = _set(20.0, "messages a second that a connection may send for long", 0.1)
    messages_at_once: int = _set(60, "messages that a connection may send in one burst", 1)
    requests_per_second: float = _set(20.0, "requests a second that an address may send for long", 0.1)
    requests_at_once: int = _set(60, "requests that an address may send in one burst", 1)
    views_per_second: float = _set(60.0, "views a second that an address may ask for, for long", 0.1)
    views_at_once: int = _set(200, "views that an address may ask for in one burst", 1)
    record_bytes: int = _set(65_536, "bytes of the largest request with a record or for a view", 1_024)
    records_per_person: int = _set(200, "records that one person may put here", 0)
    passwords_per_minute: float = _set(
        10.0, "passwords a minute that may be tried by an address, and for an account", 0.1
    )
    matches_per_person: int = _set(20, "unfinished matches that one person may be in and make another", 1, 1_000)
    open_days: float = _set(7.0, "days after which a match that has not started is ended", 0)
    header_bytes: int = _set(16_384, "bytes of the headers of a request", 1_024, 65_536)
    request_seconds: float = _set(
        20.0, "seconds that a client has for the headers, for the body and for taking the answer", 0.1
    )
    tcp_per_address: int = _set(200, "connections of any kind that one address may have open; proxies may have more", 1)
    connections_per_address: int = _set(50, "sockets that one address may have open", 1)
    matches_per_connection: int = _set(100, "matches that can be followed on one socket", 1)
    connections: int = _set(5_000, "sockets that may be open in all", 1)
    waiting_messages: int = _set(1_000, "messages that may wait for a slow reader before it is cut off", 10)
    # what is kept
    keep_abandoned_days: int = _set(0, "days after which a match that nobody plays any more is deleted; 0 for never", 0)
    keep_finished_days: int = _set(0, "days after which a match that is over is deleted; 0 for never", 0)
    keep_guests_days: int = _set(0, "days after which a guest who plays no more is forgotten; 0 for never", 0)
    keep_records_days: int = _set(0, "days after which a record that somebody put here is deleted; 0 for never", 0)
    # bots
    bots: tuple[str, ...] = _set(tuple(PLAYERS), "the bots that people may seat, as neurohex play names them")
    bot_workers: int = _set(2, "processes in which bots think; no person's bots have all of them at once", 1)
    bot_seconds: float = _set(20.0, "seconds after which a bot that has not answered is stopped and asked anew", 0.1)
    view_workers: int = _set(2, "processes in which views are worked out; no address has all of them at once", 1)
    hint_seconds: float = _set(1.5, "seconds that a hint is thought about", 0.1, 60)
    # care
    hello_seconds: float = _set(10.0, "seconds within which a new connection must say who it is", 0.1)
    idle_seconds: float = _set(300.0, "seconds after which a match that nobody looks at leaves the memory", 0.1)
    lease_seconds: float = _set(15.0, "seconds after which the bots and clocks of a dead server are taken over", 0.5)
    stop_seconds: float = _set(10.0, "seconds that a stopping server waits for what is being written", 0.1)


def read_settings(
    options: Mapping[str, str | None], environment: Mapping[str, str], file: Path | None = None
) -> Settings:
    """The settings of a server. `options` has those of the command line as typed, None for those not given.

    Raises `SettingError`, and `OSError` where the file cannot be read.
    """
    given: dict[str, Value] = {}
    if file is not None:
        given.update(_from_file(file))
    for each in fields(Settings):
        variable = f"{PREFIX}{each.name.upper()}"
        if variable in environment:
            given[each.name] = _from_text(variable, each.name, environment[variable])
        option = options.get(each.name)
        if option is not None:
            given[each.name] = _from_text(option_name(each.name), each.name, option)
    return Settings(**given)  # type: ignore[arg-type]  # each value was checked against the kind of its setting


def option_name(name: str) -> str:
    """How the command line calls a setting."""
    return f"--{name.replace('_', '-')}"


_DEFAULTS: Final[dict[str, Value]] = asdict(Settings())
_BOUNDS: Final[dict[str, tuple[float | None, float | None]]] = {
    each.name: (each.metadata["least"], each.metadata["most"]) for each in fields(Settings)
}
_YES: Final = {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}


def _from_file(file: Path) -> dict[str, Value]:
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingError(f"{file}: expected TOML: {error}") from error
    except RecursionError as error:
        raise SettingError(f"{file}: expected TOML with settings, got lists or tables nested too deep") from error
    given: dict[str, Value] = {}
    for name, value in table.items():
        if name not in _DEFAULTS:
            near = get_close_matches(name, _DEFAULTS, 1)
            raise SettingError(f"{file}: no setting is called {name}" + (f"; did you mean {near[0]}?" if near else ""))
        given[name] = _checked(f"{file}: {name}", name, tuple(value) if isinstance(value, list) else value)
    return given


def _from_text(place: str, name: str, text: str) -> Value:
    """A value as the command line and the environment write it."""
    default = _DEFAULTS[name]
    text = text.strip()
    try:
        if isinstance(default, bool):
            return _checked(place, name, _YES[text.casefold()])
        if isinstance(default, tuple):
            return _checked(place, name, tuple(part.strip() for part in text.split(",") if part.strip()))
        return _checked(place, name, default.__class__(text))
    except (KeyError, ValueError) as error:
        if isinstance(error, SettingError):
            raise
        raise SettingError(f'{place}: expected {_kind(default)}, got "{text}"') from error


def _checked(place: str, name: str, value: object) -> Value:
    """A value of the kind that the setting has."""
    default = _DEFAULTS[name]
    if isinstance(default, float) and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if type(value) is not type(default) or (isinstance(value, tuple) and not all(isinstance(v, str) for v in value)):
        raise SettingError(f"{place}: expected {_kind(default)}, got {value!r}")
    least, most = _BOUNDS[name]
    if isinstance(value, int | float):
        if least is not None and not value >= least:
            raise SettingError(f"{place}: expected {least:g} or more, got {value:g}")
        if most is not None and value > most:
            raise SettingError(f"{place}: expected at most {most:g}, got {value:g}")
    assert isinstance(value, int | float | bool | str | tuple)
    return value


def _kind(default: object) -> str:
    if isinstance(default, bool):
        return "yes or no"
    if isinstance(default, tuple):
        return "words separated by commas (in a file a list of texts)"
    return {int: "a whole number", float: "a number", str: "a text"}[type(default)]
