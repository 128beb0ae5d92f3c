"""One round of a classic group, answer by answer."""

from __future__ import annotations

from random import Random
from typing import Any

from kafkawire.client.core.calls import Answer, Call
from kafkawire.client.core.membership.assignors import ASSIGNORS
from kafkawire.client.core.membership.classic_round import Doors, Round
from kafkawire.client.core.membership.common import MemberOptions, Parts
from kafkawire.client.core.membership.subscription import encode_assignment
from kafkawire.client.core.view import ClusterView
from kafkawire.client.errors import ServerError, UnreadableAnswer
from kafkawire.client.values import GroupMetadata
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from kafkawire.protocol.messages.sync_group_response import SyncGroupResponse
from kafkawire.timers import Timers
from tests.client.support.group import partitions

OWNED = partitions("orders", 0, 1)


class Fixture:
    """A round of which the test gives the answers; keeps what it tells its member."""

    def __init__(self, *names: str) -> None:
        self.view = ClusterView()
        self.calls: list[Call] = []
        self.withdrawn: list[Call] = []
        self.told: list[tuple[Any, ...]] = []

        def door(name: str) -> Any:
            return lambda *told: self.told.append((name, *told))

        doors = Doors(
            *map(door, ("joined", "synced", "id_given", "refused", "unanswered", "failed")),
        )
        me: Any = self
        options = MemberOptions("billing", max_poll_interval_ms=300_000)
        self.round = Round(
            options,
            Parts(me, me, me, me, Timers(), Random(0)),
            [ASSIGNORS[name]() for name in names or ("range", "cooperative-sticky")],
            doors,
        )
        who = GroupMetadata("billing", -1, "", None)
        self.calls.append(self.round.join(1, who, ("orders",), frozenset(), ""))

    def send(self, call: Call, now_ms: int) -> None:
        self.calls.append(call)

    def withdraw(self, call: Call) -> None:
        self.withdrawn.append(call)

    def forget(self, topics: Any) -> None:
        pass

    def answer(self, message: Any) -> None:
        self.calls[-1].done(Answer(1, 9, message), 5)

    def joined(self, name: str = "range", kind: str | None = "consumer") -> None:
        self.answer(
            JoinGroupResponse(
                generation_id=4, protocol_name=name, protocol_type=kind, member_id="m", leader="l"
            )
        )

    def synced(self, data: bytes, name: str = "range") -> None:
        self.answer(
            SyncGroupResponse(protocol_type="consumer", protocol_name=name, assignment=data)
        )


def test_a_round_joins_syncs_and_ends() -> None:
    """client G-42, D-24: both requests may take as long as a rebalance."""
    fixture = Fixture()
    fixture.joined()
    fixture.synced(encode_assignment(sorted(OWNED)))
    assert fixture.told == [("joined", "m", 4), ("synced", tuple(sorted(OWNED)), 5)]
    assert {call.timeout_ms for call in fixture.calls} == {305_000}
    assert {(call.node, call.lane) for call in fixture.calls} == {(1, 2)}


def test_kinds_are_the_strongest_that_all_assignors_support() -> None:
    """client G-41."""
    assert Fixture().round.is_eager
    assert not Fixture("cooperative-sticky").round.is_eager


def test_no_bytes_are_no_partitions_and_others_have_to_be_read() -> None:
    fixture = Fixture()
    fixture.joined()
    fixture.synced(b"")
    assert fixture.told[-1] == ("synced", (), 5)
    fixture = Fixture()
    fixture.joined()
    fixture.synced(b"\x00\x00\x00")
    name, error, _ = fixture.told[-1]
    assert name == "failed"
    assert isinstance(error, UnreadableAnswer)


def test_other_protocols_are_inconsistent() -> None:
    """client G-41: 23, in both answers."""
    for name, kind in (("mine", "consumer"), ("range", "connect")):
        fixture = Fixture()
        fixture.joined(name, kind)
        (told, error, _) = fixture.told[-1]
        assert told == "failed"
        assert isinstance(error, ServerError)
        assert error.code == 23
    fixture = Fixture()
    fixture.joined()
    fixture.synced(b"", "sticky")
    assert fixture.told[-1][1].code == 23
    fixture = Fixture()
    fixture.joined(kind=None)
    assert fixture.told == [("joined", "m", 4)], "before version 7"


def test_refusals_and_failures_are_told() -> None:
    """client G-46."""
    fixture = Fixture()
    fixture.answer(JoinGroupResponse(error_code=79, member_id="given"))
    assert fixture.told == [("id_given", "given", 5)]
    fixture = Fixture()
    fixture.answer(JoinGroupResponse(error_code=25))
    assert fixture.told == [("refused", 25, 11, 1, 5)]
    fixture = Fixture()
    fixture.joined()
    fixture.answer(SyncGroupResponse(error_code=27))
    assert fixture.told[-1] == ("refused", 27, 14, 1, 5)
    fixture = Fixture()
    fixture.answer(None)
    assert fixture.told[-1][0] == "unanswered"


def test_a_round_that_is_stopped_withdraws_its_request() -> None:
    """client G-47."""
    fixture = Fixture()
    assert fixture.round.stop()
    assert fixture.withdrawn == fixture.calls
    assert not fixture.round.stop()


def test_members_that_cannot_be_read_end_the_membership() -> None:
    fixture = Fixture()
    member = JoinGroupResponse.JoinGroupResponseMember(member_id="m", metadata=b"\x00")
    fixture.answer(
        JoinGroupResponse(
            generation_id=1, protocol_name="range", member_id="m", leader="m", members=[member]
        )
    )
    assert fixture.told[-1][0] == "failed"
