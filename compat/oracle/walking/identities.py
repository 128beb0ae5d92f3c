"""Who a walk's producers of transactions say they are, and when their transactions are at rest."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from compat.oracle.scripts.kit import Part
from compat.oracle.steps import Answer, Ask
from compat.oracle.walking.ground import Ground, PlannedTopic
from compat.oracle.walking.sketch import Sketch
from kafkawire.protocol.message import Message, Struct
from kafkawire.protocol.messages.describe_transactions_request import DescribeTransactionsRequest

CONCURRENT_TRANSACTIONS = 51
NAMES = ("tx-a", "tx-b")
UNKNOWN_PRODUCER = 7_000_000
TopicList = list[tuple[PlannedTopic, list[int]]]


class Identity(NamedTuple):
    """What a producer calls itself."""

    producer_id: int
    epoch: int


NOBODY = Identity(-1, -1)


class Producers:
    """What one side has said of the transactional ids of a walk."""

    def __init__(self) -> None:
        self.stuck: set[str] = set()
        """Those whose transaction was waited for in vain: another producer has come between."""
        self._said: dict[str, list[Identity]] = {}
        self._sequences: dict[tuple[Identity, str, int], int] = {}

    def learn(self, name: str, producer_id: int, epoch: int) -> None:
        """An answer called the producer so."""
        found = Identity(producer_id, epoch)
        said = self._said.setdefault(name, [])
        if producer_id >= 0 and (not said or said[-1] != found):
            said.append(found)

    def identity(self, name: str, back: int, shift: int) -> Identity:
        """What was said that many answers ago, its epoch moved by `shift`."""
        said = self._said.get(name)
        if not said:
            return NOBODY
        found = said[max(0, len(said) - 1 - back)]
        return Identity(found.producer_id, max(-1, found.epoch + shift))

    def sequence(self, who: Identity, topic: str, partition: int) -> int:
        """The next one there."""
        return self._sequences.get((who, topic, partition), 0)

    def wrote(self, who: Identity, topic: str, partition: int, count: int) -> None:
        """Records were taken."""
        key = who, topic, partition
        self._sequences[key] = self._sequences.get(key, 0) + count


class Who:
    """A drawn producer: its transactional id, and how far from its present identity it is."""

    def __init__(self, sketch: Sketch) -> None:
        random = sketch.random
        self.name = random.choice(NAMES)
        odd = random.random() < 0.12
        self.back = random.choice((1, 2, 0)) if odd else 0
        self.shift = random.choice((-1, 1, 0, 0)) if odd else 0
        self.is_stranger = random.random() < 0.02
        self.is_unknown = random.random() < 0.03

    def called(self, ground: Ground) -> str:
        """The transactional id."""
        if self.is_unknown:
            return ground.prefix + "unknown"
        return ground.prefix + self.name

    def identity(self, ground: Ground) -> Identity:
        """Producer id and epoch."""
        found = ground.of(Producers).identity(self.name, self.back, self.shift)
        return found._replace(producer_id=UNKNOWN_PRODUCER) if self.is_stranger else found

    def at_rest(self, ground: Ground) -> Callable[[Message], bool] | None:
        """What an answer to it is waited for, if anything."""
        return None if self.name in ground.of(Producers).stuck else is_at_rest


def is_at_rest(found: Message) -> bool:
    """Whether nothing in an answer says that a transaction is just ending."""
    return not _says(found, CONCURRENT_TRANSACTIONS)


def _says(struct: Struct, code: int) -> bool:
    for field in struct._FIELDS:
        value = getattr(struct, field)
        if field.endswith("error_code") and value == code:
            return True
        if isinstance(value, list) and any(
            isinstance(each, Struct) and _says(each, code) for each in value
        ):
            return True
    return False


def settle(ground: Ground, *names: str) -> Part[None]:
    """Wait until no transaction of the walk is on its way, and compare what they are then.

    A marker that another producer's epoch forbids is never written: that is waited for once.
    """
    stuck = ground.of(Producers).stuck

    def ending(found: Message) -> set[str]:
        states = found.transaction_states  # type: ignore[attr-defined]
        some = [each for each in states if each.transaction_state.startswith("Prepare")]
        return {each.transactional_id.removeprefix(ground.prefix) for each in some} - stuck

    wanted = [ground.prefix + name for name in names or NAMES]
    asked = DescribeTransactionsRequest(transactional_ids=wanted)
    outcome = yield Ask(asked, 0, until=lambda found: not ending(found))
    if isinstance(outcome, Answer):
        stuck |= ending(outcome.message)


def some_partitions(sketch: Sketch) -> TopicList:
    """One or two topics, each once, mostly partitions that they have."""
    found: dict[int, tuple[PlannedTopic, list[int]]] = {}
    for _ in range(sketch.random.choice((1, 1, 2))):
        topic = sketch.topic()
        count = sketch.random.randint(1, 2)
        found[topic.key] = topic, sorted({sketch.partition(topic) for _ in range(count)})
    return list(found.values())
