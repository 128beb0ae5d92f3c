"""Random walks of two followers and some consumers around a leader of two partitions.

Every decision is drawn from the seed and from what both sides know, so a seed is a walk.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from compat.oracle.followers.leaders import ANSWER_SECONDS, OurLeader, RealLeader
from compat.oracle.followers.player import Player, part

PARTITIONS = (0, 1)
PARKED_MAX = 3
PARKED_MS = 600_000
NOTHING_SECONDS = 0.02
"""To see that nothing comes, when all has been served."""
STEPS = {
    "produce": 6,
    "follow": 10,
    "consume": 6,
    "follow_in_session": 6,
    "consume_in_session": 5,
    "park": 2,
    "fence": 1,
    "unfence": 1.5,
    "new_epoch": 0.3,
}


class Differs(AssertionError):
    """The two sides noted different things."""


class Walk:
    """One walk; raises `Differs` where the sides part."""

    def __init__(self, real: RealLeader, seed: int) -> None:
        self.random = Random(seed)
        self.real, self.ours = real, OurLeader()
        self.players = Player(real), Player(self.ours)
        self.ends = dict.fromkeys(PARTITIONS, 0)
        self.sessions: dict[int, tuple[int, list[int], set[int]]] = {}
        """By replica id: the epoch that is next, the id on each side, and the partitions."""
        self.parked: list[str] = []
        self.fetched: set[tuple[int, int]] = set()
        """Followers and partitions whose logs were looked at for them."""
        self.fenced: int | None = None
        self.has_new_epoch = False

    def go(self, steps: int) -> None:
        """Walk, and leave the real side as it was found."""
        for player in self.players:
            player.leader.create([(1, 2, 3)] * len(PARTITIONS))
        try:
            for number, name in enumerate(self.random.choices(*_weighted(), k=steps)):
                getattr(self, name)()
                self._compare(number, name)
                self._take_in()
                self._look_at_parked(number)
        finally:
            self.unfence()

    # What may happen

    def produce(self) -> None:
        index, count = self.random.choice(PARTITIONS), self.random.randint(1, 3)
        self.ends[index] += count
        for player in self.players:
            player.produce(index, count)

    def follow(self) -> None:
        random = self.random
        version = random.choice([4, 7, 9, 11, 12, 13, 14, 15, 16, 17, 18])
        one, age = self._one(version), random.choice([None, None, 0, -1, 9])
        node_id = random.choice([2, 2, 3, 3, 4, 1])
        for player in self.players:
            fields = {"age": age} if node_id != 1 else {}
            answer = player.fetch(one, by=node_id, version=version, **fields)
            self._note_fetched(node_id, [one.partition], answer)

    def consume(self) -> None:
        version = self.random.choice([4, 10, 11, 12, 13, 16, 18])
        one = self._one(version)
        fields: dict[str, Any] = {
            **self._rack(version),
            "isolation_level": self.random.choice([0, 0, 1]),
            "max_wait_ms": self.random.choice([0, 0, 100]),
        }
        for player in self.players:
            player.fetch(one, part(1 - one.partition), version=version, **fields)

    def follow_in_session(self) -> None:
        self._fetch_in_session(self.random.choice([2, 3]), 18)

    def consume_in_session(self) -> None:
        self._fetch_in_session(self.random.choice([-1, -2]), self.random.choice([12, 12, 11, 7]))

    def park(self) -> None:
        if len(self.parked) == PARKED_MAX:
            return
        random = self.random
        version, by = random.choice([9, 11, 12, 16, 18]), random.choice([-1, -1, 2])
        index = random.choice(PARTITIONS)
        one = part(index, self.ends[index], **self._epochs(version))
        name = f"parked {len(self.players[0].notes)}"
        fields = {"max_wait_ms": PARKED_MS, **(self._rack(version) if by < 0 else {})}
        for player in self.players:
            player.fetch_later(name, one, by=by, version=version, **fields)
        self.parked.append(name)
        self._note_fetched(by, [index], self.ours.receive(name, 0))

    def fence(self) -> None:
        if self.fenced is None:
            self.fenced = self.random.choice([2, 3])
            for player in self.players:
                player.leader.fence(self.fenced, True)

    def unfence(self) -> None:
        if self.fenced is not None:
            for player in self.players:
                player.leader.fence(self.fenced, False)
            self.fenced = None

    def new_epoch(self) -> None:
        if self.has_new_epoch or self.fenced is not None:
            return
        replicas = self.random.choice([(1, 2), (1, 3)])
        if not self.ours.in_sync()[0].issuperset(replicas):
            return  # the controller would wait until they are in sync
        self.has_new_epoch = True
        for player in self.players:
            player.leader.shrink(replicas)

    # How

    def _fetch_in_session(self, by: int, version: int) -> None:
        random = self.random
        epoch, ids, members = self.sessions.get(by, (0, [0, 0], set()))
        if random.random() < 0.05:
            epoch = 0
        choices = [(index, self._near(index)) for index in PARTITIONS]
        wanted = [part(*each) for each in choices if not epoch or random.random() < 0.4]
        fields: dict[str, Any] = {
            "max_wait_ms": random.choice([0, 0, 150]),
            "max_bytes": random.choice([1 << 20, 100]),
            **({"age": 0} if by > 0 else self._rack(version)),
        }
        answers = [
            player.fetch(*wanted, by=by, version=version, session=(session_id, epoch), **fields)
            for player, session_id in zip(self.players, ids, strict=True)
        ]
        members = {each.partition for each in wanted} | (members if epoch else set())
        self.sessions[by] = epoch + 1, [answer.session_id for answer in answers], members
        self._note_fetched(by, members, answers[1])

    def _one(self, version: int) -> Any:
        random = self.random
        index = random.choice(PARTITIONS)
        offset = random.choice([self._near(index), self._near(index), 0, self.ends[index] + 3, -1])
        max_bytes = random.choice([1_000, 60, 100_000, -1])
        return part(index, offset, max_bytes, **self._epochs(version))

    def _near(self, index: int) -> int:
        end = self.ends[index]
        return max(0, self.random.choice([end, end, end, end - 1, end - 2, end + 1]))

    def _epochs(self, version: int) -> dict[str, int]:
        random = self.random
        epochs = {}
        if version >= 9 and random.random() < 0.25:
            epochs["current_leader_epoch"] = random.choice([0, 0, 1, 2])
        if version >= 12 and random.random() < 0.2:
            epochs["last_fetched_epoch"] = random.choice([0, 0, 1, 3])
        return epochs

    def _rack(self, version: int) -> dict[str, str]:
        racks = ["", "r1", "r2", "r2", "r3", "r4"]
        return {"rack_id": self.random.choice(racks)} if version >= 11 else {}

    def _note_fetched(self, by: int, indexes: Iterable[int], answer: Any) -> None:
        """Note for which partitions a fetch tells where a follower's log ends.

        It does so when it comes; when one that has waited is answered, it tells nothing more.
        """
        if by < 0 or (answer is not None and answer.error_code):
            return
        refused = {
            data.partition_index
            for topic in (answer.responses if answer is not None else ())
            for data in topic.partitions
            if data.error_code or data.diverging_epoch.epoch >= 0
        }
        self.fetched |= {(by, index) for index in indexes if index not in refused}

    def _take_in(self) -> None:
        """Who has caught up comes to be in sync, on both sides."""
        in_sync, before = self.ours.in_sync(), self.ours.in_sync()
        for node_id, index in self.fetched:
            if self.ours.has_caught_up(node_id, index):
                in_sync[index].add(node_id)
        self.fetched.clear()
        if in_sync != before:
            self.real.take_in(in_sync)
            self.ours.take_in(in_sync)
        elif (found := self.real.in_sync()) != in_sync:
            raise Differs(f"in sync are {found} with Kafka, {in_sync} by what it has been told")

    def _look_at_parked(self, number: int) -> None:
        for name in list(self.parked):
            ours = self.players[1].answer(name, 0)
            real = self.players[0].answer(name, NOTHING_SECONDS if ours is None else ANSWER_SECONDS)
            if ours is not None and real is not None:
                self.parked.remove(name)
        self._compare(number, "parked")

    def _compare(self, number: int, name: str) -> None:
        real, ours = (player.notes for player in self.players)
        if real != ours:
            found = [pair for pair in zip(real, ours, strict=False) if pair[0] != pair[1]]
            raise Differs(f"step {number}, {name}:\n  Kafka {found[0][0]}\n  ours  {found[0][1]}")


def _weighted() -> tuple[list[str], list[float]]:
    return list(STEPS), list(STEPS.values())
