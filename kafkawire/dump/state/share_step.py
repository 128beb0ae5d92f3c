"""What one ShareFetch or ShareAcknowledge did to its session, as data and as a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from kafkawire.dump.state.session_step import Partitions, answer_text, because, held_text
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.wording import counted

NOTHING_ACQUIRED = "nothing acquired"
RENEWED_ONLY = "locks are renewed, nothing is fetched"

ACQUIRED_ONCE = 1
"""The delivery count of records that nobody had before."""


class Acquired(NamedTuple):
    """Records that are locked for the member: a range of offsets, both ends in it."""

    topic: str
    partition: int
    first_offset: int
    last_offset: int
    delivery_count: int
    """Which delivery of them this is, from 1."""


class Acknowledged(NamedTuple):
    """What became of records: a range of offsets, both ends in it."""

    topic: str
    partition: int
    first_offset: int
    last_offset: int
    type: str
    """`gap`, `accept`, `release`, `reject` or `renew`."""


class ShareSessionStep(NamedTuple):
    """A ShareFetch or ShareAcknowledge in its session (KIP-932); names as in `SessionStep`."""

    session_id: str
    """The group and the member, which are what a broker knows it by: `group/member`."""
    epoch: int
    """What the request said: 0 opens, -1 closes, others count the session's requests."""
    kind: str
    """`opened`, `continued`, `closed`, `refused`, `none` (asked for one and got none), or
    `unanswered`."""
    held: int = 0
    is_whole: bool = True
    added: Partitions = ()
    changed: Partitions = ()
    """Held before, and named again: for the sake of their acknowledgements, as a rule."""
    forgotten: Partitions = ()
    reported: Partitions = ()
    left_out: Mapping[str, int] = {}
    left_out_partitions: Mapping[TopicPartition, str] = {}
    is_evicted: bool = False
    detail: str = ""
    acquired: tuple[Acquired, ...] = ()
    """The first ranges of them."""
    acquired_records: Mapping[int, int] = {}
    """How many records in all, by their delivery count."""
    acknowledged: tuple[Acknowledged, ...] = ()
    """The first ranges of them."""
    acknowledged_records: Mapping[str, int] = {}
    """How many records in all, by what became of them."""

    @property
    def summary(self) -> str:
        """One sentence for who does not know KIP-932 by heart."""
        if self.kind == "none":
            return f"asked for a share session and got none{because(self.detail)}"
        start = f"share session {self.session_id}"
        if self.kind == "opened":
            text = f"{start} opened with {held_text(self.held, self.is_whole)}"
            return ", ".join([text + because(self.detail), *self._records()])
        if self.kind == "closed":
            text = f"{start} closed by the client{because(self.detail)}"
            return ", ".join([text, *self._records()])
        if self.kind == "refused":
            return f"{start} epoch {self.epoch} refused: {self.detail}"
        return f"{start} epoch {self.epoch}: {', '.join(self._parts())}"

    def _parts(self) -> list[str]:
        parts = [f"holds {held_text(self.held, self.is_whole)}"]
        for partitions, what in ((self.added, "added"), (self.forgotten, "forgotten")):
            if partitions:
                parts.append(f"{len(partitions):,} {what} in the request")
        parts += self._records()
        if self.kind == "unanswered":
            parts.append("not answered")
        elif self.left_out or not self._records():
            parts.append(answer_text(self.reported, self.left_out))
        return [*parts, self.detail] if self.detail else parts

    def _records(self) -> list[str]:
        """What was acknowledged, which came first, and what was acquired."""
        parts = []
        if self.acknowledged_records:
            parts.append(f"acknowledged {acknowledged_text(self.acknowledged_records)}")
        if self.acquired_records:
            parts.append(f"acquired {_acquired_text(self.acquired_records)}")
        return parts


def acknowledged_text(records: Mapping[str, int]) -> str:
    """`5 records (4 accept, 1 release)`."""
    types = ", ".join(f"{count:,} {name}" for name, count in records.items())
    return f"{counted(sum(records.values()), 'record')} ({types})"


def _acquired_text(records: Mapping[int, int]) -> str:
    """`13 records, 3 of them again (delivery 2)`."""
    text = counted(sum(records.values()), "record")
    again = [count for count in records if count > ACQUIRED_ONCE]
    if not again:
        return text
    how_many = sum(records[count] for count in again)
    which = f"delivery {again[0]}" if len(again) == 1 else f"up to delivery {max(again)}"
    return f"{text}, {how_many:,} of them again ({which})"
