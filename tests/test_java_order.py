"""Hash orders: known values of Java's and Scala's functions, and properties of the orders."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.config import definitions
from kafkawire.java_order import (
    immutable_set_order,
    java_hash,
    java_hash_order,
    java_string_hash,
    java_topic_partition_hash,
    java_uuid_hash,
    mutable_set_order,
    partition_for_group,
    table_size,
    timeline_order,
)

names = st.lists(st.text(max_size=12), unique=True, max_size=60)


def test_string_hashes_are_javas() -> None:
    assert java_string_hash("") == 0
    assert java_string_hash("a") == 97
    assert java_string_hash("hello") == 99162322
    assert java_string_hash("polygenelubricants") == -(2**31)
    assert java_string_hash("Aa") == java_string_hash("BB") == 2112


def test_string_hashes_go_over_utf16_units() -> None:
    assert java_string_hash("é") == 0xE9
    assert java_string_hash("\U0001f600") == 31 * 0xD83D + 0xDE00


def test_the_other_hashes_are_javas() -> None:
    """groups A-61: uuids fold four words, ints are themselves, topic partitions combine."""
    uuid = bytes.fromhex("00000001000000020000000400000008")
    assert java_uuid_hash(uuid) == java_hash(uuid) == 1 ^ 2 ^ 4 ^ 8
    assert java_uuid_hash(b"\xff" * 8 + bytes(8)) == 0
    assert java_uuid_hash(b"\xff" * 4 + bytes(12)) == -1
    assert java_hash(7) == 7
    assert java_topic_partition_hash("a", 3) == java_hash(("a", 3)) == 31 * 34 + 97


def test_a_group_whose_hash_is_the_smallest_integer_lies_in_partition_0() -> None:
    """groups A-30, produce C-1: the absolute value of -2**31 counts as 0."""
    assert partition_for_group("polygenelubricants", 50) == 0
    assert partition_for_group("hello", 50) == 99162322 % 50


def test_tables_grow_past_three_quarters_and_copies_are_sized_beforehand() -> None:
    """admin A-51, groups A-60."""
    assert [table_size(n) for n in (0, 12, 13, 24, 25, 350)] == [16, 16, 32, 32, 64, 512]
    assert [table_size(n, copied=True) for n in (0, 11, 12, 23, 24)] == [16, 16, 32, 32, 64]


def test_two_topics_of_create_partitions_come_back_in_hash_order() -> None:
    """admin B-26: [nope, r2] is answered r2, nope."""
    assert java_hash_order(["nope", "r2"]) == ["r2", "nope"]


def test_supported_features_are_in_the_order_of_a_table_of_16() -> None:
    """admin A-9: the order of the seven features of 4.4.0, seen on the wire."""
    seen = [
        "group.version",
        "kraft.version",
        "metadata.version",
        "share.version",
        "streams.version",
        "transaction.version",
        "eligible.leader.replicas.version",
    ]
    assert java_hash_order(sorted(seen)) == seen


def test_finalized_features_are_in_the_order_of_a_table_of_8() -> None:
    """admin A-10: a map copied from a map of six has eight buckets."""
    seen = [
        "group.version",
        "streams.version",
        "transaction.version",
        "eligible.leader.replicas.version",
        "share.version",
        "metadata.version",
    ]

    def bucket(name: str) -> int:
        value = java_string_hash(name) & 0xFFFFFFFF
        return (value ^ value >> 16) & 7

    buckets = [bucket(name) for name in seen]
    assert buckets == sorted(buckets)


def test_groups_are_bucketed_by_partition_newest_first() -> None:
    """groups A-62: DescribeGroups of g0 ... g11 with 50 offsets partitions."""
    groups = [f"g{n}" for n in range(12)]
    topic = "__consumer_offsets"
    keys = list(dict.fromkeys((topic, partition_for_group(group, 50)) for group in groups))
    answered = [
        group
        for key in java_hash_order(keys, newest_first=True)
        for group in groups
        if partition_for_group(group, 50) == key[1]
    ]
    assert answered == ["g6", "g9", "g10", "g7", "g4", "g5", "g2", "g3", "g0", "g1", "g11", "g8"]


def test_up_to_four_names_of_an_immutable_set_stay_as_they_are() -> None:
    """admin A-53, A-54: [miss1, p2, miss0, A] keeps its order."""
    assert immutable_set_order(["miss1", "p2", "miss0", "A"]) == ["miss1", "p2", "miss0", "A"]


@given(names)
def test_every_order_is_a_permutation(items: list[str]) -> None:
    for order in (java_hash_order, mutable_set_order, immutable_set_order):
        assert sorted(order(items)) == sorted(items)


@given(names.flatmap(lambda items: st.tuples(st.just(items), st.permutations(items))))
def test_orders_follow_the_hashes_not_the_insertion(pair: tuple[list[str], list[str]]) -> None:
    items, shuffled = pair
    if len({java_string_hash(item) for item in items}) < len(items):
        return
    assert mutable_set_order(items) == mutable_set_order(shuffled)
    if len(items) > 4:
        assert immutable_set_order(items) == immutable_set_order(shuffled)


def test_a_table_filled_by_compute_if_absent_grows_one_key_later() -> None:
    """groups A-60: it looks whether the table is full before it puts a key in front."""
    keys = [n * 37 % 101 for n in range(13)]
    small = [0, 3, 67, 20, 84, 37, 40, 57, 10, 74, 30, 94, 47]
    large = [0, 3, 67, 37, 40, 10, 74, 77, 47, 20, 84, 57, 30, 94]
    assert java_hash_order(keys, newest_first=True) == small
    assert java_hash_order([*keys, 77], newest_first=True) == large


@given(names)
def test_newest_first_turns_buckets_round(items: list[str]) -> None:
    """groups A-60: computeIfAbsent puts in front, put appends."""
    forward = java_hash_order(items, newest_first=True)
    if table_size(len(items)) == table_size(len(items) - 1):
        assert forward == java_hash_order(items[::-1])
    assert sorted(forward) == sorted(items)


@pytest.mark.parametrize("count", range(1, 11))
def test_the_order_of_committed_topics_is_that_of_a_running_kafka(count: int) -> None:
    """Seen on 4.4.0 as one topic after the other was committed to."""
    topics = ["one", "two", "three", "a", "b", "c", "alpha", "beta", "log-1", "log-2"]
    seen = [
        "one",
        "two one",
        "one two three",
        "one two three a",
        "one two b three a",
        "c one two b three a",
        "alpha c one two b three a",
        "alpha c one two b three beta a",
        "alpha c one log-1 two b three beta a",
        "log-2 alpha c one log-1 two b three beta a",
    ]
    assert " ".join(timeline_order(topics[:count])) == seen[count - 1]


def test_topic_config_names_stand_in_a_table_of_64() -> None:
    """admin A-56: 37 names grow a table to 64 buckets; a filter does not change their order."""
    ordered = java_hash_order(n for n, known in definitions.TOPIC.items() if known.described)
    assert len(ordered) == 37
    assert table_size(len(ordered)) == 64
