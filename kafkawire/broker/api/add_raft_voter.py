"""AddRaftVoter: have one more node keep the metadata log (KIP-853, admin D-23).

This cluster is one node, so no voter can be added: whoever is named is there already, or is not
there to be asked whether it can follow, which Kafka would find out by trying.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from kafkawire.broker.administration.voters import check_voter, check_voters_can_change, replica_key
from kafkawire.broker.context import RequestContext, Versions
from kafkawire.broker.security.access import require_cluster
from kafkawire.broker.security.authorizer import Operation
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.add_raft_voter_request import AddRaftVoterRequest

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker

VERSIONS = Versions(0, 1)


def handle(broker: Broker, request: AddRaftVoterRequest, context: RequestContext) -> NoReturn:
    """Raise the `ApiError` that says why there is no other voter."""
    require_cluster(broker, context, Operation.ALTER)
    check_voter(broker, request, "Add")
    _check_endpoint(broker, request)
    check_voters_can_change(broker, "adding")
    key = replica_key(request.voter_id, request.voter_directory_id)
    if request.voter_id == broker.node_id:
        own = replica_key(broker.node_id, broker.replicas.log_dir_id)
        raise ApiError(
            ErrorCode.DUPLICATE_VOTER,
            f"The voter id for {key} is already part of the set of voters [{own}].",
        )
    raise ApiError(ErrorCode.REQUEST_TIMED_OUT, f"New voter {key} is not ready to receive requests")


def _check_endpoint(broker: Broker, request: AddRaftVoterRequest) -> None:
    registered = broker.metadata.controllers.get(broker.node_id)
    names = [each.name for each in registered.end_points] if registered is not None else []
    if not names or names[0] in (each.name for each in request.listeners):
        return
    given = ", ".join(
        f"ListenerName({each.name})={each.host}/<unresolved>:{each.port}"
        for each in request.listeners
    )
    raise ApiError(
        ErrorCode.INVALID_REQUEST,
        f"Add voter request didn't include the endpoint (Endpoints(endpoints={{{given}}})) for "
        f"the default listener ListenerName({names[0]})",
    )
