"""Partitions of an emulated release."""

from __future__ import annotations

import pytest

from kafkawire.broker.emulation.emulated_log import EmulatedLog
from kafkawire.broker.emulation.emulated_partition import EmulatedPartition
from kafkawire.log.config import LogConfig
from tests.support.requests.fetching import Fetcher


def test_every_partition_has_the_log_of_its_release() -> None:
    partition = Fetcher(emulate="2.8").partition()
    assert isinstance(partition, EmulatedPartition)
    assert isinstance(partition.log, EmulatedLog)


@pytest.mark.parametrize(("release", "quorum"), [("3.3", 3), ("3.9", 1)])
def test_a_quorum_may_be_greater_than_there_are_replicas(release: str, quorum: int) -> None:
    """produce A-41: until 3.7."""
    partition = Fetcher(emulate=release).partition()
    partition.log.config = LogConfig.from_mapping({"min.insync.replicas": "3"})
    assert partition.min_isr == quorum
