"""Each row of a stream once: a transaction for each task, and one decision for each batch.

A task writes in a transaction of the id `spark-sink-QUERY-TASK` and leaves it open; producer id and
epoch travel to the driver in the task's message. When all tasks are done the driver *decides*: it
commits, to the group `spark-sink-QUERY`, the batch's number as the offset, with the identities of
all its transactions beside it. Then it commits the transactions. So

- a task that is tried again takes the transactional id over, which aborts what the attempt before
  it left, and fences it should it still run; a message of such an attempt commits nothing;
- a job that fails before the decision has its transactions aborted, by `abort` or, should the
  driver be dead, by the tasks of the replay when they take the ids over, or by its driver;
- a batch that is replayed after the decision writes nothing: its tasks and the driver commit the
  transactions that are named in it, which is no error where they are committed already;
- a batch before the decided one is in, and is skipped.

Which rows a task gets may therefore differ between the run and the replay. The one exception: a
transaction that was open longer than `transaction.timeout.ms` after the decision (a driver that was
dead for that long) was aborted by Kafka; the task of that number then writes its rows again, which
is right if it gets the same ones, as it does unless partitioning was changed.

The identities do not fit into one commit's metadata if there are hundreds; then there are further
groups `spark-sink-QUERY-1`, -2 and so on, which are written before the first one decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.spark.cluster.coordinating import TRANSACTION, locate
from kafkawire.spark.cluster.errors import ClusterError, Refused
from kafkawire.spark.cluster.groups import Committed
from kafkawire.spark.cluster.metadata import TopicPartition
from kafkawire.spark.cluster.transactions import Identity, is_fenced, open_transactions

if TYPE_CHECKING:
    from kafkawire.spark.cluster.cluster import Cluster
    from kafkawire.spark.cluster.deadline import Deadline

FORM = "1"
METADATA_CHARACTERS_MAX = 4_000
"""Kafka's `offset.metadata.max.bytes` is 4096."""
PARTITION = 0
"""Of the topic that decisions are committed for: the one that surely exists."""


class Decision(NamedTuple):
    """A batch that is in, or that must be brought in; identities by task, as (id, epoch)."""

    batch_id: int
    identities: Mapping[int, tuple[int, int]]


class Ledger:
    """What is decided for one query (or write), kept in the cluster itself."""

    def __init__(self, cluster: Cluster, name: str) -> None:
        self._cluster = cluster
        self._group = f"spark-sink-{name}"

    def transactional_id(self, task: int) -> str:
        """Of a task by its number, whichever attempt."""
        return f"{self._group}-{task}"

    def identity(self, task: int, found: tuple[int, int]) -> Identity:
        """Of a transaction that a decision names."""
        return Identity(self.transactional_id(task), *found)

    def read(self) -> Decision | None:
        """The latest decision; None before the first. Raises ClusterError."""
        latest = self._latest(self._group)
        if latest is None:
            return None
        count, texts = _chunk(latest)
        for index in range(1, count):
            more = self._latest(f"{self._group}-{index}")
            if more is None or more.offset != latest.offset:
                raise ClusterError(f"group {self._group}-{index} is not of batch {latest.offset}")
            texts += _chunk(more)[1]
        return Decision(latest.offset, dict(_entry(text) for text in texts))

    def write(self, decision: Decision, topic: str) -> None:
        """Decide. The last request of it is what counts."""
        entries = [_text(task, *found) for task, found in sorted(decision.identities.items())]
        chunks = _chunks(entries)
        where = TopicPartition(topic, PARTITION)
        for index in reversed(range(len(chunks))):
            text = " ".join((FORM, str(len(chunks)), *chunks[index]))
            group = self._group if index == 0 else f"{self._group}-{index}"
            self._cluster.offset_commit(group, {where: Committed(decision.batch_id, text)})

    def sweep(self, deadline: Deadline) -> None:
        """Abort what is still open of this query, when all of its batch has been committed.

        A driver that died before it decided, and whose replay came out with fewer tasks, leaves
        such: they would hold up who reads committed records until Kafka aborts them.
        """
        prefix = f"{self._group}-"
        for found in open_transactions(self._cluster, deadline):
            task = found.removeprefix(prefix)
            if found.startswith(prefix) and task.isdecimal():
                self._cluster.init_producer_id(found, deadline=deadline)

    def _latest(self, group: str) -> Committed | None:
        """The topic may be another one each time, so the greatest offset is the latest."""
        found = self._cluster.offset_fetch(group, is_stable=False).values()
        return max(found, key=lambda each: each.offset, default=None)


def finish(cluster: Cluster, identity: Identity, *, is_commit: bool, deadline: Deadline) -> bool:
    """End a transaction, once more if need be; False if it is over, ended by somebody else."""
    try:
        cluster.transaction(identity).end(is_commit, deadline)
    except Refused as error:
        if is_fenced(error):
            return False
        raise
    return True


def finish_all(cluster: Cluster, identities: Sequence[Identity]) -> None:
    """Commit them all. Raises ClusterError when all that could be has been committed."""
    ids = [each.transactional_id for each in identities if each.transactional_id is not None]
    deadline = cluster.deadline()
    cluster.retried(lambda: locate(cluster, ids, TRANSACTION, deadline), deadline)
    lost = [
        identity
        for identity in identities
        if not finish(cluster, identity, is_commit=True, deadline=cluster.deadline())
    ]
    if lost:
        names = ", ".join(str(each.transactional_id) for each in lost)
        raise ClusterError(
            f"{len(lost)} of {len(identities)} transactions had been ended by somebody else (a"
            f" later attempt of the task, or Kafka after transaction.timeout.ms): {names}."
            " The batch has to be run again"
        )


def _text(task: int, producer_id: int, epoch: int) -> str:
    return f"{task:x}:{producer_id:x}:{epoch:x}"


def _entry(text: str) -> tuple[int, tuple[int, int]]:
    task, producer_id, epoch = (int(part, 16) for part in text.split(":"))
    return task, (producer_id, epoch)


def _chunk(committed: Committed) -> tuple[int, list[str]]:
    """How many chunks there are, and the entries of this one."""
    form, *rest = committed.metadata.split(" ")
    if form != FORM or not rest:
        raise ClusterError(f"not a decision of this sink: {committed.metadata[:40]!r}")
    return int(rest[0]), rest[1:]


def _chunks(entries: Sequence[str]) -> list[list[str]]:
    chunks: list[list[str]] = [[]]
    size = 0
    for entry in entries:
        size += len(entry) + 1
        if size > METADATA_CHARACTERS_MAX - 16:
            chunks.append([])
            size = len(entry) + 1
        chunks[-1].append(entry)
    return chunks
