"""Compaction by the real Kafka and by ours, of the same logs.

    python -m compat.oracle.cleaning --logs 20
    python -m compat.oracle.cleaning --version 3.9.2 --seed 7

A random history is produced to a compacted topic of a real node: keys again and again, tombstones,
codecs, producers with ids, transactions of which some stay open. What it stored is fetched, and
appended to a log of ours with the same configuration. Then both clean, a few rounds with more
records in between, and after each round everything must be the same: the batches (by their
fields, and compressed ones by their records), their aborted transactions, up to where the log is
clean, and where segments begin; that in logs without compression only, for how many become one
depends on their size, and an encoder may need another byte.

Times of the broker's own clock are compared by what follows from them only: a delete horizon is
either a day away or over at once (`delete.retention.ms`).
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any

from compat.clients.raw import RawClient
from compat.interchange.asking import (
    TIMEOUT_MS,
    check,
    create_topic,
    fetch,
    new_producer_id,
    until,
)
from compat.oracle.commands import ended
from compat.oracle.names import Names
from compat.oracle.node import KafkaNode
from compat.oracle.settling import until_in_force
from compat.oracle.trees import batches
from kafkawire.log.compaction.cleanable import cleanable
from kafkawire.log.compaction.round import CleaningRound
from kafkawire.log.config import LogConfig
from kafkawire.log.formats import offset_checkpoint, transaction_index
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.incremental_alter_configs_request import (
    IncrementalAlterConfigsRequest,
)
from kafkawire.protocol.messages.incremental_alter_configs_response import (
    IncrementalAlterConfigsResponse,
)
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse
from kafkawire.protocol.messages.write_txn_markers_request import WriteTxnMarkersRequest
from kafkawire.protocol.messages.write_txn_markers_response import WriteTxnMarkersResponse
from kafkawire.records.batch import BatchHeader, iter_headers
from kafkawire.records.builder import encode_batch
from tests.support.suite.patience import patient

SETTINGS = {
    "log.cleaner.backoff.ms": "50",
    "transaction.partition.verification.enable": "false",
    "group.initial.rebalance.delay.ms": "0",
}
TIME_MS = 1_700_000_000_000
CLEANED_SECONDS_MAX = patient(30.0)
DAY_MS = 24 * 60 * 60 * 1000
ROUNDS = 4
MOVES_MAX = 60
PRODUCERS = 3
NEVER, ALWAYS = "1.0", "0.0"
"""Of `min.cleanable.dirty.ratio`."""


class OlderRound(CleaningRound):
    """Before 4.4 an emptied batch stayed at the end of each round, not at the high watermark."""

    __slots__ = ()

    def must_leave_a_trace(self, header: BatchHeader) -> bool:
        """See `CleaningRound.must_leave_a_trace`."""
        is_last = header.next_offset == self.plan.end_offset
        return is_last or super().must_leave_a_trace(header)


class Pair:
    """One partition of the real node, and our copy of its log."""

    def __init__(self, node: KafkaNode, client: RawClient, name: str, random: Random) -> None:
        self.name = name
        self.random = random
        self.client = client
        self.data = Path(node.data_directory)
        is_old = int(node.version.split(".")[0]) < 4 or node.version < "4.4"
        self.round = OlderRound if is_old else CleaningRound
        size = "segment.bytes" if node.version.startswith("3.") else "internal.segment.bytes"
        self.configs = {
            "cleanup.policy": "compact",
            "retention.ms": "-1",
            "segment.ms": str((1 << 63) - 1),
            "min.cleanable.dirty.ratio": NEVER,
            "delete.retention.ms": random.choice(["0", str(DAY_MS)]),
            "message.timestamp.type": random.choice(["CreateTime"] * 3 + ["LogAppendTime"]),
            "index.interval.bytes": random.choice(["0", "300", "4096"]),
            size: str(random.choice([400, 700, 2000])),
        }
        create_topic(client, name, 1, self.configs)
        self.log = PartitionLog(TopicPartition(name, 0), LogConfig.from_mapping(self.configs))
        self.codecs = random.choice([[0], [0, 0, 1, 2, 3, 4]])
        self.ids = [new_producer_id(client) for _ in range(PRODUCERS)]
        self.sequences = [0] * PRODUCERS
        self.open: set[int] = set()
        self.checkpoint = 0

    # Writing

    def write(self) -> None:
        """Some moves of a random history."""
        for _ in range(self.random.randrange(5, MOVES_MAX)):
            kind = self.random.choice(["plain", "plain", "numbered", "transaction", "end"])
            who = self.random.randrange(PRODUCERS)
            if kind == "end":
                if who in self.open:
                    self._end(who)
            elif kind == "plain":
                self._produce(-1, transactional=False)
            else:
                if kind == "transaction":
                    self.open.add(who)
                self._produce(who, transactional=who in self.open)

    def _produce(self, who: int, *, transactional: bool) -> None:
        random = self.random
        count = random.randrange(1, 6)
        records = [
            (
                TIME_MS + random.randrange(1000),
                b"k%d" % random.randrange(8),
                random.choice([None, b"", b"v" * random.randrange(80)]),
                random.choice([(), (("h", b"x"),)]),
            )
            for _ in range(count)
        ]
        fields: dict[str, Any] = {}
        if who >= 0:
            fields = {
                "producer_id": self.ids[who],
                "producer_epoch": 0,
                "base_sequence": self.sequences[who],
                "transactional": transactional,
            }
            self.sequences[who] += count
        batch = encode_batch(records, compression=random.choice(self.codecs), **fields)
        data = ProduceRequest.PartitionProduceData(index=0, records=bytes(batch))
        topic = ProduceRequest.TopicProduceData(name=self.name, partition_data=[data])
        request = ProduceRequest(
            transactional_id="any" if transactional else None,
            acks=-1,
            timeout_ms=TIMEOUT_MS,
            topic_data=[topic],
        )
        (answer,) = self.client.ask(request, ProduceResponse, 11).responses
        check("Produce", answer.partition_responses[0].error_code)

    def _end(self, who: int) -> None:
        self.open.remove(who)
        topic = WriteTxnMarkersRequest.WritableTxnMarkerTopic(name=self.name, partition_indexes=[0])
        marker = WriteTxnMarkersRequest.WritableTxnMarker(
            producer_id=self.ids[who],
            producer_epoch=0,
            transaction_result=self.random.random() < 0.5,
            topics=[topic],
            coordinator_epoch=0,
        )
        request = WriteTxnMarkersRequest(markers=[marker])
        answer = self.client.ask(request, WriteTxnMarkersResponse, 1)
        check("marker", answer.markers[0].topics[0].partitions[0].error_code)

    # Both logs

    def copy(self) -> None:
        """Append to ours what the node has stored since."""
        for data in self._fetched(self.log.log_end_offset):
            self.log.append_as_follower(data, leader_epoch=1 << 30, now_ms=now_ms())
        self.log.move_high_watermark(self.log.log_end_offset)

    def clean(self) -> list[str]:
        """One round on both sides; what is different after it."""
        self._set_ratio(ALWAYS)
        plan = cleanable(self.log, self.checkpoint, now_ms())
        if plan.dirty_bytes:
            cleaning = self.round(self.log, plan, now_ms=now_ms(), map_bytes_max=1 << 30)
            for _ in cleaning.steps():
                pass
            self.checkpoint = cleaning.end_offset
            until(
                lambda: self._checkpoint() >= plan.end_offset,
                f"cleaning of {self.name} to {plan.end_offset}",
                CLEANED_SECONDS_MAX,
            )
        self._set_ratio(NEVER)
        until_in_force(lambda request, version: self.client.ask(request, Message, version))
        return self._differences()

    def _set_ratio(self, ratio: str) -> None:
        make = IncrementalAlterConfigsRequest.AlterableConfig
        resource = IncrementalAlterConfigsRequest.AlterConfigsResource(
            resource_type=2,
            resource_name=self.name,
            configs=[make(name="min.cleanable.dirty.ratio", config_operation=0, value=ratio)],
        )
        request = IncrementalAlterConfigsRequest(resources=[resource])
        (done,) = self.client.ask(request, IncrementalAlterConfigsResponse).responses
        check("IncrementalAlterConfigs", done.error_code)

    def _differences(self) -> list[str]:
        ours, stored = _shown(self._ours()), _shown(self._fetched(0))
        found = [
            f"batch {at}:\n  Kafka     {kafka}\n  kafkawire {own}"
            for at, (kafka, own) in enumerate(zip_longest(stored, ours))
            if kafka != own
        ][:1]
        segments = [each.base_offset for each in self.log.segments]
        pairs = [
            ("aborted", self._aborted(), self._our_aborted()),
            ("clean up to", self._checkpoint(), self.checkpoint),
        ]
        if self.codecs == [0]:
            pairs.append(("segments", self._segments(), segments))
        found += [
            f"{what}: Kafka {theirs}, kafkawire {own}"
            for what, theirs, own in pairs
            if theirs != own
        ]
        return found

    def _ours(self) -> list[bytes]:
        return [bytes(batch) for _, batch in self.log.iter_batches()]

    def _fetched(self, offset: int) -> list[bytes]:
        found: list[bytes] = []
        while True:
            records = bytes(fetch(self.client, self.name, 0, offset).records or b"")
            if not records:
                return found
            *_, (_, last) = iter_headers(records)
            found.append(records)
            offset = last.next_offset

    # The node's files

    @property
    def _directory(self) -> Path:
        return self.data / f"{self.name}-0"

    def _checkpoint(self) -> int:
        data = (self.data / offset_checkpoint.CLEANER_OFFSETS).read_bytes()
        return offset_checkpoint.decode(data).get(TopicPartition(self.name, 0), 0)

    def _segments(self) -> list[int]:
        return sorted(int(each.stem) for each in self._directory.glob("*.log"))

    def _aborted(self) -> list[object]:
        files = sorted(self._directory.glob("*.txnindex"))
        return [each for file in files for each in transaction_index.decode(file.read_bytes())]

    def _our_aborted(self) -> list[object]:
        indexes = [each.transaction_index for each in self.log.segments]
        return [each for index in indexes if index is not None for each in index.entries]


def _shown(buffers: list[bytes]) -> list[object]:
    shown = batches(Names(), b"".join(buffers))
    assert isinstance(shown, list)
    return list(shown)


def now_ms() -> int:
    """The time of both sides."""
    return int(time.time() * 1000)


def compare(pair: Pair) -> list[str]:
    """Some rounds over one log; the first differences."""
    for number in range(ROUNDS):
        pair.write()
        pair.copy()
        found = pair.clean()
        if found:
            return [f"{pair.name}, round {number + 1}, {pair.configs}", *found]
    return []


def main(arguments: Sequence[str] | None = None) -> int:
    """See the module; 0 if both do the same, 2 if there is no real node to be had."""
    parser = argparse.ArgumentParser(prog="python -m compat.oracle.cleaning")
    parser.add_argument("--version", default="4.4.0")
    parser.add_argument("--logs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    return ended(lambda: _compare_logs(options))


def _compare_logs(options: argparse.Namespace) -> int:
    failed = 0
    with KafkaNode(options.version, dict(SETTINGS)) as node:
        client = RawClient(node.bootstrap)
        for number in range(options.logs):
            seed = options.seed + number
            found = compare(Pair(node, client, f"log-{seed}", Random(seed)))
            failed += bool(found)
            sys.stdout.write("\n".join([*found[:8], f"seed {seed}: {'' if found else 'same'}\n"]))
        client.close()
    return min(failed, 1)


if __name__ == "__main__":
    sys.exit(main())
