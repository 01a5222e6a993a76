"""`make fast`: a profile that cannot be made is no failure."""

from __future__ import annotations

import pytest
from tools import fast


def run(monkeypatch: pytest.MonkeyPatch, broken: tuple[str, ...]) -> list[str]:
    """The steps of `main`, of which some fail."""
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
