"""Endpoints for passkeys (WebAuthn): a device's key beside the password of an account.

The library `webauthn` checks what devices sign. It is an extra (`pip install "neurohex[passkeys]"`), because it would
take the base install over its limit, and is loaded at the first use.
"""

from __future__ import annotations

import asyncio
import base64
import json
import logging
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Final, TypeVar
from urllib.parse import urlsplit

from neurohex.server.endpoint import Call, Endpoint
from neurohex.server.identity import owner
from neurohex.server.people import check_tries
from neurohex.server.refusals import Refusal
from neurohex.store import Account
from neurohex.store import Passkey as StoredPasskey
from neurohex.wire.http import Done, NewPasskey, Passkey, PasskeyOptions, Passkeys, PasskeySignIn, SignedIn
from neurohex.wire.messages import Code

_LOG: Final = logging.getLogger(__name__)
CHALLENGE_SECONDS: Final = 300.0
MOST: Final = 20
"""Passkeys of one person."""
_ANYBODY: Final = ""
_WRONG: Final = "passkey: it could not be verified; try again"
Result = TypeVar("Result")


def is_installed() -> bool:
    """Whether the library for passkeys is there."""
    return find_spec("webauthn") is not None


@dataclass(frozen=True, slots=True)
class _Site:
    """For whom devices sign: the name of the page's host, and the origins that its pages may have."""

    host: str
    origins: list[str]


async def _new_passkey_options(call: Call) -> PasskeyOptions:
    account = await _account(call)
    check_tries(call, call.signed_in().id)
    have = [each.id for each in await call.context.store.passkeys(call.signed_in().id)]
    if len(have) >= MOST:
        raise Refusal(Code.NOT_ALLOWED, f"you have {MOST} passkeys: remove one first")
    challenge, site, person = await _challenge(call, call.signed_in().id), _site(call), call.signed_in().id

    def make() -> str:
        from webauthn import generate_registration_options, options_to_json
        from webauthn.helpers.structs import (
            AuthenticatorSelectionCriteria,
            PublicKeyCredentialDescriptor,
            ResidentKeyRequirement,
            UserVerificationRequirement,
        )

        return options_to_json(
            generate_registration_options(
                rp_id=site.host,
                rp_name="neurohex",
                user_id=person.encode(),
                user_name=account.name,
                challenge=challenge,
                authenticator_selection=AuthenticatorSelectionCriteria(
                    resident_key=ResidentKeyRequirement.REQUIRED,
                    user_verification=UserVerificationRequirement.REQUIRED,
                ),
                exclude_credentials=[PublicKeyCredentialDescriptor(id=_bytes(name)) for name in have],
            )
        )

    return PasskeyOptions(options=await asyncio.to_thread(make))


async def _add_passkey(call: Call) -> Passkey:
    await _account(call)
    whose, site = call.signed_in(), _site(call)
    credential, challenge = call.body.credential, await _answered_challenge(call, call.signed_in().id)

    def verify() -> tuple[str, str, int]:
        from webauthn import verify_registration_response

        made = verify_registration_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origins,
            require_user_verification=True,
        )
        return _text(made.credential_id), _text(made.credential_public_key), made.sign_count

    name, key, count = await _verified(verify)
    passkey = StoredPasskey(name, whose.id, key, count, call.body.label, time.time(), 0.0)
    if not await call.context.store.add_passkey(passkey):
        raise Refusal(Code.NOT_ALLOWED, "passkey: this device has one already")
    return _shown(passkey)


async def _passkeys(call: Call) -> Passkeys:
    return Passkeys(passkeys=tuple(map(_shown, await call.context.store.passkeys(call.signed_in().id))))


async def _remove_passkey(call: Call) -> Done:
    name = str(call.request.path_params["passkey"])
    if not await call.context.store.remove_passkey(name, call.signed_in().id):
        raise Refusal(Code.NOT_FOUND, "you have no such passkey")
    return Done()


async def _passkey_options(call: Call) -> PasskeyOptions:
    _check_offered(call)
    check_tries(call)
    challenge, site = await _challenge(call, _ANYBODY), _site(call)

    def make() -> str:
        from webauthn import generate_authentication_options, options_to_json
        from webauthn.helpers.structs import UserVerificationRequirement

        return options_to_json(
            generate_authentication_options(
                rp_id=site.host, challenge=challenge, user_verification=UserVerificationRequirement.REQUIRED
            )
        )

    return PasskeyOptions(options=await asyncio.to_thread(make))


