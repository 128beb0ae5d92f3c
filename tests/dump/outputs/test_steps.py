"""Steps of sessions, groups and transactions, as JSON and as sentences."""

from __future__ import annotations

from typing import NamedTuple

from kafkawire.dump.outputs.steps import step_object, step_text, steps_of
from kafkawire.log.topic_partition import TopicPartition
from tests.support.dump.exchanges import exchange


class Step(NamedTuple):
    session_id: int
    added: tuple[TopicPartition, ...]
    left_out: dict[TopicPartition, str]

    @property
    def summary(self) -> str:
        return f"session {self.session_id}"


class Slotted:
    __slots__ = ("member_id", "topic_id")

    def __init__(self) -> None:
        self.member_id = "m"
        self.topic_id = b"\0" * 16


STEP = Step(7, (TopicPartition("orders", 3),), {TopicPartition("orders", 4): "nothing new"})


def test_names_are_spelled_as_in_kafkas_json() -> None:
    assert step_object(STEP) == {
        "summary": "session 7",
        "sessionId": 7,
        "added": [{"topic": "orders", "partition": 3}],
        "leftOut": {"orders-4": "nothing new"},
    }
    assert step_object(Slotted()) == {"memberId": "m", "topicId": "AAAAAAAAAAAAAAAAAAAAAA"}
    assert step_object(None) is None
    assert step_object(frozenset((2, 1))) == [1, 2]


def test_for_people_a_step_is_its_summary() -> None:
    assert step_text(STEP) == "session 7"
    assert "memberId: 'm'" in step_text(Slotted())


def test_an_exchange_has_those_steps_that_are_there() -> None:
    assert steps_of(exchange(request={}, transaction=STEP, session=STEP)) == [
        ("session", STEP),
        ("transaction", STEP),
    ]
