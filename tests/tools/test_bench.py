"""How benchmarks are found, judged and reported."""

from __future__ import annotations

import io

import pytest

from tools.bench.__main__ import main, names
from tools.bench.codec import samples
from tools.bench.measure import Case, Result, geometric_mean, measure
from tools.bench.report import print_table, summary


def test_benchmarks_are_found_by_name() -> None:
    assert "codec" in names()
    assert "measure" not in names()
    assert main([]) == main(["nothing"]) == main(["codec", "--typo"]) == 2


def test_a_peer_that_does_more_takes_longer() -> None:
    case = Case("sum", lambda: sum(range(20)), {"slow": lambda: sum(range(20_000))}, 1.0, "slow")
    result = measure(case, repetitions=1)

    assert result.ratios["slow"] > 1
    assert result.nanoseconds > 0
    assert not result.falls_short


@pytest.mark.parametrize(
    ("bar", "ratio", "short"), [(2.0, 1.9, True), (2.0, 2.0, False), (None, 0.1, False)]
)
def test_a_ratio_below_its_bar_falls_short(
    bar: float | None, ratio: float, short: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    result = Result(Case("case", print, {}, bar), 1.0, {"kafka-python": ratio, "other": 0.1})
    failures: list[str] = []
    print_table("title", [result], failures)
    out = io.StringIO()

    assert result.falls_short is short
    assert ("SHORT" in capsys.readouterr().out) is short
    assert summary(failures, True, out) == int(short)
    assert summary(failures, False, out) == 0
    assert ("title: case: 1.90 < 2" in out.getvalue()) is short


def test_a_peer_that_lacks_a_case_is_not_judged() -> None:
    assert not Result(Case("case", print, {}, 5.0, "absent"), 1.0, {}).falls_short
    assert geometric_mean([1.0, 4.0]) == pytest.approx(2.0)


def test_there_are_eighteen_messages_to_measure() -> None:
    found = samples()

    assert len({sample.name for sample in found}) == 18
    for sample in found:
        data = sample.message.encode(sample.version)
        assert type(sample.message).decode(data, sample.version) == sample.message
