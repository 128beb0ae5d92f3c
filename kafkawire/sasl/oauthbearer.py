"""OAUTHBEARER (RFC 7628, KIP-255): a token that another server issued to the client."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Mapping
from typing import NamedTuple

from kafkawire.sasl.tokens import Refused, Tokens

_END = "\x01"
_EXTENSION = re.compile(r"[A-Za-z]+")
_VALUE = re.compile(r"[\x21-\x7e \t\r\n]*")


class Token(NamedTuple):
    """A bearer token.

    Attributes:
        value: The token itself.
        start_ms: When it was issued, in milliseconds of the wall clock; 0 if that is unknown.
        expiry_ms: When it ends, in milliseconds of the wall clock.
        extensions: What else is said to the broker (KIP-342), names of letters.
    """

    value: str
    start_ms: int
    expiry_ms: int
    extensions: Mapping[str, str] = {}

    def __repr__(self) -> str:
        return f"Token([hidden], start_ms={self.start_ms}, expiry_ms={self.expiry_ms})"


def oauthbearer(token: Token) -> Tokens:
    """Send the token. Raises Refused, also where the token or its extensions cannot be sent."""
    if not re.fullmatch(r"[A-Za-z0-9\-._~+/]+=*", token.value):
        raise Refused("the bearer token has characters that no token has")
    for name, value in token.extensions.items():
        if name == "auth" or not _EXTENSION.fullmatch(name) or not _VALUE.fullmatch(value):
            raise Refused(f"the extension {name!r} of the bearer token cannot be sent")
    pairs = {"auth": f"Bearer {token.value}", **token.extensions}
    said = "".join(f"{name}={value}{_END}" for name, value in pairs.items())
    answer = yield f"n,,{_END}{said}{_END}".encode()
    if answer:
        # The broker has said why; with this it is asked for its error code (RFC 7628, 3.2.3).
        yield _END.encode()
        raise Refused(f"the broker refuses the bearer token: {_reason(answer)}")


def jwt(text: str) -> Token:
    """Return the token of a JSON Web Token, whose times are in it. Raises Refused.

    The signature is the broker's matter.
    """
    claims = _claims(text.strip())
    expiry, issued = claims.get("exp"), claims.get("iat", 0)
    if not isinstance(expiry, int | float) or not isinstance(issued, int | float):
        raise Refused("the bearer token has no time of expiry (exp)")
    return Token(text.strip(), int(issued * 1000), int(expiry * 1000))


def unsecured(subject: str, now_ms: int, lifetime_ms: int = 3_600_000) -> Token:
    """Return an unsigned token, which brokers accept in tests only."""
    start_ms, expiry_ms = now_ms, now_ms + lifetime_ms
    claims = {"sub": subject, "iat": start_ms / 1000, "exp": expiry_ms / 1000}
    parts = [_encoded({"alg": "none"}), _encoded(claims), ""]
    return Token(".".join(parts), start_ms, expiry_ms)


def _claims(text: str) -> dict[str, object]:
    parts = text.split(".")
    try:
        _, body, _ = parts
        found = json.loads(base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)))
    except ValueError:
        raise Refused("the bearer token is no JSON Web Token") from None
    return found if isinstance(found, dict) else {}


def _encoded(value: dict[str, object]) -> str:
    text = json.dumps(value, separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def _reason(answer: bytes) -> str:
    try:
        found = json.loads(answer)
    except ValueError:
        return "without a reason"
    status = found.get("status") if isinstance(found, dict) else None
    return str(status or "without a reason")
