"""Constructing, comparing and showing messages; values that do not fit."""

from __future__ import annotations

import copy
import math
import pickle

import pytest

from kafkawire.protocol.errors import DecodeError, EncodeError
from kafkawire.protocol.message import NEVER_FLEXIBLE, Message, Struct
from kafkawire.protocol.messages.alter_client_quotas_request import AlterClientQuotasRequest
from kafkawire.protocol.messages.consumer_group_member_metadata_value import (
    ConsumerGroupMemberMetadataValue,
)
from kafkawire.protocol.messages.describe_topic_partitions_response import (
    DescribeTopicPartitionsResponse,
)
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.join_group_request import JoinGroupRequest
from kafkawire.protocol.messages.leader_and_isr_request import LeaderAndIsrRequest
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from kafkawire.protocol.messages.sasl_handshake_request import SaslHandshakeRequest
from kafkawire.protocol.messages.topic_record import TopicRecord
from tests.support.requests.strategies import SPECS, draw, message_class, versions
from tools.generate.model import MessageSpec


def test_absent_fields_have_the_declared_defaults() -> None:
    request = FetchRequest()

    assert (request.replica_id, request.max_bytes, request.session_epoch) == (-1, 0x7FFFFFFF, -1)
    assert (request.rack_id, request.cluster_id, request.topics) == ("", None, [])
    assert FetchRequest.FetchTopic().topic_id == bytes(16)
    assert FetchRequest.FetchPartition().high_watermark == 2**63 - 1
    assert FetchResponse.PartitionData().aborted_transactions == []
    assert FetchResponse.PartitionData().records is None
    assert MetadataRequest().topics == []
    assert DescribeTopicPartitionsResponse().next_cursor is None


def test_each_message_has_lists_of_its_own() -> None:
    assert FetchRequest().topics is not FetchRequest().topics


def test_class_attributes_tell_what_the_declaration_says() -> None:
    assert (FetchRequest.API_KEY, FetchRequest.VERSIONS) == (1, (0, 18))
    assert FetchRequest.FLEXIBLE_SINCE == 12
    assert SaslHandshakeRequest.FLEXIBLE_SINCE == NEVER_FLEXIBLE
    assert TopicRecord.API_KEY == 2


def test_the_default_of_a_tagged_struct_is_shared_and_cannot_be_changed() -> None:
    first, second = FetchResponse.PartitionData(), FetchResponse.PartitionData()

    assert first.current_leader is second.current_leader
    assert first.current_leader == FetchResponse.LeaderIdAndEpoch()
    assert isinstance(first.current_leader, FetchResponse.LeaderIdAndEpoch)
    with pytest.raises(AttributeError, match="leader_id"):
        first.current_leader.leader_id = 5
    first.current_leader = FetchResponse.LeaderIdAndEpoch(leader_id=5)
    assert second.current_leader.leader_id == -1


@pytest.mark.parametrize(
    "spec", [SPECS["FetchResponse"], SPECS["FetchRequest"]], ids=lambda spec: spec.name
)
def test_messages_can_be_copied_and_pickled(spec: MessageSpec) -> None:
    message = draw(spec, 12, 3)
    for again in (copy.deepcopy(message), copy.copy(message), pickle.loads(pickle.dumps(message))):
        assert again == message
        assert again.encode(12) == message.encode(12)
    partition = copy.deepcopy(FetchResponse.PartitionData())
    partition.current_leader.leader_id = 5
    assert FetchResponse.PartitionData().current_leader.leader_id == -1


def test_a_tagged_struct_equal_to_its_default_is_not_written() -> None:
    """fetch A-5"""
    topic = FetchResponse.FetchableTopicResponse(
        partitions=[FetchResponse.PartitionData(current_leader=FetchResponse.LeaderIdAndEpoch())]
    )
    plain = FetchResponse.FetchableTopicResponse(partitions=[FetchResponse.PartitionData()])

    assert FetchResponse(responses=[topic]).encode(16) == FetchResponse(responses=[plain]).encode(
        16
    )


def test_equality_is_by_value_on_the_wire() -> None:
    forgotten = FetchRequest.ForgottenTopic
    partition = FetchResponse.PartitionData

    assert forgotten(partitions=[1, 2]) == forgotten(partitions=(1, 2))
    assert forgotten(partitions=[1, 2]) != forgotten(partitions=[2, 1])
    assert partition(records=b"ab") == partition(records=memoryview(b"ab"))
    assert partition(records=b"ab") == partition(records=[b"a", bytearray(b"b")])
    assert partition(records=b"ab") != partition(records=[b"a"])
    assert partition(records=b"") != partition(records=None)
    assert FetchRequest() != FetchResponse()
    assert FetchRequest() != "FetchRequest"
    with pytest.raises(TypeError):
        hash(FetchRequest())


