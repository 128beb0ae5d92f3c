"""SCRAM (RFC 5802) with the hashes of RFC 7677: the password is proved and never sent.

Names and passwords are used as they are, as Kafka does: stringprep would change none that Kafka's
own tools create. The broker's proof is verified: it has to have learnt of the password as well.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac

from kafkawire.sasl.tokens import Refused, Tokens

HASHES = {"SCRAM-SHA-256": "sha256", "SCRAM-SHA-512": "sha512"}
ITERATIONS_MIN = 4_096
"""RFC 7677; Kafka's clients refuse fewer, for the proof would be too cheap to break."""
ITERATIONS_MAX = 1_000_000
"""A broker that asks for more only wants to keep the client busy."""
_NO_CHANNEL_BINDING = "n,,"


def scram(
    mechanism: str, user: str, password: str, nonce: str, *, is_delegated: bool = False
) -> Tokens:
    """Prove the password. `nonce` is a fresh random text; `is_delegated`: of a delegation token."""
    name = HASHES[mechanism]
    extensions = ",tokenauth=true" if is_delegated else ""
    bare = f"n={_escaped(user)},r={nonce}{extensions}"
    challenge = _text((yield f"{_NO_CHANNEL_BINDING}{bare}".encode()))
    given = _attributes(challenge)
    _raise_error(given)
    if not given.get("r", "").startswith(nonce) or given["r"] == nonce:
        raise Refused("the broker's SCRAM nonce does not begin with the client's")
    salted = _salted(name, password, given)
    unproved = f"c={base64.b64encode(_NO_CHANNEL_BINDING.encode()).decode()},r={given['r']}"
    said = f"{bare},{challenge},{unproved}".encode()
    final = _attributes(_text((yield f"{unproved},p={_proof(name, salted, said)}".encode())))
    _raise_error(final)
    expected = hmac.digest(hmac.digest(salted, b"Server Key", name), said, name)
    if not hmac.compare_digest(base64.b64encode(expected), final.get("v", "").encode()):
        raise Refused("the broker does not have the password either: its SCRAM proof is wrong")


def _proof(name: str, salted: bytes, said: bytes) -> str:
    client_key = hmac.digest(salted, b"Client Key", name)
    signature = hmac.digest(hashlib.new(name, client_key).digest(), said, name)
    mixed = bytes(key ^ signed for key, signed in zip(client_key, signature, strict=True))
    return base64.b64encode(mixed).decode()


def _salted(name: str, password: str, given: dict[str, str]) -> bytes:
    try:
        iterations, salt = int(given["i"]), base64.b64decode(given["s"], validate=True)
    except (KeyError, ValueError, binascii.Error):
        raise Refused("the broker's SCRAM challenge cannot be read") from None
    if not ITERATIONS_MIN <= iterations <= ITERATIONS_MAX:
        raise Refused(
            f"the broker asks for {iterations} SCRAM iterations;"
            f" {ITERATIONS_MIN} to {ITERATIONS_MAX} are accepted"
        )
    return hashlib.pbkdf2_hmac(name, password.encode(), salt, iterations)


def _escaped(user: str) -> str:
    return user.replace("=", "=3D").replace(",", "=2C")


def _text(token: bytes) -> str:
    return token.decode(errors="replace")


def _raise_error(given: dict[str, str]) -> None:
    if "e" in given:
        raise Refused(f"the broker ended SCRAM: {given['e']}")


def _attributes(message: str) -> dict[str, str]:
    pairs = (part.partition("=") for part in message.split(","))
    return {name: value for name, _, value in pairs}
