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

The identities do not fit into one commit's metadata if there are hundreds (some 330 tasks); then
there are further groups, `spark-sink-QUERY-even-1`, -2 and so on or `-odd-1`, that are written
before the group `spark-sink-QUERY`, which alone decides. Decisions are numbered, and each one
writes its further parts where the one in force has none; parts have a mark that is the decision's
own. So a driver may die between any two writes: what is in force stays readable until the next one
is, and parts of a decision that never came are overwritten, or have a mark that nobody asks for.

What limits it: an offset of a group without members is forgotten by Kafka after
`offsets.retention.minutes` (seven days unless brokers say otherwise), and at once when the topic is
deleted that it was committed for (the first by name of those that the batch was written to). If a
stream stops after a decision, but before Spark has noted the batch as done, and comes back later
than that, it writes this last batch a second time.

A batch write (`df.write`) has no decision, since nobody replays it: its transactions are committed
one after the other when all tasks are done. A failed task leaves nothing; but a driver that dies
while it commits, or a transaction that cannot be committed, leaves the rows of some tasks there and
those of others not, and to write again writes the former twice. `finish_all` says whose are there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from secrets import token_hex
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.spark.cluster.cluster import TRANSACTION
from kafkawire.spark.cluster.errors import ClusterError, Refused
from kafkawire.spark.cluster.groups import Committed
from kafkawire.spark.cluster.metadata import TopicPartition
from kafkawire.spark.cluster.transactions import Identity, is_fenced, open_transactions

if TYPE_CHECKING:
    from kafkawire.client.blocking import Deadline
    from kafkawire.spark.cluster.cluster import Cluster

FORM = "2"
METADATA_CHARACTERS_MAX = 4_000
"""Kafka's `offset.metadata.max.bytes` is 4096."""
HEAD_CHARACTERS_MAX = 40
"""Of what stands before the identities."""
PARTITION = 0
"""Of the topic that decisions are committed for: the one that surely exists."""
COMMITTED = "committed"
ENDED = (
    "had been ended by somebody else (a later attempt of the task, or Kafka after"
    " transaction.timeout.ms)"
)


class Decision(NamedTuple):
    """A batch that is in, or that must be brought in; identities by task, as (id, epoch)."""

    batch_id: int
    identities: Mapping[int, tuple[int, int]]


class Part(NamedTuple):
    """One commit of a decision: which one it is of, of how many, and some identities."""

    batch_id: int
    number: int
    mark: str
    part_count: int
    entries: Sequence[str]


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

    def read(self, batch_id: int) -> Decision | None:
        """The decision in force, None before the first; with identities if it is of this batch.

        Those of other batches are of no use: a batch before this one is in, or Spark would not have
        gone on. Raises ClusterError.
        """
        first = self._first()
        if first is None:
            return None
        if first.batch_id != batch_id:
            return Decision(first.batch_id, {})
        texts = list(first.entries)
        for index in range(1, first.part_count):
            texts += self._further(first, index).entries
        return Decision(first.batch_id, dict(_entry(text) for text in texts))

    def write(self, decision: Decision, topic: str) -> None:
        """Decide. The last request of it is what counts."""
        entries = [_text(task, *found) for task, found in sorted(decision.identities.items())]
        chunks = _chunks(entries)
        before = self._first()
        number = 0 if before is None else before.number + 1
        mark = token_hex(4)
        where = TopicPartition(topic, PARTITION)
        for index in reversed(range(len(chunks))):
            part = Part(decision.batch_id, number, mark, len(chunks), chunks[index])
            committed = Committed(decision.batch_id, _metadata(part))
            self._cluster.offset_commit(self._group_of(number, index), {where: committed})

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

    def _group_of(self, number: int, index: int) -> str:
        """Where a part is kept; two decisions in a row share the first one's place only."""
        if not index:
            return self._group
        return f"{self._group}-{'odd' if number % 2 else 'even'}-{index}"

    def _first(self) -> Part | None:
        """Of the decision in force. The topic may be another one each time: the last counts."""
        return max(self._parts(self._group), key=lambda part: part[:2], default=None)

    def _further(self, first: Part, index: int) -> Part:
        group = self._group_of(first.number, index)
        for part in self._parts(group):
            if part[:3] == first[:3]:
                return part
        raise ClusterError(
            f"group {group} has nothing of batch {first.batch_id}, as if Kafka had forgotten it"
            " (offsets.retention.minutes, or its topic was deleted): nobody knows any more which"
            f" transactions the batch has. With the offsets of group {self._group} deleted, the"
            " batch is written again, whether it is there or not"
        )

    def _parts(self, group: str) -> list[Part]:
        found = self._cluster.offset_fetch(group, is_stable=False).values()
        return [_part(each) for each in found]


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
    """Commit them all; one that is refused keeps none of the others from it.

    Raises ClusterError, which says whose transactions were committed and whose were not. Where no
    answer comes in time, the rest is not tried: each would take as long.
    """
    ids = [each.transactional_id for each in identities if each.transactional_id is not None]
    deadline = cluster.deadline()
    cluster.retried(lambda: cluster.locate(ids, TRANSACTION, deadline), deadline)
    fates: dict[str, list[Identity]] = {}
    for index, identity in enumerate(identities):
        fate, is_answered = _committed(cluster, identity)
        fates.setdefault(fate, []).append(identity)
        if not is_answered:
            fates.setdefault("not tried", []).extend(identities[index + 1 :])
            break
    if fates.keys() - {COMMITTED}:
        raise ClusterError(_told(fates, len(identities)))


def _committed(cluster: Cluster, identity: Identity) -> tuple[str, bool]:
    """What became of it, in words; and whether its coordinator said so."""
    try:
        is_ours = finish(cluster, identity, is_commit=True, deadline=cluster.deadline())
    except Refused as error:
        return f"refused ({error})", True
    except ClusterError as error:
        return f"perhaps committed ({error})", False
    return (COMMITTED if is_ours else ENDED), True


def _told(fates: Mapping[str, Sequence[Identity]], count: int) -> str:
    texts = [
        f"{len(each)} of {count} transactions {fate}: "
        + ", ".join(str(identity.transactional_id) for identity in each)
        for fate, each in fates.items()
        if each
    ]
    return (
        f"{'; '.join(texts)}. Rows of committed ones are in the topics, those of the others are"
        " not. The batch has to be run again: a stream brings in what is missing when it is started"
        " again; a batch write (df.write) does not know of this one and writes all of its rows"
    )


def _text(task: int, producer_id: int, epoch: int) -> str:
    return f"{task:x}:{producer_id:x}:{epoch:x}"


def _entry(text: str) -> tuple[int, tuple[int, int]]:
    task, producer_id, epoch = (int(part, 16) for part in text.split(":"))
    return task, (producer_id, epoch)


def _metadata(part: Part) -> str:
    return " ".join((FORM, f"{part.number:x}", part.mark, str(part.part_count), *part.entries))


def _part(committed: Committed) -> Part:
    form, *rest = committed.metadata.split(" ")
    if form != FORM or len(rest) < 3:
        raise ClusterError(f"not a decision of this sink: {committed.metadata[:40]!r}")
    number, mark, count, *entries = rest
    return Part(committed.offset, int(number, 16), mark, int(count), entries)


def _chunks(entries: Sequence[str]) -> list[list[str]]:
    chunks: list[list[str]] = [[]]
    size = 0
    for entry in entries:
        size += len(entry) + 1
        if size > METADATA_CHARACTERS_MAX - HEAD_CHARACTERS_MAX:
            chunks.append([])
            size = len(entry) + 1
        chunks[-1].append(entry)
    return chunks
