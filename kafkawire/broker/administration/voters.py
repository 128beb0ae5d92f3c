"""Requests that change who keeps the metadata log, and the checks that they share (KIP-853)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.metadata.features import KRAFT_VERSION
from kafkawire.broker.metadata.quorum import VOTERS_IN_LOG
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.primitives import ZERO_UUID
from kafkawire.protocol.uuids import uuid_text

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.protocol.messages.add_raft_voter_request import AddRaftVoterRequest
    from kafkawire.protocol.messages.remove_raft_voter_request import RemoveRaftVoterRequest


def replica_key(voter_id: int, directory_id: bytes) -> str:
    """A voter as Kafka's messages name it."""
    return f"ReplicaKey(id={voter_id}, directoryId={uuid_text(directory_id)})"


def check_voter(
    broker: Broker, request: AddRaftVoterRequest | RemoveRaftVoterRequest, verb: str
) -> None:
    """Refuse a request for another cluster, or about what is no voter: `ApiError`."""
    if request.cluster_id not in (None, broker.cluster_id):
        raise ApiError(
            ErrorCode.INCONSISTENT_CLUSTER_ID,
            f'The given id "{request.cluster_id}" doesn\'t match the cluster id '
            f'"{broker.cluster_id}"',
        )
    if request.voter_id < 0 or request.voter_directory_id == ZERO_UUID:
        raise ApiError(
            ErrorCode.INVALID_REQUEST, f"{verb} voter request didn't include a valid voter"
        )


def check_voters_can_change(broker: Broker, doing: str) -> None:
    """Refuse where the voters are a setting: `ApiError(UNSUPPORTED_VERSION)`."""
    level = broker.metadata.features.get(KRAFT_VERSION, 0)
    if level < VOTERS_IN_LOG:
        raise ApiError(
            ErrorCode.UNSUPPORTED_VERSION,
            f"Cluster doesn't support {doing} voter because the kraft.version feature is {level}",
        )
