"""Two brokers that do the same at the same wall time write the same bytes.

One of them measures its deadlines in a time that is far behind, or ahead: a timestamp that was
taken from there would differ.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.protocol.messages.update_features_request import UpdateFeaturesRequest
from kafkawire.records.builder import encode_batch
from tests.support.broker.classic_storm import classic_storm
from tests.support.broker.consumer_storm import consumer_storm
from tests.support.log.simulated_disk import SimulatedDisk
from tests.support.log.stored import METADATA
from tests.support.requests.consumer_groups import ConsumerClient, ConsumerHarness
from tests.support.requests.coordination import TransactionsHarness
from tests.support.requests.harness import START_MS, BrokerHarness
from tests.support.requests.migrating import MigratingHarness
from tests.support.requests.produce import answers_of, produce_request
from tests.support.requests.stored_harness import StoredHarness
from tests.support.requests.transactions import commit_in_transaction

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS
LEAD_MS = 1000 * DAY_MS


def _classic(seed: int) -> BrokerHarness:
    storm = classic_storm(seed)
    storm.run()
    return storm.harness


def _consumer(seed: int) -> BrokerHarness:
    storm = consumer_storm(seed)
    storm.run()
    return storm.harness


def _transactions(seed: int) -> BrokerHarness:
    harness = TransactionsHarness(seed=seed)
    who = [harness.identity(f"x{at}") for at in range(3)]
    harness.client.request(FindCoordinatorRequest(key="g"), 1)
    for at, each in enumerate(who):
        assert harness.add(each, 0, name=f"x{at}") == 0
        harness.advance(1_234)
        harness.produce(each, 0, name=f"x{at}")
    assert harness.add_offsets(who[0], name="x0") == 0
    identity: dict[str, Any] = {"producer": who[0][0], "epoch": who[0][1], "transactional_id": "x0"}
    assert commit_in_transaction(harness.client, ("t", 0, 3), **identity) == [(0, 0)]
    for at, version in enumerate((4, 5)):
        assert harness.end_code(who[at], name=f"x{at}", commit=not at, version=version) == 0
        harness.advance(777)
    harness.advance(5 * MINUTE_MS)
    assert harness.state("x2") == "CompleteAbort"
    return harness


def _transactions_of_old(seed: int) -> BrokerHarness:
    harness = TransactionsHarness(seed=seed, emulate="3.9")
    assert harness.init(version=4).error_code == 14  # the first block of ids is on its way
    who = harness.identity(version=4)
    assert harness.add(who, 0) == 0
    harness.advance(5 * MINUTE_MS)
    assert harness.state() == "CompleteAbort"
    return harness


def _upgraded(seed: int) -> BrokerHarness:
    harness = StoredHarness(SimulatedDisk(), None, seed)
    update = UpdateFeaturesRequest.FeatureUpdateKey(
        feature="kraft.version", max_version_level=1, upgrade_type=1
    )
    response = harness.connect().request(UpdateFeaturesRequest(feature_updates=[update]), 1)
    assert response.error_code == 0
    for at in range(3):
        harness.create_topic(f"t{at}")
    return harness


def _stored(seed: int) -> BrokerHarness:
    limits = {"metadata.log.max.record.bytes.between.snapshots": "1"}
    harness = StoredHarness(SimulatedDisk(), limits, seed)
    configs = {"message.timestamp.type": "LogAppendTime", "cleanup.policy": "compact"}
    harness.create_topic("t", 2, {**configs, "segment.ms": "60000", "delete.retention.ms": "1"})
    for _ in range(4):
        harness.advance(MINUTE_MS)
        _produce(harness, encode_batch([(0, b"k", None, ())]))
    harness.advance(10 * MINUTE_MS)
    return harness


def _expressions(seed: int) -> BrokerHarness:
    pytest.importorskip(
        "re2",
        reason="google-re2 is not installed: groups that subscribe by a pattern are not tried",
    )
    harness = ConsumerHarness({"group.consumer.regex.refresh.interval.ms": "60000"}, seed)
    client = ConsumerClient(harness, "m1", ())
    client.join(subscribed_topic_names=None, subscribed_topic_regex="t.*")
    for at in range(30):
        client.beat()
        harness.advance(4_000)
        if at == 15:
            harness.create_topic("t9")
    return harness


def _converted(seed: int) -> BrokerHarness:
    del seed
    harness = MigratingHarness()
    (old,) = harness.classic_group()
    harness.advance(1_234)
    new = harness.joiner("m1", "t1")
    harness.advance(1_234)
    assert new.leave().error_code == 0
    assert harness.state() == "PreparingRebalance"
    harness.advance(1_234)
    old.leave()
    assert harness.state() == "Empty"
    return harness


def _logs(harness: BrokerHarness) -> dict[str, list[bytes]]:
    logs = {str(name): each.log for name, each in harness.broker.replicas.partitions.items()}
    logs["metadata"] = harness.broker.controller.log.log
    return {
        name: [bytes(batch) for _, batch in log.iter_batches()]
        for name, log in logs.items()
        if log.log_end_offset
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    "scenario",
    [
        _classic,
        _consumer,
        _expressions,
        _converted,
        _transactions,
        _transactions_of_old,
        _stored,
        _upgraded,
    ],
)
@pytest.mark.parametrize("lead_ms", [LEAD_MS, -LEAD_MS])
def test_what_is_written_has_the_wall_clocks_time(
    scenario: Callable[[int], BrokerHarness], lead_ms: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = scenario(1)
    monkeypatch.setattr(BrokerHarness, "start_ms", START_MS - lead_ms)
    monkeypatch.setattr(BrokerHarness, "ahead_ms", lead_ms)
    found = scenario(1)

    assert found.time_ms == expected.time_ms
    assert _logs(found) == _logs(expected)
    if isinstance(found, StoredHarness) and isinstance(expected, StoredHarness):
        assert _snapshots(found.disk)
        assert _snapshots(found.disk) == _snapshots(expected.disk)


def _snapshots(disk: SimulatedDisk) -> dict[str, bytes]:
    names = [entry.name for entry in disk.entries(METADATA) if entry.name.endswith(".checkpoint")]
    return {name: disk.read(f"{METADATA}/{name}") for name in names}


def _produce(harness: BrokerHarness, batch: bytes | bytearray, topic: str = "t") -> Any:
    response = harness.connect().request(produce_request((topic, 0, batch)), 11)
    (answer,) = answers_of(response).values()
    return answer
