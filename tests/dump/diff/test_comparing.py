"""What differs between exchanges."""

from __future__ import annotations

from typing import Any

from kafkawire.dump.diff.comparing import compare
from kafkawire.dump.diff.meaning import Rules
from kafkawire.dump.model import Exchange
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from kafkawire.protocol.messages.list_groups_response import ListGroupsResponse
from tests.support.dump.dialogues import Dialogue

GROUPS = [ListGroupsResponse.ListedGroup(group_id="g", protocol_type="consumer")]


def listed(version: int = 4, wait_ms: int = 0, **fields: Any) -> Exchange:
    talk = Dialogue()
    talk.wait(wait_ms)
    response = ListGroupsResponse(**{"groups": GROUPS, **fields})
    return talk.exchange(talk.connect(), ListGroupsRequest(), response, version)


def found(left: Exchange, right: Exchange) -> list[tuple[str, object, object]]:
    return [(each.path, each.left, each.right) for each in compare(left, right, Rules())]


def test_times_and_ends_do_not_differ() -> None:
    other = listed(wait_ms=5000, throttle_time_ms=3)
    other.number = 99

    assert found(listed(throttle_time_ms=1), other) == []


def test_a_field_of_the_response_differs() -> None:
    other = [ListGroupsResponse.ListedGroup(group_id="g", protocol_type="share")]

    assert found(listed(), listed(groups=other, error_code=15)) == [
        ("response.errorCode", 0, 15),
        ("response.groups[g].protocolType", "consumer", "share"),
    ]


def test_of_different_versions_only_what_both_have_is_compared() -> None:
    assert found(listed(3), listed(4)) == [
        ("request.version", 3, 4),
        ("response.version", 3, 4),
    ]
    assert ("response.errorCode", 0, 15) in found(listed(3), listed(4, error_code=15))


def test_a_missing_response_differs_by_its_reason() -> None:
    lost = listed()
    lost.response, lost.ended = None, "closed"

    assert found(listed(), lost) == [("response", "a response", "none (closed)")]
    assert found(lost, lost) == []


def test_a_missing_request_differs() -> None:
    alone = listed()
    alone.request = None

    assert [path for path, _, _ in found(listed(), alone)] == ["request"]


def test_what_cannot_be_decoded_differs_by_its_bytes() -> None:
    talk = Dialogue()
    good, bad = (talk.exchange(talk.connect(), ApiVersionsRequest()) for _ in range(2))
    assert bad.request
    bad.request.data = bad.request.data[:-1] + b"\xff\xff"

    assert found(bad, bad) == []
    assert [path for path, _, _ in found(good, bad)][:1] == ["request"]
