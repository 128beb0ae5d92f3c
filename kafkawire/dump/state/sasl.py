"""Who a client says it is: the mechanism from its handshake, the user from its first message.

Mechanisms take one exchange (PLAIN, OAUTHBEARER) or two (SCRAM). They travel in SaslAuthenticate,
or bare after a handshake of version 0, where a refusal is nothing but a closed connection.
"""

from __future__ import annotations

from base64 import b64decode
from typing import TYPE_CHECKING

from kafkawire.dump import sasl_text
from kafkawire.dump.api_names import SASL_TOKEN
from kafkawire.dump.state.phrases import error_name, lasted
from kafkawire.protocol.error_codes import ErrorCode

if TYPE_CHECKING:
    from kafkawire.dump.model import Connection, Exchange, Message

_MILLISECOND = 1_000_000
_SCRAM_DONE = b"v="


def handshake_seen(exchange: Exchange) -> None:
    """A client names the mechanism that it wants."""
    if exchange.request is not None:
        mechanism = exchange.request.values.get("mechanism")
        if mechanism:
            exchange.connection.sasl_mechanism = mechanism


def handshake_done(exchange: Exchange) -> None:
    """The broker has it, or names those that it has."""
    if exchange.response is None:
        return
    values = exchange.response.values
    code = values.get("errorCode", ErrorCode.NONE)
    if code != ErrorCode.NONE:
        has = ", ".join(values["mechanisms"]) or "none"
        wanted = exchange.connection.sasl_mechanism or "what the client wants"
        exchange.notes.append(
            f"the broker does not have {wanted}: {error_name(code)}, it has {has}"
        )


def message_seen(exchange: Exchange) -> None:
    """A client's message of its mechanism."""
    connection = exchange.connection
    if exchange.request is not None:
        text = sasl_text.read(_token(exchange.request))
        if text.user:
            connection.user = text.user
        if text.mechanism and not connection.sasl_mechanism:
            connection.sasl_mechanism = text.mechanism


def message_done(exchange: Exchange) -> None:
    """The broker's answer: more to be said, welcome, or no."""
    connection, response = exchange.connection, exchange.response
    if response is None:
        if exchange.message.api_key == SASL_TOKEN and exchange.ended == "closed":
            text = f"closed without an answer, which is how brokers refuse: {_who(connection)}"
            exchange.notes.append(text)
        return
    values = response.values
    code = values.get("errorCode", ErrorCode.NONE)
    if code != ErrorCode.NONE:
        why = values.get("errorMessage") or error_name(code)
        exchange.notes.append(f"{_who(connection)} refused: {why}")
    elif values and _is_last(connection, _token(response)):
        exchange.notes.append(f"{_who(connection)} authenticated{_lifetime(values)}")


def _token(message: Message) -> bytes:
    return b64decode(message.values.get("authBytes") or "")


def _is_last(connection: Connection, answer: bytes) -> bool:
    if connection.sasl_mechanism.startswith("SCRAM"):
        return answer.startswith(_SCRAM_DONE)
    return connection.sasl_mechanism in ("PLAIN", "OAUTHBEARER") and not answer


def _who(connection: Connection) -> str:
    who = connection.user or "the client"
    return f"{who} by {connection.sasl_mechanism}" if connection.sasl_mechanism else who


def _lifetime(values: dict[str, int]) -> str:
    lifetime_ms = values.get("sessionLifetimeMs", 0)
    return f" for {lasted(lifetime_ms * _MILLISECOND)}" if lifetime_ms > 0 else ""
