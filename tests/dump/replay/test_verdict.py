"""What is said of a replay."""

from __future__ import annotations

from kafkawire.dump.diff.meaning import Rules
from kafkawire.dump.model import Exchange
from kafkawire.dump.replay.script import make_script
from kafkawire.dump.replay.verdict import Verdict
from kafkawire.protocol.messages.list_groups_request import ListGroupsRequest
from kafkawire.protocol.messages.list_groups_response import ListGroupsResponse
from tests.support.dump.dialogues import Dialogue

REASONS_SHOWN_MAX = 20


def listed(error_code: int = 0, *, answered: bool = True) -> Exchange:
    talk = Dialogue()
    response = ListGroupsResponse(error_code=error_code)
    made = talk.exchange(talk.connect(), ListGroupsRequest(), response)
    if not answered:
        made.response, made.ended = None, "closed"
    return made


def verdict_on(*pairs: tuple[Exchange, Exchange]) -> tuple[Verdict, list[str]]:
    verdict = Verdict(Rules())
    return verdict, [line for pair in pairs for line in verdict.add(*pair)]


def test_answers_as_recorded_are_fine() -> None:
    verdict, lines = verdict_on((listed(), listed()))
    verdict.sent = 1

    assert lines == []
    assert verdict.is_fine
    assert list(verdict.summary(make_script([listed()], secrets=False), 1_500_000)) == [
        "1 of 1 requests on 1 connection in 1.500ms (recorded in 0us)",
        "answers: 1 alike, 0 differ",
        "latency: p50 2.000ms -> 2.000ms, p99 2.000ms -> 2.000ms",
    ]


def test_another_answer_is_shown_by_field() -> None:
    verdict, lines = verdict_on((listed(), listed(15)))

    assert lines[1] == "  response.errorCode: NONE (0) -> COORDINATOR_NOT_AVAILABLE (15)"
    assert not verdict.is_fine


def test_a_missing_answer_is_not_fine_and_an_additional_one_is_not_compared() -> None:
    verdict, lines = verdict_on((listed(), listed(answered=False)))
    assert lines == ["ListGroups (#1): no answer (closed)"]
    assert not verdict.is_fine

    verdict, lines = verdict_on((listed(answered=False), listed()))
    assert lines == []
    assert verdict.is_fine
    summary = list(verdict.summary(make_script([], secrets=False), 0))
    assert summary[1] == "answers: 0 alike, 0 differ, 1 without a recorded one"


def test_lost_connections_and_unsent_requests_are_listed() -> None:
    verdict, _ = verdict_on()
    verdict.lose(1, "gone")
    hidden = listed()
    hidden.request = None

    lines = list(verdict.summary(make_script([hidden], secrets=False), 0))

    assert lines[-2:] == [
        "not sent: 1 with no request that was seen",
        "lost: connection 1: gone",
    ]
    assert not verdict.is_fine


def test_connections_that_are_lost_alike_are_one_line_and_what_is_cut_is_counted() -> None:
    verdict, _ = verdict_on()
    for number in range(1, 8):
        verdict.lose(number, "refused")
    for number in range(REASONS_SHOWN_MAX + 2):
        verdict.lose(100, f"reason {number}")

    lines = list(verdict.summary(make_script([], secrets=False), 0))[-REASONS_SHOWN_MAX - 1 :]

    assert lines[0] == "lost: 7 connections (1, 2, 3, 4, 5 and 2 more): refused"
    assert lines[1] == "lost: connection 100: reason 0"
    assert lines[-1] == "lost: and more, for 3 other reasons"
