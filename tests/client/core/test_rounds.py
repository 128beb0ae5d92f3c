"""Questions to leaders: grouped, asked again, dropped."""

from __future__ import annotations

from random import Random
from typing import Any

from kafkawire.client.core.calls import Answer, Call
from kafkawire.client.core.rounds import Round, Told
from kafkawire.client.core.surroundings import Surroundings
from kafkawire.client.core.view import ClusterView, Node, PartitionView, TopicView
from kafkawire.client.values import TopicPartition
from kafkawire.timers import Timers
from tests.client.support.read_world import ReadWorld

T0, T1 = TopicPartition("t", 0), TopicPartition("t", 1)
LIST_OFFSETS = 2


def listed(world: ReadWorld, *partitions: TopicPartition) -> list[Any]:
    """What a listing of these brings."""
    found: list[Any] = []
    world.reader.list_offsets(
        dict.fromkeys(partitions, -2),
        lambda listing, now_ms: found.append(listing),
        world.now_ms,
    )
    return found


def test_what_a_leader_cannot_answer_yet_is_asked_again() -> None:
    """fetch F-66: after metadata and a back-off, only what had no answer."""
    world = ReadWorld()
    first, second = world.topic(2)
    codes = [6, 5, 3]

    def edit(api: int, answer: Any) -> Any:
        if api != LIST_OFFSETS or not codes:
            return None
        for each in answer.topics[0].partitions:
            if each.partition_index == 0:
                each.error_code = codes.pop()
        return answer

    world.edit = edit
    found = listed(world, first, second)
    world.advance(5000)
    assert len(found) == 1
    assert set(found[0].offsets) == {first, second}
    asked = [
        [each.partition_index for each in request.topics[0].partitions]
        for api, _, request, _ in world.requests
        if api == LIST_OFFSETS
    ]
    assert asked == [[0, 1], [0], [0], [0]]


def test_a_partition_without_a_leader_is_asked_for_when_there_is_one() -> None:
    """client E-14, N 22: no hot loop meanwhile."""
    world = ReadWorld(overrides={"auto.create.topics.enable": "false"})
    found = listed(world, T0)
    world.advance(10_000)
    assert found == []
    assert world.apis().count(3) < 30
    world.topic()
    world.advance(2000)
    assert found[0].offsets[T0].offset == 0


def test_a_lost_connection_is_no_end() -> None:
    """client B-16."""
    world = ReadWorld()
    world.topic()
    world.metadata.want(["t"], world.now_ms)
    world.settle()
    world.swallow = lambda api: api == LIST_OFFSETS
    found = listed(world, T0)
    world.settle()
    world.swallow = lambda api: False
    world.drop_connections()
    world.advance(1000)
    assert found[0].offsets[T0].offset == 0


def test_a_question_that_was_dropped_gets_no_answer() -> None:
    """client B-6: a time-out is its owner's."""
    world = ReadWorld()
    world.topic()
    found: list[Any] = []
    listing = world.reader.list_offsets(
        {T0: -2}, lambda listing, now_ms: found.append(listing), world.now_ms
    )
    world.reader.forget_listing(listing)
    world.advance(1000)
    assert found == []
    assert listing.is_done


def test_a_new_topic_is_asked_for_once() -> None:
    """client E-3, F-43: as Java's consumer, one Metadata before the first ListOffsets."""
    world = ReadWorld()
    world.topic()
    world.assign(T0)
    world.advance(1000)
    assert [api for api in world.apis() if api in (2, 3)] == [3, 2]


class Leader:
    """One broker that leads all partitions, and an inquiry of it; takes answers if it `accepts`."""

    api = LIST_OFFSETS
    versions = (1, 1)

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.accepts = False
        self.taken: list[object] = []
        self.timers = Timers()
        partitions = {0: PartitionView(1, 0), 1: PartitionView(1, 0)}
        topics = {"t": TopicView("t", b"i" * 16, partitions)}
        self.view = ClusterView(1, "c", 1, {1: Node(1, "b", 9092)}, topics)
        anything: Any = self
        self.round: Round[object] = Round(
            Surroundings(anything, anything, self.timers, Random(1)), anything
        )

    def send(self, call: Call, now_ms: int) -> None:
        self.calls.append(call)

    def request_update(self, now_ms: int) -> None:
        """Metadata does not change."""

    def request(self, questions: dict[TopicPartition, object]) -> Any:
        return dict(questions)

    def read(self, answer: Any) -> list[Told]:
        return [Told(partition, 0, 5, 0) for partition in answer]

    def took(self, question: object, told: Told, now_ms: int) -> bool:
        self.taken.append(question)
        return self.accepts

    def asked(self) -> Any:
        (call,) = self.calls
        return call.request

    def answer(self, now_ms: int) -> None:
        """Answer the call that is under way."""
        call = self.calls.pop()
        message: Any = call.request
        call.done(Answer(1, 1, message), now_ms)

    def wait_ms(self, now_ms: int) -> int:
        """How long nothing is asked from now on."""
        assert self.calls == []
        due_ms = self.timers.next_deadline_ms()
        self.timers.run(due_ms, 10)
        assert len(self.calls) == 1
        return due_ms - now_ms


def test_a_backoff_is_for_all_questions_and_ends_with_newer_metadata() -> None:
    """fetch F-66."""
    leader = Leader()
    leader.round.ask(T0, "first")
    leader.round.send(0)
    assert leader.asked() == {T0: "first"}
    leader.answer(0)
    leader.round.ask(T1, "second")
    leader.round.send(10)
    assert leader.calls == []
    leader.round.wake(20)
    assert leader.asked() == {T0: "first", T1: "second"}


def test_backoffs_grow_until_an_answer_is_taken() -> None:
    """fetch F-66: 100 ms, 200 ms and 400 ms, each a fifth more or less."""
    leader = Leader()
    leader.round.ask(T0, "first")
    leader.round.send(0)
    waits = []
    for _ in range(3):
        leader.answer(0)
        waits.append(leader.wait_ms(0))
    assert [low <= wait for low, wait in zip((80, 160, 320), waits, strict=True)] == [True] * 3
    leader.accepts = True
    leader.answer(5000)
    leader.accepts = False
    leader.round.ask(T0, "second")
    leader.round.send(5000)
    leader.answer(5000)
    assert 80 <= leader.wait_ms(5000) <= 120


def test_a_question_that_was_replaced_gets_no_answer() -> None:
    """client F-43: the answer to the one in its place counts."""
    leader = Leader()
    leader.accepts = True
    leader.round.ask(T0, "older")
    leader.round.send(0)
    leader.round.ask(T0, "newer")
    leader.answer(0)
    assert leader.taken == []
    leader.round.send(0)
    leader.answer(0)
    assert leader.taken == ["newer"]
    assert len(leader.round) == 0
