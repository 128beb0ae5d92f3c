"""What consumers tell each other through the broker, in every message that carries it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.fields.tree import Node
from kafkawire.dump.model import Message
from kafkawire.dump.outputs.leaf_text import leaf_text
from kafkawire.dump.outputs.leaves import leaves_of
from kafkawire.protocol.message import Message as CodecMessage
from kafkawire.protocol.messages.consumer_protocol_assignment import ConsumerProtocolAssignment
from kafkawire.protocol.messages.consumer_protocol_subscription import (
    ConsumerProtocolSubscription,
)
from kafkawire.protocol.messages.describe_groups_response import DescribeGroupsResponse
from kafkawire.protocol.messages.join_group_request import JoinGroupRequest
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from kafkawire.protocol.messages.sync_group_request import SyncGroupRequest
from kafkawire.protocol.messages.sync_group_response import SyncGroupResponse
from tests.support.dump.declared import dumped, frame_of
from tests.support.requests.strategies import SPECS, versions

TYPE_SINCE = {
    "JoinGroupRequest": 0,
    "JoinGroupResponse": 7,
    "SyncGroupRequest": 5,
    "SyncGroupResponse": 5,
    "DescribeGroupsResponse": 0,
}
"""The version from which a message has its group's protocol type; of both descriptions."""
FIELDS = {
    "JoinGroupRequest": ["metadata"],
    "JoinGroupResponse": ["metadata"],
    "SyncGroupRequest": ["assignment"],
    "SyncGroupResponse": ["assignment"],
    "DescribeGroupsResponse": ["member_metadata", "member_assignment"],
}
every_version = pytest.mark.parametrize(
    ("name", "version"), [(name, each) for name in FIELDS for each in versions(SPECS[name])]
)


def subscription(version: int, written: int | None = None) -> bytes:
    """In the layout of one version, under the number of another if that is given."""
    kind = ConsumerProtocolSubscription
    owned = [kind.TopicPartition(topic="orders", partitions=[2, 0])] if version else []
    body = kind(topics=["orders", "paid"], user_data=b"own", owned_partitions=owned)
    return numbered(version if written is None else written, body.encode(version))


def assignment(version: int, written: int | None = None) -> bytes:
    kind = ConsumerProtocolAssignment
    body = kind(assigned_partitions=[kind.TopicPartition(topic="orders", partitions=[1])])
    return numbered(version if written is None else written, body.encode(version))


def numbered(version: int, body: bytes) -> bytes:
    return version.to_bytes(2, "big", signed=True) + body


def codec_message(name: str, metadata: bytes, assigned: bytes, kind: str) -> CodecMessage:
    """The message with these bytes in each of its fields that have such."""
    match name:
        case "JoinGroupRequest":
            offered = JoinGroupRequest.JoinGroupRequestProtocol(name="range", metadata=metadata)
            return JoinGroupRequest(protocol_type=kind, protocols=[offered])
        case "JoinGroupResponse":
            joined = JoinGroupResponse.JoinGroupResponseMember(member_id="m", metadata=metadata)
            return JoinGroupResponse(protocol_type=kind, members=[joined])
        case "SyncGroupRequest":
            given_out = SyncGroupRequest.SyncGroupRequestAssignment(assignment=assigned)
            return SyncGroupRequest(protocol_type=kind, assignments=[given_out])
        case "SyncGroupResponse":
            return SyncGroupResponse(protocol_type=kind, assignment=assigned)
    described = DescribeGroupsResponse.DescribedGroupMember(
        member_metadata=metadata, member_assignment=assigned
    )
    group = DescribeGroupsResponse.DescribedGroup(protocol_type=kind, members=[described])
    return DescribeGroupsResponse(groups=[group])


def message_of(
    name: str, version: int, metadata: bytes, assigned: bytes, kind: str = "consumer"
) -> Message:
    made = codec_message(name, metadata, assigned, kind)
    return dumped(SPECS[name], version, frame_of(SPECS[name], version, made))


def sync(assigned: bytes, kind: str = "consumer", version: int = 5) -> Node:
    """The field of an assignment."""
    (found,) = fields_of(message_of("SyncGroupResponse", version, b"", assigned, kind))
    return found


def fields_of(message: Message) -> list[Node]:
    return [node for node in _below(message.tree) if node.name in FIELDS[message.name]]


def _below(node: Node) -> Iterator[Node]:
    for child in node.children:
        yield child
        yield from _below(child)


def plain(node: Node) -> Any:
    """A node as plain values, without what frames them."""
    if not node.children:
        return node.value
    shown = [each for each in node.children if not each.name.startswith("(")]
    if node.kind.startswith("[]"):
        return [plain(each) for each in shown]
    return {each.name: plain(each) for each in shown}


def shown_subscription(version: int, known: int) -> dict[str, Any]:
    found: dict[str, Any] = {"version": version, "topics": ["orders", "paid"], "user_data": b"own"}
    if known >= 1:
        found["owned_partitions"] = [{"topic": "orders", "partitions": [2, 0]}]
    if known >= 2:
        found["generation_id"] = -1
    return found | ({"rack_id": None} if known >= 3 else {})


def shown_assignment(version: int) -> dict[str, Any]:
    partitions = [{"topic": "orders", "partitions": [1]}]
    return {"version": version, "assigned_partitions": partitions, "user_data": None}


def check_every_byte_is_a_leaf(message: Message) -> None:
    at = 0
    for leaf in leaves_of(message.data, message.tree):
        assert leaf.start == at
        at = leaf.end
    assert at == len(message.data)


