"""SaslHandshake: choose a SASL mechanism (KIP-43). No listener of this broker has any.

Where a connection needs no authentication, or has done with it, Kafka refuses a handshake without
naming mechanisms, and serves on (admin E-9).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import RequestContext, Versions
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.sasl_handshake_request import SaslHandshakeRequest
from kafkawire.protocol.messages.sasl_handshake_response import SaslHandshakeResponse

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker

VERSIONS = Versions(0, 1)


def handle(
    broker: Broker, request: SaslHandshakeRequest, context: RequestContext
) -> SaslHandshakeResponse:
    """Refuse: there is nothing to authenticate."""
    return SaslHandshakeResponse(error_code=ErrorCode.ILLEGAL_SASL_STATE)
