"""UnregisterController: forget a controller that is gone for good (admin D-23)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import RequestContext, Versions
from kafkawire.broker.metadata.unregistering import controller_unregistration
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
    records = controller_unregistration(broker.metadata, broker.node_id, request.controller_id)
    broker.controller.commit(records, context.now_ms)
    return UnregisterControllerResponse()
