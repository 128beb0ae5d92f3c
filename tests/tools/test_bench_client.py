"""How the benchmark of clients reads topics and judges what it found."""

from __future__ import annotations

import pytest

from kafkawire.testing import LocalBroker
from tools.bench.__main__ import main, names
from tools.bench.brokers import Contender
from tools.bench.client import child, printed_by
from tools.bench.client_bars import report_reading
from tools.bench.client_delays import DELAYS
from tools.bench.client_job import Job
from tools.bench.client_readers import READINGS
from tools.bench.client_writers import WRITINGS
from tools.bench.report import Findings
from tools.bench.spark_filling import PARTITIONS, Shape, fill

OURS = "kafkawire: batches, records"
GETMANY = "aiokafka: getmany"


def judged(ours: list[float], theirs: list[float], packed: list[float]) -> Findings:
    """What is found if records of 100 B cost this, packed ones too."""
    findings = Findings()
    figures = {
        ("100 B", OURS): ours,
        ("100 B, lz4", OURS): packed,
        ("100 B", GETMANY): theirs,
    }
    report_reading({key: value for key, value in figures.items() if value}, findings)
    return findings


def test_the_benchmark_is_listed_and_explains_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert "client" in names()
    assert [each for each in names() if each.startswith("client_")] == []
    assert main(["client", "--help"]) == 0
    assert "tools.bench client [--check] [--quick]" in capsys.readouterr().out


def test_a_ratio_is_that_of_the_least_figures_of_all_rounds() -> None:
    met = judged([4.0, 1.1], [1.0, 9.0], [])
    missed = judged([4.0, 1.2], [1.0, 9.0], [])

    assert met.short == []
    assert missed.short == [f"100 B: batches, records / {GETMANY}: 1.2x, at most 1.1x"]
    assert missed.conclude(True) == 1


def test_what_a_codec_adds_is_judged_as_a_part_of_the_record_without() -> None:
    assert judged([2.0], [9.0], [2.5]).short == []
    assert judged([2.0], [9.0], [2.6]).short == [
        "100 B: what lz4 adds / without: 0.3x, at most 0.25x"
    ]


def test_without_a_peer_its_bar_is_not_judged() -> None:
    findings = judged([2.0], [], [])

    assert findings.short == []
    assert f"100 B: batches, records / {GETMANY}: there was nothing to measure it by" in (
        findings.not_judged
    )


@pytest.mark.process
@pytest.mark.parametrize("reading", READINGS)
def test_a_process_of_its_own_reads_all_that_it_was_told_to(reading: str) -> None:
    with LocalBroker() as local:
        host, _, port = local.bootstrap.rpartition(":")
        shape = Shape("bench-client", 3_000, 100)
        records = fill(Contender("local", host, int(port), 0), shape)
        spent = child(reading, Job(local.bootstrap, shape.name, PARTITIONS, records))

    assert spent.records == records
    assert spent.value_bytes == records * 100
    assert spent.cpu_s > 0


@pytest.mark.process
@pytest.mark.parametrize("way", DELAYS)
def test_a_record_takes_its_time_from_send_to_consumer(way: str) -> None:
    with LocalBroker() as local:
        host, _, port = local.bootstrap.rpartition(":")
        fill(Contender("local", host, int(port), 0), Shape("delays", 1, 100, partitions=1))
        found = printed_by(way, Job(local.bootstrap, "delays", 1, 20))

    assert 0 < found[0] <= found[1]


@pytest.mark.process
@pytest.mark.parametrize("writing", WRITINGS)
def test_a_process_of_its_own_writes_as_much_as_it_was_told_to(writing: str) -> None:
    with LocalBroker() as local:
        host, _, port = local.bootstrap.rpartition(":")
        before = fill(Contender("local", host, int(port), 0), Shape("written", 1, 100))
        spent = child(writing, Job(local.bootstrap, "written", PARTITIONS, 500))
        # A little is written before the clock starts, as much as is counted here.
        wanted = before + 2 * 500
        read = child("kafkawire: batches, values()", Job(local.bootstrap, "written", 4, wanted))

    assert spent.records == 500
    assert read.records == wanted
