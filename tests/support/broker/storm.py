"""A storm of rebalances: fifty members that come, go and vanish at random, in simulated time.

Each member is a client as simple as one can be, that does what its protocol says. What it was last
told to read it reads until it learns otherwise. For each generation it is written down who was told
to read what, and nobody may be told what another one was told in the same generation. (Over two
generations both may read for a while: who has not heard of the new one goes on with the old.) When
the storm is over, all who are there must agree on one generation in bounded time, and read all
partitions between them.
"""

from __future__ import annotations

from random import Random
from typing import Any, Protocol

from tests.support.requests.harness import BrokerHarness

MEMBERS = 50
PARTITIONS = 60
STORM_MS = 60_000
STEP_MS = 200
RESTLESSNESS = 0.25
"""How likely it is that in one step a member comes, goes or vanishes."""
SESSION_MS = 6_000
REBALANCE_MS = 8_000
BEAT_MS = 2_000
SETTLING_MS_MAX = 3 * (SESSION_MS + REBALANCE_MS)


class StormError(AssertionError):
    """Two owners, or a group that does not come to rest."""


class Claims:
    """Who was told to read a partition, by generation."""

    def __init__(self) -> None:
        self._owners: dict[tuple[int, int], object] = {}

    def claim(self, generation: int, partition: int, member: object) -> None:
        """That member was told so. Raises StormError if another one was, too."""
        owner = self._owners.setdefault((generation, partition), member)
        if owner is not member:
            raise StormError(f"generation {generation}: partition {partition} has two owners")


class StormMember(Protocol):
    """One that may be in the group."""

    is_wanted: bool
    """Whether it is to be in the group."""
    generation: int
    owned: frozenset[int]

    def step(self, now_ms: int) -> None:
        """Do what is due."""

    def go(self) -> None:
        """Leave in order."""

    def vanish(self) -> None:
        """Be gone without a word."""


class Storm:
    """One storm; `members` are all who may take part, `harness` where their group is."""

    def __init__(self, harness: BrokerHarness, members: list[Any], random: Random) -> None:
        self.harness = harness
        self.members: list[StormMember] = members
        self.random = random
        self.settled_ms = -1
        """How long it took to come to rest."""

    def run(self) -> None:
        """Let it blow, and see it end. Raises StormError."""
        for _ in range(STORM_MS // STEP_MS):
            if self.random.random() < RESTLESSNESS:
                self._disturb(self.random.choice(self.members))
            self._step()
        for member in self.members[: MEMBERS // 2]:
            member.is_wanted = True
        begun_ms = self.harness.now_ms
        while not self._is_settled():
            if self.harness.now_ms - begun_ms > SETTLING_MS_MAX:
                raise StormError(f"not settled after {SETTLING_MS_MAX} ms: {self._state()}")
            self._step()
        self.settled_ms = self.harness.now_ms - begun_ms

    def _disturb(self, member: StormMember) -> None:
        if not member.is_wanted:
            member.is_wanted = True
        elif self.random.random() < 0.6:
            member.go()
        else:
            member.vanish()

    def _step(self) -> None:
        for member in self.members:
            member.step(self.harness.now_ms)
        self.harness.advance(STEP_MS)

    def _is_settled(self) -> bool:
        here = [member for member in self.members if member.is_wanted]
        if len({member.generation for member in here}) > 1:
            return False
        return sorted(at for member in here for at in member.owned) == list(range(PARTITIONS))

    def _state(self) -> str:
        here = [member for member in self.members if member.is_wanted]
        owned = sorted(at for member in here for at in member.owned)
        return f"{len(here)} members, {len(owned)} owners, {len(set(owned))} partitions"
