"""Endpoints about who somebody is: guests, accounts, and the tokens of both."""

from __future__ import annotations

import time
from typing import Final

from neurohex.client.forms import Credentials, NewGuest, Person, SignedIn
from neurohex.match.messages import Code
from neurohex.server.endpoint import Call, Endpoint
from neurohex.server.identity import BadPassword, account, guest
from neurohex.server.refusals import Refusal
from neurohex.store import NameTaken


async def _guest(call: Call) -> SignedIn:
    if not call.house.settings.guests:
        raise Refusal(Code.NOT_ALLOWED, "this server takes no guests: make an account")
    return _signed_in(call, guest(call.body.name))


async def _register(call: Call) -> SignedIn:
    _check_accounts(call)
    house, name = call.house, call.body.name
    try:
        await house.store.add_account(name, await house.passwords.hash(call.body.password))
    except NameTaken as error:
        raise Refusal(Code.NOT_ALLOWED, str(error)) from error
    return _signed_in(call, account(name))


async def _sign_in(call: Call) -> SignedIn:
    _check_accounts(call)
    kept = await call.house.store.account(call.body.name)
    try:
        await call.house.passwords.check(call.body.password, kept.password_hash if kept is not None else None)
    except BadPassword as error:
        raise Refusal(Code.NOT_SIGNED_IN, str(error)) from error
    return _signed_in(call, account(kept.name if kept is not None else call.body.name))


def _check_accounts(call: Call) -> None:
    if not call.house.settings.accounts:
        raise Refusal(Code.NOT_ALLOWED, "this server has no accounts: play as a guest")
    wait = call.house.tries.wait(call.address, time.monotonic())
    if wait:
        raise Refusal(Code.TOO_FAST, f"too many passwords were tried: wait {wait:.0f} s", wait)


def _signed_in(call: Call, person: Person) -> SignedIn:
    return SignedIn(token=call.house.tokens.give(person), person=person)


async def _me(call: Call) -> Person:
    return call.signed_in()


ENDPOINTS: Final = (
    Endpoint(
        "POST", "/api/guests", "Play under a name: a token for somebody new.", _guest, SignedIn, NewGuest, {}, 201
    ),
    Endpoint("POST", "/api/accounts", "Make an account.", _register, SignedIn, Credentials, {}, 201),
    Endpoint("POST", "/api/sessions", "A token for the owner of an account.", _sign_in, SignedIn, Credentials, {}, 201),
    Endpoint("GET", "/api/me", "Whose token it is.", _me, Person),
)
