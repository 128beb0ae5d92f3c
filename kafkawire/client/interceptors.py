"""Interceptors: objects of the application that see, and may change, what clients send and read.

If an interceptor raises, the log has why, and the client goes on without its result, as in Kafka.
Interceptors run in the order in which `interceptor_classes` has them.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kafkawire.client.accepting import ProducerRecord
    from kafkawire.client.batch import Batch
    from kafkawire.client.core.producing.batch import Batch as SentBatch
    from kafkawire.client.errors import ClientError
    from kafkawire.client.values import OffsetAndMetadata, RecordMetadata, TopicPartition

_log = logging.getLogger("kafkawire.client.interceptors")


class ConsumerInterceptor:
    """Methods that a consumer calls. Override those that you need."""

    def on_consume(self, batch: Batch[Any, Any]) -> Batch[Any, Any]:
        """Return the batch that the application gets: this one, or another of its partition."""
        return batch

    def on_commit(self, offsets: Mapping[TopicPartition, OffsetAndMetadata]) -> None:
        """Take offsets that the coordinator has stored."""

    def close(self) -> None:
        """Take the end of the consumer."""


class ProducerInterceptor:
    """Methods that a producer calls. Override those that you need."""

    def on_send(self, topic: str, record: ProducerRecord) -> ProducerRecord:
        """Return the record that is serialized and sent, before a partition is chosen."""
        return record

    def on_acknowledgement(
        self, partition: TopicPartition, metadata: RecordMetadata | None, error: ClientError | None
    ) -> None:
        """Take where a record is, or why it was not delivered."""

    def close(self) -> None:
        """Take the end of the producer."""


class Interceptors:
    """The interceptors of one client. A method that one of them lacks is passed over."""

    def __init__(self, objects: Sequence[object]) -> None:
        self._objects = tuple(objects)

    def __bool__(self) -> bool:
        return bool(self._objects)

    def consumed(self, batch: Batch[Any, Any]) -> Batch[Any, Any]:
        """Return the batch that the application gets."""
        for method in self._methods("on_consume"):
            batch = self._call(method, batch) or batch
        return batch

    def committed(
        self, offsets: Mapping[TopicPartition, OffsetAndMetadata], error: ClientError | None
    ) -> None:
        """Take offsets that were committed, or refused."""
        for method in self._methods("on_commit") if error is None else ():
            self._call(method, offsets)

    def sending(self, topic: str, record: ProducerRecord) -> ProducerRecord:
        """Return the record that is sent."""
        for method in self._methods("on_send"):
            record = self._call(method, topic, record) or record
        return record

    def batch_ended(self, root: SentBatch) -> None:
        """Take a batch that was acknowledged or has failed."""
        from kafkawire.client.core.producing.batch import Delivery

        for method in self._methods("on_acknowledgement"):
            for part in root.leaves():
                for index in range(part.first, part.first + part.count):
                    error = part.error_of(index)
                    metadata = None if error else Delivery(root, index).metadata()
                    self._call(method, part.partition, metadata, error)

    def close(self) -> None:
        """Take the end of the client."""
        for method in self._methods("close"):
            self._call(method)

    def _methods(self, name: str) -> Iterable[Callable[..., Any]]:
        found = (getattr(each, name, None) for each in self._objects)
        return [each for each in found if each is not None]

    def _call(self, method: Callable[..., Any], *arguments: object) -> Any:
        try:
            return method(*arguments)
        except Exception:  # noqa: BLE001 - the application's, which does not end the client
            _log.warning("the interceptor %r raised", method, exc_info=True)
            return None


def each_of(listeners: Sequence[Callable[[SentBatch], None]]) -> Callable[[SentBatch], None] | None:
    """Return what calls all of these, None if there are none."""
    if len(listeners) < 2:
        return listeners[0] if listeners else None

    def call(root: SentBatch) -> None:
        for listener in listeners:
            listener(root)

    return call
