"""How benchmarks are found, judged and reported."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable, Iterator

import pytest

from kafkawire.testing import LocalBroker
from tools.bench import broker, imports, kio_pure, start
from tools.bench.__main__ import main, names
from tools.bench.brokers import KAFKA, OURS, Contender, Missing, ours
from tools.bench.codec import means, samples
from tools.bench.command import main as benchmark
from tools.bench.lines.line import Figure, Line, Measure, Size, report
from tools.bench.lines.line import measure as measured
from tools.bench.measure import Case, Result, geometric_mean, measure
from tools.bench.report import Bar, Findings, print_table, ratios


def test_benchmarks_are_found_by_name() -> None:
    assert "codec" in names()
    assert not {"measure", "load"} & set(names())
    assert main([]) == main(["nothing"]) == main(["codec", "--typo"]) == 2
    assert main(["--help"]) == 0


@pytest.mark.slow
def test_a_ratio_is_the_time_of_the_peer_over_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    def spending(seconds: float) -> Callable[[], None]:
        def work() -> None:
            nonlocal now
            now += seconds

        return work

    monkeypatch.setattr("tools.bench.measure.clock", lambda: now)
    case = Case("sum", spending(0.002), {"slow": spending(0.008)}, 4.5, "slow", units=10)
    result = measure(case, repetitions=3)

    assert result.ratios["slow"] == pytest.approx(4)
    assert result.nanoseconds == pytest.approx(200_000)
    assert result.falls_short


@pytest.mark.parametrize(
    ("bar", "ratio", "short"), [(2.0, 1.9, True), (2.0, 2.0, False), (None, 0.1, False)]
)
def test_a_ratio_below_its_bar_falls_short(
    bar: float | None, ratio: float, short: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    result = Result(Case("case", print, {}, bar), 1.0, {"kafka-python": ratio, "other": 0.1})
    findings = Findings()
    print_table("title", [result], findings)
    out = io.StringIO()

    assert result.falls_short is short
    assert ("SHORT" in capsys.readouterr().out) is short
    assert findings.conclude(True, out) == int(short)
    assert findings.conclude(False, out) == 0
    assert ("title: case: 1.90 < 2" in out.getvalue()) is short


@pytest.mark.parametrize("peer", ["kafka-python", "kio", "aiokafka"])
def test_a_bar_falls_short_without_the_declared_peer_that_it_stands_against(peer: str) -> None:
    result = Result(Case("case", print, {}, 5.0, peer), 1.0, {"other": 9.0})
    findings, out = Findings(), io.StringIO()
    print_table("title", [result], findings)

    assert result.falls_short
    assert findings.conclude(True, out) == 1
    assert f"short of its bar: title: case: {peer} was not measured" in out.getvalue()


@pytest.mark.parametrize("peer", ["kio 0.5.0", "Apache Kafka", "kfake"])
def test_a_bar_is_not_judged_without_the_optional_peer_that_it_stands_against(peer: str) -> None:
    result = Result(Case("case", print, {}, 5.0, peer), 1.0, {})
    findings, out = Findings(), io.StringIO()
    print_table("title", [result], findings)

    assert not result.falls_short
    assert findings.conclude(True, out) == 0
    assert f"not judged: title: case: {peer} was not measured" in out.getvalue()
    assert "every bar is met" not in out.getvalue()


def test_a_bar_stands_against_the_median_of_its_rounds() -> None:
    found = ratios([2.0, 3.0, 40.0], [4.0, 4.0, 4.0])
    bar = Bar.of("ours / theirs", found, 0.7)

    assert found == [0.5, 0.75, 10.0]
    assert bar == Bar("ours / theirs", 0.75, 0.7, "x", (0.5, 10.0))
    assert bar.falls_short
    assert not bar._replace(at_most=0.75).falls_short
    assert ratios([2.0], []) == []


def test_each_bar_that_falls_short_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    findings = Findings()
    findings.judge(Bar.of("quick", [1.0], 2.0))
    assert findings.conclude(True) == 0
    findings.judge(Bar.of("slow", [30.0], 2.0, " ms"))
    findings.judge(Bar.of("large", [7.0], 5.0, " MB"))
    findings.judge(Bar.of("without its peer", [], 2.0))

    capsys.readouterr()
    assert findings.conclude(True) == 1
    assert findings.conclude(False) == 0
    said = capsys.readouterr().out
    assert "short of its bar: slow: 30 ms, at most 2 ms" in said
    assert "short of its bar: large: 7 MB, at most 5 MB" in said
    assert "not judged: without its peer" in said
    assert "short of its bar: quick" not in said
    assert "every bar" not in said


def test_a_benchmark_has_flags_of_its_own() -> None:
    def run(check: bool, kafka: str | None, rounds: int) -> int:
        assert (check, kafka, rounds) in ((True, "h:1:2", 5), (False, None, 3))
        return rounds

    assert benchmark("What it does.", run, 5, ["--check", "--kafka", "h:1:2"]) == 5
    assert benchmark("What it does.", run, 5, ["--rounds", "3"]) == 3


def test_what_has_no_bar_needs_no_peer() -> None:
    result = Result(Case("case", print, {}), 1.0, {})

    assert not result.falls_short
    assert result.is_judged


def test_a_mean_without_its_peer_falls_short() -> None:
    case = Case("case", print, {})
    ratios = {"kafka-python": 100.0, "kio": 100.0}

    assert means("encode", [Result(case, 1.0, ratios)]) == [
        "encode, mean against aiokafka: it was not measured"
    ]


def test_kio_in_python_is_named_as_not_judged_with_the_reason(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(kio_pure, "lacking", lambda: "no network")
    findings, out = Findings(), io.StringIO()
    kio_pure.run_rows(findings)

    assert findings.conclude(True, out) == 0
    assert out.getvalue().splitlines() == [
        "not judged: kio 0.5.0 (no network)",
        "every bar that was judged is met",
    ]


def test_memory_of_imports_is_not_judged_where_it_is_not_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(imports, "MEMORY_IS_KNOWN", False)
    monkeypatch.setattr(imports, "cost", lambda work: (0.0, 0.0))
    findings = Findings()
    imports.run_rows(findings)

    assert findings.short == []
    assert findings.not_judged == ["memory of imports: it needs Linux's /proc"]


def test_a_broker_that_was_asked_at_its_launch_brings_its_own_start_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(start, "SETTLED_S", 0)
    monkeypatch.setattr(start, "answered", lambda broker: pytest.fail("asked once more"))
    monkeypatch.setattr(Contender, "cpu_ns", lambda self: 3_000_000_000)
    monkeypatch.setattr(Contender, "rss_bytes", lambda self: 7)
    broker = Contender("peer", "127.0.0.1", 0, 0, start_seconds=2.5)

    figures = start.starts(lambda: contextlib.nullcontext(broker), 2)

    assert list(figures.values()) == [[2.5, 2.5], [3.0, 3.0], [7, 7]]
    assert start.ratio([1.0, 2.0, 9.0], [4.0, 4.0]) == 0.5


def test_a_peer_that_cannot_be_started_is_named_as_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def starts(launch: start.Launch, runs: int) -> start.Figures:
        if launch is ours:
            return {start.COLD_WALL: [0.1]}
        raise Missing("it is not installed")

    monkeypatch.setattr(start, "starts", starts)
    monkeypatch.setattr(start, "warm", lambda: 0.001)

    assert start.run(check=True) == 0
    assert capsys.readouterr().out.count("missing: it is not installed\n") == len(start.PEERS)


def test_geometric_mean_of_ratios() -> None:
    assert geometric_mean([1.0, 4.0]) == pytest.approx(2.0)


def test_there_are_eighteen_messages_to_measure() -> None:
    found = samples()

    assert len({sample.name for sample in found}) == 18
    for sample in found:
        data = sample.message.encode(sample.version)
        assert type(sample.message).decode(data, sample.version) == sample.message


def test_every_line_has_a_name_of_its_own() -> None:
    found = [line.name for line in broker.lines()]
    assert len(found) == len(set(found))
    assert not set(found) & set(broker.OTHERS)


def test_lines_are_chosen_by_how_their_names_begin() -> None:
    chosen, others = broker.chosen_lines(["wake-1", "start"])
    assert [line.name for line in chosen] == ["wake-1", "wake-1000"]
    assert others == ["start"]
    assert len(broker.chosen_lines([])[0]) == len(broker.lines())
    assert broker.run(False, ["--only", "nothing"]) == 2
    assert main(["broker", "--list"]) == 0


CPU = Figure("CPU", "us", 0.5, "0.3x")
FLOOR = Figure("floor", "us")
ABOVE_FLOOR = Figure("above", "us", 2.0, against="floor")
ITSELF = Figure("latency", "ms", 3.0, against="")


def test_brokers_take_turns_and_the_rounds_that_warm_up_do_not_count(
    capsys: pytest.CaptureFixture[str],
) -> None:
    order: list[str] = []

    @contextlib.contextmanager
    def prepare(contender: Contender, size: Size) -> Iterator[Measure]:
        del size
        costs = {OURS: (4.0, 1.0, 3.0, 2.0), KAFKA: (10.0, 1.0, 1.0, 2.0)}

        def work() -> tuple[float, ...]:
            order.append(contender.name)
            return costs[contender.name]

        yield work

    brokers = [Contender(name, "127.0.0.1", 0, 0) for name in (OURS, KAFKA)]
    line = Line("line", (CPU, FLOOR, ABOVE_FLOOR, ITSELF), prepare)
    costs = measured(line, brokers, 2, Size(0.1))
    assert order == [KAFKA, OURS, OURS, KAFKA, KAFKA, OURS]
    assert {name: len(found) for name, found in costs.items()} == {OURS: 2, KAFKA: 2}
    findings = Findings()
    report(line, costs, findings)
    assert [bar.figure for bar in findings.bars] == [0.4, 3.0, 2.0]
    assert [bar.name for bar in findings.bars if bar.falls_short] == ["line: above, ours / floor"]
    assert findings.conclude(True) == 1
    assert "0.3x" in capsys.readouterr().out


def test_a_line_of_ours_alone_asks_nobody_else_and_is_not_judged_by_them() -> None:
    @contextlib.contextmanager
    def prepare(contender: Contender, size: Size) -> Iterator[Measure]:
        assert contender.name == OURS
        yield lambda: (float(size.of(10)),)

    brokers = [Contender(name, "127.0.0.1", 0, 0) for name in (OURS, KAFKA)]
    line = Line("line", (CPU,), prepare, only_ours=True)
    costs = measured(line, brokers, 1, Size(0.5))
    assert costs == {OURS: [(5.0,)]}
    findings = Findings()
    report(line, costs, findings)
    assert findings.not_judged == [
        "line: CPU, ours / Apache Kafka: there was nothing to measure it by"
    ]


def test_what_was_measured_before_an_interruption_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setitem(broker.OTHERS, "start", interrupted)
    assert broker.run(True, ["--only", "start"]) == broker.INTERRUPTED
    assert "interrupted" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(
    not sys.platform.startswith("linux"),
    reason="no scheduler counters but on Linux: benchmarks of the broker are not tried",
)
@pytest.mark.parametrize(
    "name", ["empty-fetch-1x32", "wake-1", "wake-1000", "consume-1MiB", "produce-100B-varied-16KB"]
)
def test_a_line_gives_a_figure_for_each_of_its_names(name: str) -> None:
    settings = {"max.incremental.fetch.session.cache.slots": "20000"}
    (line,) = broker.chosen_lines([name])[0][:1]
    with LocalBroker(settings) as local:
        host, _, port = local.bootstrap.rpartition(":")
        contender = Contender(OURS, host, int(port), os.getpid())
        (found,) = measured(line, [contender], 1, Size(0.01))[OURS]
    assert len(found) == len(line.figures)
    assert min(found) > 0