@every_version
@pytest.mark.parametrize("embedded", range(4))
def test_every_version_is_taken_apart_in_every_message(
    name: str, version: int, embedded: int
) -> None:
    data = {"metadata": subscription(embedded), "assignment": assignment(embedded)}
    expected = {
        "metadata": shown_subscription(embedded, embedded),
        "assignment": shown_assignment(embedded),
    }
    message = message_of(name, version, data["metadata"], data["assignment"])

    found = fields_of(message)

    assert [node.name for node in found] == FIELDS[name]
    for node in found:
        which = node.name.removeprefix("member_")
        assert plain(node) == expected[which]
        assert message.data[node.data_start : node.end] == data[which]
        assert node.children[1].start == node.data_start, "the version begins behind the length"
        assert node.children[-1].end == node.end
    check_every_byte_is_a_leaf(message)
    assert message.problem is None


def test_values_stand_where_their_bytes_are() -> None:
    message = message_of("JoinGroupRequest", 9, subscription(3), b"")
    leaves = {leaf.name: leaf for leaf in leaves_of(message.data, message.tree)}
    for name, data in (("user_data", b"\0\0\0\3own"), ("generation_id", b"\xff" * 4)):
        assert message.data[leaves[name].start : leaves[name].end] == data
    (user_data,) = [node for node in _below(message.tree) if node.name == "user_data"]
    assert message.data[user_data.data_start : user_data.end] == b"own"
    paid = message.data.index(b"\0\4paid")
    assert any(
        (leaf.start, leaf.text) == (paid, "'paid'")
        for leaf in leaves_of(message.data, message.tree)
    )


@every_version
@pytest.mark.parametrize("kind", ["connect", "streams"])
def test_other_protocol_types_stay_bytes_and_are_named(name: str, version: int, kind: str) -> None:
    message = message_of(name, version, subscription(1), assignment(1), kind)
    if version < TYPE_SINCE[name]:
        message.protocol_type = kind  # as the state of the group tells
    for node in fields_of(message):
        assert (node.kind, node.children) == ("bytes", [])
        assert leaf_text(node).text.endswith(f"(in the format of protocol type {kind})")
    check_every_byte_is_a_leaf(message)


def test_a_message_is_believed_before_the_state_of_its_group() -> None:
    message = message_of("SyncGroupResponse", 5, b"", assignment(1), "connect")
    message.protocol_type = "consumer"
    (node,) = fields_of(message)
    assert node.note == "in the format of protocol type connect"


def test_newer_versions_are_read_as_the_newest_known() -> None:
    """groups E-2."""
    message = message_of("JoinGroupRequest", 9, subscription(3, written=9) + b"more", b"")
    (node,) = fields_of(message)
    assert plain(node) == shown_subscription(9, 3)
    assert leaf_text(node.children[1]).text == "9 (newer than known, read as 3)"
    rest = node.children[-1]
    assert (rest.name, rest.value, rest.end) == ("(rest)", b"more", node.end)
    check_every_byte_is_a_leaf(message)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"\0", "ConsumerProtocolAssignment: 1 byte has no room for a version"),
        (numbered(-1, assignment(0)[2:]), "ConsumerProtocolAssignment v-1: byte 2: there are"),
        (assignment(1)[:-1], "byte 22, in user_data: 4 bytes wanted, and 3 are left"),
        (b"\0\0\0\0\x27\x10", "byte 2, in assigned_partitions: 10,000 elements"),
    ],
)
def test_broken_bytes_stay_bytes_and_say_why(data: bytes, why: str) -> None:
    node = sync(data)
    assert (node.kind, node.children, node.value) == ("bytes", [], data)
    assert why in node.note
    assert leaf_text(node).text.endswith(f"({node.note})")


def test_nothing_is_said_of_nothing() -> None:
    node = sync(b"")
    assert (node.kind, node.children, leaf_text(node).text) == ("bytes", [], "0 bytes")


def test_without_a_protocol_type_bytes_must_explain_themselves() -> None:
    whole = assignment(1)
    assert plain(sync(whole, version=3)) == shown_assignment(1)
    for data in (whole + b"x", assignment(3, written=4), whole[:-1], b"\0\1own"):
        node = sync(data, version=3)
        assert node.children == []
        assert node.note.startswith("of an unknown protocol type, no ConsumerProtocolAssignment")
    # Kafka looks at nothing behind the last field, where the type is known.
    assert plain(sync(whole + b"x")) == shown_assignment(1)


@pytest.mark.slow
def test_a_message_is_taken_apart_up_to_a_bound() -> None:
    kind = ConsumerProtocolAssignment
    topics = [kind.TopicPartition(topic="orders", partitions=list(range(150_000)))]
    large = numbered(0, kind(assigned_partitions=topics).encode(0))
    each = SyncGroupRequest.SyncGroupRequestAssignment
    made = SyncGroupRequest(protocol_type="consumer", assignments=[each(assignment=large)] * 2)
    spec = SPECS["SyncGroupRequest"]
    first, second = fields_of(dumped(spec, 5, frame_of(spec, 5, made)))
    assert first.kind == "ConsumerProtocolAssignment"
    assert second.note == "behind the 1,048,576 bytes of a message that are taken apart"


@given(st.binary(max_size=60), st.sampled_from(["", "consumer", "connect"]))
def test_any_bytes_keep_their_places(data: bytes, kind: str) -> None:
    message = message_of("SyncGroupResponse", 5, b"", data, kind)
    check_every_byte_is_a_leaf(message)
    assert message.problem is None
