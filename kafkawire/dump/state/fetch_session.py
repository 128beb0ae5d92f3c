"""A fetch session as its broker has it, as far as messages show it (KIP-227).

What an answer leaves out is counted, not looked for: of each partition it is kept whether there is
more than its reader has, judged by the position asked last and the offsets told last, whenever one
of these changes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from kafkawire.dump.state.fetches import Key, Told
from kafkawire.dump.state.session_step import NOT_READ, NOTHING_NEW, OPEN_TRANSACTION
from kafkawire.log.topic_partition import TopicPartition

if TYPE_CHECKING:
    from kafkawire.dump.model import Connection

LEFT_OUT_NAMED_MAX = 8
NOT_KNOWN = -1


class Held:
    """A partition of a session: what was asked last, and what was said last."""

    __slots__ = (
        "end_offset",
        "fetch_offset",
        "high_watermark",
        "last_stable_offset",
        "shown",
        "start_offset",
    )

    def __init__(self) -> None:
        self.fetch_offset = NOT_KNOWN
        self.high_watermark = NOT_KNOWN
        self.last_stable_offset = NOT_KNOWN
        self.start_offset = self.end_offset = NOT_KNOWN
        """Where the log began and where its high watermark was when that was told last."""
        self.shown: TopicPartition | None = None
        """Its name, once that is known."""


class FetchSession:
    """What a broker remembers of one client's fetches."""

    __slots__ = (
        "counted",
        "epoch",
        "id",
        "idle",
        "is_begun",
        "is_in_step",
        "is_whole",
        "partitions",
        "unread",
        "unread_counts",
        "used_ns",
        "used_on",
    )

    def __init__(self, session_id: int, used_ns: int) -> None:
        self.id = session_id
        self.epoch = 1
        """The one that the next request must have."""
        self.is_begun = False
        """Whether its beginning was seen."""
        self.is_in_step = True
        """Whether its latest request was answered, so that its epoch is known."""
        self.is_whole = True
        self.partitions: dict[Key, Held] = {}
        self.unread: dict[Key, str] = {}
        """Why a partition may be left out although there is more than what was read of it."""
        self.unread_counts: dict[str, int] = {}
        """How many there are of each reason."""
        self.used_ns = used_ns
        self.used_on: Connection | None = None
        """The connection with its latest request."""
        self.idle: tuple[dict[str, int], dict[TopicPartition, str]] | None = None
        """What an answer about nothing leaves out; of use until anything changes."""
        self.counted = 0
        """How many of its partitions the sum of all has."""

    def ask(self, key: Key, fetch_offset: int) -> bool:
        """Note what a request wants of a partition; whether the partition is new."""
        self.idle = None
        held = self.partitions.get(key)
        is_new = held is None
        if held is None:
            held = self.partitions[key] = Held()
        held.fetch_offset = fetch_offset
        return is_new

    def report(self, key: Key, told: Told) -> None:
        """Note what an answer says of a partition."""
        self.idle = None
        held = self.partitions.get(key)
        if held is None:
            held = self.partitions[key] = Held()
            self.is_whole = False
        held.last_stable_offset = told.last_stable_offset
        if told.error_code:
            held.high_watermark = NOT_KNOWN
        else:
            held.high_watermark = held.end_offset = told.high_watermark
            held.start_offset = told.log_start_offset

    def judge(self, key: Key, is_read_committed: bool) -> None:
        """Note whether there is more of a partition than its reader has."""
        held = self.partitions[key]
        if held.fetch_offset == NOT_KNOWN or held.high_watermark <= held.fetch_offset:
            self._set_unread(key, None)
        elif is_read_committed and held.last_stable_offset <= held.fetch_offset:
            self._set_unread(key, OPEN_TRANSACTION)
        else:
            self._set_unread(key, NOT_READ)

    def forget(self, key: Key) -> bool:
        """Take a partition out; whether it was there."""
        self.idle = None
        self._set_unread(key, None)
        return self.partitions.pop(key, None) is not None

    def left_out(self, reported: Collection[Key], usual: str) -> dict[str, int]:
        """How many partitions an answer about `reported` leaves out, by the reason."""
        counts = dict(self.unread_counts) if usual == NOTHING_NEW else {}
        others = len(self.partitions) - sum(counts.values())
        for key in reported:
            reason = self.unread.get(key)
            if reason in counts:
                counts[reason] -= 1
            else:
                others -= key in self.partitions
        return {reason: count for reason, count in {usual: others, **counts}.items() if count > 0}

    def first_left_out(self, reported: Collection[Key], usual: str) -> Iterator[tuple[Key, str]]:
        """Some of those, each with its reason."""
        found = 0
        for key in self.partitions:
            if key not in reported:
                yield key, self.unread.get(key, usual) if usual == NOTHING_NEW else usual
                found += 1
                if found == LEFT_OUT_NAMED_MAX:
                    return

    def _set_unread(self, key: Key, reason: str | None) -> None:
        old = self.unread.get(key)
        if old == reason:
            return
        if old is not None:
            del self.unread[key]
            self.unread_counts[old] -= 1
        if reason is not None:
            self.unread[key] = reason
            self.unread_counts[reason] = self.unread_counts.get(reason, 0) + 1
