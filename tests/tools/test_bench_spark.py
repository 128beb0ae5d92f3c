"""How the benchmark of our Spark source counts and judges; no Spark is started."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kafkawire.dump.engine import Engine
from kafkawire.dump.inputs.captures import read_capture
from kafkawire.dump.pipeline import Pipeline
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.records.batch import iter_headers
from kafkawire.records.record import decode_records
from kafkawire.testing import LocalBroker
from tools.bench import spark, spark_topics
from tools.bench.brokers import Contender
from tools.bench.report import Findings
from tools.bench.spark_filling import LZ4, Shape, batch, fill, value
from tools.bench.spark_process import cpu_seconds
from tools.bench.spark_topics import OURS, PRUNED, STOCK, TUNED, WORK, Bars, Measured

CHILD = """
import time
while time.process_time() < 0.3: pass
print(flush=True)
input()
"""
PARENT = """
import signal, subprocess, sys
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
subprocess.call([sys.executable, "-c", sys.argv[1]])
print(flush=True)
input()
"""


@pytest.mark.process
def test_what_a_child_has_spent_is_counted_even_after_an_end_that_nobody_waited_for() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as parent:
        assert parent.stdout is not None
        assert parent.stdin is not None
        parent.stdout.readline()
        while_there = cpu_seconds(parent.pid)
        parent.stdin.write(b"\n")
        parent.stdin.flush()
        parent.stdout.readline()
        after = cpu_seconds(parent.pid)
        parent.stdin.close()
    assert while_there >= 0.29
    assert after >= while_there


@pytest.mark.parametrize("size_bytes", [10, 100, 1024])
def test_values_have_exactly_the_size_that_is_asked_for(size_bytes: int) -> None:
    assert {len(value(number, size_bytes)) for number in range(200)} == {size_bytes}


@pytest.mark.parametrize("codec", [0, LZ4])
def test_a_batch_is_about_as_large_as_those_of_java(codec: int) -> None:
    data = batch(Shape("t", 1_000, 100, codec), 0, 0)
    ((position, header),) = iter_headers(data)
    records = list(decode_records(data, position, header))
    assert len(records) == Shape("t", 1_000, 100).batch_records
    assert len({record.value for record in records}) == len(records)
    assert (len(data) < 12_000) if codec else (14_000 < len(data) < 18_000)


def test_a_topic_gets_as_many_records_as_it_says() -> None:
    with LocalBroker() as local:
        host, _, port = local.bootstrap.rpartition(":")
        broker = Contender("local", host, int(port), os.getpid())
        count = fill(broker, Shape("t", 2_000, 100))
        ends = []
        for at in range(4):
            partition = local.broker.replicas.get(TopicPartition("t", at))
            assert partition is not None
            ends.append(partition.log.log_end_offset)
        assert count >= 2_000
        assert sum(ends) == count


def rounds(**seconds: float) -> dict[tuple[str, str], list[Measured]]:
    """Three equal rounds of each query: seconds of Spark, a tenth of them the broker's."""
    names = {"stock": STOCK, "tuned": TUNED, "ours": OURS, "pruned": PRUNED}
    return {
        (work.name, names[who]): [Measured(each, each / 10)] * 3
        for work in WORK
        for who, each in seconds.items()
        if who != "pruned" or work.columns is not None
    }


def test_a_topic_is_held_against_the_bars_of_both_stock_connectors() -> None:
    findings = Findings()
    found = rounds(stock=4.0, tuned=3.0, ours=3.6, pruned=3.0)
    spark_topics._judge(findings, "t", found, Bars(1.0, 0.65, 1.3))
    figures = {bar.name: bar.figure for bar in findings.bars}
    assert figures == {
        "t, ours / stock": pytest.approx(0.9),
        "t, ours / tuned": pytest.approx(1.2),
        "t, named columns / stock": pytest.approx(0.75),
        "t, broker's CPU, ours / stock": pytest.approx(0.9),
    }
    assert [said.partition(":")[0] for said in findings.short] == [
        "t, named columns / stock",
        "t, broker's CPU, ours / stock",
    ]


def test_contenders_take_turns() -> None:
    broker = Contender("local", "127.0.0.1", 1, 1)
    first = [spark_topics._rotated(broker, WORK[0], number)[0][0] for number in range(4)]
    assert set(first) == {STOCK, TUNED, OURS, PRUNED}


def test_a_part_that_is_not_there_is_not_judged() -> None:
    findings = Findings()
    spark.measure("nothing", findings, 1)
    assert "nothing" in findings.not_judged[0]


def test_the_capture_of_a_report_has_as_many_exchanges_as_it_says(tmp_path: Path) -> None:
    pytest.importorskip(
        "pyspark", reason="pyspark is not installed: benchmarks of Spark are not tried"
    )
    from tools.bench.spark_report import write_exchanges

    path = tmp_path / "capture.pcapng"
    with path.open("wb") as file:
        write_exchanges(file, 100)
    pipeline = Pipeline(Engine(), None, None, [])
    pipeline.run(read_capture(str(path)))
    pipeline.close()
    assert (pipeline.counts.exchanges, pipeline.counts.damage) == (100, 0)


@pytest.mark.process
def test_a_command_s_cost_is_counted_to_its_end_and_failures_are_none() -> None:
    pytest.importorskip(
        "pyspark", reason="pyspark is not installed: benchmarks of Spark are not tried"
    )
    from tools.bench.spark_report import _cost

    busy = "import time\nwhile time.process_time() < 0.3: pass"
    cost = _cost("busy", ["-c", busy])
    assert cost.cpu_s >= 0.2
    with pytest.raises(subprocess.CalledProcessError):
        _cost("wrong", ["-c", "raise SystemExit(3)"])
