"""Groups that do not come to rest, found and not found."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kafkawire.dump.detectors.rebalancing import (
    ClassicGroup,
    CooperativeChurn,
    CoordinatorChurn,
    RebalanceLoop,
)
from kafkawire.dump.model import Connection
from kafkawire.protocol.messages.consumer_group_heartbeat_request import (
    ConsumerGroupHeartbeatRequest,
)
from kafkawire.protocol.messages.consumer_group_heartbeat_response import (
    ConsumerGroupHeartbeatResponse,
)
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest
from kafkawire.protocol.messages.init_producer_id_response import InitProducerIdResponse
from kafkawire.protocol.messages.join_group_request import JoinGroupRequest
from kafkawire.protocol.messages.join_group_response import JoinGroupResponse
from tests.support.dump.watched import Watched

KIP_848 = {68: (0, 1)}


def join(
    watched: Watched,
    generation: int,
    *,
    group: str = "payments",
    client: Connection | None = None,
    **fields: Any,
) -> int:
    kind = fields.pop("protocol_type", "consumer")
    members = [
        JoinGroupResponse.JoinGroupResponseMember(member_id=name)
        for name in fields.pop("members", ())
    ]
    request = JoinGroupRequest(group_id=group, protocol_type=kind)
    response = JoinGroupResponse(generation_id=generation, members=members, **fields)
    return len(watched.say(client or watched.connect(), request, response))


def beat(watched: Watched, epoch: int, group: str = "payments") -> int:
    request = ConsumerGroupHeartbeatRequest(group_id=group)
    response = ConsumerGroupHeartbeatResponse(member_epoch=epoch)
    return len(watched.say(watched.connect(), request, response))


@pytest.mark.parametrize("say", [join, beat])
def test_generation_after_generation_is_found(watched: Watched, say: Callable[..., int]) -> None:
    watched.by(RebalanceLoop)
    found = [say(watched, generation) for generation in range(10, 16) for _ in range(3)]
    assert sum(found[:15]) == 0
    assert found[15:] == [1, 0, 0]
    assert watched.findings[0].text == (
        "group payments rebalanced 5 times in 60 s, up to generation 15"
    )
    assert sum(say(watched, generation) for generation in range(16, 60)) == 0
    watched.wait(60_000)
    assert sum(say(watched, generation) for generation in range(60, 66)) == 1


@pytest.mark.parametrize("say", [join, beat])
def test_a_group_that_comes_to_rest_is_no_loop(watched: Watched, say: Callable[..., int]) -> None:
    watched.by(RebalanceLoop)
    assert sum(say(watched, 7) for _ in range(99)) == 0
    for generation in range(8, 30):
        assert say(watched, generation) == 0
        watched.wait(16_000)
    assert sum(say(watched, at, group=f"g{at}") for at in range(1, 40)) == 0


def test_refusals_leavers_and_members_that_are_behind_are_no_generations(watched: Watched) -> None:
    watched.by(RebalanceLoop)
    assert sum(join(watched, at, error_code=27) for at in range(1, 20)) == 0
    assert sum(join(watched, -1) for _ in range(9)) == 0
    assert sum(beat(watched, epoch) for _ in range(9) for epoch in (9, 7, 8, -1, 0)) == 0
    request = JoinGroupRequest(group_id="payments")
    assert watched.say(watched.connect(), request) == []


def test_a_group_that_begins_anew_is_followed(watched: Watched) -> None:
    watched.by(RebalanceLoop)
    assert join(watched, 900) == 0
    assert sum(join(watched, generation) for generation in range(1, 6)) == 1


def round_of(watched: Watched, generation: int, members: str = "ab", **fields: Any) -> int:
    return join(watched, generation, members=members, protocol_name="cooperative-sticky", **fields)


def test_rounds_with_the_same_members_are_found(watched: Watched) -> None:
    watched.by(CooperativeChurn)
    assert [round_of(watched, at) for at in range(1, 5)] == [0, 0, 0, 1]
    assert watched.findings[0].text == (
        "group payments rebalanced 3 times within 60 s though its 2 members stayed the same"
    )
    assert sum(round_of(watched, at) for at in range(5, 30)) == 0
    watched.wait(60_000)
    assert sum(round_of(watched, at) for at in range(30, 34)) == 1


def test_generations_that_were_not_seen_may_have_had_other_members(watched: Watched) -> None:
    watched.by(CooperativeChurn)
    assert sum(round_of(watched, at) for at in range(1, 60, 2)) == 0


def test_the_second_round_of_a_change_is_no_churn(watched: Watched) -> None:
    watched.by(CooperativeChurn)
    members = "a"
    for at in range(1, 30, 3):
        members += chr(98 + at)
        assert sum(round_of(watched, at + more, members) for more in range(3)) == 0
    for at in range(100, 120):
        assert round_of(watched, at) == 0
        watched.wait(31_000)


def test_other_protocols_followers_and_refusals_do_not_count(watched: Watched) -> None:
    watched.by(CooperativeChurn)
    for at in range(1, 20):
        assert join(watched, at, members="ab", protocol_name="range") == 0
        assert join(watched, at, protocol_name="cooperative-sticky") == 0
        assert round_of(watched, at, error_code=27) == 0
    assert sum(round_of(watched, 50) for _ in range(9)) == 0


def test_a_classic_group_is_found_where_the_broker_offers_more(watched: Watched) -> None:
    watched.by(ClassicGroup)
    assert join(watched, 1, client=watched.connect(ranges=KIP_848)) == 1
    assert watched.findings[0].text == (
        "group payments uses the classic protocol where the broker has that of KIP-848"
    )
    watched.wait(600_000)
    assert join(watched, 2, client=watched.connect(ranges=KIP_848)) == 0
    assert join(watched, 1, group="other", client=watched.connect(ranges=KIP_848)) == 1
    watched.wait(3_600_000)
    assert join(watched, 3, client=watched.connect(ranges=KIP_848)) == 1


def test_old_brokers_and_other_kinds_of_groups_are_fine(watched: Watched) -> None:
    watched.by(ClassicGroup)
    assert join(watched, 1, client=watched.connect(ranges={11: (0, 9)})) == 0
    connect = watched.connect(ranges=KIP_848)
    assert join(watched, 1, client=connect, protocol_type="connect") == 0
    assert beat(watched, 1) == 0
    watched.by(ClassicGroup, count=2)
    assert join(watched, 1, client=connect) == 0
    assert join(watched, 1, client=connect) == 1


def heartbeat(watched: Watched, code: int, group: str = "payments") -> int:
    request = HeartbeatRequest(group_id=group)
    return len(watched.say(watched.connect(), request, HeartbeatResponse(error_code=code)))


@pytest.mark.parametrize("code", [14, 15, 16])
def test_a_coordinator_that_is_lost_again_and_again_is_found(watched: Watched, code: int) -> None:
    watched.by(CoordinatorChurn)
    assert [heartbeat(watched, code) for _ in range(5)] == [0, 0, 0, 0, 1]
    assert "the coordinator of group payments is" in watched.findings[0].text
    assert sum(heartbeat(watched, code) for _ in range(20)) == 0
    watched.wait(60_000)
    assert sum(heartbeat(watched, code) for _ in range(5)) == 1


def test_the_coordinator_of_a_transaction_too(watched: Watched) -> None:
    watched.by(CoordinatorChurn)
    request = InitProducerIdRequest(transactional_id="tx")
    for _ in range(5):
        watched.say(watched.connect(), request, InitProducerIdResponse(error_code=14))
    assert "of transactional id tx is loading" in watched.findings[0].text


def test_one_move_of_a_coordinator_is_no_churn(watched: Watched) -> None:
    watched.by(CoordinatorChurn)
    assert sum(heartbeat(watched, 16, f"g{at}") for at in range(4) for _ in range(4)) == 0
    watched.wait(31_000)
    for _ in range(9):
        assert heartbeat(watched, 16) == 0
        watched.wait(8_000)
    assert sum(heartbeat(watched, 27) for _ in range(9)) == 0
    lost = watched.done(watched.connect(), HeartbeatRequest(), HeartbeatResponse(error_code=16))
    lost.exchange.request = None
    assert sum(len(watched.tell(lost)) for _ in range(9)) == 0
