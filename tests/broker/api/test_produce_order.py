"""Produce: of two things that are wrong with a request, which one is told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kafkawire.log.config import LogConfig
from kafkawire.records.builder import encode_batch
from tests.support.broker.partitions import reassign
from tests.support.log.batches import NOW_MS, append, make_batch
from tests.support.requests.produce import Producer, with_crc

ATTRIBUTES_AT = 21
MAGIC_AT = 16

HOUR_MS = 3_600_000
LOG_START = 3
NAMES, IDS = 11, 13


class Plan:
    """A request with one good batch, to be spoiled; `patches` are applied under the checksum."""

    def __init__(self) -> None:
        self.version = NAMES
        self.acks = -1
        self.transactional_id: str | None = None
        self.topic: str | bytes = "t"
        self.partition = 0
        self.configs: dict[str, str] = {}
        self.replicas: tuple[int, ...] = (1,)
        self.is_leader = True
        self.attributes = 0
        self.timestamp = NOW_MS
        self.size = 1
        self.producer: dict[str, Any] = {"producer_id": 7, "producer_epoch": 5, "base_sequence": 1}
        self.patches: list[tuple[int, bytes]] = []
        self.tail = b""
        self.has_bad_crc = False
        self.magic = 2

    def batch(self) -> bytes:
        records = [(self.timestamp, b"k", b"v" * self.size, ())]
        found = bytearray(encode_batch(records, **self.producer))
        found[ATTRIBUTES_AT : ATTRIBUTES_AT + 2] = self.attributes.to_bytes(2, "big")
        for at, value in self.patches:
            found[at : at + len(value)] = value
        found = bytearray(with_crc(found))
        if self.has_bad_crc:
            found[17] ^= 1
        found[MAGIC_AT] = self.magic
        return bytes(found) + self.tail

    def outcome(self) -> tuple[Any, ...]:
        """Code, offsets, words and number of record errors of the answer."""
        producer = Producer()
        producer.harness.broker.controller.create_internal_topic(
            "__consumer_offsets", producer.harness.now_ms
        )
        log = producer.partition().log
        append(log, make_batch(LOG_START))
        log.delete_records_before(LOG_START)
        first = make_batch(producer_id=7, producer_epoch=5, base_sequence=0)
        append(log, first)
        for index in range(2):
            reassign(producer.partition(index), replicas=self.replicas)
            producer.partition(index).log.config = LogConfig.from_mapping(self.configs)
        producer.partition().is_leader = self.is_leader
        answers = producer.produce(
            (self.topic, self.partition, self.batch()),
            version=self.version,
            acks=self.acks,
            transactional_id=self.transactional_id,
        )
        (answer,) = answers.values()
        offsets = answer.base_offset, answer.log_start_offset
        return answer.error_code, *offsets, answer.error_message, len(answer.record_errors)


def unframed(plan: Plan) -> None:
    plan.magic = 3


def transactional_without_id(plan: Plan) -> None:
    plan.attributes |= 0x10


def unknown_id(plan: Plan) -> None:
    plan.version, plan.topic = IDS, b"u" * 16


def missing_partition(plan: Plan) -> None:
    plan.partition = 999


def two_batches(plan: Plan) -> None:
    plan.tail = make_batch()


def unverified(plan: Plan) -> None:
    plan.attributes |= 0x10
    plan.transactional_id = "x"


def bad_acks(plan: Plan) -> None:
    plan.acks = 9


def internal(plan: Plan) -> None:
    plan.topic = "__consumer_offsets"


def led_elsewhere(plan: Plan) -> None:
    plan.is_leader = False


def too_few_replicas(plan: Plan) -> None:
    plan.configs["min.insync.replicas"] = "2"
    plan.replicas = (1, 2)


def base_offset(plan: Plan) -> None:
    plan.patches.append((0, (5).to_bytes(8, "big")))


def oversize(plan: Plan) -> None:
    plan.configs["max.message.bytes"] = "60"


def bad_crc(plan: Plan) -> None:
    plan.has_bad_crc = True


def no_such_codec(plan: Plan) -> None:
    plan.attributes |= 5


def negative_delta(plan: Plan) -> None:
    plan.patches.append((23, b"\xff" * 4))


def no_records(plan: Plan) -> None:
    plan.patches.append((57, bytes(4)))


def control(plan: Plan) -> None:
    plan.attributes |= 0x20


def no_sequence(plan: Plan) -> None:
    plan.patches.append((53, b"\xff" * 4))


def not_gzip(plan: Plan) -> None:
    plan.attributes |= 1


def record_cut(plan: Plan) -> None:
    plan.patches.append((61, b"\x7e"))


def late(plan: Plan) -> None:
    plan.timestamp = NOW_MS + HOUR_MS + 1


def larger_than_a_segment(plan: Plan) -> None:
    plan.configs["internal.segment.bytes"] = "60"


def duplicate(plan: Plan) -> None:
    plan.producer["base_sequence"] = 0


def old_epoch(plan: Plan) -> None:
    plan.producer["producer_epoch"] = 4


def gap(plan: Plan) -> None:
    plan.producer["base_sequence"] = 9


REAL, HIDDEN = LOG_START, -1
INVALID = (87, -1, REAL, None, 0)
MAGIC_TEXT = "Invalid magic found in record: 3"
TIMESTAMP_TEXT = "One or more records have been rejected due to invalid timestamp"
VERIFICATION_TEXT = (
    "Unable to verify the partition has been added to the transaction. "
    "Underlying error: COORDINATOR_NOT_AVAILABLE"
)
DEFECTS: list[tuple[Callable[[Plan], None], tuple[Any, ...]]] = [
    (unframed, (2, -1, HIDDEN, MAGIC_TEXT, 0)),
    (transactional_without_id, (53, -1, HIDDEN, None, 0)),
    (unknown_id, (100, -1, HIDDEN, None, 0)),
    (missing_partition, (3, -1, HIDDEN, None, 0)),
    (two_batches, (87, -1, HIDDEN, None, 0)),
    (unverified, (19, -1, HIDDEN, VERIFICATION_TEXT, 0)),
    (bad_acks, (21, -1, HIDDEN, None, 0)),
    (internal, (17, -1, HIDDEN, None, 0)),
    (led_elsewhere, (6, -1, HIDDEN, None, 0)),
    (too_few_replicas, (19, -1, REAL, None, 0)),
    (base_offset, INVALID),
    (oversize, (10, -1, HIDDEN, None, 0)),
    (bad_crc, (2, -1, HIDDEN, None, 0)),
    (no_such_codec, (-1, -1, REAL, None, 0)),
    (negative_delta, INVALID),
    (no_records, INVALID),
    (control, INVALID),
    (no_sequence, INVALID),
    (not_gzip, (-1, -1, REAL, None, 0)),
    (record_cut, INVALID),
    (late, (32, -1, REAL, TIMESTAMP_TEXT, 1)),
    (larger_than_a_segment, (18, -1, HIDDEN, None, 0)),
    (duplicate, (0, LOG_START, REAL, None, 0)),
    (old_epoch, (47, -1, REAL, None, 0)),
    (gap, (45, -1, REAL, None, 0)),
]
"""In the order in which they are looked at, each with the answer to it alone."""

EXCLUSIVE = [
    {transactional_without_id, unverified},
    {unknown_id, internal},
    {unverified, led_elsewhere},
    {unverified, old_epoch},
    {no_such_codec, not_gzip},
    {not_gzip, record_cut},
    {duplicate, old_epoch},
    {duplicate, gap},
]
"""Pairs that cannot be had at once, or of which each changes what the other means."""


@pytest.mark.parametrize(
    ("spoil", "expected"), DEFECTS, ids=lambda each: getattr(each, "__name__", "")
)
def test_each_defect_has_its_answer(
    spoil: Callable[[Plan], None], expected: tuple[Any, ...]
) -> None:
    """produce A-42, A-61, A-62, A-22."""
    plan = Plan()
    spoil(plan)
    assert plan.outcome() == expected


def test_nothing_is_wrong_with_the_plan_itself() -> None:
    assert Plan().outcome() == (0, LOG_START + 1, REAL, None, 0)


@pytest.mark.slow
@pytest.mark.parametrize("at", range(len(DEFECTS)), ids=lambda at: DEFECTS[at][0].__name__)
def test_of_two_defects_the_one_that_is_looked_at_first_is_told(at: int) -> None:
    """produce A-10, A-11, A-16, A-41, A-42, A-43, B-13, F 12, F 71, F 87: all pairs."""
    spoil, expected = DEFECTS[at]
    for other, _ in DEFECTS[at + 1 :]:
        if {spoil, other} in EXCLUSIVE:
            continue
        plan = Plan()
        other(plan)
        spoil(plan)
        assert plan.outcome() == expected, other.__name__
