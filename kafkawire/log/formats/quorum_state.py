"""`quorum-state`: whom a node of the metadata quorum voted for, and whom it follows.

Version 0 is written while the voters are fixed (kraft.version 0), version 1 once they are kept in
the log (QuorumStateData.json).
"""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.json_object import decode_object, encode_object, string, whole
from kafkawire.log.formats.text import INT16_MAX, INT32_MAX, INT64_MAX, uuid_of
from kafkawire.protocol.uuids import uuid_text

FILE_NAME = "quorum-state"
NOBODY = -1
NO_DIRECTORY_ID = bytes(16)
LAST_VERSION = 1


class QuorumState(NamedTuple):
    """An election state. `leader_id` and `voted_id` are -1 for nobody.

    `voted_directory_id`, of 16 bytes, is of version 1; `cluster_id`, which Kafka leaves empty,
    `applied_offset`, which it leaves 0, and `current_voters`, ids in order, are of version 0.
    """

    data_version: int
    leader_id: int
    leader_epoch: int
    voted_id: int = NOBODY
    voted_directory_id: bytes = NO_DIRECTORY_ID
    cluster_id: str = ""
    applied_offset: int = 0
    current_voters: tuple[int, ...] | None = ()


def encode(state: QuorumState) -> bytes:
    """The file, one line without an end."""
    elected: dict[str, object] = {
        "leaderId": state.leader_id,
        "leaderEpoch": state.leader_epoch,
        "votedId": state.voted_id,
    }
    if state.data_version:
        directory_id = uuid_text(state.voted_directory_id)
        more = elected | {"votedDirectoryId": directory_id}
    else:
        more = {"clusterId": state.cluster_id, **elected, "appliedOffset": state.applied_offset}
        voters = state.current_voters
        more["currentVoters"] = None if voters is None else [{"voterId": id} for id in voters]
    return encode_object(more | {"data_version": state.data_version})


def decode(data: bytes) -> QuorumState:
    """What the file says in its first line; raises CorruptFile."""
    values = decode_object(data.partition(b"\n")[0])
    version = whole(values, "data_version", INT16_MAX)
    if not 0 <= version <= LAST_VERSION:
        raise CorruptFile(f"there is no data_version {version}")
    state = QuorumState(
        version,
        whole(values, "leaderId", INT32_MAX),
        whole(values, "leaderEpoch", INT32_MAX),
        whole(values, "votedId", INT32_MAX),
    )
    if version:
        return state._replace(voted_directory_id=uuid_of(string(values, "votedDirectoryId")))
    return state._replace(
        cluster_id=string(values, "clusterId"),
        applied_offset=whole(values, "appliedOffset", INT64_MAX),
        current_voters=_voters(values),
    )


def _voters(values: dict[str, object]) -> tuple[int, ...] | None:
    if "currentVoters" not in values:
        raise CorruptFile("currentVoters is missing")
    voters = values["currentVoters"]
    if voters is None:
        return None
    if not isinstance(voters, list) or not all(isinstance(voter, dict) for voter in voters):
        raise CorruptFile("currentVoters is no list of voters")
    return tuple(whole(voter, "voterId", INT32_MAX) for voter in voters)
