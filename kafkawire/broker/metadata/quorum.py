"""The quorum that keeps the metadata log: one voter, which is this node (KIP-595, KIP-853).

While kraft.version is 0 the voters are a setting of the nodes, and have no directory ids. From 1 on
the log itself says who they are, in two control records (admin F-30).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.protocol.messages.kraft_version_record import KRaftVersionRecord
from kafkawire.protocol.messages.voters_record import VotersRecord
from kafkawire.records.control import ControlType

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.protocol.messages.register_controller_record import RegisterControllerRecord

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
