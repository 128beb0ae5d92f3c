"""Texts that begin with Spark's names, and one place that knows failOnDataLoss."""

from __future__ import annotations

import logging

import pytest

from kafkawire.spark.cluster import TopicPartition
from kafkawire.spark.topics.errors import DataLoss, Losses, shown, source_error


def test_an_error_begins_with_the_name_that_people_search_for() -> None:
    assert str(source_error("SOME_NAME", "why")) == "[SOME_NAME] why"


def test_loss_is_an_error_with_sparks_name_if_it_is_to_fail() -> None:
    with pytest.raises(DataLoss, match=r"^\[KAFKA_DATA_LOSS.START_OFFSET_RESET\] .* retention$"):
        Losses(fails=True).report("START_OFFSET_RESET", "retention")


def test_loss_is_told_to_the_log_otherwise(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        Losses(fails=False).report("PARTITIONS_DELETED", "deletion")
    assert "KAFKA_DATA_LOSS.PARTITIONS_DELETED: deletion" in caplog.text


def test_partitions_are_shown_in_order_as_kafka_writes_them() -> None:
    assert shown({TopicPartition("t", 10), TopicPartition("t", 2)}) == "{t-2, t-10}"
