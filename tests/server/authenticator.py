"""A device with passkeys, in software: makes keys, and signs what a server asks for."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

PRESENT, VERIFIED, WITH_KEY = 1, 4, 64


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


class Device:
    """One passkey, for pages of one origin."""

    def __init__(self, origin: str, *, flags: int = PRESENT | VERIFIED) -> None:
        self.origin = origin
        self.flags = flags
        self.count = 0
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._id = secrets.token_bytes(16)

    def make(self, options: str) -> str:
        """Make the passkey; the JSON of a browser's `PublicKeyCredential`."""
        asked = json.loads(options)
        point = self._key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: point.x.to_bytes(32, "big"), -3: point.y.to_bytes(32, "big")}
        named = bytes(16) + len(self._id).to_bytes(2, "big") + self._id + cbor2.dumps(key)
        data = self._data(asked["rp"]["id"], self.flags | WITH_KEY) + named
        attested = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", asked["challenge"])
        return self._credential({"clientDataJSON": text_of(client), "attestationObject": text_of(attested)})

    def sign(self, options: str) -> str:
        """Sign a challenge; the JSON of a browser's `PublicKeyCredential`."""
        asked = json.loads(options)
        self.count += 1
        data, client = self._data(asked["rpId"], self.flags), self._client("webauthn.get", asked["challenge"])
        signature = self._key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        signed = {"clientDataJSON": client, "authenticatorData": data, "signature": signature}
        return self._credential({name: text_of(value) for name, value in signed.items()})

    def _data(self, host: str, flags: int) -> bytes:
        return hashlib.sha256(host.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _credential(self, response: dict[str, Any]) -> str:
        name = text_of(self._id)
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": response})
