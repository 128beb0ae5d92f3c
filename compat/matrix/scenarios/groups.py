"""Groups: classic, cooperative, static, KIP-848, and their administration."""

from __future__ import annotations

from compat.matrix.scenarios.base import Line, Scenario, Seen, Topic, World, fine, refused, values
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from kafkawire.protocol.messages.list_groups_response import ListGroupsResponse

ALL = {0, 1, 2, 3}
LOADED = Topic(partitions=4, preloaded=10)


def _of(lines: list[Line], member: str) -> list[set[int]]:
    return [set(line["partitions"]) for line in lines if line["member"] == member]


def _halves(one: set[int], other: set[int]) -> None:
    assert (len(one), len(other)) == (2, 2)
    assert one | other == ALL


def _group(seen: Seen, world: World) -> None:
    del world
    assigned = seen.all("assigned")
    alone, half, again = _of(assigned, "a")
    assert alone == again == ALL
    _halves(half, *_of(assigned, "b"))
    assert sorted(seen.one("read")["values"]) == sorted(values(range(40)))
    for line in seen.optional("committed"):
        fine(line)
    assert sorted(seen.one("resumed")["values"]) == values(range(40, 44))
    for line in seen.optional("offsets"):
        assert line["offsets"] == {str(each): 11 for each in ALL}


def _consumer_protocol(seen: Seen, world: World) -> None:
    _group(seen, world)
    # Some clients go back to the classic protocol without a word.
    answer = world.raw.ask(ListGroupsRequest(types_filter=["consumer"]), ListGroupsResponse, 5)
    assert world.prefix in {each.group_id for each in answer.groups}, "not a group of KIP-848"
    for line in seen.optional("pattern"):
        assert set(line["partitions"]) == ALL


def _cooperative(seen: Seen, world: World) -> None:
    del world
    assigned = seen.all("assigned")
    alone, half = _of(assigned, "a")
    assert alone == ALL
    (other,) = _of(assigned, "b")
    _halves(half, other)
    assert sorted(seen.one("read")["values"]) == sorted(values(range(40)))
    # What a kept was never taken from it: that is what cooperative means.
    given_up = _of(seen.all("revoked"), "a")
    assert set().union(*given_up) == other


def _conversion(seen: Seen, world: World) -> None:
    del world
    assigned = seen.all("assigned")
    alone, half = _of(assigned, "a")
    assert alone == ALL
    second, after, shared = _of(assigned, "b")
    _halves(half, second)
    assert after == ALL
    third, last = _of(assigned, "c")
    _halves(shared, third)
    assert last == ALL
    assert sorted(seen.one("read")["values"]) == sorted(values(range(40)))
    assert sorted(seen.one("resumed")["values"]) == values(range(40, 44))


def _static(seen: Seen, world: World) -> None:
    del world
    assigned = seen.all("assigned")
    (first,), (second,) = _of(assigned, "a"), _of(assigned, "b")
    _halves(first, second)
    assert set(seen.one("returned")["partitions"]) == first
    assert seen.one("undisturbed")["rebalances"] == 0
    for line in seen.optional("fenced"):
        refused(line, ErrorCode.FENCED_INSTANCE_ID)


def _groups(seen: Seen, world: World) -> None:
    del world
    assert seen.one("listed")["has"]
    described = seen.one("described")
    assert (described["state"].lower(), described["members"]) == ("stable", 1)
    assert described.get("partitions", 2) == 2
    assert seen.one("committed")["offsets"] == {"0": 10, "1": 10}
    _busy(seen)
    for line in seen.optional("altered"):
        fine(line)
        assert line["offset"] == 3
    assert seen.one("emptied")["state"].lower() == "empty"
    for line in seen.optional("deleted"):
        fine(line)
    for line in seen.optional("unknown"):
        refused(line, ErrorCode.GROUP_ID_NOT_FOUND)
    for line in seen.optional("dead"):
        assert (line["state"] or "dead").lower() == "dead", line
        assert line["error"] in (0, ErrorCode.GROUP_ID_NOT_FOUND) or isinstance(line["error"], str)


def _busy(seen: Seen) -> None:
    """What administration must not do while there are members."""
    for line in seen.optional("busy"):
        refused(line, ErrorCode.NON_EMPTY_GROUP)
    for line in seen.optional("alter-busy"):
        refused(line, ErrorCode.UNKNOWN_MEMBER_ID)
    for line in seen.optional("remove-unknown"):
        refused(line, ErrorCode.UNKNOWN_MEMBER_ID)


SCENARIOS = (
    Scenario("group", _group, (LOADED,)),
    Scenario("cooperative", _cooperative, (LOADED,)),
    Scenario("static", _static, (Topic(partitions=4),)),
    Scenario("consumer-protocol", _consumer_protocol, (LOADED,)),
    Scenario("conversion", _conversion, (LOADED,)),
    Scenario("groups", _groups, (Topic(partitions=2, preloaded=10),)),
    Scenario("consumer-groups", _groups, (Topic(partitions=2, preloaded=10),)),
)
