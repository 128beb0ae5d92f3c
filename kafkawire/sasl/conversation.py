"""All requests of a login: SaslHandshake, then a mechanism's tokens in SaslAuthenticate."""

from __future__ import annotations

from collections.abc import Generator
from typing import NamedTuple

from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.sasl_authenticate_request import SaslAuthenticateRequest
from kafkawire.protocol.messages.sasl_authenticate_response import SaslAuthenticateResponse
from kafkawire.protocol.messages.sasl_handshake_request import SaslHandshakeRequest
from kafkawire.protocol.messages.sasl_handshake_response import SaslHandshakeResponse
from kafkawire.sasl.plain import plain
from kafkawire.sasl.scram import HASHES, scram
from kafkawire.sasl.tokens import Refused, Tokens

PLAIN = "PLAIN"
MECHANISMS = (PLAIN, *HASHES)
"""Mechanisms with a name and a password."""

Conversation = Generator[Message, Message, int]
"""A login: yields requests, is sent their answers, returns the session's lifetime in milliseconds
(KIP-368), 0 if it has no end. Raises Refused."""


class Login(NamedTuple):
    """A name and a password, and the mechanism that sends them.

    Attributes:
        mechanism: One of MECHANISMS.
        user: The name, or the id of a delegation token.
        password: The password, or the HMAC of a delegation token.
        is_delegated: Whether it is a delegation token (KIP-48); for SCRAM.
    """

    mechanism: str
    user: str
    password: str
    is_delegated: bool = False

    def __repr__(self) -> str:
        return f"Login({self.mechanism}, {self.user!r})"

    def tokens(self, nonce: str) -> Tokens:
        """Return the exchange of the mechanism. `nonce` is a fresh random text, for SCRAM."""
        if self.mechanism == PLAIN:
            return plain(self.user, self.password)
        return scram(
            self.mechanism, self.user, self.password, nonce, is_delegated=self.is_delegated
        )


def conversation(mechanism: str, tokens: Tokens) -> Conversation:
    """Log in with a mechanism whose exchange is `tokens`."""
    shaken = yield SaslHandshakeRequest(mechanism=mechanism)
    assert isinstance(shaken, SaslHandshakeResponse)
    if shaken.error_code:
        offered = ", ".join(shaken.mechanisms) or "none"
        raise Refused(f"the broker has no {mechanism}; it offers {offered}", shaken.error_code)
    token = next(tokens)
    while True:
        answer = yield SaslAuthenticateRequest(auth_bytes=token)
        assert isinstance(answer, SaslAuthenticateResponse)
        if answer.error_code:
            raise Refused(answer.error_message or _name(answer.error_code), answer.error_code)
        try:
            token = tokens.send(bytes(answer.auth_bytes))
        except StopIteration:
            return answer.session_lifetime_ms


def _name(code: int) -> str:
    known = ErrorCode._value2member_map_.get(code)
    return known.name if isinstance(known, ErrorCode) else f"error code {code}"
