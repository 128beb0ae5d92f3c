"""What a broker chose gets neutral names; nothing else is touched."""

from __future__ import annotations

import time

from compat.oracle.names import Names
from compat.oracle.scripts.kit import TIME_MS, batch
from compat.oracle.trees import FILLER, Tree, batches, tree
from kafkawire.broker.groups.consumer.records import (
    current_tombstone,
    epoch_record,
    target_epoch_record,
)
from kafkawire.broker.groups.records import encode
from kafkawire.protocol.messages.delete_topics_response import DeleteTopicsResponse
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.records.batch import patch_timestamps
from kafkawire.records.builder import encode_batch
from kafkawire.records.message_set import Message, encode_message, encode_messages

ONE, TWO = bytes(range(16)), bytes(range(1, 17))
MEMBER = "client-0a1b2c3d-0a1b-2c3d-4e5f-0a1b2c3d4e5f"


def _metadata(*ids: bytes) -> MetadataResponse:
    topic = MetadataResponse.MetadataResponseTopic
    return MetadataResponse(topics=[topic(name="t", topic_id=each) for each in ids])


def test_ids_are_named_in_the_order_in_which_they_show() -> None:
    assert tree(Names(), _metadata(ONE, TWO, ONE)) == tree(Names(), _metadata(TWO, ONE, TWO))


def test_an_id_that_is_another_one_than_before_shows() -> None:
    assert tree(Names(), _metadata(ONE, TWO)) != tree(Names(), _metadata(ONE, ONE))


def test_the_id_that_stands_for_none_is_not_renamed() -> None:
    assert tree(Names(), _metadata(ONE)) != tree(Names(), _metadata(bytes(16)))


def test_names_and_numbers_stay_as_they_are() -> None:
    first, second = _metadata(), _metadata()
    second.controller_id = 2
    assert tree(Names(), first) != tree(Names(), second)


def test_member_ids_keep_what_is_not_random() -> None:
    assert Names().in_text(MEMBER) == "client-<uuid 1>"


def test_session_zero_means_none_and_stays() -> None:
    names = Names()
    assert tree(names, FetchResponse(session_id=0))["session_id"] == 0
    assert tree(names, FetchResponse(session_id=77))["session_id"] == "<session 1>"


def test_only_a_timestamp_near_the_present_is_the_brokers() -> None:
    def answer(stamp: int) -> ProduceResponse:
        part = ProduceResponse.PartitionProduceResponse(log_append_time_ms=stamp)
        return ProduceResponse(
            responses=[ProduceResponse.TopicProduceResponse(partition_responses=[part])]
        )

    now = int(time.time() * 1000)
    assert tree(Names(), answer(now)) == tree(Names(), answer(now - 5))
    assert tree(Names(), answer(now)) != tree(Names(), answer(-1))
    assert tree(Names(), answer(5)) != tree(Names(), answer(6))


def test_shuffled_answers_are_put_in_order() -> None:
    result = DeleteTopicsResponse.DeletableTopicResult
    some = [result(name="a"), result(name="b", error_code=3), result(name="b", error_code=42)]
    first = tree(Names(), DeleteTopicsResponse(responses=list(some)))
    assert first == tree(Names(), DeleteTopicsResponse(responses=some[::-1]))


def _one(data: bytes) -> dict[str, Tree]:
    found = batches(Names(), data)
    assert isinstance(found, list)
    assert isinstance(found[0], dict)
    return found[0]


def test_a_bad_checksum_shows() -> None:
    good = bytearray(batch(b"value"))
    good[-1] ^= 1
    assert _one(batch(b"value"))["crc_is_valid"] is True
    assert _one(bytes(good))["crc_is_valid"] is False


def test_compressed_records_are_compared_by_what_they_hold() -> None:
    records = [(5, b"k", bytes(range(200)) * 3 + bytes(range(0, 200, 3)) * 5, ())]
    fast = bytes(encode_batch(records, compression=1, level=0))
    small = bytes(encode_batch(records, compression=1, level=9))
    other = bytes(encode_batch([(5, b"k", b"other" * 50, ())], compression=1))
    assert fast != small
    assert _one(fast) == _one(small)
    assert _one(fast) != _one(other)


