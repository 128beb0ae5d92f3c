"""What goes into topics and out of them (Kafka's `BrokerTopicStats`).

A topic has counts from its first use on; a partition that is used keeps a reference to them, so
that nobody looks them up. The counts of all topics together are the sum of those that there are
and of those that have been deleted, which is made when somebody reads it.

Fetches are counted once per partition and request, when the request arrives (fetch B-65), also
those of a session whose partitions are not looked at. `SessionFetches` does it in O(changes): it
knows how many partitions of each topic the session reads, and multiplies.
"""

from collections.abc import Iterator

from kafkawire.log.append import BatchRefused, Defect, RecordsRejected
from kafkawire.log.record_errors import NO_KEY
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError


class TopicCounts:
    """Bytes, records and requests of one topic since it was first used."""

    COUNTERS = (
        "bytes_in",
        "bytes_out",
        "bytes_rejected",
        "failed_fetches",
        "failed_produces",
        "fetch_conversions",
        "fetches",
        "messages_in",
        "produce_conversions",
        "produces",
    )
    __slots__ = (*COUNTERS, "partitions", "retired")

    def __init__(self) -> None:
        self.partitions = 0
        """Hosted partitions that refer to these counts."""
        self.retired: TopicCounts | None = None
        """Where counts go that come after the topic has been deleted."""
        self.bytes_in = 0
        self.bytes_out = 0
        self.bytes_rejected = 0
        self.failed_fetches = 0
        self.failed_produces = 0
        self.fetch_conversions = 0
        self.fetches = 0
        """Partitions that were to be read, by all requests."""
        self.messages_in = 0
        self.produce_conversions = 0
        self.produces = 0
        """Partitions that were to be appended to."""

    def add(self, other: "TopicCounts") -> None:
        """Add what `other` counted."""
        for name in self.COUNTERS:
            setattr(self, name, getattr(self, name) + getattr(other, name))


class BrokerTopicStats:
    """The counts of all topics, by name, and those that only the broker as a whole has."""

    __slots__ = (
        "_retired",
        "invalid_magic_number",
        "invalid_message_crc",
        "invalid_offset_or_sequence",
        "no_key_compacted_topic",
        "replication_bytes_in",
        "replication_bytes_out",
        "topics",
    )

    def __init__(self) -> None:
        self.topics: dict[str, TopicCounts] = {}
        self._retired = TopicCounts()
        self.replication_bytes_in = 0
        self.replication_bytes_out = 0
        self.invalid_magic_number = 0
        self.invalid_message_crc = 0
        self.invalid_offset_or_sequence = 0
        self.no_key_compacted_topic = 0

    def of(self, topic: str) -> TopicCounts:
        """The counts of a topic that exists, made at its first use."""
        counts = self.topics.get(topic)
        if counts is None:
            counts = self.topics[topic] = TopicCounts()
        return counts

    def left(self, topic: str, counts: TopicCounts | None) -> None:
        """A partition is no longer hosted, which referred to `counts`; the last one ends them."""
        if counts is not None:
            counts.partitions -= 1
        known = self.topics.get(topic)
        if known is not None and not known.partitions:
            del self.topics[topic]
            self._retired.add(known)
            known.retired = self._retired

    def refused(self, error: ApiError, counts: TopicCounts, size: int) -> None:
        """Count what was wrong with a batch of `size` bytes for that topic."""
        if error.code == ErrorCode.MESSAGE_TOO_LARGE:
            counts.bytes_rejected += size
        elif isinstance(error, RecordsRejected):
            messages = [each.message or "" for each in error.record_errors]
            self.no_key_compacted_topic += sum(text.startswith(NO_KEY) for text in messages)
        elif isinstance(error, BatchRefused):
            self.invalid_message_crc += error.defect is Defect.CHECKSUM
            self.invalid_magic_number += error.defect is Defect.MAGIC
            self.invalid_offset_or_sequence += error.defect is Defect.NUMBERS

    def all_topics(self) -> TopicCounts:
        """All topics together, deleted ones included."""
        total = TopicCounts()
        total.add(self._retired)
        for counts in self.topics.values():
            total.add(counts)
        return total


class SessionFetches:
    """How often the partitions of one fetch session were to be read, by topic.

    `requests` counts the session's requests. A topic's share since its last change is the number
    of its partitions times the requests since then.
    """

    __slots__ = ("_topics", "requests")

    def __init__(self) -> None:
        self.requests = 0
        self._topics: dict[TopicCounts, list[int]] = {}
        """Partitions that are read, and `requests` as of when that was last settled."""

    def join(self, counts: TopicCounts) -> None:
        """One more partition of a topic is read from the next request on."""
        self._settled(counts)[0] += 1

    def leave(self, counts: TopicCounts) -> None:
        """One less."""
        entry = self._settled(counts)
        entry[0] -= 1
        if not entry[0]:
            del self._topics[counts]

    def settle(self) -> None:
        """Have the topics' counts say what has happened up to now."""
        for counts in self._topics:
            self._settled(counts)

    def end(self) -> None:
        """Settle, and count no further requests."""
        self.settle()
        self._topics = {}

    def __iter__(self) -> Iterator[TopicCounts]:
        return iter(self._topics)

    def _settled(self, counts: TopicCounts) -> list[int]:
        entry = self._topics.get(counts)
        if entry is None:
            entry = self._topics[counts] = [0, self.requests]
            return entry
        partitions, since = entry
        (counts.retired or counts).fetches += partitions * (self.requests - since)
        entry[1] = self.requests
        return entry