async def _passkey_sign_in(call: Call) -> SignedIn:
    _check_offered(call)
    store, site, credential = call.context.store, _site(call), call.body.credential
    challenge = await _answered_challenge(call, _ANYBODY)
    known = await store.passkey(_field(credential, "id"))
    if known is None:
        raise Refusal(Code.NOT_SIGNED_IN, "passkey: no account here has it")

    def verify() -> int:
        from webauthn import verify_authentication_response

        return verify_authentication_response(
            credential=credential,
            expected_challenge=challenge,
            expected_rp_id=site.host,
            expected_origin=site.origins,
            credential_public_key=_bytes(known.public_key),
            credential_current_sign_count=known.count,
            require_user_verification=True,
        ).new_sign_count

    count = await _verified(verify)
    account = await store.account_of(known.person)
    if account is None or not await store.use_passkey(known.id, count, time.time()):
        raise Refusal(Code.NOT_SIGNED_IN, "passkey: no account here has it")
    return await call.context.sign_in(owner(account))


def _check_offered(call: Call) -> None:
    if not call.context.settings.accounts:
        raise Refusal(Code.NOT_ALLOWED, "this server has no accounts: play as a guest")
    if not is_installed():
        raise Refusal(Code.NOT_ALLOWED, 'this server has no passkeys: it needs pip install "neurohex[passkeys]"')


async def _account(call: Call) -> Account:
    """The account of the person who asks. Raises `Refusal`."""
    whose = call.signed_in()
    _check_offered(call)
    found = await call.context.store.account_of(whose.id)
    if found is None:
        raise Refusal(Code.NOT_ALLOWED, "passkeys are for accounts: make one first")
    return found


def _site(call: Call) -> _Site:
    """The setting `site` if there is one, else the address of the request. A browser lets a page sign for its own host
    only, so another site cannot use these keys."""
    settings = call.context.settings
    if settings.site:
        parts = urlsplit(settings.site)
        return _Site(parts.hostname or "", [f"{parts.scheme}://{parts.netloc}", *settings.origins])
    netloc = call.request.headers.get("host", "")
    try:
        host = urlsplit(f"//{netloc}").hostname or ""
    except ValueError as error:  # such as [
        raise Refusal(Code.MALFORMED, "Host: expected the name of a host") from error
    return _Site(host, [f"https://{netloc}", f"http://{netloc}", *settings.origins])


async def _challenge(call: Call, person: str) -> bytes:
    made, now = secrets.token_bytes(32), time.time()
    await call.context.store.add_challenge(_text(made), person, now + CHALLENGE_SECONDS, now)
    return made


async def _answered_challenge(call: Call, person: str) -> bytes:
    """Use up the challenge that a device has signed. Raises `Refusal` unless it was made for this person."""
    try:
        signed = json.loads(_bytes(json.loads(call.body.credential)["response"]["clientDataJSON"]))["challenge"]
        challenge = _bytes(signed)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise Refusal(Code.MALFORMED, "credential: expected what a browser makes of a passkey") from error
    if not await call.context.store.take_challenge(_text(challenge), person, time.time()):
        raise Refusal(Code.NOT_ALLOWED, "passkey: the request is used up or has expired; try again")
    return challenge


async def _verified(verify: Callable[[], Result]) -> Result:
    """Run a check of the library in a thread. Raises `Refusal` if it fails."""
    try:
        return await asyncio.to_thread(verify)
    except Exception as error:  # a stranger's bytes: whatever fails, the passkey is not verified
        _LOG.info("a passkey was refused: %s", error)
        raise Refusal(Code.NOT_ALLOWED, _WRONG) from error


def _field(credential: str, name: str) -> str:
    return str(json.loads(credential).get(name, ""))


def _shown(passkey: StoredPasskey) -> Passkey:
    used = passkey.used or None
    return Passkey(id=passkey.id, label=passkey.label, created=passkey.created, used=used)


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    """Raises `ValueError` or `TypeError`."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


ENDPOINTS: Final = (
    Endpoint(
        "POST",
        "/api/me/passkey-options",
        "What a browser needs to make a passkey for your account.",
        _new_passkey_options,
        PasskeyOptions,
    ),
    Endpoint("POST", "/api/me/passkeys", "Add a passkey to your account.", _add_passkey, Passkey, NewPasskey, {}, 201),
    Endpoint("GET", "/api/me/passkeys", "Your passkeys.", _passkeys, Passkeys),
    Endpoint("DELETE", "/api/me/passkeys/{passkey}", "Remove a passkey of yours.", _remove_passkey, Done),
    Endpoint(
        "POST",
        "/api/passkeys/options",
        "What a browser needs to sign in with a passkey.",
        _passkey_options,
        PasskeyOptions,
    ),
    Endpoint(
        "POST",
        "/api/passkeys/sessions",
        "Sign in with a passkey: a token for the owner of its account.",
        _passkey_sign_in,
        SignedIn,
        PasskeySignIn,
        {},
        201,
    ),
)
