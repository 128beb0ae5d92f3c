"""The voters and the level of kraft.version, by the offset of the record that set them.

A voter set counts as soon as its record is appended, committed or not. If the record is
truncated, the set before it counts again (KIP-853).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kafkawire.broker.raft.voters import VoterSet

NOT_IN_LOG = -1
"""The offset of voters that configuration or formatting has set."""


class VoterEntry(NamedTuple):
    """Voters, kraft.version, and the offset of the newest record that set one of them."""

    offset: int
    voters: VoterSet
    kraft_version: int


class VoterHistory:
    """Entries by rising offset. The first one is from configuration, formatting or a snapshot."""

    __slots__ = ("_entries",)

    def __init__(self, voters: VoterSet, kraft_version: int = 0) -> None:
        self._entries = [VoterEntry(NOT_IN_LOG, voters, kraft_version)]

    @property
    def entry(self) -> VoterEntry:
        """The newest entry."""
        return self._entries[-1]

    @property
    def latest(self) -> VoterSet:
        """The voters that count now."""
        return self._entries[-1].voters

    @property
    def kraft_version(self) -> int:
        """The level of kraft.version that counts now."""
        return self._entries[-1].kraft_version

    def add_voters(self, offset: int, voters: VoterSet) -> None:
        """Note the VotersRecord at `offset`."""
        self._entries.append(VoterEntry(offset, voters, self.kraft_version))

    def add_version(self, offset: int, level: int) -> None:
        """Note the KRaftVersionRecord at `offset`."""
        self._entries.append(VoterEntry(offset, self.latest, level))

    def truncate(self, end_offset: int) -> None:
        """Forget the records from `end_offset` on."""
        while len(self._entries) > 1 and self._entries[-1].offset >= end_offset:
            self._entries.pop()

    def restart(self, end_offset: int, voters: VoterSet, kraft_version: int) -> None:
        """Begin with the voters of a snapshot that contains all records below `end_offset`."""
        self._entries = [VoterEntry(end_offset - 1, voters, kraft_version)]

    def at(self, end_offset: int) -> VoterEntry:
        """Return the entry that counts after all records below `end_offset`."""
        return next(each for each in reversed(self._entries) if each.offset < end_offset)

    def forget_below(self, start_offset: int) -> None:
        """Forget the entries that no offset from `start_offset` on needs."""
        while len(self._entries) > 1 and self._entries[1].offset < start_offset:
            del self._entries[0]

    def is_committed(self, high_watermark: int | None) -> bool:
        """Return True if the newest record is below `high_watermark`."""
        return self.entry.offset < (0 if high_watermark is None else high_watermark)
