"""Voters of the quorum: keys, addresses, supported versions, and sets of them (KIP-853).

While kraft.version is 0 the directory ids of voters are unknown, which 16 zero bytes stand for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from kafkawire.protocol.messages.voters_record import VotersRecord

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

NO_DIRECTORY_ID = bytes(16)
NO_ID = -1
VOTERS_IN_LOG = 1
"""The level of kraft.version from which on the voters are records of the log."""


class ReplicaKey(NamedTuple):
    """A replica: its node id, and the directory id of its metadata log."""

    id: int
    directory_id: bytes = NO_DIRECTORY_ID


class Endpoint(NamedTuple):
    """An address of a replica for one listener."""

    name: str
    host: str
    port: int


class Voter(NamedTuple):
    """A voter: its key, its addresses, and the levels of kraft.version that it supports."""

    key: ReplicaKey
    endpoints: tuple[Endpoint, ...] = ()
    min_version: int = 0
    max_version: int = VOTERS_IN_LOG

    def supports(self, level: int) -> bool:
        """Return True if the voter can run `level` of kraft.version."""
        return self.min_version <= level <= self.max_version


class VoterSet:
    """Voters by id, which never change; each change makes a new set."""

    __slots__ = ("_voters",)

    def __init__(self, voters: Iterable[Voter] = ()) -> None:
        self._voters = {voter.key.id: voter for voter in voters}

    def __iter__(self) -> Iterator[Voter]:
        return iter(self._voters.values())

    def __len__(self) -> int:
        return len(self._voters)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, VoterSet) and self._voters == other._voters

    def __hash__(self) -> int:
        return hash(frozenset(self._voters.values()))

    @property
    def ids(self) -> list[int]:
        """The ids of the voters, in their order."""
        return list(self._voters)

    @property
    def majority(self) -> int:
        """The least number of voters that is more than half of them."""
        return len(self._voters) // 2 + 1

    def get(self, node_id: int) -> Voter | None:
        """Return the voter with this id."""
        return self._voters.get(node_id)

    def has(self, key: ReplicaKey) -> bool:
        """Return True for a voter's key; the directory counts if the voter's is known."""
        voter = self._voters.get(key.id)
        if voter is None:
            return False
        return voter.key.directory_id in (NO_DIRECTORY_ID, key.directory_id)

    def is_majority(self, ids: Iterable[int]) -> bool:
        """Return True if `ids` has more than half of the voters."""
        return len(self._voters.keys() & set(ids)) >= self.majority

    def with_voter(self, voter: Voter) -> VoterSet:
        """Return the set in which `voter` is added, or replaces the voter of the same id."""
        return VoterSet([*(self._voters | {voter.key.id: voter}).values()])

    def without(self, node_id: int) -> VoterSet:
        """Return the set without the voter of this id."""
        return VoterSet(voter for voter in self if voter.key.id != node_id)

    # The control record

    def encode(self) -> bytes:
        """Return the value of a VotersRecord."""
        return VotersRecord(version=0, voters=[_to_record(voter) for voter in self]).encode(0)

    @classmethod
    def decode(cls, value: bytes) -> VoterSet:
        """Return the voters of a VotersRecord. Raises `DecodeError`."""
        return cls(_from_record(each) for each in VotersRecord.decode(value, 0).voters)


def _to_record(voter: Voter) -> VotersRecord.Voter:
    return VotersRecord.Voter(
        voter_id=voter.key.id,
        voter_directory_id=voter.key.directory_id,
        endpoints=[
            VotersRecord.Endpoint(name=name, host=host, port=port)
            for name, host, port in voter.endpoints
        ],
        kraft_version_feature=VotersRecord.KRaftVersionFeature(
            min_supported_version=voter.min_version, max_supported_version=voter.max_version
        ),
    )


def _from_record(record: VotersRecord.Voter) -> Voter:
    feature = record.kraft_version_feature
    return Voter(
        ReplicaKey(record.voter_id, record.voter_directory_id),
        tuple(Endpoint(each.name, each.host, each.port) for each in record.endpoints),
        feature.min_supported_version,
        feature.max_supported_version,
    )
