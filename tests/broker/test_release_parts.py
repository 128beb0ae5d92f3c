"""What a broker is built with: the parts of a release are there from the beginning."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import kafkawire
from kafkawire.broker.behaviour import UNION
from kafkawire.broker.broker import Broker
from kafkawire.broker.emulation.emulation import Emulation, UnshardedSessionCache
from kafkawire.broker.fetch.session_cache import FetchSessionCache
from kafkawire.broker.release_parts import PLAIN, ReleaseParts
from kafkawire.broker.replicas.partition import Partition
from kafkawire.broker.served_api import load
from kafkawire.log.config import LogConfig
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.topic_partition import TopicPartition
from tests.support.requests.harness import BrokerHarness

ROOT = Path(kafkawire.__file__).parent
BUILT_IN = {"behaviour", "fetch_sessions", "load_api", "transactions", "controller"}
MAKERS = {"make_log", "make_partition", "make_log_config", "makers", "version_max"}


def test_by_default_all_parts_are_the_plain_ones() -> None:
    harness = BrokerHarness()
    harness.create_topic("t")
    broker = harness.broker
    partition = broker.replicas.partitions[TopicPartition("t", 0)]
    assert (type(partition), type(partition.log)) == (Partition, PartitionLog)
    assert type(broker.fetch_sessions) is FetchSessionCache
    assert broker.behaviour is PLAIN.behaviour is UNION
    assert broker.load_api is load
    assert broker.transactions.version_max == 2


def test_a_broker_has_the_parts_that_it_is_given() -> None:
    class OwnLog(PartitionLog):
        __slots__ = ()

    class OwnPartition(Partition):
        __slots__ = ()

    parts: ReleaseParts[Broker] = ReleaseParts(
        make_log=OwnLog,
        make_partition=OwnPartition,
        make_log_config=lambda mapping: LogConfig({**mapping, "flush.messages": "7"}),
        transaction_version=1,
    )
    harness = BrokerHarness(parts=parts)
    harness.create_topic("t")
    partition = harness.broker.replicas.partitions[TopicPartition("t", 0)]
    assert (type(partition), type(partition.log)) == (OwnPartition, OwnLog)
    assert partition.log.config.flush_messages == 7
    assert harness.broker.transactions.version_max == 1


@pytest.mark.parametrize(("release", "is_sharded"), [("3.3", False), ("3.9", True)])
def test_an_emulation_gives_the_session_cache_of_its_release(
    release: str, *, is_sharded: bool
) -> None:
    """fetch E-35: the cache has shards since 3.8."""
    broker = BrokerHarness(emulate=release).broker
    assert isinstance(broker.fetch_sessions, UnshardedSessionCache) == (not is_sharded)
    assert broker.behaviour == Emulation(release).behaviour


@pytest.mark.slow
def test_no_code_replaces_a_part_of_a_finished_broker() -> None:
    """Only a constructor, which assigns to `self`, puts parts where they belong."""
    found = [
        f"{path.relative_to(ROOT)}:{target.lineno} {target.attr}"
        for package in ("broker", "server", "testing", "net")
        for path in (ROOT / package).rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Assign)
        for each in node.targets
        for target in ast.walk(each)
        if isinstance(target, ast.Attribute)
        and isinstance(target.ctx, ast.Store)
        and target.attr in BUILT_IN | MAKERS
        and not (isinstance(target.value, ast.Name) and target.value.id == "self")
    ]
    assert found == []
