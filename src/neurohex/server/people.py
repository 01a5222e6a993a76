"""Endpoints about who somebody is: guests, accounts, and the tokens of both."""

from __future__ import annotations

import time
from typing import Final

from neurohex.client.forms import Credentials, NewGuest, Person, SignedIn
from neurohex.match.messages import Code
from neurohex.server.endpoint import Call, Endpoint
from neurohex.server.identity import BadPassword, account, guest, is_visible
from neurohex.server.refusals import Refusal
from neurohex.store import NameTaken


async def _guest(call: Call) -> SignedIn:
    if not call.house.settings.guests:
        raise Refusal(Code.NOT_ALLOWED, "this server takes no guests: make an account")
    _check_visible(call.body.name)
    if call.house.settings.accounts and await call.house.store.account(call.body.name) is not None:
        raise Refusal(Code.NOT_ALLOWED, "name: it belongs to an account; sign in, or choose another")
    return await call.house.sign_in(guest(call.body.name))


async def _register(call: Call) -> SignedIn:
    _check_accounts(call)
    house, name = call.house, call.body.name
    _check_visible(name)
    try:
        await house.store.add_account(name, await house.passwords.hash(call.body.password))
    except NameTaken as error:
        raise Refusal(Code.NOT_ALLOWED, str(error)) from error
    return await house.sign_in(account(name))


async def _sign_in(call: Call) -> SignedIn:
    _check_accounts(call)
    _check_tries(call, account(call.body.name).id)  # from many addresses too
    kept = await call.house.store.account(call.body.name)
    try:
        await call.house.passwords.check(call.body.password, kept.password_hash if kept is not None else None)
    except BadPassword as error:
        raise Refusal(Code.NOT_SIGNED_IN, str(error)) from error
    return await call.house.sign_in(account(kept.name if kept is not None else call.body.name))


async def _sign_out_elsewhere(call: Call) -> SignedIn:
    person = call.signed_in()
    _check_tries(call)
    await call.house.revocations.revoke(person.id)
    return await call.house.sign_in(person)


def _check_accounts(call: Call) -> None:
    if not call.house.settings.accounts:
        raise Refusal(Code.NOT_ALLOWED, "this server has no accounts: play as a guest")
    _check_tries(call)


def _check_tries(call: Call, account_id: str | None = None) -> None:
    """Count a try of a password, by address or by account. Raises `Refusal` where there were too many."""
    wait = call.house.tries.wait(account_id or call.address, time.monotonic())
    if wait:
        raise Refusal(Code.TOO_FAST, f"too many passwords were tried: wait {wait:.0f} s", wait)


def _check_visible(name: str) -> None:
    if not is_visible(name):
        raise Refusal(Code.MALFORMED, "name: expected letters that can be seen, and none that cannot")


async def _me(call: Call) -> Person:
    return call.signed_in()


ENDPOINTS: Final = (
    Endpoint(
        "POST", "/api/guests", "Play under a name: a token for somebody new.", _guest, SignedIn, NewGuest, {}, 201
    ),
    Endpoint("POST", "/api/accounts", "Make an account.", _register, SignedIn, Credentials, {}, 201),
    Endpoint("POST", "/api/sessions", "A token for the owner of an account.", _sign_in, SignedIn, Credentials, {}, 201),
    Endpoint(
        "DELETE",
        "/api/sessions",
        "Sign out everywhere: revoke all tokens that one has; a new one for whoever asks.",
        _sign_out_elsewhere,
        SignedIn,
    ),
    Endpoint("GET", "/api/me", "Whose token it is.", _me, Person),
)
