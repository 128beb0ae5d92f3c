"""UnregisterController: forget a controller that is gone for good (admin D-23)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import RequestContext, Versions
from kafkawire.broker.security.access import require_cluster
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.messages.unregister_controller_request import UnregisterControllerRequest
from kafkawire.protocol.messages.unregister_controller_response import (
    UnregisterControllerResponse,
)

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker

VERSIONS = Versions(0, 0)


def handle(
    broker: Broker, request: UnregisterControllerRequest, context: RequestContext
) -> UnregisterControllerResponse:
    """Forget the controller."""
    require_cluster(broker, context, Operation.ALTER)
    broker.controller.unregister_controller(request.controller_id, context.now_ms)
    return UnregisterControllerResponse()
