"""Which exchange of one recording belongs to which of the other.

Two that ask the same, by meaning, of the same client belong together, in whatever order they came;
of several the first with the first. What finds no such partner waits. In the end, or when too many
bytes wait, those left are matched in their order by client, API and subject (topics and groups), so
that a request that changed a little is shown as that. Others are alone.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Iterator
from typing import NamedTuple

from kafkawire.dump.diff.meaning import Rules, digest, meaning
from kafkawire.dump.model import Exchange

WAITING_BYTES_MAX = 128 << 20
"""Bytes of frames that wait for a partner, of both sides."""
OVERHEAD_BYTES = 2000
"""What an exchange costs besides its frames, about."""
LEFT, RIGHT = 0, 1


class Pair(NamedTuple):
    """Two that belong together, or one alone."""

    left: Exchange | None
    right: Exchange | None


class Waiting(NamedTuple):
    """An exchange without a partner so far."""

    exchange: Exchange
    asked: bytes
    subject: Hashable
    size: int


Index = dict[Hashable, OrderedDict[int, None]]
"""Numbers of those who wait, in order, by what they have in common."""
Indexes = tuple[Index, Index]


class Matcher:
    """Takes exchanges of both sides and gives pairs as soon as they are sure."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        # Ordered dictionaries find their first in no time, whatever was taken out before.
        self._waiting: tuple[OrderedDict[int, Waiting], ...] = OrderedDict(), OrderedDict()
        self._by_asked: Indexes = ({}, {})
        self._by_subject: Indexes = ({}, {})
        self._count = 0
        self._bytes = 0
        self.hurried = 0
        """Exchanges that were matched early for the bound's sake."""

    def add(self, side: int, exchange: Exchange) -> Iterator[Pair]:
        """An exchange of one side; the pairs that are sure now."""
        asked = self._asked(exchange)
        partner = self._take(self._by_asked, 1 - side, asked)
        if partner is not None:
            yield _pair(side, exchange, partner.exchange)
            return
        self._wait(side, Waiting(exchange, asked, subject_of(exchange), size_of(exchange)))
        while self._bytes > WAITING_BYTES_MAX:
            self.hurried += 1
            longer = LEFT if len(self._waiting[LEFT]) >= len(self._waiting[RIGHT]) else RIGHT
            yield self._settle(longer)

    def rest(self) -> Iterator[Pair]:
        """Everybody who still waits, in order."""
        for side in (LEFT, RIGHT):
            while self._waiting[side]:
                yield self._settle(side)

    def _asked(self, exchange: Exchange) -> bytes:
        message = exchange.message
        what = meaning(message, self._rules)
        return digest([subject_of(exchange), message.is_request, what])

    def _wait(self, side: int, waiting: Waiting) -> None:
        self._count += 1
        self._waiting[side][self._count] = waiting
        self._bytes += waiting.size
        self._by_asked[side].setdefault(waiting.asked, OrderedDict())[self._count] = None
        self._by_subject[side].setdefault(waiting.subject, OrderedDict())[self._count] = None

    def _settle(self, side: int) -> Pair:
        number = next(iter(self._waiting[side]))
        waiting = self._remove(side, number)
        partner = self._take(self._by_subject, 1 - side, waiting.subject)
        return _pair(side, waiting.exchange, None if partner is None else partner.exchange)

    def _take(self, index: Indexes, side: int, key: Hashable) -> Waiting | None:
        numbers = index[side].get(key)
        return None if numbers is None else self._remove(side, next(iter(numbers)))

    def _remove(self, side: int, number: int) -> Waiting:
        waiting = self._waiting[side].pop(number)
        self._bytes -= waiting.size
        _forget(self._by_asked[side], waiting.asked, number)
        _forget(self._by_subject[side], waiting.subject, number)
        return waiting


def _forget(index: Index, key: Hashable, number: int) -> None:
    numbers = index[key]
    del numbers[number]
    if not numbers:
        del index[key]


def _pair(side: int, own: Exchange, other: Exchange | None) -> Pair:
    return Pair(own, other) if side == LEFT else Pair(other, own)


def subject_of(exchange: Exchange) -> Hashable:
    """Client, API, topics and groups."""
    facts = exchange.message.facts
    topics = tuple(sorted(exchange.topics or facts.topics))
    return exchange.client_id, exchange.message.api_key, topics, facts.groups


def size_of(exchange: Exchange) -> int:
    """What it costs to keep it, about."""
    frames = (exchange.request, exchange.response)
    return OVERHEAD_BYTES + sum(len(each.data) for each in frames if each is not None)
