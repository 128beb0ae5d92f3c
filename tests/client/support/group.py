"""Members of a group in simulated time: each with a client of its own, and one broker for all.

`Shell` stands for the shell: it performs wishes at once, as an application does that always waits
for records, unless it `is_busy`. Then Release waits, and so do the hooks.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

from kafkawire.client.core.backoff import Backoff
from kafkawire.client.core.membership.common import MemberOptions, Parts
from kafkawire.client.core.membership.consumer import ConsumerMember
from kafkawire.client.core.membership.coordinator import Coordinator
from kafkawire.client.core.membership.handover import (
    Assigned,
    Failed,
    Interrupt,
    Lost,
    Raise,
    Release,
    Revoked,
    Wish,
)
from kafkawire.client.core.membership.topic_selection import TopicSelection
from kafkawire.client.core.offsets import committing_member
from kafkawire.client.core.offsets.committing_member import OffsetsOptions
from kafkawire.client.core.offsets.done import Offsets
from kafkawire.client.values import OffsetAndMetadata, TopicPartition
from tests.client.support.world import World, advance_together

COMMIT, FETCH_OFFSETS, FIND, HEARTBEAT = 8, 9, 10, 68


def partitions(topic: str, *numbers: int) -> frozenset[TopicPartition]:
    """Return partitions of one topic."""
    return frozenset(TopicPartition(topic, number) for number in numbers)


ALL = partitions("orders", 0, 1, 2, 3)


class Shell:
    """Performs what a member wishes, and keeps what it did."""

    def __init__(self, member: Any) -> None:
        self.member = member
        self.is_busy = False
        """Whether the application works, and asks for nothing."""
        self.seen: list[Wish] = []
        """All wishes, in order."""
        self.assigned: frozenset[TopicPartition] = frozenset()
        """What the application may read."""
        self.done_offsets: dict[TopicPartition, int] = {}
        """What is done, told at Release."""
        self._todo: deque[Wish] = deque()

    def kinds(self) -> list[str]:
        """Return the names of all wishes, in order."""
        return [type(wish).__name__ for wish in self.seen]

    def of(self, kind: type) -> list[Any]:
        """Return all wishes of a kind."""
        return [wish for wish in self.seen if isinstance(wish, kind)]

    def turn(self, now_ms: int) -> bool:
        """Perform what can be; False if there was nothing to do."""
        taken = self.member.handover.take()
        self.seen += taken
        self._todo += taken
        moved = bool(taken)
        while self._todo:
            wish = self._todo[0]
            if isinstance(wish, Release) and len(self._todo) > 1:
                self._todo.popleft()
                continue
            if self.is_busy and not isinstance(wish, Raise | Failed):
                self._drop_lost()
                return moved
            self._todo.popleft()
            moved = True
            self._perform(wish, now_ms)
        return moved

    def _drop_lost(self) -> None:
        for wish in self._todo:
            if isinstance(wish, Lost):
                self.assigned -= wish.partitions

    def _perform(self, wish: Wish, now_ms: int) -> None:
        if isinstance(wish, Assigned):
            self.assigned |= wish.partitions
        elif isinstance(wish, Revoked | Lost):
            self.assigned -= wish.partitions
        if isinstance(wish, Release | Interrupt | Revoked | Lost | Assigned):
            self.member.handover.done(wish.number, now_ms)


class Client:
    """A member with its world, its offsets and its shell."""

    def __init__(
        self,
        beside: Client | None = None,
        *,
        overrides: dict[str, str] | None = None,
        seed: int = 0,
        auto_commit: bool = True,
        emulate: str | None = None,
        **options: Any,
    ) -> None:
        self.world: World = World(
            overrides, seed=seed, emulate=emulate, beside=None if beside is None else beside.world
        )
        self.options = MemberOptions(**{"group_id": "billing", **options})
        world = self.world
        self.coordinator = Coordinator(
            self.options.group_id,
            world.network,
            world.metadata,
            world.timers,
            Backoff(100, 1000, world.random),
        )
        self.offsets = Offsets(
            OffsetsOptions(self.options.group_id, enable_auto_commit=auto_commit),
            committing_member.Parts(
                world.network, self.coordinator, world.metadata, world.timers, world.random
            ),
        )
        parts = Parts(
            world.network,
            self.coordinator,
            world.metadata,
            self.offsets,
            world.timers,
            world.random,
        )
        self.member = self.made(parts)
        self.offsets.commit_for(self.member)
        self.shell = Shell(self.member)
        world.actor = self.shell.turn

    def made(self, parts: Parts) -> Any:
        """Return the member."""
        return ConsumerMember(self.options, parts)

    @property
    def now_ms(self) -> int:
        return self.world.now_ms

    def state(self) -> Any:
        """Return the state of the member."""
        return self.member.state

    def subscribe(self, *topics: str) -> None:
        """Subscribe by name."""
        self.member.subscribe(TopicSelection(frozenset(topics)), self.now_ms)

    def leave(self, **how: Any) -> None:
        """Unsubscribe."""
        self.member.unsubscribe(self.now_ms, **how)

    def ask(self) -> None:
        """Have the application ask for records from now on."""
        self.shell.is_busy = False
        self.member.asked(self.now_ms)

    def hold(self) -> None:
        """Have the application hold records from now on."""
        self.shell.is_busy = True
        self.member.poll_interval.holding(self.now_ms)

    def did(self, topic: str, number: int, offset: int) -> None:
        """Say that records before an offset are done."""
        self.offsets.done(TopicPartition(topic, number), OffsetAndMetadata(offset), self.now_ms)

    def sent(self, api: int) -> list[Any]:
        """Return all requests of a kind."""
        return [request for key, _, request, _ in self.world.requests if key == api]

    def versions(self, api: int) -> set[int]:
        """Return the versions in which requests of a kind were sent."""
        return {version for key, version, *_ in self.world.requests if key == api}

    def committed(self, *wanted: TopicPartition) -> dict[TopicPartition, int | None]:
        """Return the committed offsets, as the broker has them."""
        return committed_at_broker(self.world, self.options.group_id, wanted)


def committed_at_broker(
    world: World, group_id: str, wanted: Iterable[TopicPartition]
) -> dict[TopicPartition, int | None]:
    """Ask the broker for committed offsets, beside all clients."""
    from kafkawire.protocol.messages.offset_fetch_request import OffsetFetchRequest

    group = OffsetFetchRequest.OffsetFetchRequestGroup(
        group_id=group_id,
        topics=[
            OffsetFetchRequest.OffsetFetchRequestTopics(name=topic, partition_indexes=[number])
            for topic, number in wanted
        ],
    )
    answer = world.harness.connect().request(OffsetFetchRequest(groups=[group]), 9)
    return {
        TopicPartition(topic.name, each.partition_index): (
            None if each.committed_offset < 0 else each.committed_offset
        )
        for topic in answer.groups[0].topics
        for each in topic.partitions
    }


def joined(**options: Any) -> Client:
    """A member that owns a topic of four partitions."""
    client = Client(**options)
    join(client)
    return client


def join(client: Client, count: int = 4) -> None:
    """Have a client own all partitions of a new topic, and forget the requests until then."""
    client.world.create_topic("orders", count)
    client.subscribe("orders")
    client.world.advance(6000)
    assert client.member.owned == partitions("orders", *range(count))
    client.world.requests.clear()


def together(clients: Sequence[Client], ms: int) -> None:
    advance_together([client.world for client in clients], ms)


def answering(client: Client, code: int, times: int = 1, api: int = HEARTBEAT) -> None:
    """Have the next answers carry an error code."""
    left = [times]

    def edit(key: int, answer: Any) -> Any:
        if key != api or not left[0]:
            return None
        left[0] -= 1
        if key == FIND:
            answer.coordinators[0].error_code = code
            return answer
        answer.error_code = code
        if key == HEARTBEAT:
            answer.member_epoch = 0
            answer.assignment = None
        return answer

    client.world.edit = edit
