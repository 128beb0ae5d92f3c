"""Topics that a consumer may not read, or that have a name that no topic can have (client E-14).

A metadata answer has an error for such a topic. Nothing of it is ever assigned, so the application
would wait for its records without an end; instead, its next ask raises the error, once for each
metadata answer (Kafka's `Metadata.maybeThrowAnyException`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.client.errors import refusal
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable

    from kafkawire.client.core.view import ClusterView
    from kafkawire.client.errors import ClientError
    from kafkawire.client.values import TopicPartition

RAISED = (ErrorCode.TOPIC_AUTHORIZATION_FAILED, ErrorCode.INVALID_TOPIC_EXCEPTION)


class TopicRefusals:
    """Finds the errors of topics that the application has named, or assigned by hand."""

    def __init__(
        self, assigned: Collection[TopicPartition], failed: Callable[[ClientError], None]
    ) -> None:
        self._assigned = assigned
        self._failed = failed
        self._named: frozenset[str] = frozenset()

    def subscribe(self, topics: Iterable[str]) -> None:
        """Look at these topics from now on."""
        self._named = frozenset(topics)

    def on_view(self, older: ClusterView, newer: ClusterView) -> None:
        """Report the error of the topics that the newest answer refuses."""
        refused = [
            (topic.error, name)
            for name, topic in newer.topics.items()
            if topic.error in RAISED and older.topics.get(name) is not topic and self._has(name)
        ]
        if not refused:
            return
        code = refused[0][0]
        names = sorted(name for error, name in refused if error == code)
        self._failed(refusal(code, ", ".join(names), api=ApiKey.METADATA))

    def _has(self, topic: str) -> bool:
        return topic in self._named or any(key.topic == topic for key in self._assigned)
