"""Two sides are walked together, and whatever comes of a step differently is found."""

from __future__ import annotations

from collections.abc import Callable

from compat.oracle.compare import Difference
from compat.oracle.lockstep import Lockstep, Report
from compat.oracle.side import Side
from compat.oracle.steps import Answer, Ask, Closed, Outcome, Script, Silence, Step
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse

BEAT = Ask(HeartbeatRequest(group_id="g"), 4)


class Told(Side):
    """A side that says what it was told to say."""

    def __init__(self, *outcomes: Outcome) -> None:
        super().__init__("told", "nowhere", 0)
        self._outcomes = list(outcomes)

    def do(self, step: Step) -> Outcome:
        return self._outcomes.pop(0)


def answer(code: int, seconds: float = 0.0) -> Answer:
    return Answer(12, 4, HeartbeatResponse(error_code=code), b"", seconds)


def run(first: Told, second: Told, script: Callable[[], Script]) -> Report:
    lockstep = Lockstep(first, second, [])
    try:
        return lockstep.run("told", script)
    finally:
        lockstep.close()


def found(report: Report) -> list[Difference]:
    return [each.difference for each in report.findings]


def beats(count: int) -> Callable[[], Script]:
    def script() -> Script:
        for _ in range(count):
            yield BEAT

    return script


def test_equal_answers_are_no_finding() -> None:
    report = run(Told(answer(0), answer(25)), Told(answer(0), answer(25)), beats(2))
    assert (report.steps, report.findings) == (2, [])


def test_another_error_code_is_found_with_its_step_and_api() -> None:
    report = run(Told(answer(0), answer(25)), Told(answer(0), answer(22)), beats(2))
    (finding,) = report.findings
    assert (finding.step_number, finding.api, finding.version) == (2, "Heartbeat", 4)
    assert finding.difference == Difference("error_code", 25, 22)


def test_no_answer_and_a_closed_connection_are_outcomes_too() -> None:
    assert found(run(Told(Silence()), Told(Silence()), beats(1))) == []
    assert found(run(Told(Silence()), Told(Closed()), beats(1))) == [
        Difference("outcome", "Silence()", "Closed()")
    ]
    (difference,) = found(run(Told(answer(0)), Told(Closed()), beats(1)))
    assert difference.path == "outcome"


def test_waiting_is_compared_where_it_matters() -> None:
    def script(waits_ms: int) -> Callable[[], Script]:
        def made() -> Script:
            yield BEAT._replace(waits_ms=waits_ms)

        return made

    def sides() -> tuple[Told, Told]:
        return Told(answer(0, 0.5)), Told(answer(0, 0.01))

    assert found(run(*sides(), script(0))) == []
    assert found(run(*sides(), script(500))) == [Difference("waited", True, False)]


def test_what_is_not_to_be_compared_is_not() -> None:
    def script() -> Script:
        yield BEAT._replace(compared=False)

    assert found(run(Told(answer(0)), Told(answer(1)), script)) == []


def test_a_script_that_ends_earlier_on_one_side_is_found() -> None:
    def script() -> Script:
        outcome = yield BEAT
        assert isinstance(outcome, Answer)
        assert isinstance(outcome.message, HeartbeatResponse)
        if outcome.message.error_code:
            yield BEAT

    report = run(Told(answer(0)), Told(answer(1)), script)
    assert [each.path for each in found(report)] == ["error_code", "(script)"]


def test_a_script_that_cannot_go_on_is_found_on_both_sides() -> None:
    def script() -> Script:
        outcome = yield BEAT
        assert isinstance(outcome, Answer)

    (difference,) = found(run(Told(Closed()), Told(Closed()), script))
    assert difference.path == "(script)"
