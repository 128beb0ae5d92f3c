"""Records of internal topics, read by Kafka's declarations of them.

__cluster_metadata   value: frame version 1, type and version, all unsigned varints
other topics         key: type i16; value: version i16, null where the key is deleted
control records      of any topic: markers of transactions, and what a Raft log needs
"""

from __future__ import annotations

from struct import Struct as Packing
from typing import NamedTuple

from kafkawire.dump.json_values import struct_value
from kafkawire.log.topic_partition import CLUSTER_METADATA
from kafkawire.protocol.errors import DecodeError
from kafkawire.protocol.message import Message
from kafkawire.protocol.primitives import uvarint
from kafkawire.records.control import ControlType, decode_control_key

CONSUMER_OFFSETS = "__consumer_offsets"
TRANSACTION_STATE = "__transaction_state"
SHARE_GROUP_STATE = "__share_group_state"
REMOTE_LOG_METADATA = "__remote_log_metadata"

FRAME_VERSION = 1

_INT16 = Packing(">h")

_METADATA = {
    0: "RegisterBroker",
    1: "UnregisterBroker",
    2: "Topic",
    3: "Partition",
    4: "Config",
    5: "PartitionChange",
    7: "FenceBroker",
    8: "UnfenceBroker",
    9: "RemoveTopic",
    10: "DelegationToken",
    11: "UserScramCredential",
    12: "FeatureLevel",
    14: "ClientQuota",
    15: "ProducerIds",
    17: "BrokerRegistrationChange",
    18: "AccessControlEntry",
    19: "RemoveAccessControlEntry",
    20: "NoOp",
    21: "ZkMigrationState",
    22: "RemoveUserScramCredential",
    23: "BeginTransaction",
    24: "EndTransaction",
    25: "AbortTransaction",
    26: "RemoveDelegationToken",
    27: "RegisterController",
    28: "ClearElr",
    29: "UnregisterController",
}
_REMOTE_LOG = {
    0: "RemoteLogSegmentMetadata",
    1: "RemoteLogSegmentMetadataUpdate",
    2: "RemotePartitionDeleteMetadata",
    3: "RemoteLogSegmentMetadataSnapshot",
}
_GROUPS = {
    0: "LegacyOffsetCommit",
    1: "OffsetCommit",
    2: "GroupMetadata",
    3: "ConsumerGroupMetadata",
    4: "ConsumerGroupPartitionMetadata",
    5: "ConsumerGroupMemberMetadata",
    6: "ConsumerGroupTargetAssignmentMetadata",
    7: "ConsumerGroupTargetAssignmentMember",
    8: "ConsumerGroupCurrentMemberAssignment",
    10: "ShareGroupMemberMetadata",
    11: "ShareGroupMetadata",
    12: "ShareGroupTargetAssignmentMetadata",
    13: "ShareGroupTargetAssignmentMember",
    14: "ShareGroupCurrentMemberAssignment",
    15: "ShareGroupStatePartitionMetadata",
    16: "ConsumerGroupRegularExpression",
    17: "StreamsGroupMetadata",
    19: "StreamsGroupMemberMetadata",
    20: "StreamsGroupTargetAssignmentMetadata",
    21: "StreamsGroupTargetAssignmentMember",
    22: "StreamsGroupCurrentMemberAssignment",
    23: "StreamsGroupTopology",
}
_FRAMED = {CLUSTER_METADATA: _METADATA, REMOTE_LOG_METADATA: _REMOTE_LOG}
_KEYED = {
    CONSUMER_OFFSETS: _GROUPS,
    TRANSACTION_STATE: {0: "TransactionLog"},
    SHARE_GROUP_STATE: {0: "ShareSnapshot", 1: "ShareUpdate"},
}
_CONTROL = {
    0: ("EndTxnMarker", "ABORT"),
    1: ("EndTxnMarker", "COMMIT"),
    2: ("LeaderChangeMessage", "LEADER_CHANGE"),
    3: ("SnapshotHeaderRecord", "SNAPSHOT_HEADER"),
    4: ("SnapshotFooterRecord", "SNAPSHOT_FOOTER"),
    5: ("KRaftVersionRecord", "KRAFT_VERSION"),
    6: ("VotersRecord", "KRAFT_VOTERS"),
}
TOPICS = (*_FRAMED, *_KEYED)


