"""Lines about requests."""

from __future__ import annotations

from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.fetch_request import FetchRequest
from tests.support.requests.harness import BrokerHarness


def traced() -> tuple[BrokerHarness, list[str]]:
    harness = BrokerHarness()
    lines: list[str] = []
    harness.broker.loggers.print_to(
        lambda level, name, text: lines.append(f"{level} {name} {text}")
    )
    harness.broker.loggers.change([("kafkawire.request", 0, "TRACE")])
    return harness, lines


def test_a_request_is_one_line_with_names_sizes_and_time() -> None:
    harness, lines = traced()
    times = iter((1_000, 2_501_000))
    harness.broker.thread_time_ns = lambda: next(times)
    client = harness.connect("evil\n")
    answer = client.send(ApiVersionsRequest(), 0)
    (line,) = lines
    assert line.startswith("TRACE kafkawire.request ApiVersions v0 number ")
    assert "of 'evil\\n' at 127.0.0.1:0 (" in line
    assert line.endswith(f"answered with {len(answer.raw):,} bytes after 2.500 ms")


def test_a_request_that_waits_has_its_line_when_it_is_answered() -> None:
    harness, lines = traced()
    harness.create_topic("t")
    del lines[:]
    part = FetchRequest.FetchPartition(partition=0, partition_max_bytes=1000)
    topic = FetchRequest.FetchTopic(topic="t", partitions=[part])
    client = harness.connect("c")
    client.send(FetchRequest(max_wait_ms=100, min_bytes=1, topics=[topic]), 11)
    assert lines == []
    harness.advance(100)
    assert [line.split()[2] for line in lines] == ["Fetch"]


def test_levels_below_trace_write_nothing() -> None:
    harness, lines = traced()
    harness.broker.loggers.change([("kafkawire.request", 0, "DEBUG")])
    harness.connect("c").send(ApiVersionsRequest(), 0)
    assert lines == []
