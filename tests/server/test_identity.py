"""Tokens and passwords."""

from __future__ import annotations

import asyncio
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neurohex.server.identity import BadPassword, BadToken, Epochs, Passwords, Tokens, account, guest, is_visible
from neurohex.wire.http import Person

ANN = Person(id="guest-1", name="Ann Łódź")
IDS = {
    "Ann": "49915e0d7d4b402e3017d010",
    "ANN": "49915e0d7d4b402e3017d010",
    "\u0390na": "2d911b2199777c92d0f8e98e",
    "\u01f0": "3651063ff416cf3bab997a84",
}
"""Ids of accounts by name, as matches of the first version hold them."""


def test_a_token_names_its_owner() -> None:
    assert Tokens(b"key", 1).read(Tokens(b"key", 1).give(ANN, Epochs())).person == ANN


def test_a_token_of_another_key_is_refused() -> None:
    with pytest.raises(BadToken, match="was not given by this server"):
        Tokens(b"key", 1).read(Tokens(b"other", 1).give(ANN, Epochs()))


def test_an_old_token_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    token = Tokens(b"key", 2).give(ANN, Epochs())
    Tokens(b"key", 2).read(token)
    then = time.time()
    monkeypatch.setattr("neurohex.server.identity.time.time", lambda: then + 3 * 86_400)
    with pytest.raises(BadToken, match="too old"):
        Tokens(b"key", 2).read(token)


@given(st.text(max_size=1200))
def test_an_invalid_token_is_refused_and_not_quoted(text: str) -> None:
    with pytest.raises(BadToken) as caught:
        Tokens(b"key", 1).read(text)
    assert len(text) < 12 or text not in str(caught.value)


@given(st.integers(0, 200), st.integers(1, 255))
def test_a_token_changed_anywhere_is_refused(place: int, change: int) -> None:
    token = Tokens(b"key", 1).give(ANN, Epochs())
    place %= len(token)
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_."
    other = letters[(letters.index(token[place]) + 1 + change % (len(letters) - 1)) % len(letters)]
    if place == len(token) - 1:  # the last letter of base64 may have bits that mean nothing
        return
    with pytest.raises(BadToken):
        Tokens(b"key", 1).read(token[:place] + other + token[place + 1 :])


def test_every_guest_is_new_and_an_account_is_always_the_same_person() -> None:
    assert guest("Ann").id != guest("Ann").id
    assert account("Ann").id == account("ANN").id != account("Ben").id
    assert {name: account(name).id for name in IDS} == {name: f"account-{known}" for name, known in IDS.items()}


@pytest.mark.slow
def test_passwords_are_checked_against_the_stored_hash() -> None:
    async def run() -> None:
        passwords = Passwords()
        kept = await passwords.hash("correct horse")
        assert kept.startswith("$argon2id$")
        assert "correct" not in kept
        await passwords.check("correct horse", kept)
        for wrong, against in (("correct mule", kept), ("correct horse", None), ("correct horse", "nonsense")):
            with pytest.raises(BadPassword):
                await passwords.check(wrong, against)

    asyncio.run(run())


def test_a_token_of_a_clock_that_is_ahead_is_good(monkeypatch: pytest.MonkeyPatch) -> None:
    then = time.time()
    monkeypatch.setattr("itsdangerous.timed.time.time", lambda: then + 2)
    token = Tokens(b"key", 2).give(ANN, Epochs())
    monkeypatch.undo()
    assert Tokens(b"key", 2).read(token).person == ANN


@pytest.mark.parametrize("name", ["Ann", "Łódź", "王", "Ann B.", "★", "42"])
def test_names_that_can_be_seen(name: str) -> None:
    assert is_visible(name)


@pytest.mark.parametrize("name", ["\u3164", "A\u115f", "\u2800", "\u0301", "A\u200bnn", "\U000e0041", " ", "A  B"])
def test_names_that_cannot_be_seen(name: str) -> None:
    assert not is_visible(name)
