"""A transaction as it is known, and what an exchange does to it, as data and as a sentence."""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.dump.state.phrases import lasted
from kafkawire.log.topic_partition import TopicPartition

NOT_KNOWN = -1

EMPTY, ONGOING, COMMITTED, ABORTED = "empty", "ongoing", "committed", "aborted"

Partitions = tuple[TopicPartition, ...]


class Transaction:
    """A transactional id with its latest transaction."""

    __slots__ = (
        "began_ns",
        "cluster",
        "epoch",
        "groups",
        "id",
        "partitions",
        "producer_id",
        "state",
        "timeout_ms",
    )

    def __init__(self, transactional_id: str, cluster: int) -> None:
        self.id = transactional_id
        self.cluster = cluster
        self.producer_id = NOT_KNOWN
        self.epoch = NOT_KNOWN
        self.timeout_ms = 0
        self.state = ""
        self.began_ns: int | None = None
        self.partitions: dict[TopicPartition, None] = {}
        self.groups: dict[str, None] = {}

    def open_for(self, now_ns: int) -> str:
        """`transaction pay, producer 4000 epoch 3, open for 62 s`."""
        producer = "" if self.producer_id < 0 else f", producer {self.producer_id}"
        epoch = "" if self.epoch < 0 else f" epoch {self.epoch}"
        began_ns = now_ns if self.began_ns is None else self.began_ns
        return f"transaction {self.id}{producer}{epoch}, open for {lasted(now_ns - began_ns)}"


class TransactionStep(NamedTuple):
    """What an exchange does to a transaction."""

    transactional_id: str
    """Empty for a producer that is only idempotent."""
    kind: str
    """`init`, `add`, `produce`, `offsets`, or `end`."""
    summary: str
    state: str = ""
    """`empty`, `ongoing`, `committed` or `aborted`; empty if that is not known."""
    producer_id: int = NOT_KNOWN
    producer_epoch: int = NOT_KNOWN
    added: Partitions = ()
    partitions: int = 0
    """How many take part, as far as that was seen."""
    groups: tuple[str, ...] = ()
    open_ms: float | None = None
    error: str = ""
