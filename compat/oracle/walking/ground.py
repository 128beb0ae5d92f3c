"""What a plan stands on: planned topics and sessions, and what one side made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from compat.oracle.scripts.kit import Part, World
from compat.oracle.steps import MAIN, Ask, Outcome, Quiet, Receive, Send
from kafkawire.protocol.message import Message

K = TypeVar("K")
NO_ID = bytes(16)
UNKNOWN_ID = bytes(range(16))
"""The id of what never was."""


class PlannedTopic:
    """A topic of a plan, in one incarnation: made anew under its name it is another.

    A topic is `sized` if the bytes in its log are those that were sent, so that limits cut both
    sides' logs at the same places; it is not where the broker compresses, with its own encoder.
    It is `pure` if it is sized for readers of old versions too: nothing in it is compressed.
    """

    __slots__ = (
        "codecs",
        "configs",
        "count",
        "ends",
        "is_literal",
        "key",
        "name",
        "pure",
        "sized",
        "stamps",
    )

    def __init__(self, key: int, name: str, partitions: int) -> None:
        self.key = key
        self.name = name
        self.is_literal = False
        self.configs: Mapping[str, str] = {}
        self.codecs: tuple[int, ...] = (0, 0, 0, 1, 2, 3, 4)
        self.sized = True
        self.pure = False
        self.stamps = "usual"
        self.count = partitions
        """Partitions at first; it may grow."""
        self.ends = [0] * partitions

    @property
    def partitions(self) -> int:
        """How many partitions the plan believes in."""
        return len(self.ends)


class Session:
    """A fetch session on one side: its id there, and the epoch of its next request."""

    __slots__ = ("epoch", "id")

    def __init__(self) -> None:
        self.id = 0
        self.epoch = 0


class Ground:
    """What one side has said so far in a walk."""

    def __init__(self, world: World, prefix: str) -> None:
        self.world = world
        self.prefix = prefix
        self.ids: dict[int, bytes] = {}
        self.is_behind = False
        """Whether the broker may not have heard yet of what its controller has changed."""
        self._sessions: dict[int, Session] = {}
        self._kept: dict[type, object] = {}

    def of(self, kind: type[K]) -> K:
        """The one thing of a kind that this side of a walk keeps, made when first asked for."""
        found = self._kept.setdefault(kind, kind())
        assert isinstance(found, kind)
        return found

    def name(self, topic: PlannedTopic) -> str:
        """The name of a topic in the requests of this walk."""
        return topic.name if topic.is_literal else self.prefix + topic.name

    def topic_id(self, topic: PlannedTopic) -> bytes:
        """The id that this side gave it; the zero id if it has no name."""
        return self.ids.get(topic.key, UNKNOWN_ID if topic.name else NO_ID)

    def session(self, key: int) -> Session:
        """The session of that number in the plan; one that was never opened has id 0."""
        return self._sessions.setdefault(key, Session())


Act = Callable[[Ground], Part[None]]
"""A move: steps on one side."""


class Request:
    """A request of a plan, made when its turn comes from what its side chose."""

    __slots__ = ("build", "is_answered", "learn", "version")

    def __init__(
        self,
        build: Callable[[Ground], Message],
        version: int,
        *,
        is_answered: bool = True,
        learn: Callable[[Ground, Outcome], None] | None = None,
    ) -> None:
        self.build = build
        self.version = version
        self.is_answered = is_answered
        self.learn = learn

    def __call__(self, ground: Ground, connection: str = MAIN) -> Part[None]:
        """Send it and take its answer."""
        message = self.build(ground)
        if not self.is_answered:
            yield Quiet(message, self.version, connection)
            return
        outcome = yield Ask(message, self.version, connection)
        if self.learn is not None:
            self.learn(ground, outcome)

    def send(self, ground: Ground, connection: str) -> Part[None]:
        """Only send it."""
        message = self.build(ground)
        yield Send(message, self.version, connection, is_answered=self.is_answered)

    def receive(self, ground: Ground, connection: str) -> Part[None]:
        """Take the answer to it, if it has one."""
        if not self.is_answered:
            return
        outcome = yield Receive(connection)
        if self.learn is not None:
            self.learn(ground, outcome)
