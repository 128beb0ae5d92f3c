"""SaslAuthenticate: the tokens of a SASL mechanism (KIP-152). No listener of this broker has any.

Kafka answers so on every connection that needs no authentication, or has done with it (admin E-9).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import RequestContext, Versions
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.sasl_authenticate_request import SaslAuthenticateRequest
from kafkawire.protocol.messages.sasl_authenticate_response import SaslAuthenticateResponse

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker

VERSIONS = Versions(0, 2)


def handle(
    broker: Broker, request: SaslAuthenticateRequest, context: RequestContext
) -> SaslAuthenticateResponse:
    """Refuse: there is nothing to authenticate."""
    return SaslAuthenticateResponse(
        error_code=ErrorCode.ILLEGAL_SASL_STATE,
        error_message="SaslAuthenticate request received after successful authentication",
    )
