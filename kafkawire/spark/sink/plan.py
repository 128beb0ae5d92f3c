"""What a writer was asked to do, and what its tasks and its driver do about it; no Spark in here.

A `SinkPlan` is made on the driver, pickled to the tasks, and used again for `commit` and `abort` by
an object in another process: it holds values only, and making one does nothing. What a task did
travels in its `Written`.
"""

from __future__ import annotations

import contextlib
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.spark.cluster.cluster import Cluster
from kafkawire.spark.cluster.errors import ClusterError, OptionError
from kafkawire.spark.cluster.settings import Settings
from kafkawire.spark.cluster.transactions import Identity
from kafkawire.spark.sink.exactly_once import Decision, Ledger, finish, finish_all
from kafkawire.spark.sink.rows import check_columns
from kafkawire.spark.sink.task import TaskWriter

if TYPE_CHECKING:
    import pyarrow as pa

ABORT_LIMIT_MS = 10_000
"""Aborting is a kindness: what is left open is aborted by whoever comes next."""
_BOOLEANS = {"true": True, "false": False}


class Place(NamedTuple):
    """Where a task stands: its number, and its query and batch if it belongs to a stream."""

    task: int
    query: str
    batch_id: int = -1


class Written(NamedTuple):
    """What became of a task; `identity` if it left a transaction open."""

    task: int
    query: str
    row_count: int = 0
    topic: str = ""
    identity: Identity | None = None


class SinkPlan(NamedTuple):
    """From options; `topic` overrides the column of that name."""

    settings: Settings
    topic: str | None
    is_exactly_once: bool

    @classmethod
    def of(cls, options: Mapping[str, str], types: Mapping[str, str]) -> SinkPlan:
        """`types` are the DataFrame's columns with simple type names. Raises OptionError."""
        lowered = {name.lower(): str(value) for name, value in options.items()}
        topic = lowered.get("topic", "").strip() or None
        text = lowered.get("exactlyonce", "false").strip().lower()
        if text not in _BOOLEANS:
            raise OptionError(f"option 'exactlyOnce' must be true or false, not {text!r}")
        settings = Settings.from_options(options)
        if _BOOLEANS[text] and not settings.producer.is_idempotent:
            raise OptionError("option 'exactlyOnce' needs acks=all and idempotence")
        check_columns(types, topic)
        return cls(settings, topic, _BOOLEANS[text])

    def write(self, batches: Iterable[pa.RecordBatch], place: Place) -> Written:
        """One task's work; a task without rows asks nothing of the cluster. Raises ClusterError."""
        rows = _some(batches)
        if rows is None:
            return Written(place.task, place.query)
        with Cluster(self.settings) as cluster:
            if not self.is_exactly_once:
                return self._write_plainly(cluster, rows, place)
            if place.batch_id >= 0 and self._is_in(cluster, place):
                for _ in rows:  # Spark's side of the pipe waits for a reader
                    pass
                return Written(place.task, place.query)
            return self._write_once(cluster, rows, place)

    def commit(self, messages: Sequence[Written | None], batch_id: int = -1) -> None:
        """On the driver, when all tasks are done. Raises ClusterError."""
        written = [each for each in messages if each is not None]
        if not (self.is_exactly_once and written):
            return
        with Cluster(self.settings) as cluster:
            ledger = Ledger(cluster, written[0].query)
            opened = {each.task: each.identity for each in written if each.identity is not None}
            if batch_id >= 0:
                opened = _decided(ledger, written, opened, batch_id)
            finish_all(cluster, list(opened.values()))
            if batch_id >= 0:
                with contextlib.suppress(ClusterError):
                    ledger.sweep(cluster.deadline(ABORT_LIMIT_MS))

    def abort(self, messages: Sequence[Written | None], batch_id: int = -1) -> None:
        """On the driver, when a task or the commit failed. Best effort."""
        opened = [each for each in messages if each is not None and each.identity is not None]
        if not opened:
            return
        with contextlib.suppress(ClusterError), Cluster(self.settings) as cluster:
            ledger = Ledger(cluster, opened[0].query)
            decision = ledger.read(batch_id) if batch_id >= 0 else None
            if decision is not None and decision.batch_id >= batch_id:
                return  # too late: the replay brings the rest in
            deadline = cluster.deadline(ABORT_LIMIT_MS)
            for each in opened:
                if each.identity is not None:
                    finish(cluster, each.identity, is_commit=False, deadline=deadline)

    def _write_plainly(
        self, cluster: Cluster, rows: Iterator[pa.RecordBatch], place: Place
    ) -> Written:
        identity = cluster.init_producer_id() if self.settings.producer.is_idempotent else None
        writer = TaskWriter(cluster, identity, self.topic)
        writer.write(rows)
        return Written(place.task, place.query, writer.row_count)

    def _write_once(
        self, cluster: Cluster, rows: Iterator[pa.RecordBatch], place: Place
    ) -> Written:
        ledger = Ledger(cluster, place.query)
        identity = cluster.init_producer_id(ledger.transactional_id(place.task))
        writer = TaskWriter(cluster, identity, self.topic)
        is_written = False
        try:
            writer.write(rows)
            is_written = True
        finally:
            if not is_written:  # an open transaction holds up who reads committed records
                with contextlib.suppress(ClusterError):
                    deadline = cluster.deadline(ABORT_LIMIT_MS)
                    finish(cluster, identity, is_commit=False, deadline=deadline)
        return Written(place.task, place.query, writer.row_count, writer.topics[0], identity)

    def _is_in(self, cluster: Cluster, place: Place) -> bool:
        """Whether this task's part of the batch is in the topics, if need be from now on."""
        ledger = Ledger(cluster, place.query)
        decision = ledger.read(place.batch_id)
        if decision is None or decision.batch_id < place.batch_id:
            return False
        if decision.batch_id > place.batch_id:
            warnings.warn(
                f"batch {place.batch_id} of query {place.query} is in the topics already, as"
                f" batch {decision.batch_id} is: skipped",
                stacklevel=2,
            )
            return True
        found = decision.identities.get(place.task)
        if found is None:  # its rows, if it has any now, were another task's then
            return True
        identity = ledger.identity(place.task, found)
        return finish(cluster, identity, is_commit=True, deadline=cluster.deadline())


def _decided(
    ledger: Ledger, written: Sequence[Written], opened: dict[int, Identity], batch_id: int
) -> dict[int, Identity]:
    """Decide for the batch; returns whose transactions have to be committed."""
    decision = ledger.read(batch_id)
    if decision is not None and decision.batch_id > batch_id:
        return {}
    known: dict[int, tuple[int, int]] = {}
    if decision is not None and decision.batch_id == batch_id:
        known.update(decision.identities)
    known.update({task: (each.producer_id, each.epoch) for task, each in opened.items()})
    if opened:
        topic = min(each.topic for each in written if each.topic)
        ledger.write(Decision(batch_id, known), topic)
    return {task: ledger.identity(task, found) for task, found in known.items()}


def _some(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch] | None:
    """The batches that have rows; None if there is none."""
    rows = (batch for batch in batches if batch.num_rows)
    first = next(rows, None)
    return None if first is None else chain([first], rows)
