"""UnregisterBroker: forget a broker that is gone for good (KIP-631, admin D-15).

A broker that is asked to forget itself refuses. Kafka does it, and then neither leads nor creates
anything until it is started again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.context import RequestContext, Versions
from kafkawire.broker.metadata.unregistering import broker_unregistration
from kafkawire.broker.security.access import require_cluster
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.messages.unregister_broker_request import UnregisterBrokerRequest
from kafkawire.protocol.messages.unregister_broker_response import UnregisterBrokerResponse

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker

VERSIONS = Versions(0, 0)


def handle(
    broker: Broker, request: UnregisterBrokerRequest, context: RequestContext
) -> UnregisterBrokerResponse:
    """Forget the broker; its replicas stay in the assignments."""
    require_cluster(broker, context, Operation.ALTER)
    records = broker_unregistration(broker.metadata, broker.node_id, request.broker_id)
    broker.controller.commit(records, context.now_ms)
    return UnregisterBrokerResponse()