def test_unknown_tags_count_in_equality() -> None:
    one, two = FetchRequest(), FetchRequest()
    one.unknown_tags = {77: b"x"}
    assert one != two
    two.unknown_tags = {}
    assert two == FetchRequest()


def test_a_message_shows_its_fields_and_counts_its_bytes() -> None:
    shown = repr(FetchResponse.PartitionData(records=b"r" * 5000, error_code=3))

    assert shown.startswith("PartitionData(partition_index=0, error_code=3, ")
    assert "<5000 bytes: b'rrrr" in shown
    assert "snapshot_id=SnapshotId(end_offset=-1, epoch=-1)" in shown
    assert len(shown) < 600
    message = FetchRequest()
    message.unknown_tags = {9: b"x"}
    assert repr(message).endswith("unknown_tags={9: b'x'})")


@pytest.mark.parametrize(
    "message",
    [
        FetchRequest(max_wait_ms=2**31),
        FetchRequest(max_wait_ms="soon"),  # type: ignore[arg-type]
        FetchRequest(rack_id=None),  # type: ignore[arg-type]
        FetchRequest(rack_id="r" * 40000),
        FetchRequest(topics=None),  # type: ignore[arg-type]
        FetchRequest(topics=[None]),  # type: ignore[list-item]
        FetchRequest(rack_id="\ud800"),
        FetchRequest(forgotten_topics_data=[FetchRequest.ForgottenTopic(partitions=[2**40])]),
        FetchRequest(
            forgotten_topics_data=[FetchRequest.ForgottenTopic(partitions=[0] * 80 + [2**40])]
        ),
    ],
)
def test_values_that_do_not_fit_are_refused(message: FetchRequest) -> None:
    for version in (11, 12):
        with pytest.raises(EncodeError, match=f"FetchRequest version {version}|string of"):
            message.encode(version)


@pytest.mark.parametrize("version", [1, 3, 8, 9, 12])
def test_null_is_refused_where_it_is_not_allowed(version: int) -> None:
    """The fast path for empty elements must not take null for empty."""
    partition = MetadataResponse.MetadataResponsePartition(isr_nodes=None)  # type: ignore[arg-type]
    topic = MetadataResponse.MetadataResponseTopic(name="t", partitions=[partition])
    with pytest.raises(EncodeError):
        MetadataResponse(topics=[topic]).encode(version)


@pytest.mark.parametrize("count", [1, 2, 4, 9])
def test_null_is_not_read_where_it_is_not_allowed(count: int) -> None:
    """Many elements with the same null must not pass for many empty ones."""
    partition = MetadataResponse.MetadataResponsePartition()
    topic = MetadataResponse.MetadataResponseTopic(name="t", partitions=[partition] * count)
    data = bytearray(MetadataResponse(topics=[topic]).encode(12))
    first = data.index(b"\1\1\1\0")
    for at in range(first, first + 18 * count, 18):
        assert data[at : at + 4] == b"\1\1\1\0"
        data[at] = 0

    with pytest.raises(DecodeError, match="ReplicaNodes must not be null"):
        MetadataResponse.decode(data, 12)


@pytest.mark.parametrize("size", [0, 1, 3, 12, 14])
def test_a_tagged_field_fills_the_size_that_it_declares(size: int) -> None:
    data = FetchRequest(replica_state=FetchRequest.ReplicaState(replica_id=1)).encode(15)
    right = bytes.fromhex("01 01 0d 00000001 ffffffffffffffff 00")
    assert data.endswith(right)
    with pytest.raises(DecodeError):
        FetchRequest.decode(data[: -len(right)] + b"\1\1" + bytes((size,)) + right[3:], 15)


def test_null_where_allowed_is_kept_apart_from_empty() -> None:
    for records, aborted in ((None, None), (b"", []), (None, []), (b"", None)):
        data = FetchResponse.PartitionData(records=records, aborted_transactions=aborted)
        for count in (1, 2, 3, 4, 9):
            topic = FetchResponse.FetchableTopicResponse(topic="t", partitions=[data] * count)
            for version in (4, 11, 12):
                again = FetchResponse.decode(
                    FetchResponse(responses=[topic]).encode(version), version
                )
                for found in again.responses[0].partitions:
                    assert (found.records, found.aborted_transactions) == (records, aborted)


def test_decoded_elements_share_nothing() -> None:
    """Many equal elements are read in one step; each must still own its lists."""
    topic = FetchResponse.FetchableTopicResponse(
        topic="t", partitions=[FetchResponse.PartitionData(records=b"")] * 9
    )
    again = FetchResponse.decode(FetchResponse(responses=[topic]).encode(12), 12)
    found = again.responses[0].partitions

    assert len({id(partition) for partition in found}) == 9
    assert len({id(partition.aborted_transactions) for partition in found}) == 9