def test_what_is_left_of_a_cut_batch_is_compared_byte_by_byte() -> None:
    data = batch(b"a longer value")
    assert _one(data[:-2]) == _one(data[:-2])
    assert _one(data[:-2]) != _one(data[:-3])
    assert _one(data[:-2]) != _one(data[:-3] + b"!")


def test_a_cut_batch_that_the_broker_stamped_may_differ_in_the_stamp_only() -> None:
    first, second = (bytearray(batch(b"a longer value")) for _ in range(2))
    now = int(time.time() * 1000)
    patch_timestamps(first, 0, timestamp_type=1, max_timestamp=now)
    patch_timestamps(second, 0, timestamp_type=1, max_timestamp=now + 1)
    assert first != second
    assert _one(bytes(first[:-2])) == _one(bytes(second[:-2]))
    assert _one(bytes(first[:-2])) != _one(batch(b"a longer value")[:-2])


def _message(value: bytes, **fields: int) -> Message:
    usual = {"offset": 3, "magic": 1, "attributes": 0, "timestamp": TIME_MS}
    return Message(**{**usual, **fields}, key=None, value=value)


def _shown(*parts: bytes) -> Tree:
    return batches(Names(), b"".join(parts))


def test_the_level_of_a_wrapper_does_not_matter_but_what_is_in_it_does() -> None:
    one, two = (encode_messages([_message(b"v" * 99)], 1, level) for level in (1, 9))
    other = encode_messages([_message(b"w" * 99)], 1, 1)
    assert one != two
    assert _shown(one) == _shown(two) != _shown(other)
    assert _shown(one, FILLER, b"\0") == _shown(two, FILLER, b"\0\0")
    plain = encode_message(_message(b"v"))
    assert _shown(plain, FILLER, b"\0") != _shown(plain, FILLER, b"\0\0")


def test_the_stamp_of_a_message_is_the_brokers_own() -> None:
    stamped = [encode_message(_message(b"v", attributes=8, timestamp=at)) for at in (5, 6)]
    plain = [encode_message(_message(b"v", timestamp=at)) for at in (5, 6)]
    assert _shown(stamped[0]) == _shown(stamped[1])
    assert _shown(stamped[0][:-1]) == _shown(stamped[1][:-1]) != _shown(stamped[0][:-2])
    assert _shown(plain[0]) != _shown(plain[1])
    assert _shown(plain[0][:-1]) != _shown(plain[1][:-1])


def test_a_message_that_is_broken_shows_as_it_is() -> None:
    good = encode_message(_message(b"v"))
    assert _shown(good) != _shown(good[:-1] + b"x") != _shown(good[:-1] + b"y")


def test_records_of_groups_are_shown_for_what_they_say() -> None:
    """Their times are near the present, their hashes of random ids; members stand in any order."""

    def written(stamp: int, hashed: int, *members: str) -> bytes:
        pairs = [encode(epoch_record("g", 3, hashed)), encode(target_epoch_record("g", 3, stamp))]
        pairs += [encode(current_tombstone("g", member)) for member in members]
        return bytes(encode_batch([(stamp, key, value, ()) for key, value in pairs]))

    now = int(time.time() * 1000)
    expected = batches(Names(), written(now, 5, "m1", "m2"))
    assert batches(Names(), written(now - 9, 6, "m2", "m1")) == expected
    assert batches(Names(), written(now, 5, "m1", "m3")) != expected
    assert batches(Names(), written(1, 5, "m1", "m2")) != expected


def test_member_ids_that_a_coordinator_made_up_have_no_name_of_their_own() -> None:
    first, second = (JoinGroupResponse(member_id=letter * 22) for letter in "ab")
    assert tree(Names(), first) == tree(Names(), second)
    short = JoinGroupResponse(member_id="a")
    assert tree(Names(), short)["member_id"] == "a"
