"""A transaction as it is known, and what an exchange does to it, as data and as a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.dump.state.phrases import lasted
from kafkawire.log.topic_partition import TopicPartition

if TYPE_CHECKING:
    from kafkawire.dump.model import Connection

CONNECTIONS_MAX = 64
"""Of one transaction; with more it is not known for sure."""
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
        "is_begun",
        "is_doubted",
        "partitions",
        "producer_id",
        "state",
        "timeout_ms",
        "used_on",
    )

    def __init__(self, transactional_id: str, cluster: int) -> None:
        self.id = transactional_id
        self.cluster = cluster
        self.producer_id = NOT_KNOWN
        self.epoch = NOT_KNOWN
        self.timeout_ms = 0
        self.state = ""
        self.began_ns: int | None = None
        self.is_begun = False
        """Whether it is known that nothing was open before what was seen of it."""
        self.is_doubted = False
        """Whether it may have ended, by a request whose answer says nothing."""
        self.used_on: dict[int, Connection] = {}
        """The connections that its requests came on, by their numbers."""
        self.partitions: dict[TopicPartition, None] = {}
        self.groups: dict[str, None] = {}

    @property
    def is_sure(self) -> bool:
        """Whether it would have been seen if what was open had ended on its connections."""
        if self.is_doubted or self.began_ns is None:
            return False
        began_ns = self.began_ns
        return all(each.is_unbroken(began_ns) for each in self.used_on.values())

    def open_for(self, now_ns: int) -> str:
        """`transaction pay, producer 4000 epoch 3, open for 62 s`."""
        producer = "" if self.producer_id < 0 else f", producer {self.producer_id}"
        epoch = "" if self.epoch < 0 else f" epoch {self.epoch}"
        began_ns = now_ns if self.began_ns is None else self.began_ns
        least = "" if self.is_begun else "at least "
        lasts = lasted(now_ns - began_ns)
        return f"transaction {self.id}{producer}{epoch}, open for {least}{lasts}"


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
