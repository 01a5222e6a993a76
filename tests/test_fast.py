"""`make fast`: a failed profile is not an error."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools import fast


def run(monkeypatch: pytest.MonkeyPatch, broken: tuple[str, ...]) -> list[str]:
    """The steps of `main`, some of which fail."""
    steps: list[str] = []

    def compile_rules(profile: str) -> None:
        step = profile.partition(":")[0] or "plain"
        steps.append(step)
        if step in broken:
            raise fast.NoProfile(f"{step} failed")

    def make_profile(folder: str) -> None:
        compile_rules(f"generate:{folder}")
        compile_rules("train:")

    monkeypatch.setattr(fast, "compile_rules", compile_rules)
    monkeypatch.setattr(fast, "make_profile", make_profile)
    assert fast.main([]) == 0
    return steps


def test_the_rules_are_built_trained_and_built_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(monkeypatch, ()) == ["generate", "train", "use"]
    assert "warning" not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("broken", "steps"),
    [
        ("generate", ["generate", "plain"]),
        ("train", ["generate", "train", "plain"]),
        ("use", ["generate", "train", "use", "plain"]),
    ],
)
def test_without_a_profile_the_rules_are_compiled_plainly_with_a_warning(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], broken: str, steps: list[str]
) -> None:
    assert run(monkeypatch, (broken,)) == steps
    assert capsys.readouterr().err == f"warning: compiled without a profile: {broken} failed\n"


def test_a_profile_alone_is_made_for_another_build(monkeypatch: pytest.MonkeyPatch) -> None:
    steps: list[str] = []
    monkeypatch.setattr(fast, "install_requirements", lambda: steps.append("install"))
    monkeypatch.setattr(fast, "make_profile", lambda folder: steps.append(f"profile {folder}"))
    monkeypatch.setattr(fast, "remove_compiled", lambda: steps.append("remove"))
    assert fast.main(["--profile", "/somewhere"]) == 0
    assert steps == ["install", "profile /somewhere", "remove"]


def test_a_relative_folder_is_below_the_source_wherever_it_is_called_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(fast, "install_requirements", lambda: None)
    monkeypatch.setattr(fast, "make_profile", made.append)
    monkeypatch.setattr(fast, "remove_compiled", lambda: None)
    assert fast.main(["--profile", "build/profile"]) == 0
    assert made == [str(Path(__file__).parents[1] / "build" / "profile")]


def test_a_profile_that_cannot_be_made_does_not_stop_a_release(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(folder: str) -> None:
        raise fast.NoProfile("no GCC")

    monkeypatch.setattr(fast, "install_requirements", lambda: None)
    monkeypatch.setattr(fast, "make_profile", fail)
    monkeypatch.setattr(fast, "remove_compiled", lambda: None)
    assert fast.main(["--profile", "/somewhere"]) == 0
    assert capsys.readouterr().err == "warning: no profile: no GCC\n"
