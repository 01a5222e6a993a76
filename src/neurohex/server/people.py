"""Endpoints for guests, accounts and their tokens."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Final

from neurohex.server.endpoint import Call, Endpoint
from neurohex.server.identity import GUEST, BadPassword, account, code_hash, guest, is_visible, new_code, owner
from neurohex.server.notices import CODE_SECONDS
from neurohex.server.refusals import Refusal
from neurohex.store import Contact, NameTaken, name_key
from neurohex.wire.http import Credentials, NewGuest, NoticeCode, NoticeSettings, NoticeWishes, Person, SignedIn
from neurohex.wire.messages import Code


async def _guest(call: Call) -> SignedIn:
    if not call.context.settings.guests:
        raise Refusal(Code.NOT_ALLOWED, "this server takes no guests: make an account")
    _check_visible(call.body.name)
    if call.context.settings.accounts and await call.context.store.account(call.body.name) is not None:
        raise Refusal(Code.NOT_ALLOWED, "name: it belongs to an account; sign in, or choose another")
    return await call.context.sign_in(guest(call.body.name))


async def _register(call: Call) -> SignedIn:
    _check_accounts(call)
    context, name = call.context, call.body.name
    _check_visible(name)
    # A guest stays the same person, with all games.
    guest_id = call.person.id if call.person is not None and call.person.id.startswith(GUEST) else None
    if guest_id is not None and await context.store.account_of(guest_id) is not None:
        raise Refusal(Code.NOT_ALLOWED, "you have an account already: sign in to it")
    try:
        whose = Person(id=guest_id, name=name, account=True) if guest_id else account(name)
        await context.store.add_account(name, await context.passwords.hash(call.body.password), whose.id)
    except NameTaken as error:
        raise Refusal(Code.NOT_ALLOWED, str(error)) from error
    return await context.sign_in(whose)


async def _sign_in(call: Call) -> SignedIn:
    _check_accounts(call)
    check_tries(call, f"account {name_key(call.body.name)}")  # also limits attempts from many addresses
    stored = await call.context.store.account(call.body.name)
    try:
        await call.context.passwords.check(call.body.password, stored.password_hash if stored is not None else None)
    except BadPassword as error:
        raise Refusal(Code.NOT_SIGNED_IN, str(error)) from error
    assert stored is not None  # else the check has failed
    return await call.context.sign_in(owner(stored))


async def _sign_out_elsewhere(call: Call) -> SignedIn:
    person = call.signed_in()
    check_tries(call)
    await call.context.revocations.revoke(person.id)
    return await call.context.sign_in(person)


def _check_accounts(call: Call) -> None:
    if not call.context.settings.accounts:
        raise Refusal(Code.NOT_ALLOWED, "this server has no accounts: play as a guest")
    check_tries(call)


def check_tries(call: Call, key: str | None = None) -> None:
    """Count a password attempt, by address or by another key. Raises `Refusal` after too many."""
    wait = call.context.tries.wait(key or call.address, time.monotonic())
    if wait:
        raise Refusal(Code.TOO_FAST, f"too many password attempts: wait {wait:.0f} s", wait)


def _check_visible(name: str) -> None:
    if not is_visible(name):
        raise Refusal(Code.MALFORMED, "name: expected visible letters only")


async def _me(call: Call) -> Person:
    person = call.signed_in()
    known = None if person.account else await call.context.store.account_of(person.id)
    return person if known is None else owner(known)  # made on another device, with an older token here


async def _notices(call: Call) -> NoticeSettings:
    contact = await call.context.store.contact(call.signed_in().id)
    return _notice_settings(call, contact or Contact(call.signed_in().id))


async def _set_notices(call: Call) -> NoticeSettings:
    person, context, wishes = call.signed_in(), call.context, call.body
    if wishes.email and not context.notices.by_mail:
        raise Refusal(Code.NOT_ALLOWED, "this server sends no mail")
    if wishes.hook and not context.notices.by_webhook:
        raise Refusal(Code.NOT_ALLOWED, "this server has no webhook")
    before = await context.store.contact(person.id) or Contact(person.id)
    contact = replace(before, email=wishes.email, hook=wishes.hook, lang=wishes.lang)
    if not wishes.email and not wishes.hook:
        await context.store.remove_contact(person.id)
        return _notice_settings(call, Contact(person.id))
    if wishes.email and (wishes.email != before.email or not before.confirmed):
        check_tries(call)
        check_tries(call, person.id)  # nobody sends many mails to strangers
        code = new_code()
        contact = replace(contact, confirmed=False, code=code_hash(code), expires=time.time() + CODE_SECONDS)
        await context.store.set_contact(contact)
        if not await context.notices.send_code(wishes.email, code, wishes.lang):
            raise Refusal(Code.UNAVAILABLE, "the mail could not be sent")
        return _notice_settings(call, contact)
    await context.store.set_contact(replace(contact, confirmed=contact.confirmed and bool(wishes.email)))
    return _notice_settings(call, contact)


async def _confirm_notices(call: Call) -> NoticeSettings:
    person = call.signed_in()
    check_tries(call, person.id)
    if not await call.context.store.confirm_contact(person.id, code_hash(call.body.code), time.time()):
        raise Refusal(Code.NOT_ALLOWED, "code: it is wrong or has expired")
    return await _notices(call)


def _notice_settings(call: Call, contact: Contact) -> NoticeSettings:
    return NoticeSettings(
        by_mail=call.context.notices.by_mail,
        by_webhook=call.context.notices.by_webhook,
        email=contact.email,
        confirmed=contact.confirmed and bool(contact.email),
        hook=contact.hook,
    )


ENDPOINTS: Final = (
    Endpoint("POST", "/api/guests", "Play under a name: a token for a new guest.", _guest, SignedIn, NewGuest, {}, 201),
    Endpoint(
        "POST",
        "/api/accounts",
        "Make an account. With the token of a guest, that guest gets it and stays the same person.",
        _register,
        SignedIn,
        Credentials,
        {},
        201,
    ),
    Endpoint(
        "POST",
        "/api/sessions",
        "Sign in to an account: a token for its owner.",
        _sign_in,
        SignedIn,
        Credentials,
        {},
        201,
    ),
    Endpoint(
        "DELETE",
        "/api/sessions",
        "Sign out everywhere: revoke all tokens of the person and return a new one.",
        _sign_out_elsewhere,
        SignedIn,
    ),
    Endpoint("GET", "/api/me", "The owner of the token.", _me, Person),
    Endpoint("GET", "/api/me/notices", "How you are told that it is your turn.", _notices, NoticeSettings),
    Endpoint(
        "PUT",
        "/api/me/notices",
        "Choose how you are told that it is your turn. A new address gets a code by mail.",
        _set_notices,
        NoticeSettings,
        NoticeWishes,
    ),
    Endpoint(
        "POST",
        "/api/me/notices/code",
        "Confirm your address with the code that came by mail.",
        _confirm_notices,
        NoticeSettings,
        NoticeCode,
    ),
)
