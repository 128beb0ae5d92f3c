"""What a plan believes while it is made: topics, where their logs end, which sessions are open.

It is a guess, made without any answer: it only serves to draw requests that matter (offsets near
the end of a log, sequences that go on). Both sides are asked the same whether it is right or not.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from compat.oracle.scripts.kit import KEPT, TIME_MS
from compat.oracle.walking.ground import PlannedTopic
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.fetch_request import FetchRequest

PARTITIONS_MAX = 4
SNOWMAN = "nope\N{SNOWMAN}"
ALL_PURE = 0.4
"""How often nothing is compressed in a walk, which old readers need."""
STRANGE = 0.06
"""How often a partition is asked for that is not there."""
KINDS: tuple[tuple[int, str], ...] = (
    (6, "plain"),
    (4, "pure"),
    (2, "stamped"),
    (1, "small"),
    (2, "compressing"),
    (1, "compacted"),
    (1, "strict"),
    (1, "bounded"),
    (2, "rolling"),
    (1, "unconverted"),
    (2, "mixed"),
)
ONLY_OLD = ("unconverted", "mixed")
UNSIZED = ("compressing", "mixed")
CONFIGS: Mapping[str, Mapping[str, str]] = {
    "stamped": {"message.timestamp.type": "LogAppendTime"},
    "small": {"max.message.bytes": "600"},
    "strict": {"min.insync.replicas": "2"},
    "bounded": {
        "message.timestamp.before.max.ms": "1000",
        "message.timestamp.after.max.ms": "5000",
    },
    "rolling": {"segment.ms": "400"},
    "unconverted": {"message.downconversion.enable": "false"},
}
CODEC_NAMES = ("uncompressed", "gzip", "snappy", "lz4", "zstd")
LAG_FOREVER = {"min.compaction.lag.ms": str((1 << 63) - 1)}
WITH_CONVERSION_BELOW = 4
"""Fetch versions that get message sets."""


def _class(kind: str) -> str:
    if kind in UNSIZED:
        return "unsized"
    return "pure" if kind == "pure" else "sized"


class PlannedSession:
    """A fetch session of a plan."""

    __slots__ = ("is_sized", "key", "version")

    def __init__(self, key: int, version: int, is_sized: bool) -> None:
        self.key = key
        self.version = version
        self.is_sized = is_sized


class Sketch:
    """The state of a plan in the making."""

    def __init__(self, random: Random, ranges: Mapping[int, tuple[int, int]]) -> None:
        self.random = random
        self._ranges = ranges
        self._keys = 0
        self.topics: dict[str, PlannedTopic] = {}
        self._classes: dict[str, str] = {}
        self._are_all_pure = self.is_old and random.random() < ALL_PURE
        self.gone: list[PlannedTopic] = []
        self.sessions: list[PlannedSession] = []
        self.sequences: dict[tuple[int, int, int], tuple[int, int]] = {}
        # With the zero id, which is that of no name, 3.9 fails whenever a session is to hold it.
        nobody = "neither" if self.is_old else ""
        self.strange = [self._literal(name) for name in ("nope", nobody, "a b", SNOWMAN)]

    def versions(self, kind: type[Message]) -> range:
        """The versions of a request that may be sent: those that Kafka takes."""
        low, high = self._ranges[kind.API_KEY]
        return range(low, high + 1)

    def version(self, kind: type[Message], first: int = 0, last: int = 1000) -> int:
        """One of them, within bounds."""
        return self.random.choice([at for at in self.versions(kind) if first <= at <= last])

    @property
    def is_old(self) -> bool:
        """Whether this Kafka still knows message sets."""
        return self.versions(FetchRequest)[0] < WITH_CONVERSION_BELOW

    def key(self) -> int:
        """A number that no topic or session of this plan has."""
        self._keys += 1
        return self._keys

    def _literal(self, name: str) -> PlannedTopic:
        found = PlannedTopic(self.key(), name, 1)
        found.is_literal = True
        return found

    def new_topic(self, name: str) -> PlannedTopic:
        """A topic, from now on the one of its name."""
        topic = PlannedTopic(self.key(), name, self.random.randint(1, PARTITIONS_MAX))
        kind = self._kind(name)
        configs = dict(CONFIGS.get(kind, {}))
        if kind == "compressing":
            configs["compression.type"] = self.random.choice(CODEC_NAMES)
        topic.sized = kind not in UNSIZED
        if kind == "compacted":
            configs |= LAG_FOREVER
            configs["cleanup.policy"] = self.random.choice(("compact", "compact,delete"))
        if kind == "pure":
            topic.codecs, topic.pure = (0,), True
        if kind in ("plain", "pure", "compressing", "bounded"):
            topic.stamps = "odd"
        topic.configs = {**KEPT, **configs}
        self.topics[name] = topic
        return topic

    def _kind(self, name: str) -> str:
        """A kind of topic. Its sizes can be compared as those of all that had its name.

        Whoever asks by name may mean any of them: a session that remembers it, say.
        """
        kinds = [each for each in KINDS if self.is_old or each[1] not in ONLY_OLD]
        if self._are_all_pure:
            return "pure"
        if name in self._classes:
            kinds = [each for each in kinds if _class(each[1]) == self._classes[name]]
        (kind,) = self.random.choices([kind for _, kind in kinds], [weight for weight, _ in kinds])
        self._classes[name] = _class(kind)
        return kind

    def forget(self, name: str) -> PlannedTopic:
        """The topic of that name is deleted."""
        topic = self.topics.pop(name)
        self.gone.append(topic)
        return topic

    def topic(self, *, sized: bool = False) -> PlannedTopic:
        """Mostly one that is there; of those where sizes can be compared, if that matters."""
        random = self.random
        there = [each for each in self.topics.values() if each.sized or not sized]
        if not there or random.random() < STRANGE:
            gone = [each for each in self.gone if each.sized or not sized]
            return random.choice(self.strange + gone * 2)
        return random.choice(there)

    def partition(self, topic: PlannedTopic) -> int:
        """Mostly one that it has."""
        if self.random.random() < STRANGE / 2:
            return self.random.choice((-1, topic.partitions, 1000))
        return self.random.randrange(topic.partitions)

    def end(self, topic: PlannedTopic, partition: int) -> int:
        """Where a log should end."""
        return topic.ends[partition] if 0 <= partition < topic.partitions else 0

    def grown(self, topic: PlannedTopic, partition: int, count: int) -> None:
        """That many records were appended, it seems."""
        if 0 <= partition < topic.partitions:
            topic.ends[partition] += count

    def offset(self, topic: PlannedTopic, partition: int) -> int:
        """Mostly within the log, sometimes at its end or beyond."""
        end = self.end(topic, partition)
        within = self.random.randint(0, end + 1)
        return self.random.choice((0, end, end, end - 1, end + 1, within, within, within))

    def time_ms(self) -> int:
        """A time around that of the records."""
        return TIME_MS + self.random.randint(-2, 1003)

    def leader_epoch(self) -> int:
        """A current leader epoch: mostly none or the right one."""
        return self.random.choice((-1, -1, -1, -1, 0, 0, 0, 1, -2))
