"""Offsets for the application: beginning, end, and those of times. Nothing needs to be assigned.

A `Listing` ends when all its partitions have an answer, or one is refused. Its owner bounds the
time, and drops it then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.client.core.offset_requests import (
    OUT_OF_DATE,
    offsets_request,
    offsets_told,
    topics_of,
    versions_for,
)
from kafkawire.client.core.rounds import Round, Told
from kafkawire.client.errors import ClientError, refusal
from kafkawire.client.values import OffsetAndTimestamp, TopicPartition
from kafkawire.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from kafkawire.client.core.surroundings import Surroundings
    from kafkawire.protocol.message import Message

Offsets = dict[TopicPartition, OffsetAndTimestamp | None]


class Listing:
    """One question of the application; `done` is called once, when `offsets` or `error` is known.

    Attributes:
        offsets: By partition; None where no record is as young.
        error: Why there are none.
    """

    api = int(ApiKey.LIST_OFFSETS)

    def __init__(
        self,
        surroundings: Surroundings,
        times: Mapping[TopicPartition, int],
        isolation_level: int,
        done: Callable[[Listing, int], None],
    ) -> None:
        self.versions = versions_for(isolation_level)
        self.offsets: Offsets = {}
        self.error: ClientError | None = None
        self.last_code = 0
        """The error code of the last retry, for the text of a time-out."""
        self._with = surroundings
        self._isolation_level = isolation_level
        self._times = dict(times)
        self._done: Callable[[Listing, int], None] | None = done
        self._wanted: Collection[str] = ()
        self._round: Round[tuple[int]] = Round(surroundings, self)

    @property
    def is_done(self) -> bool:
        """Whether there is nothing to wait for any more."""
        return self._done is None

    def start(self, now_ms: int) -> None:
        """Ask; `done` is called later, even if there is nothing to ask for."""
        if not self._times:
            self._with.timers.at(now_ms, self._end)
        self._wanted = topics_of(self._times)
        self._with.cluster.want(self._wanted, now_ms)
        for partition, timestamp in self._times.items():
            self._round.ask(partition, (timestamp,))
        self._round.send(now_ms)

    def wake(self, now_ms: int) -> None:
        """Ask again with newer metadata."""
        self._round.wake(now_ms)

    def drop(self) -> None:
        """Forget the question; `done` is not called."""
        self._done = None
        wanted, self._wanted = self._wanted, ()
        self._with.cluster.forget(wanted)
        for partition in self._times:
            self._round.drop(partition)

    # What a round asks

    def request(self, questions: Mapping[TopicPartition, tuple[int]]) -> Message:
        """Return the request to one leader."""
        times = {key: timestamp for key, (timestamp,) in questions.items()}
        return offsets_request(times, self._with.cluster.view, self._isolation_level)

    def read(self, answer: Message) -> Iterable[Told]:
        """Return what an answer has."""
        return offsets_told(answer)

    def took(self, question: tuple[int], told: Told, now_ms: int) -> bool:
        """Take an offset; refuse all if one is refused."""
        del question
        if told.code in OUT_OF_DATE:
            self.last_code = told.code
            return False
        if told.code:
            self._fail(refusal(told.code, str(told.partition), api=ApiKey.LIST_OFFSETS), now_ms)
            return True
        if told.epoch >= 0:
            self._with.cluster.seen_epoch(told.partition, told.epoch, now_ms)
        epoch = None if told.epoch < 0 else told.epoch
        self.offsets[told.partition] = (
            None if told.offset < 0 else OffsetAndTimestamp(told.offset, told.timestamp, epoch)
        )
        if len(self.offsets) == len(self._times):
            self._end(now_ms)
        return True

    def failed(
        self, questions: Mapping[TopicPartition, tuple[int]], why: ClientError, now_ms: int
    ) -> bool:
        """Refuse all: no further attempt would change it."""
        del questions
        self._fail(why, now_ms)
        return True

    def _fail(self, why: ClientError, now_ms: int) -> None:
        self.error = self.error or why
        self._end(now_ms)

    def _end(self, now_ms: int) -> None:
        done = self._done
        if done is not None:
            self.drop()
            done(self, now_ms)
