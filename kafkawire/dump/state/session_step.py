"""What one fetch did to its session, as data and as a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sized
from typing import NamedTuple, Protocol

from kafkawire.log.topic_partition import TopicPartition
from kafkawire.wording import counted

NOTHING_NEW = "nothing new"
NO_ROOM = "no room in the answer"
NOT_READ = "not read this time"
OPEN_TRANSACTION = "an open transaction"
THROTTLED = "throttled"
BEGUN_UNSEEN = "its beginning was not seen"

Partitions = tuple[TopicPartition, ...]


class SessionStep(NamedTuple):
    """A Fetch in its session (KIP-227). Topics that have no name yet are there by their id."""

    session_id: int
    epoch: int
    """What the request said: 0 opens, -1 closes, others count the session's requests."""
    kind: str
    """`opened`, `continued`, `closed`, `emptied`, `refused`, `none` (asked for one and got none),
    or `unanswered`."""
    held: int = 0
    """Partitions that the session holds afterwards."""
    is_whole: bool = True
    """Whether these are all of them: the session was seen from its beginning, without a gap."""
    added: Partitions = ()
    changed: Partitions = ()
    """Held before, and asked with other positions, or the same ones, again."""
    forgotten: Partitions = ()
    reported: Partitions = ()
    """What the answer is about."""
    left_out: Mapping[str, int] = {}
    """How many of those held the answer leaves out, by the reason."""
    left_out_partitions: Mapping[TopicPartition, str] = {}
    """The first of them, each with its reason."""
    is_evicted: bool = False
    """Whether the broker has lost it, though nobody closed it."""
    detail: str = ""

    @property
    def summary(self) -> str:
        """One sentence for who does not know KIP-227 by heart."""
        if self.kind == "none":
            return f"asked for a session and got none{because(self.detail)}"
        start = f"session {self.session_id}"
        if self.kind == "opened":
            return (
                f"{start} opened with {held_text(self.held, self.is_whole)}{because(self.detail)}"
            )
        if self.kind == "closed":
            return f"{start} closed by the client{because(self.detail)}"
        if self.kind == "refused":
            return f"{start} epoch {self.epoch} refused: {self.detail}"
        return f"{start} epoch {self.epoch}: {', '.join(self._parts())}"

    def _parts(self) -> list[str]:
        if self.kind == "emptied":
            return ["holds no partition any more, so the broker closed it"]
        parts = [f"holds {held_text(self.held, self.is_whole)}"]
        for partitions, what in (
            (self.added, "added"),
            (self.changed, "changed"),
            (self.forgotten, "forgotten"),
        ):
            if partitions:
                parts.append(f"{len(partitions):,} {what} in the request")
        is_answered = self.kind != "unanswered"
        parts.append(answer_text(self.reported, self.left_out) if is_answered else "no answer seen")
        return [*parts, self.detail] if self.detail else parts


def held_text(held: int, is_whole: bool) -> str:
    """`120 partitions`, with `at least` if not all of it was seen."""
    return ("" if is_whole else "at least ") + counted(held, "partition")


class EndedSession(Protocol):
    """A session that is over, as far as `had_text` reads it."""

    is_whole: bool

    @property
    def partitions(self) -> Sized:
        """The partitions that it held."""


def had_text(session: EndedSession | None) -> str:
    """Return what a session held that is over; "" if nothing is known of it."""
    if session is None:
        return ""
    return f"it held {held_text(len(session.partitions), session.is_whole)}"


def missed_text(expected: int, epoch: int) -> str:
    """What is to be said if a broker took an epoch that is not the one known to be next."""
    missed = epoch - expected
    if missed > 0:
        return f"{counted(missed, 'request')} of it not seen"
    return f"not in order: epoch {expected} was to come"


def wrong_epoch_text(expected: int, epoch: int) -> str:
    """Why a broker refused an epoch."""
    text = f"the broker expects epoch {expected}"
    return f"{text}: this one was used already" if epoch < expected else text


def answer_text(reported: Partitions, left_out: Mapping[str, int]) -> str:
    """What the answer is about, or what it leaves out and why."""
    count_of_all = sum(left_out.values())
    if not count_of_all:
        return f"{len(reported):,} in the answer"
    reasons = ", ".join(
        reason if count == count_of_all else f"{count:,} {reason}"
        for reason, count in left_out.items()
    )
    return f"{count_of_all:,} left out of the answer: {reasons}"


def because(detail: str) -> str:
    """What follows a sentence that has a reason."""
    return f": {detail}" if detail else ""
