"""What one fetch did to its session, as data and as a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from kafkawire.dump.state.phrases import counted
from kafkawire.log.topic_partition import TopicPartition

NOTHING_NEW = "nothing new"
NO_ROOM = "no room in the answer"
NOT_READ = "not read this time"
OPEN_TRANSACTION = "an open transaction"
THROTTLED = "throttled"

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
            return f"asked for a session and got none{_because(self.detail)}"
        start = f"session {self.session_id}"
        if self.kind == "opened":
            return f"{start} opened with {self._held()}{_because(self.detail)}"
        if self.kind == "closed":
            return f"{start} closed by the client{_because(self.detail)}"
        if self.kind == "refused":
            return f"{start} epoch {self.epoch} refused: {self.detail}"
        return f"{start} epoch {self.epoch}: {', '.join(self._parts())}"

    def _parts(self) -> list[str]:
        if self.kind == "emptied":
            return ["holds no partition any more, so the broker closed it"]
        parts = [f"holds {self._held()}"]
        for partitions, what in (
            (self.added, "added"),
            (self.changed, "changed"),
            (self.forgotten, "forgotten"),
        ):
            if partitions:
                parts.append(f"{len(partitions):,} {what} in the request")
        parts.append(self._answer())
        return [*parts, self.detail] if self.detail else parts

    def _held(self) -> str:
        return ("" if self.is_whole else "at least ") + counted(self.held, "partition")

    def _answer(self) -> str:
        if self.kind == "unanswered":
            return "not answered"
        left_out = sum(self.left_out.values())
        if not left_out:
            return f"{len(self.reported):,} in the answer"
        reasons = ", ".join(
            reason if count == left_out else f"{count:,} {reason}"
            for reason, count in self.left_out.items()
        )
        return f"{left_out:,} left out of the answer: {reasons}"


def _because(detail: str) -> str:
    return f": {detail}" if detail else ""
