"""The login of a connection: a conversation of `kafkawire.sasl` with the client's errors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.client.errors import AuthenticationError
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.sasl.conversation import conversation
from kafkawire.sasl.tokens import Refused, Tokens

if TYPE_CHECKING:
    from kafkawire.client.core.connection import Conversation


def authentication(mechanism: str, tokens: Tokens) -> Conversation:
    """Log in with a mechanism whose exchange is `tokens`. Raises AuthenticationError."""
    try:
        return (yield from conversation(mechanism, tokens))
    except Refused as error:
        code = error.code or ErrorCode.SASL_AUTHENTICATION_FAILED
        api = ApiKey.SASL_AUTHENTICATE
        raise AuthenticationError(code, f"{mechanism}: {error.text}", api=api) from None
