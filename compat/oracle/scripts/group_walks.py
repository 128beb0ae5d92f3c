"""Time in groups, and random walks through them.

A walk knows some connections, each of which is a member or would like to be one. As in the walks
over topics, what is done next never depends on an answer; a member id or generation is looked up
when a request is made.
"""

from __future__ import annotations

from collections.abc import Callable

from compat.oracle.scripts.commits import commit, fetch
from compat.oracle.scripts.groups import (
    REBALANCING,
    beat,
    coordinator_ready,
    describe,
    join,
    joined,
    leave,
    stable,
    sync,
)
from compat.oracle.scripts.kit import Part, World, create, message
from compat.oracle.steps import Ask, Receive, Script, Send
from kafkawire.protocol.messages.delete_groups_request import DeleteGroupsRequest
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest

SESSION_MS_MIN = 6_000
"""The least that Kafka takes (group.min.session.timeout.ms)."""
GROUPS = ("ants", "bees", "cats")


def expiry(world: World) -> Script:
    """A member that is silent is dropped, one that does not rejoin in time too; others go on."""
    groups = ("silent", "late", "static", "unsynced")
    yield from coordinator_ready(*groups)
    silent = yield from stable("silent", session_timeout_ms=SESSION_MS_MIN)
    kept = yield from stable("static", session_timeout_ms=SESSION_MS_MIN, group_instance_id="i")
    yield from joined("unsynced", rebalance_timeout_ms=2_000)
    late = yield from stable("late", rebalance_timeout_ms=1_000)
    newcomer = yield Ask(join("late", rebalance_timeout_ms=1_000), 9)
    who = message(newcomer, JoinGroupResponse).member_id
    # The first member does not rejoin within its second, and is dropped.
    yield Ask(join("late", who, rebalance_timeout_ms=1_000), 9, "late", waits_ms=1_000)
    yield describe("late")
    yield Ask(beat("late", late.member_id, late.generation_id), 4)
    empty = lambda found: found.groups[0].group_state == "Empty"  # noqa: E731
    for group in ("silent", "static", "unsynced"):
        yield describe(group)._replace(until=empty)
    yield Ask(beat("silent", silent.member_id, silent.generation_id), 4)
    yield Ask(beat("static", kept.member_id, kept.generation_id, "i"), 4)


class Member:
    """One that is or was or would be in a group."""

    def __init__(self, group: str, instance: str | None) -> None:
        self.group = group
        self.instance = instance
        self.member_id = ""
        self.generation = -1


