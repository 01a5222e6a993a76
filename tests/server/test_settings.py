"""Settings: their sources and their errors."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from neurohex.server.settings import SettingError, Settings, read_settings


def test_an_option_goes_before_the_environment_and_that_before_a_file(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text('port = 1\nbot_workers = 2\nhost = "0.0.0.0"\n')
    settings = read_settings({"port": "3", "host": None}, {"NEUROHEX_PORT": "2", "NEUROHEX_BOT_WORKERS": "5"}, file)
    assert (settings.port, settings.bot_workers, settings.host) == (3, 5, "0.0.0.0")


def test_nothing_given_is_the_defaults() -> None:
    assert read_settings({}, {"PATH": "/bin", "NEUROHEX_PURE": "1"}) == Settings()


def test_every_kind_of_value_from_text_and_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "server.toml"
    file.write_text('accounts = true\nbots = ["random"]\nbot_seconds = 3\nhost = "h"\nport = 7\n')
    text = {"accounts": "yes", "bots": "random,", "bot_seconds": "3", "host": "h", "port": "7"}
    assert read_settings({}, {}, file) == read_settings(text, {})
    assert read_settings(text, {}).bot_seconds == 3.0


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("prot = 1", "server.toml: no setting is called prot; did you mean port?"),
        ('port = "many"', "server.toml: port: expected a whole number, got 'many'"),
        ("port = true", "server.toml: port: expected a whole number, got True"),
        ("bots = [1]", "server.toml: bots: expected words separated by commas (in a file a list of texts), got (1,)"),
        ("bot_workers = 0", "server.toml: bot_workers: expected 1 or more, got 0"),
        ("bot_seconds = nan", "server.toml: bot_seconds: expected 0.1 or more, got nan"),
        ("= 3", "server.toml: expected TOML: "),
    ],
)
def test_an_invalid_file_is_reported_in_one_line(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "server.toml"
    file.write_text(text)
    with pytest.raises(SettingError) as caught:
        read_settings({}, {}, file)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_invalid_value_names_its_source() -> None:
    with pytest.raises(SettingError, match=r'--message-bytes: expected a whole number, got "big"'):
        read_settings({"message_bytes": "big"}, {})
    with pytest.raises(SettingError, match="NEUROHEX_GUESTS: expected yes or no"):
        read_settings({}, {"NEUROHEX_GUESTS": "maybe"})


def test_every_setting_is_in_the_documentation_with_its_default() -> None:
    page = (Path(__file__).parents[2] / "docs" / "server.md").read_text(encoding="utf-8")
    for each in fields(Settings):
        default = getattr(Settings(), each.name)
        if isinstance(default, bool):
            shown = "yes" if default else "no"
        elif isinstance(default, int | float):
            shown = f"{default:g}"
        else:
            shown = f"`{default}`" if isinstance(default, str) else "none" if not default else "all that there are"
        assert f"| `{each.name}` | {shown} | {each.metadata['about']} |" in page
