"""Groups of both protocols live random lives, and no partition is ever read by two members.

Classic clients are eager, as the range assignor makes them: whoever is told to join again stops
reading first. Whoever leads a classic group deals its partitions out. Members come and go, so that
groups change kind again and again; in the end everybody is given time, and all is read.

When somebody leaves, the classic clients hear of what follows before anything else happens. For a
downgrade takes it that they have what they were to have, as Kafka's does: who has not yet given
back the rest, and is upgraded again before its next heartbeat, may read it still.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.groups.consumer.embedded import read_assignment
from tests.support.requests.consumer_groups import ConsumerClient
from tests.support.requests.groups import Member
from tests.support.requests.migrating import MigratingHarness, assignment

PARTITIONS = {("t1", index) for index in range(3)} | {("t2", index) for index in range(2)}
ROUNDS = 25
CATCHING_UP = 3
UNKNOWN_MEMBER_ID = 25
MEMBER_ID_REQUIRED = 79

Reading = set[tuple[str, int]]


class ClassicClient:
    """An eager classic consumer, one step at a time."""

    def __init__(self, harness: MigratingHarness, name: str) -> None:
        self.member: Member = harness.classic("t1", "t2", client_id=name)
        self.reading: Reading = set()
        self.stage = self._join

    def step(self) -> None:
        """Do what is next, unless an answer is still to come."""
        self.stage()

    def _join(self) -> None:
        self.member.send_join()
        self.stage = self._await_join

    def _await_join(self) -> None:
        if not self.member.joining.done:
            return
        joined = self.member.joined
        if joined.error_code:
            self._begin_anew(joined.error_code, joined.member_id)
            return
        members = [each.member_id for each in joined.members]
        self.member.send_sync(dealt(members) if self.member.is_leader else None)
        self.stage = self._await_sync

    def _await_sync(self) -> None:
        if not self.member.syncing.done:
            return
        response = self.member.syncing.response
        if response.error_code:
            self._begin_anew(response.error_code)
            return
        given_away = read_assignment(bytes(response.assignment)).partitions
        self.reading = {(topic, index) for topic, held in given_away.items() for index in held}
        self.stage = self._beat

    def _beat(self) -> None:
        code = self.member.heartbeat()
        if code:
            self._begin_anew(code)

    def _begin_anew(self, code: int, member_id: str = "") -> None:
        self.reading = set()
        if code == UNKNOWN_MEMBER_ID:
            self.member.id = ""
        elif code == MEMBER_ID_REQUIRED:
            self.member.id = member_id
        self.stage = self._join

    def catch_up(self) -> None:
        """Take in what was answered, and ask once more whether all is well."""
        for _ in range(CATCHING_UP):
            self.step()

    def leave(self) -> None:
        self.catch_up()
        self.reading = set()
        self.member.leave()


def dealt(members: Sequence[str]) -> dict[str, bytes]:
    """All partitions, dealt out to members by turns."""
    held: dict[str, dict[str, list[int]]] = {member: {} for member in members}
    for at, (topic, index) in enumerate(sorted(PARTITIONS)):
        held[members[at % len(members)]].setdefault(topic, []).append(index)
    return {member: assignment(partitions) for member, partitions in held.items()}


class NewClient:
    """A consumer of the new protocol, one step at a time."""

    def __init__(self, harness: MigratingHarness, name: str) -> None:
        self.client: ConsumerClient = harness.joiner(name, "t1", "t2")

    @property
    def reading(self) -> Reading:
        return {(topic, index) for topic, held in self.client.assigned.items() for index in held}

    def step(self) -> None:
        if self.client.epoch == 0 or self.client.acknowledge().error_code:
            self.client.assigned = {}
            self.client.join()

    def leave(self) -> None:
        self.client.leave()
        self.client.assigned = {}


Client = ClassicClient | NewClient
Action = tuple[str, int]

actions = st.lists(
    st.tuples(st.sampled_from(["step"] * 6 + ["classic", "new", "leave"]), st.integers(0, 9)),
    min_size=1,
    max_size=50,
)


def alive(harness: MigratingHarness, life: Sequence[Action]) -> Iterator[list[Client]]:
    """The clients that there are after each action."""
    clients: list[Client] = []
    for number, (what, which) in enumerate(life):
        if what == "classic":
            clients.append(ClassicClient(harness, f"c{number}"))
        elif what == "new":
            clients.append(NewClient(harness, f"n{number}"))
        elif clients and what == "step":
            clients[which % len(clients)].step()
        elif clients:
            clients.pop(which % len(clients)).leave()
            for client in clients:
                if isinstance(client, ClassicClient):
                    client.catch_up()
        yield clients


def check_apart(clients: Sequence[Client]) -> None:
    read = [each for client in clients for each in client.reading]
    assert len(read) == len(set(read)), [sorted(client.reading) for client in clients]


@pytest.mark.slow
@given(actions)
def test_nobody_reads_what_another_reads_and_in_the_end_all_is_read(life: list[Action]) -> None:
    """groups D-91, D-92, D-93, D-94, D-96: through every conversion."""
    harness = MigratingHarness()
    clients: list[Client] = []
    for clients in alive(harness, life):
        check_apart(clients)
    for _ in range(ROUNDS):
        harness.advance(1_000)
        for client in clients:
            client.step()
            check_apart(clients)
    if clients:
        assert {each for client in clients for each in client.reading} == PARTITIONS


@given(actions)
def test_a_group_lasts_over_restarts_whatever_it_is(life: list[Action]) -> None:
    """groups A-21, A-23, D-91, D-96: what is read back is what was there."""
    harness = MigratingHarness()
    for _ in alive(harness, life):
        pass
    shard = harness.broker.groups.shard_of("g")
    before = shard.consumer_group("g")
    if before is None:
        return
    described = harness.described()
    targets = {**before.targets}
    harness.restart_groups()
    after = harness.group()
    assert harness.described() == described
    assert after.targets == targets
    assert after.owners == before.owners or not after.members
