"""Durations, partitions and errors in words."""

from __future__ import annotations

import pytest

from kafkawire.dump.state.phrases import error_name, lasted, partitions_text
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.wording import counted


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (-5, "0 ms"),
        (0.25, "0.2 ms"),
        (35, "35 ms"),
        (999, "999 ms"),
        (1000, "1 s"),
        (4200, "4.2 s"),
        (62_400, "62 s"),
        (119_000, "119 s"),
        (130_000, "2.2 min"),
        (7_200_000, "2 h"),
        (86_400_000, "24 h"),
    ],
)
def test_durations_have_two_digits_and_a_unit(ms: float, text: str) -> None:
    assert lasted(ms * 1_000_000) == text


def test_partitions_are_runs_by_topic() -> None:
    named = [TopicPartition("b", 1), *(TopicPartition("a", each) for each in (5, 0, 1, 2))]
    assert partitions_text(named) == "b 1, a 0-2, 5"
    assert partitions_text([]) == "nothing"


def test_many_topics_and_many_gaps_are_counted() -> None:
    topics = [TopicPartition(f"t{each}", 0) for each in range(9)]
    assert partitions_text(topics) == "t0 0, t1 0, t2 0, t3 0 and 5 more topics"
    gaps = [TopicPartition("t", 2 * each) for each in range(70)]
    assert partitions_text(gaps).endswith("124, 126 and 6 more")


def test_counts_and_errors() -> None:
    assert counted(1, "partition") == "1 partition"
    assert counted(1200, "partition") == "1,200 partitions"
    assert error_name(16) == "NOT_COORDINATOR"
    assert error_name(9999) == "9999"
