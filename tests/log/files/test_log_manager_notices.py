"""What people are told of a data directory that is not as it was left."""

from __future__ import annotations

import pytest

from kafkawire.log.topic_partition import TopicPartition
from tests.support.log.kept import DATA, DUE_MS, EPOCH, OTHER_ID, T1, Kept, append

T2 = TopicPartition("t", 2)


@pytest.fixture
def kept() -> Kept:
    return Kept()


def test_what_a_start_finds_cut_or_gone_is_said(kept: Kept) -> None:
    """A line for each, and none where everything is as it was left."""
    append(kept.open(), 3)
    append(kept.open(T1), 3)
    append(kept.open(T2), 3)
    assert kept.logs.close(EPOCH)
    told = kept.begin_told()
    kept.open()
    kept.open(T1)
    kept.open(T2)
    kept.logs.set_strays_aside()
    assert told == []
    assert kept.logs.close(EPOCH)
    kept.disk.remove(f"{DATA}/.kafka_cleanshutdown")
    kept.disk.write(f"{DATA}/t-0/00000000000000000000.log", b"x" * 99)
    for name in kept.names(f"{DATA}/t-1"):
        kept.disk.remove(f"{DATA}/t-1/{name}")
    kept.disk.remove_directory(f"{DATA}/t-1")
    kept.disk.make_directory(f"{DATA}/u-0")
    kept.disk.write(f"{DATA}/t-2/partition.metadata", b"?")
    told = kept.begin_told()
    kept.open()
    kept.open(T1)
    kept.open(T2)
    kept.logs.set_strays_aside()
    assert told == [
        "t-0: 99 bytes from offset 0 on were torn or broken, and are cut off",
        "t-0: its files end at offset 0, but were complete up to 3",
        "t-1: its directory is gone, with the records up to offset 3",
        "t-2: its directory does not say that it is this topic's, and is set aside (-stray)",
        "1 directories of partitions that no topic has, such as u-0, are set aside (-stray)",
    ]


def test_a_topic_that_comes_back_is_nothing_to_talk_about(kept: Kept) -> None:
    told = kept.begin_told()
    log = kept.open()
    append(log, 3)
    kept.logs.set_strays_aside()
    kept.logs.checkpoint_recovery_points()
    kept.logs.delete(log, DUE_MS)
    kept.open(topic_id=OTHER_ID)
    assert told == []