class Declared(NamedTuple):
    """A message by its declaration; `fields` is a JSON object."""

    name: str
    version: int
    fields: dict[str, object]


def control_name(key: bytes | None) -> str:
    """COMMIT, ABORT, LEADER_CHANGE and so on, or the number of another. Raises ProtocolError."""
    kind = decode_control_key(key)
    return _CONTROL[kind][1] if kind in _CONTROL else f"control {kind}"


def read_control(key: bytes | None, value: bytes | None) -> Declared | None:
    """The message in a control record, None of a kind that nobody knows. Raises ProtocolError."""
    kind = decode_control_key(key)
    if kind not in _CONTROL or value is None:
        return None
    name = _CONTROL[kind][0]
    if kind in (ControlType.ABORT, ControlType.COMMIT):
        return _versioned(name, value)
    # Of these the version is the first field.
    return _declared(_class(name), value, _int16(value, "value"), 0)


def read_record(
    topic: str, key: bytes | None, value: bytes | None
) -> tuple[Declared | None, Declared | None]:
    """Key and value of a record of an internal topic, None what is null. Raises ProtocolError."""
    if topic in _FRAMED:
        return None, None if value is None else _framed(_FRAMED[topic], value)
    kind = _int16(key, "key")
    name = _KEYED[topic].get(kind)
    if name is None or key is None:
        raise DecodeError(f"keys of type {kind} are unknown")
    declared = _declared(_class(f"{name}Key"), key, 0, _INT16.size)
    return declared, None if value is None else _versioned(f"{name}Value", value)


def metadata_class(kind: int) -> type[Message] | None:
    """The declaration of a type of records of the metadata log; None if nobody knows it."""
    name = _METADATA.get(kind)
    return None if name is None else _class(f"{name}Record")


def _framed(names: dict[int, str], value: bytes) -> Declared:
    at = 0
    if names is _METADATA:
        frame, at = _uvarint(value, at)
        if frame != FRAME_VERSION:
            raise DecodeError(f"metadata frame version {frame} is unknown")
    kind, at = _uvarint(value, at)
    version, at = _uvarint(value, at)
    if kind not in names:
        raise DecodeError(f"records of type {kind} are unknown")
    return _declared(_class(f"{names[kind]}Record"), value, version, at)


def _versioned(name: str, value: bytes) -> Declared:
    return _declared(_class(name), value, _int16(value, "value"), _INT16.size)


def _declared(kind: type[Message], data: bytes, version: int, at: int) -> Declared:
    found = kind.decode(data, version, at)
    return Declared(kind.__name__, version, struct_value(found, version))


def _int16(data: bytes | None, what: str) -> int:
    if data is None or len(data) < _INT16.size:
        raise DecodeError(f"the {what} is too short to say what it is")
    number: int = _INT16.unpack_from(data)[0]
    return number


def _uvarint(data: bytes, at: int) -> tuple[int, int]:
    try:
        byte = data[at]
        return (byte, at + 1) if byte < 0x80 else uvarint(data, at + 1)
    except IndexError:
        raise DecodeError("the record ends within its head") from None


def _class(name: str) -> type[Message]:
    """The class of a declaration, imported when first met."""
    words = name.replace("KRaft", "Kraft")
    module = "".join("_" + each.lower() if each.isupper() else each for each in words)[1:]
    found: type[Message] = getattr(
        __import__(f"kafkawire.protocol.messages.{module}", fromlist=[name]), name
    )
    return found
