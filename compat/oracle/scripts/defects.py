"""Produce requests with two things wrong at once: which of them is told."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from compat.oracle.scripts.groups import coordinator_ready
from compat.oracle.scripts.kit import World, batch, create, end_offsets, produce
from compat.oracle.scripts.producing import patched
from compat.oracle.steps import Ask, Drop, Script
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.records.batch import ATTRIBUTES_AT, MAGIC_AT
from kafkawire.records.builder import encode_batch

PRODUCE_BY_NAME = 11
PRODUCE_BY_ID = 13
PRODUCER = 810_000
HOUR_MS = 3_600_000
UNKNOWN_ID = bytes(range(16))


class Plan:
    """A request with one good batch, to be spoiled."""

    def __init__(self) -> None:
        self.version = PRODUCE_BY_NAME
        self.topic = "log"
        self.partition = 0
        self.acks = -1
        self.transactional_id: str | None = None
        self.producer: dict[str, Any] = {
            "producer_id": PRODUCER,
            "producer_epoch": 5,
            "base_sequence": 1,
        }
        self.late_ms = 0
        self.attributes = 0
        self.patches: list[tuple[int, bytes]] = []
        self.has_bad_crc = False
        self.magic = 2
        self.tail = b""

    def request(self) -> ProduceRequest:
        """What is to be sent."""
        # The hour, so that both sides are sent the same.
        hour_ms = int(time.time() * 1000) // HOUR_MS * HOUR_MS
        data = bytes(encode_batch([(hour_ms + self.late_ms, b"k", b"v", ())], **self.producer))
        data = patched(data, ATTRIBUTES_AT, self.attributes.to_bytes(2, "big"))
        for at, value in self.patches:
            data = patched(data, at, value)
        if self.has_bad_crc:
            data = patched(data, 17, bytes([data[17] ^ 1]), sealed=False)
        data = patched(data, MAGIC_AT, bytes([self.magic]), sealed=False) + self.tail
        request = produce(self.topic, data, self.partition, self.acks, UNKNOWN_ID)
        request.transactional_id = self.transactional_id
        return request


def _set(**fields: object) -> Callable[[Plan], None]:
    def spoil(plan: Plan) -> None:
        for name, value in fields.items():
            setattr(plan, name, value)

    return spoil


def _attributes(bits: int, **fields: object) -> Callable[[Plan], None]:
    def spoil(plan: Plan) -> None:
        plan.attributes |= bits
        _set(**fields)(plan)

    return spoil


def _patch(at: int, value: bytes) -> Callable[[Plan], None]:
    def spoil(plan: Plan) -> None:
        plan.patches.append((at, value))

    return spoil


def _sent_as(**fields: int) -> Callable[[Plan], None]:
    def spoil(plan: Plan) -> None:
        plan.producer.update(fields)

    return spoil


DEFECTS: dict[str, Callable[[Plan], None]] = {
    "magic": _set(magic=3),
    "no transactional id": _attributes(0x10),
    "unknown id": _set(version=PRODUCE_BY_ID),
    "partition": _set(partition=999),
    "two batches": _set(tail=batch(b"second")),
    "unverified": _attributes(0x10, transactional_id="x"),
    "acks": _set(acks=9),
    "internal": _set(topic="__consumer_offsets"),
    "size": _set(topic="small"),
    "base offset": _patch(0, (5).to_bytes(8, "big")),
    "crc": _set(has_bad_crc=True),
    "codec 5": _attributes(5),
    "negative delta": _patch(23, b"\xff" * 4),
    "no records": _patch(57, bytes(4)),
    "control": _attributes(0x20),
    "no sequence": _patch(53, b"\xff" * 4),
    "not gzip": _attributes(1),
    "record length": _patch(61, b"\x7e"),
    "late": _set(late_ms=3 * HOUR_MS),
    "duplicate": _sent_as(base_sequence=0),
    "old epoch": _sent_as(producer_epoch=4),
    "new epoch": _sent_as(producer_epoch=6),
    "gap": _sent_as(base_sequence=9),
}


def pairs_of_defects(world: World) -> Script:
    """Each two of them, either way around (produce A-10, A-42, B-13)."""
    yield from coordinator_ready("defects")
    yield from create(world, "log")
    yield from create(world, "small", configs={"max.message.bytes": "60"})
    first = batch(b"first", producer_id=PRODUCER, producer_epoch=5, base_sequence=0)
    yield Ask(produce("log", first), PRODUCE_BY_NAME)
    for name, spoil in DEFECTS.items():
        for other, spoil_too in DEFECTS.items():
            plan = Plan()
            spoil(plan)
            spoil_too(plan)
            if name == other == "new epoch":
                continue
            yield Ask(plan.request(), plan.version, f"{name}, {other}")
            yield Drop(f"{name}, {other}")
    yield Ask(end_offsets("log", [0]), 6)


SCRIPTS = {"produce-pairs-of-defects": pairs_of_defects}
