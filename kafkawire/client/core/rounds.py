"""Questions about partitions that only their leaders can answer: one request for each leader.

`Round` collects questions and groups them by leader. Questions that failed are sent again after
new metadata and a back-off. If a question was replaced or dropped meanwhile, its answer is ignored.
An `Inquiry` makes the requests and reads the responses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, NamedTuple, Protocol, TypeVar

from kafkawire.client.core.calls import CONTROL, Answer, Call
from kafkawire.client.errors import ConnectionLost

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from kafkawire.client.core.surroundings import Surroundings
    from kafkawire.client.errors import ClientError
    from kafkawire.client.values import TopicPartition
    from kafkawire.protocol.message import Message
    from kafkawire.timers import Timer

Q = TypeVar("Q")
Asked = TypeVar("Asked", contravariant=True)


class Told(NamedTuple):
    """A leader's answer for one partition: an error code, or an offset with its epoch."""

    partition: TopicPartition
    code: int
    offset: int
    epoch: int
    timestamp: int = -1


class Inquiry(Protocol[Asked]):
    """A kind of question: its request, and the use of its answers."""

    api: int
    versions: tuple[int, int]

    def request(self, questions: Mapping[TopicPartition, Asked]) -> Message:
        """Return the request to one leader."""

    def read(self, answer: Message) -> Iterable[Told]:
        """Return what the answer has for each partition."""

    def took(self, question: Asked, told: Told, now_ms: int) -> bool:
        """Take an answer; return False to send the question again."""

    def failed(
        self, questions: Mapping[TopicPartition, Asked], why: ClientError, now_ms: int
    ) -> bool:
        """Take a failure other than of the network; return False to send the questions again."""


class Round(Generic[Q]):
    """The questions of one kind. Their identity distinguishes them."""

    def __init__(self, surroundings: Surroundings, inquiry: Inquiry[Q]) -> None:
        self._with = surroundings
        self._inquiry = inquiry
        self.handed_on: Callable[[int], None] = lambda now_ms: None
        """Called with now_ms once the inquiry has taken all of an answer."""
        self._questions: dict[TopicPartition, Q] = {}
        """All questions without an answer."""
        self._unasked: dict[TopicPartition, None] = {}
        self._backoff = surroundings.backoff()
        self._earliest_ms = 0
        self._timer: Timer | None = None

    def __len__(self) -> int:
        return len(self._questions)

    def ask(self, partition: TopicPartition, question: Q) -> None:
        """Ask with the next `send`, in place of what was asked of this partition before."""
        self._questions[partition] = question
        self._unasked[partition] = None

    def drop(self, partition: TopicPartition) -> None:
        """Do not ask, and ignore an answer that comes all the same."""
        self._questions.pop(partition, None)
        self._unasked.pop(partition, None)

    def wake(self, now_ms: int) -> None:
        """Ask at once what waits for a back-off, since there is newer metadata."""
        self._earliest_ms = 0
        self.send(now_ms)

    def send(self, now_ms: int) -> None:
        """Send one request to each leader of what is not asked yet."""
        if not self._unasked:
            return
        if now_ms < self._earliest_ms:
            self._later(self._earliest_ms)
            return
        view = self._with.cluster.view
        by_leader: dict[int, dict[TopicPartition, Q]] = {}
        for partition in list(self._unasked):
            leader = view.leader(partition)
            if leader is not None:
                del self._unasked[partition]
                by_leader.setdefault(leader.id, {})[partition] = self._questions[partition]
        for node, questions in by_leader.items():
            self._send_one(node, questions, now_ms)
        if self._unasked:
            if any(partition.topic in view.topics for partition in self._unasked):
                self._with.cluster.request_update(now_ms)  # else it was asked for as a new topic
            self._later(now_ms + self._with.retry_backoff_max_ms)

    def _send_one(self, node: int, questions: dict[TopicPartition, Q], now_ms: int) -> None:
        inquiry = self._inquiry

        def done(answer: Answer, now_ms: int) -> None:
            self._answered(questions, answer, now_ms)

        self._with.outbox.send(
            Call(
                inquiry.api,
                inquiry.request(questions),
                done,
                node=node,
                lane=CONTROL,
                versions=inquiry.versions,
            ),
            now_ms,
        )

    def _later(self, due_ms: int) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._with.timers.at(due_ms, self.send)

    def _answered(self, asked: dict[TopicPartition, Q], answer: Answer, now_ms: int) -> None:
        current = {
            partition: question
            for partition, question in asked.items()
            if self._questions.get(partition) is question
        }
        if answer.message is None:
            assert answer.failure is not None
            is_final = not isinstance(answer.failure, ConnectionLost) and self._inquiry.failed(
                current, answer.failure, now_ms
            )
            again = {} if is_final else current
        else:
            again = self._read(answer.message, current, now_ms)
        again = {key: asked for key, asked in again.items() if self._questions.get(key) is asked}
        for partition in current.keys() - again.keys():
            if self._questions.get(partition) is current[partition]:
                del self._questions[partition]
        if again:
            self._repeat(again, now_ms)
        else:
            self._backoff.reset()
        self.handed_on(now_ms)

    def _read(
        self, message: Message, current: dict[TopicPartition, Q], now_ms: int
    ) -> dict[TopicPartition, Q]:
        """Pass answers to the inquiry; return the questions to send again."""
        again = dict(current)
        for told in self._inquiry.read(message):
            question = current.get(told.partition)
            if question is not None and self._inquiry.took(question, told, now_ms):
                again.pop(told.partition, None)
        return again

    def _repeat(self, again: Iterable[TopicPartition], now_ms: int) -> None:
        self._unasked.update(dict.fromkeys(again))
        self._earliest_ms = now_ms + self._backoff.next_ms()
        self._with.cluster.request_update(now_ms)
        self._later(self._earliest_ms)
