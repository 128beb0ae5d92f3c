"""What our broker keeps on disk has the rows that it serves."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafkawire.client.blocking import pool
from kafkawire.records.builder import RecordTuple
from kafkawire.spark.cluster import Cluster, Settings
from kafkawire.spark.cluster.metadata import TopicPartition
from kafkawire.spark.columns import Asked, decode
from kafkawire.testing import LocalBroker
from tests.support.log.log_directories import KEYS_AND_VALUES, planned, rows_of
from tests.support.log.record_strategies import BASE_MS

LOG = TopicPartition("t", 0)
CONFIGS = {"internal_segment_bytes": 20_000, "index_interval_bytes": 1_000}


def write(cluster: Cluster, ends: list[bool | None]) -> None:
    """Transactions that are committed, aborted and left open, with other records between them."""
    plain = cluster.producer()
    for number, is_commit in enumerate(ends):
        identity = cluster.init_producer_id(f"id-{number % 3}" if is_commit is not None else "open")
        producer = cluster.producer(identity)
        for part in range(3):
            producer.append(LOG, records(f"{number}.{part}"))
            producer.push()
            plain.append(LOG, records(f"plain {number}"))
            producer.flush()
            plain.flush()
        if is_commit is not None:
            cluster.transaction(identity).end(is_commit, cluster.deadline())
        producer.close()
    plain.close()


def records(name: str) -> list[RecordTuple]:
    return [(BASE_MS, name.encode(), b"%d" % at * 50, [("h", None)]) for at in range(20)]


def served(cluster: Cluster, *, is_committed: bool) -> list[tuple[object, ...]]:
    """What Fetch gives."""
    (info,) = cluster.topics(["t"]).values()
    end = cluster.list_offsets({LOG: -1}, is_committed)[LOG]
    found: list[tuple[object, ...]] = []
    for answer in cluster.fetch(LOG, info.topic_id, 0, end, is_committed=is_committed):
        batches = decode(
            answer.data,
            Asked("t", 0, 0, end),
            KEYS_AND_VALUES,
            aborted=answer.aborted if is_committed else (),
        )
        for batch in batches:
            found += [
                (row["topic"], row["partition"], row["offset"], row["key"], row["value"])
                for row in batch.to_pylist()
            ]
    return found


@pytest.mark.parametrize("codec", ["none", "lz4"])
def test_rows_on_disk_are_those_that_are_served(tmp_path: Path, codec: str) -> None:
    path = tmp_path / "data"
    ends = [True, False, True, None, False, True]
    with LocalBroker(data=path) as broker:
        broker.create_topic("t", partitions=1, **CONFIGS)
        given = {"kafka.bootstrap.servers": broker.bootstrap, "kafka.compression.type": codec}
        with Cluster(Settings.from_options(given)) as cluster:
            write(cluster, ends)
            expected = {kind: served(cluster, is_committed=kind) for kind in (False, True)}
        pool.close_all()
        live = rows_of(planned(path, topic="t", upTo="end"))

    assert live == expected[False]
    assert len(list((path / "t-0").glob("*.log"))) > 1 or codec != "none"
    assert len(expected[True]) < len(expected[False]) == 20 * 3 * 2 * len(ends)
    for is_committed, isolation in enumerate(("read_uncommitted", "read_committed")):
        for split_bytes in (3000, 1 << 20):
            splits = planned(path, topic="t", isolation=isolation, splitBytes=split_bytes)
            found = rows_of(splits, is_committed=bool(is_committed))
            assert found == expected[bool(is_committed)]
