"""The text of a comparison."""

from __future__ import annotations

from kafkawire.dump.diff.matching import LEFT, RIGHT
from kafkawire.dump.diff.meaning import Rules
from kafkawire.dump.diff.report import Comparison
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from kafkawire.protocol.messages.list_groups_response import ListGroupsResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from tests.support.dump.dialogues import Dialogue

SHOWN_MAX = 20


def compared(*sides: list[tuple[object, object]]) -> tuple[Comparison, list[str]]:
    comparison = Comparison(Rules())
    lines: list[str] = []
    for side, asked in zip((LEFT, RIGHT), sides, strict=True):
        talk = Dialogue()
        on = talk.connect()
        for request, response in asked:
            lines += comparison.add(side, talk.exchange(on, request, response))  # type: ignore[arg-type]
    return comparison, [*lines, *comparison.rest()]


def groups(count: int, *, error: int = 0, state: str = "") -> tuple[object, object]:
    rows = [
        ListGroupsResponse.ListedGroup(group_id=f"g{each}", group_state=state)
        for each in range(count)
    ]
    return ListGroupsRequest(), ListGroupsResponse(groups=rows, error_code=error)


def topic(name: str) -> tuple[object, object]:
    return MetadataRequest(topics=[MetadataRequest.MetadataRequestTopic(name=name)]), None


def test_what_differs_is_told_by_field_and_what_is_alone_by_subject() -> None:
    comparison, lines = compared([groups(1), topic("a")], [groups(1, error=15), topic("b")])

    assert lines == [
        "ListGroups v5 of billing (#1 and #1)",
        "  response.errorCode: NONE (0) -> COORDINATOR_NOT_AVAILABLE (15)",
        "only in A: Metadata v13 of billing about a (#2)",
        "only in B: Metadata v13 of billing about b (#2)",
        "0 alike, 1 differ, 1 only in A, 1 only in B",
    ]
    assert comparison.has_differences


def test_nothing_is_said_of_what_is_alike() -> None:
    comparison, lines = compared([groups(2), topic("a")], [topic("a"), groups(2)])

    assert lines == ["2 alike, 0 differ"]
    assert not comparison.has_differences


def test_of_many_differences_the_first_are_shown() -> None:
    _, lines = compared([groups(SHOWN_MAX + 5, state="x")], [groups(SHOWN_MAX + 5, state="y")])

    assert len(lines) == SHOWN_MAX + 3
    assert lines[-2] == "  and 5 more"


def test_two_that_are_known_to_belong_together_are_not_matched() -> None:
    comparison = Comparison(Rules(), names=("the capture", "the replay"))
    talk = Dialogue()
    made = [talk.exchange(talk.connect(), topic(name)[0]) for name in "ab"]  # type: ignore[arg-type]

    assert list(comparison.pair(*made)) == [
        "Metadata v13 of billing about a (#1 and #2)",
        "  request.topics[a]: {'topicId': 'AAAAAAAAAAAAAAAAAAAAAA', 'name': 'a'} -> nothing",
        "  request.topics[b]: nothing -> {'topicId': 'AAAAAAAAAAAAAAAAAAAAAA', 'name': 'b'}",
    ]
