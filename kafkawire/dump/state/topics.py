"""Names of topic ids: Fetch v13, Produce v13 and others send ids alone (KIP-516).

Names are learnt from every message that has both, side by side: Metadata, CreateTopics,
DescribeTopicPartitions, DeleteTopics and what else there may come to be. What the user gave is
believed first. An id without a name is shown as Kafka shows it, as 22 characters of base64, and
said so once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from kafkawire.dump.state.memory import Conditions, Memory
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.uuids import uuid_bytes, uuid_text

if TYPE_CHECKING:
    from kafkawire.dump.fields.facts import Facts
    from kafkawire.dump.model import Exchange

NAMES_MAX = 100_000
UNKNOWN_SAID_MAX = 10_000
NESTING_MAX = 16

NO_ID = bytes(16)
METADATA_ID = bytes(15) + b"\x01"
"""The id of the topic with the cluster's metadata, which no Metadata response names."""
METADATA_NAME = "__cluster_metadata"

NO_TOPICS = frozenset(
    [
        *(*range(10, 19), 22, 25, 26, 29, 30, 31, 36, *range(38, 43), *range(48, 52), 57, 58),
        *(60, 62, 63, 64, 66, 67, 70, 71, 72, 74, 80, 81, 82, 94),
    ]
)
"""APIs whose messages name no topic at any version; a test reads the declarations for it."""


class TopicNames:
    """Names of topic ids, as far as they are known."""

    def __init__(self, given: Mapping[bytes, str] | None = None) -> None:
        self._names: Memory[bytes | str, str] = Memory(2 * NAMES_MAX)
        self._given: dict[bytes | str, str] = {}
        self._unknown = Conditions(UNKNOWN_SAID_MAX)
        for topic_id, name in {METADATA_ID: METADATA_NAME, **(given or {})}.items():
            self._given[topic_id] = self._given[uuid_text(topic_id)] = name

    def name(self, topic_id: bytes | str) -> str | None:
        """By the id's bytes, or by the text that `Message.values` has of it."""
        return self._given.get(topic_id) or self._names.get(topic_id)

    def shown(self, topic_id: bytes | str) -> str:
        """The name, or the id as text; a name is its own name."""
        found = self.name(topic_id)
        if found is not None:
            return found
        return topic_id if isinstance(topic_id, str) else uuid_text(topic_id)

    def partition(self, key: tuple[bytes | str, int]) -> TopicPartition:
        """Return a partition by the name of its topic, or by the id as text."""
        return TopicPartition(self.shown(key[0]), key[1])

    def learn(self, topic_id: bytes | str, name: str) -> None:
        """Remember a name by either form of the id."""
        self._names.keep(topic_id, name)

    def annotate(self, exchange: Exchange) -> None:
        """Fill `topics`, learn names on the way, and say which ids have none.

        Not for exchanges of `NO_TOPICS`, which have none.
        """
        request, response = exchange.request, exchange.response
        found: tuple[str, ...] = ()
        if response is not None:
            facts = response.facts
            found = facts.topics
            if facts.topic_ids:
                if found:
                    self._learn_from(response)
                found = self._of(exchange, facts)
        if request is not None:
            facts = request.facts
            if facts.topic_ids or facts.topics != found:
                asked = self._of(exchange, facts)
                found = tuple(dict.fromkeys(asked + found)) if found else asked
        exchange.topics = found

    def _of(self, exchange: Exchange, facts: Facts) -> tuple[str, ...]:
        if not facts.topic_ids:
            return facts.topics
        shown = []
        for topic_id in facts.topic_ids:
            name = self.name(topic_id)
            if name is None and topic_id != NO_ID:
                name = uuid_text(topic_id)
                if self._unknown.begins(topic_id):
                    exchange.notes.append(
                        f"topic id {name} has no name yet: no message with both was seen"
                    )
            if name:
                shown.append(name)
        return tuple(dict.fromkeys(facts.topics + tuple(shown)))

    def _learn_from(self, message: Any) -> None:
        facts, name = message.facts, self.name
        if all(name(topic_id) is not None for topic_id in facts.topic_ids if topic_id != NO_ID):
            return
        no_id = uuid_text(NO_ID)
        for text, name_found in pairs(message.values):
            if text != no_id:
                self.learn(text, name_found)
                self.learn(uuid_bytes(text), name_found)
                self._unknown.ends(uuid_bytes(text))


def pairs(values: dict[str, Any], depth: int = 0) -> Iterator[tuple[str, str]]:
    """Topic ids, as `Message.values` has them, with the names that stand beside them."""
    topic_id = values.get("topicId")
    if topic_id is not None:
        name = values.get("name") or values.get("topicName") or values.get("topic")
        if isinstance(name, str):
            yield topic_id, name
    if depth < NESTING_MAX:
        for value in values.values():
            if isinstance(value, dict):
                yield from pairs(value, depth + 1)
            elif isinstance(value, list) and value and isinstance(value[0], dict):
                for each in value:
                    yield from pairs(each, depth + 1)
