"""The votes of one election, or the pre-votes before one (Kafka's `EpochElection`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from kafkawire.broker.raft.voters import VoterSet


class Ballot:
    """Which of the voters have granted and which have rejected; each counts once, by its id."""

    __slots__ = ("_voters", "granted", "rejected")

    def __init__(self, voters: VoterSet, own_id: int) -> None:
        self._voters = voters
        self.granted: set[int] = {own_id} & set(voters.ids)
        self.rejected: set[int] = set()

    def record(self, voter_id: int, *, is_granted: bool) -> None:
        """Count a response of a voter; a later response of the same voter replaces it."""
        if self._voters.get(voter_id) is None:
            return
        into, out = (self.granted, self.rejected) if is_granted else (self.rejected, self.granted)
        into.add(voter_id)
        out.discard(voter_id)

    @property
    def is_won(self) -> bool:
        """True if a majority of the voters has granted."""
        return len(self.granted) >= self._voters.majority

    @property
    def is_lost(self) -> bool:
        """True if so many have rejected that the others are no majority."""
        return len(self._voters) - len(self.rejected) < self._voters.majority

    def unrecorded(self) -> list[int]:
        """Return the voters without a response."""
        return [each for each in self._voters.ids if each not in self.granted | self.rejected]
