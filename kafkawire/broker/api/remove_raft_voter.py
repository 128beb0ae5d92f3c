"""RemoveRaftVoter: have a node keep the metadata log no longer (KIP-853, admin D-23).

This cluster is one node, and the last voter cannot be removed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from kafkawire.broker.administration.voters import check_voter, check_voters_can_change, replica_key
from kafkawire.broker.context import RequestContext, Versions
from kafkawire.broker.security.access import require_cluster
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.remove_raft_voter_request import RemoveRaftVoterRequest

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker

VERSIONS = Versions(0, 0)


def handle(broker: Broker, request: RemoveRaftVoterRequest, context: RequestContext) -> NoReturn:
    """Raise the `ApiError` that says why every voter stays."""
    require_cluster(broker, context, Operation.ALTER)
    check_voter(broker, request, "Remove")
    check_voters_can_change(broker, "removing")
    key = replica_key(request.voter_id, request.voter_directory_id)
    own = replica_key(broker.node_id, broker.replicas.log_dir_id)
    raise ApiError(
        ErrorCode.VOTER_NOT_FOUND, f"Cannot remove voter {key} from the set of voters [{own}]"
    )