def test_large_records_are_views_of_the_frame_and_small_ones_copies() -> None:
    for size, kind in ((10, bytes), (1000, bytes), (5000, memoryview)):
        topic = FetchResponse.FetchableTopicResponse(
            partitions=[FetchResponse.PartitionData(records=b"r" * size)]
        )
        data = FetchResponse(responses=[topic]).encode(12)
        records = FetchResponse.decode(data, 12).responses[0].partitions[0].records
        assert type(records) is kind
        if isinstance(records, memoryview):
            assert records.obj is data


def test_bytes_fields_are_bytes_even_out_of_a_bytearray() -> None:
    protocol = JoinGroupRequest.JoinGroupRequestProtocol(name="range", metadata=b"m")
    data = bytearray(JoinGroupRequest(protocols=[protocol]).encode(7))

    assert type(JoinGroupRequest.decode(data, 7).protocols[0].metadata) is bytes


def test_a_tagged_struct_may_be_null_in_three_ways() -> None:
    """Its mark is a varint, unlike the signed byte of an untagged one; seen of Kafka 4.4.0."""
    message = ConsumerGroupMemberMetadataValue()
    plain = message.encode(0)
    assert plain.endswith(b"\0")
    assert message.classic_member_metadata == message.ClassicMemberMetadata()

    message.classic_member_metadata = None
    assert message.encode(0) == plain[:-1] + bytes.fromhex("01 00 01 00")
    assert ConsumerGroupMemberMetadataValue.decode(message.encode(0), 0) == message

    message.classic_member_metadata = message.ClassicMemberMetadata(session_timeout_ms=7)
    assert message.encode(0) == plain[:-1] + bytes.fromhex("01 00 07 01 00000007 01 00")
    assert ConsumerGroupMemberMetadataValue.decode(message.encode(0), 0) == message


def test_an_untagged_struct_that_is_null_is_marked_by_a_signed_byte() -> None:
    """KIP-893"""
    message = DescribeTopicPartitionsResponse()
    data = message.encode(0)
    assert data.endswith(b"\xff\0")

    message.next_cursor = message.Cursor(topic_name="t", partition_index=3)
    assert message.encode(0) == data[:-2] + bytes.fromhex("01 02 74 00000003 00 00")


def test_tags_are_written_in_ascending_order() -> None:
    message = FetchRequest(cluster_id="c", replica_state=FetchRequest.ReplicaState(replica_id=1))
    message.unknown_tags = {130: b"z", 5: b"y"}
    data = message.encode(15)

    assert data.endswith(
        bytes.fromhex("04 00 02 02 63 01 0d 00000001 ffffffffffffffff 00 05 01 79 8201 01 7a")
    )
    assert FetchRequest.decode(data, 15) == message


def test_an_unknown_tag_that_is_known_is_refused() -> None:
    message = FetchRequest(cluster_id="c")
    message.unknown_tags = {0: b"\2c"}
    with pytest.raises(EncodeError):
        message.encode(12)


def test_unknown_tags_need_a_flexible_version() -> None:
    message = FetchRequest()
    message.unknown_tags = {5: b"y"}
    with pytest.raises(EncodeError):
        message.encode(11)


def test_floats_and_booleans_survive() -> None:
    op = AlterClientQuotasRequest.OpData(key="producer_byte_rate", value=0.1, remove=True)
    entry = AlterClientQuotasRequest.EntryData(ops=[op])
    for version in (0, 1):
        data = AlterClientQuotasRequest(entries=[entry]).encode(version)
        found = AlterClientQuotasRequest.decode(data, version).entries[0].ops[0]
        assert math.isclose(found.value, 0.1)
        assert found.remove is True


def test_any_byte_but_zero_is_true() -> None:
    """Kafka reads a boolean as `byte != 0`."""
    data = bytearray(MetadataRequest(allow_auto_topic_creation=False).encode(4))
    data[-1] = 7
    assert MetadataRequest.decode(data, 4).allow_auto_topic_creation is True


def test_every_struct_is_slotted_and_documented() -> None:
    for spec in SPECS.values():
        cls = message_class(spec)
        for each in (cls, *(getattr(cls, name) for name in spec.structs)):
            assert issubclass(each, Struct)
            assert not hasattr(draw(spec, versions(spec)[-1], 1), "__dict__")
            assert each.__doc__
            assert all(f"- {name}: " in each.__doc__ for name in each._FIELDS)
        assert issubclass(cls, Message)


def test_kafka_s_odd_names_become_words() -> None:
    assert LeaderAndIsrRequest().is_kraft_controller is False
