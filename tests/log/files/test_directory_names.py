"""Names of partition directories."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.files.directory_names import (
    DELETED,
    FUTURE,
    STRAY,
    directory_name,
    out_of_service_name,
    parse_directory_name,
    service_suffix,
)
from kafkawire.log.topic_partition import TopicPartition

TOPICS = st.text("abz019._-", min_size=1, max_size=249)
PARTITIONS = st.integers(0, 2**31 - 1)
SUFFIXES = st.sampled_from([DELETED, STRAY, FUTURE])


@given(TOPICS, PARTITIONS)
def test_a_name_tells_whose_directory_it_is(topic: str, partition: int) -> None:
    """fetch H-1: `<topic>-<partition>`."""
    name = directory_name(TopicPartition(topic, partition))
    assert name == f"{topic}-{partition}"
    assert parse_directory_name(name) == TopicPartition(topic, partition)
    assert service_suffix(name) == ""


@given(TOPICS, PARTITIONS, SUFFIXES, st.randoms(use_true_random=False))
def test_out_of_service_it_has_another_name_that_fits(
    topic: str, partition: int, suffix: str, random: Random
) -> None:
    """fetch H-1: 32 hexadecimal digits and the suffix, within what a file system takes."""
    name = out_of_service_name(TopicPartition(topic, partition), suffix, random)
    assert len(name) <= 255
    own, _, rest = name.rpartition(".")
    assert topic.startswith(own[: -len(f"-{partition}")])
    assert own.endswith(f"-{partition}")
    assert rest == rest[:32] + suffix
    assert set(rest[:32]) <= set("0123456789abcdef")
    assert service_suffix(name) == suffix
    assert parse_directory_name(name) is None


def test_names_of_one_partition_differ() -> None:
    random = Random(1)
    names = {out_of_service_name(TopicPartition("t", 0), DELETED, random) for _ in range(9)}
    assert len(names) == 9


@pytest.mark.parametrize(
    "name", ["", "t", "-", "-1", "t-", "t-x", "t-01", "t-1x", "t-99999999999", "lost+found", "t-²"]
)
def test_other_names_are_no_partitions(name: str) -> None:
    assert parse_directory_name(name) is None


@pytest.mark.parametrize("name", ["t-delete", "a.b-delete", "t-0-stray", ".x-future"])
def test_a_suffix_alone_does_not_make_a_directory_ours(name: str) -> None:
    assert service_suffix(name) == ""
