"""ListGroups: the groups that this broker coordinates (groups B.10)."""

from __future__ import annotations

from kafkawire.broker.context import Versions
from kafkawire.broker.groups.administration import list_groups
from kafkawire.broker.security.access import access_of
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.messages.list_groups_response import ListGroupsResponse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.context import RequestContext
    from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest

VERSIONS = Versions(0, 5)
RESTS = True


def handle(
    broker: Broker, request: ListGroupsRequest, context: RequestContext
) -> ListGroupsResponse:
    """Fails as a whole while a partition is still being read."""
    shards = broker.groups.active_shards()
    groups = list_groups(shards, request.states_filter, request.types_filter)
    access = access_of(broker, context)
    if access is not None and not access.to_cluster(Operation.DESCRIBE):
        groups = [each for each in groups if access.to_group(Operation.DESCRIBE, each.group_id)]
    return ListGroupsResponse(groups=groups)
