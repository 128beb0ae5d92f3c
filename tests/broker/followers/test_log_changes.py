"""Changes of a follower's log are seen by others."""

from __future__ import annotations

import pytest

from kafkawire.broker.followers import log_changes
from kafkawire.protocol.errors import ApiError
from tests.support.broker.cluster import following, read
from tests.support.broker.follower_world import FollowerWorld, batch, records
from tests.support.requests.fetching import asked


def test_each_change_is_noted_for_the_checkpoints() -> None:
    """fetch G-19: high watermark and log start are written from time to time."""
    world = FollowerWorld()
    partition, replicas = world.partition(), world.broker.replicas
    replicas.touched.clear()
    log_changes.append(replicas, partition, records(batch(0, 4), high_watermark=3), 0)
    assert list(replicas.touched.values()) == [partition]
    replicas.touched.clear()
    log_changes.append(replicas, partition, records(high_watermark=3, log_start=2), 0)
    assert (partition.log_start_offset, list(replicas.touched.values())) == (2, [partition])
    for change in (log_changes.truncate, log_changes.restart):
        replicas.touched.clear()
        change(replicas, partition, 3)
        assert list(replicas.touched.values()) == [partition]


def test_a_leader_below_its_own_high_watermark_does_not_raise_the_log_start_further() -> None:
    """replication D-12: the log start stays at or below the high watermark."""
    world = FollowerWorld()
    partition, replicas = world.partition(), world.broker.replicas
    data = records(batch(0, 4), high_watermark=1, log_start=3)
    log_changes.append(replicas, partition, data, 0)
    assert (partition.log_start_offset, partition.high_watermark) == (1, 1)


def test_a_parked_fetch_ends_with_the_next_high_watermark() -> None:
    """replication D-11: consumers may read from a follower."""
    cluster = following(high_watermark=2)
    parked = cluster.send(("t", asked(0, 2)), max_wait_ms=500)
    assert not parked.done
    partition, replicas = cluster.partition(), cluster.broker.replicas
    log_changes.append(replicas, partition, records(high_watermark=3), cluster.harness.now_ms)
    cluster.harness.settle()
    assert parked.done


def test_a_truncated_follower_answers_from_its_new_end() -> None:
    """fetch G-51: a session that was at the end of the log looks again."""
    cluster = following(high_watermark=3)
    assert read(cluster, asked(0, 3)).error_code == 0
    log_changes.truncate(cluster.broker.replicas, cluster.partition(), 1)
    assert read(cluster, asked(0, 3)).error_code == 1
    assert read(cluster, asked(0, 0)).high_watermark == 1


def test_a_log_that_begins_inside_of_a_batch_takes_the_whole_batch() -> None:
    """fetch G-54, produce D-41: the leader deleted records up to the middle of a batch."""
    world = FollowerWorld()
    partition, replicas = world.partition(), world.broker.replicas
    log_changes.restart(replicas, partition, 3)
    data = records(batch(2, 4), high_watermark=6, log_start=3)
    assert log_changes.append(replicas, partition, data, 0) == len(batch(2, 4))
    assert (partition.log_start_offset, partition.log_end_offset) == (3, 6)
    assert partition.high_watermark == 6


def test_a_batch_below_a_log_with_records_is_refused() -> None:
    """fetch G-46: only an empty log may begin earlier."""
    world = FollowerWorld()
    partition, replicas = world.partition(), world.broker.replicas
    world.fill((0, 3))
    with pytest.raises(ApiError):
        log_changes.append(replicas, partition, records(batch(2, 4)), 0)
    assert partition.log_end_offset == 3