class Walk:
    """Groups of one member each, since only those never wait for another."""

    def __init__(self, world: World, topics: dict[str, bytes]) -> None:
        self.random = world.random
        self.topics = topics
        self.members = [Member(group, None) for group in GROUPS]
        self.members.append(Member("dogs", "instance"))
        self.moves: list[tuple[int, Callable[[Member], Part[None]]]] = [
            (20, self.join),
            (20, self.sync),
            (25, self.beat),
            (5, self.leave),
            (15, self.commit),
            (10, self.fetch),
            (5, self.look),
            (2, self.delete),
        ]

    def step(self) -> Part[None]:
        """One move of one member."""
        weights = [weight for weight, _ in self.moves]
        (move,) = self.random.choices([move for _, move in self.moves], weights)
        yield from move(self.random.choice(self.members))

    def generation(self, member: Member) -> int:
        """Mostly the right one."""
        return member.generation + self.random.choice((0,) * 12 + (1, -1))

    def member_id(self, member: Member) -> str:
        """Mostly the right one."""
        return self.random.choice((member.member_id,) * 15 + ("somebody", ""))

    def join(self, member: Member) -> Part[None]:
        """Join; a member that was forgotten begins anew."""
        names = self.random.choice((("a",), ("a", "b"), ("b", "c")))
        protocols = [(name, self.random.choice((b"", b"one", b"two"))) for name in names]
        request = join(member.group, member.member_id, protocols, group_instance_id=member.instance)
        found = message(
            (yield Ask(request, self.random.choice((5, 6, 7, 8, 9)))), JoinGroupResponse
        )
        if found.error_code in (0, 79):
            member.member_id = found.member_id
        if found.error_code == 0:
            member.generation = found.generation_id
        elif found.error_code == 25:
            member.member_id = ""

    def sync(self, member: Member) -> Part[None]:
        """Sync, with assignments or without."""
        who = self.member_id(member)
        mine = [(who, self.random.choice((b"", b"all")))] if self.random.random() < 0.8 else []
        request = sync(
            member.group, who, self.generation(member), mine, group_instance_id=member.instance
        )
        yield Ask(request, self.random.choice((3, 4)))

    def beat(self, member: Member) -> Part[None]:
        """Heartbeat."""
        request = beat(
            member.group, self.member_id(member), self.generation(member), member.instance
        )
        yield Ask(request, self.random.choice((3, 4)))

    def leave(self, member: Member) -> Part[None]:
        """Leave, by member id or by instance."""
        who = self.member_id(member)
        instance = self.random.choice((None, member.instance))
        yield Ask(leave(4, member.group, ("" if instance else who, instance)), 4)

    def place(self) -> tuple[str, bytes, tuple[int, ...]]:
        """Some partitions of a topic, perhaps one that is not there."""
        name = self.random.choice(sorted(self.topics))
        partitions = self.random.sample(range(4), self.random.randint(1, 3))
        return name, self.topics[name], tuple(partitions)

    def commit(self, member: Member) -> Part[None]:
        """Commit as the member, as somebody else, or as nobody."""
        as_nobody = self.random.random() < 0.3
        request = commit(
            9,
            member.group,
            self.place(),
            offset=self.random.randint(0, 100),
            member_id="" if as_nobody else self.member_id(member),
            generation=-1 if as_nobody else self.generation(member),
        )
        yield Ask(request, 9)

    def fetch(self, member: Member) -> Part[None]:
        """Read some offsets."""
        version = self.random.choice((1, 5, 7, 8, 10))
        yield Ask(fetch(version, member.group, [self.place(), self.place()]), version)

    def look(self, member: Member) -> Part[None]:
        """Describe or list."""
        if self.random.random() < 0.5:
            yield describe(*GROUPS, member.group)
        else:
            yield Ask(ListGroupsRequest(), 5)

    def delete(self, member: Member) -> Part[None]:
        """Delete the group, which works if it is empty."""
        yield Ask(DeleteGroupsRequest(groups_names=[member.group]), 2)


def walk(world: World) -> Script:
    """As many moves as the run was told to make."""
    topics = {"one": (yield from create(world, "one", 2)), "two": (yield from create(world, "two"))}
    yield from coordinator_ready(*GROUPS, "dogs")
    found = Walk(world, topics)
    for _ in range(world.steps):
        yield from found.step()


def many_members(world: World) -> Script:
    """Six come one by one and leave one by one; at each change all but one must rejoin."""
    yield from coordinator_ready("crowd")
    crew = [(yield from stable("crowd", protocols=[("a", b"0")]))]
    generation = crew[0].generation_id
    for at in range(1, 6):
        data = [("a", b"%d" % at)]
        given = message((yield Ask(join("crowd", protocols=data), 9)), JoinGroupResponse)
        yield Send(join("crowd", given.member_id, data), 9, f"member {at}")
        until = lambda found: found.error_code == REBALANCING  # noqa: E731
        for member in crew:
            request = HeartbeatRequest(
                group_id="crowd", member_id=member.member_id, generation_id=generation
            )
            yield Ask(request, 4, until=until)
        for number, member in enumerate(crew):
            again = join("crowd", member.member_id, [("a", b"%d" % number)])
            yield Send(again, 9, f"member {number}")
        crew = []
        for number in range(at + 1):
            crew.append(message((yield Receive(f"member {number}")), JoinGroupResponse))
        generation = crew[0].generation_id
        assignments = [(member.member_id, b"%d" % number) for number, member in enumerate(crew)]
        leader = next(each for each in crew if each.leader == each.member_id)
        yield Ask(sync("crowd", leader.member_id, generation, assignments), 3)
        for member in crew:
            yield Ask(sync("crowd", member.member_id, generation), 3)
        yield describe("crowd")
    for member in crew:
        yield Ask(leave(4, "crowd", (member.member_id, None)), 4)
        yield describe("crowd")


SCRIPTS = {
    "group-expiry": expiry,
    "group-many-members": many_members,
    "group-walk-1": walk,
    "group-walk-2": walk,
}
