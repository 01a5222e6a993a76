"""The settings of a server: name, default and meaning of each.

A setting comes from the first place that has it: an option of `neurohex serve` (`--bot-seconds 5`), the environment
(`NEUROHEX_BOT_SECONDS=5`), a TOML file (`bot_seconds = 5`), the default here.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from neurohex.players import PLAYERS
from neurohex.wire.limits import LONGEST_COMMAND

PREFIX: Final = "NEUROHEX_"
"""Prefix of environment variables."""

SECURITIES: Final = ("starttls", "tls", "none")

Value = int | float | bool | str | tuple[str, ...]


class SettingError(ValueError):
    """An unknown setting or an invalid value. The text is one line that names where it was written."""


def _set(
    default: Value, about: str, least: float | None = None, most: float | None = None, words: tuple[str, ...] = ()
) -> Any:
    return field(default=default, metadata={"about": about, "least": least, "most": most, "words": words})


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of a server. `neurohex serve --help` and docs/server.md show the texts."""

    # network
    host: str = _set("127.0.0.1", "the address to listen on; 0.0.0.0 for every address of this machine")
    port: int = _set(8000, "the port to listen on; 0 for any free port", 0, 65_535)
    database: str = _set("neurohex.db", "a SQLite file, or postgresql://… for several servers of the same matches")
    origins: tuple[str, ...] = _set((), "other origins whose pages may open sockets, such as https://hex.example")
    proxies: tuple[str, ...] = _set((), "addresses of trusted reverse proxies (X-Forwarded-For)")
    metrics: str = _set("", "HOST:PORT for /metrics alone; if empty, the main port serves it")
    # identity
    guests: bool = _set(True, "whether people may play as guests, with only a name")
    accounts: bool = _set(False, "whether people may register a name with a password")
    token_days: int = _set(90, "days until a token expires", 1)
    # notices
    site: str = _set("", "the address of the page for links in notices, such as https://hex.example")
    notice_minutes: float = _set(10.0, "minutes that a turn waits before its player is told", 0)
    smtp_host: str = _set("", "the mail server for notices; if empty, none are sent")
    smtp_port: int = _set(587, "the port of the mail server", 1, 65_535)
    smtp_security: str = _set("starttls", "how to talk to the mail server: starttls, tls or none", words=SECURITIES)
    smtp_user: str = _set("", "the name to sign in to the mail server; empty for none")
    smtp_password_file: str = _set("", "a file with the password for the mail server")
    smtp_from: str = _set("", "the sender of notices, such as neurohex <hex@hex.example>")
    turn_webhook: str = _set("", "a URL that gets a POST with JSON for each notice; if empty, none is called")
    # limits
    message_bytes: int = _set(LONGEST_COMMAND, "bytes of the largest message or request", 1_024)
    messages_per_second: float = _set(20.0, "messages a second from one connection, sustained", 0.1)
    messages_at_once: int = _set(60, "messages from one connection in a burst", 1)
    requests_per_second: float = _set(20.0, "requests a second from one address, sustained", 0.1)
    requests_at_once: int = _set(60, "requests from one address in a burst", 1)
    views_per_second: float = _set(60.0, "views a second for one address, sustained", 0.1)
    views_at_once: int = _set(200, "views for one address in a burst", 1)
    record_bytes: int = _set(65_536, "bytes of the largest request with a record or for a view", 1_024)
    records_per_person: int = _set(200, "records that one person may upload", 0)
    passwords_per_minute: float = _set(10.0, "password attempts a minute, for each address and each account", 0.1)
    matches_per_person: int = _set(20, "unfinished matches after which a person may make no more", 1, 1_000)
    open_days: float = _set(7.0, "days after which a match that has not started ends", 0)
    header_bytes: int = _set(16_384, "bytes of the headers of a request", 1_024, 65_536)
    request_seconds: float = _set(
        20.0, "seconds a client has to send the headers, to send the body and to read the answer", 0.1
    )
    tcp_per_address: int = _set(200, "open connections of any kind from one address; proxies are exempt", 1)
    connections_per_address: int = _set(50, "open sockets from one address", 1)
    matches_per_connection: int = _set(100, "matches that one socket may follow", 1)
    connections: int = _set(5_000, "open sockets in all", 1)
    waiting_messages: int = _set(1_000, "queued messages after which a slow reader is disconnected", 10)
    # retention
    keep_abandoned_days: int = _set(0, "days after which an abandoned match is deleted; 0 for never", 0)
    keep_finished_days: int = _set(0, "days after which a finished match is deleted; 0 for never", 0)
    keep_guests_days: int = _set(0, "days after which an inactive guest is deleted; 0 for never", 0)
    keep_analyses_days: int = _set(90, "days after which an analysis is forgotten; 0 for never", 0)
    keep_records_days: int = _set(0, "days after which an uploaded record is deleted; 0 for never", 0)
    # bots
    bots: tuple[str, ...] = _set(tuple(PLAYERS), "bots that people may seat, as neurohex play names them")
    bot_workers: int = _set(2, "worker processes for bots; one person's bots never use all of them", 1)
    bot_seconds: float = _set(20.0, "seconds after which a bot that has not answered is restarted and asked again", 0.1)
    view_workers: int = _set(2, "worker processes for views; one address never uses all of them", 1)
    analysis_workers: int = _set(2, "worker processes for analyses of games", 1)
    analysis_depth: int = _set(4, "the largest depth of an analysis that people may ask for; 0 for no analyses", 0, 4)
    analyses_per_hour: float = _set(60.0, "analyses an hour for one address; deeper ones count as several", 0.1)
    hint_seconds: float = _set(1.5, "seconds of thinking for a hint", 0.1, 60)
    # timeouts
    hello_seconds: float = _set(10.0, "seconds a new connection has to send its hello", 0.1)
    idle_seconds: float = _set(300.0, "seconds after which an unwatched match leaves memory", 0.1)
    lease_seconds: float = _set(15.0, "seconds after which another server takes over from a dead one", 0.5)
    stop_seconds: float = _set(10.0, "seconds a stopping server waits for pending writes", 0.1)


def read_settings(
    options: Mapping[str, str | None], environment: Mapping[str, str], file: Path | None = None
) -> Settings:
    """Read the settings. `options` holds the options of the command line as typed, None for those not given.

    Raises `SettingError`, and `OSError` if the file cannot be read.
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
    return Settings(**given)  # type: ignore[arg-type]  # _checked made sure of each type


def option_name(name: str) -> str:
    """The command-line option of a setting."""
    return f"--{name.replace('_', '-')}"


_DEFAULTS: Final[dict[str, Value]] = asdict(Settings())
_BOUNDS: Final[dict[str, tuple[float | None, float | None]]] = {
    each.name: (each.metadata["least"], each.metadata["most"]) for each in fields(Settings)
}
_WORDS: Final[dict[str, tuple[str, ...]]] = {each.name: each.metadata["words"] for each in fields(Settings)}
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
    """Parse a value from the command line or the environment."""
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
    """Return the value if its type and range fit the setting. Raises `SettingError`."""
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
    if _WORDS[name] and value not in _WORDS[name]:
        raise SettingError(f"{place}: expected one of {', '.join(_WORDS[name])}, got {value!r}")
    assert isinstance(value, int | float | bool | str | tuple)
    return value


def _kind(default: object) -> str:
    if isinstance(default, bool):
        return "yes or no"
    if isinstance(default, tuple):
        return "words separated by commas (in a file a list of texts)"
    return {int: "a whole number", float: "a number", str: "a text"}[type(default)]
