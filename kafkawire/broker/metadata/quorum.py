"""The quorum that keeps the metadata log: one voter, which is this node (KIP-595, KIP-853).

While kraft.version is 0 the voters are a setting of the nodes, and have no directory ids. From 1 on
the log itself says who they are, in two control records (admin F-30).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.metadata.features import KRAFT_VERSION
from kafkawire.log.formats.text import uuid_text
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.kraft_version_record import KRaftVersionRecord
from kafkawire.protocol.messages.voters_record import VotersRecord
from kafkawire.protocol.primitives import ZERO_UUID
from kafkawire.records.control import ControlType

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.broker.broker import Broker
    from kafkawire.protocol.messages.add_raft_voter_request import AddRaftVoterRequest
    from kafkawire.protocol.messages.register_controller_record import RegisterControllerRecord
    from kafkawire.protocol.messages.remove_raft_voter_request import RemoveRaftVoterRequest

    ControllerEndpoint = RegisterControllerRecord.ControllerEndpoint

VOTERS_IN_LOG = 1
"""The level of kraft.version from which on the log says who votes."""


def voter_controls(
    node_id: int, directory_id: bytes, endpoints: Iterable[ControllerEndpoint]
) -> list[tuple[ControlType, bytes]]:
    """What the log says when kraft.version becomes 1."""
    voter = VotersRecord.Voter(
        voter_id=node_id,
        voter_directory_id=directory_id,
        endpoints=[
            VotersRecord.Endpoint(name=each.name, host=each.host, port=each.port)
            for each in endpoints
        ],
        kraft_version_feature=VotersRecord.KRaftVersionFeature(
            min_supported_version=0, max_supported_version=VOTERS_IN_LOG
        ),
    )
    return [
        (
            ControlType.KRAFT_VERSION,
            KRaftVersionRecord(version=0, kraft_version=VOTERS_IN_LOG).encode(0),
        ),
        (ControlType.KRAFT_VOTERS, VotersRecord(version=0, voters=[voter]).encode(0)),
    ]


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
