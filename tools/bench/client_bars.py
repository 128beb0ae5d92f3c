"""The bars of `tools.bench client`: ours beside each peer, and the tables of what was measured."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from tools.bench.client_delays import DELAYS
from tools.bench.client_java import READ, WRITE
from tools.bench.client_job import Delays
from tools.bench.client_readers import READINGS
from tools.bench.client_writers import WRITINGS
from tools.bench.report import Bar, Findings

SIZES = ("100 B", "100 B, lz4", "1 KiB", "1 KiB, lz4")
SERVED = "100 B, 12 partitions"
RECORDS, VALUES, ONE_BY_ONE, SERVE = list(READINGS)[:4]
GETMANY, AIOKAFKA_FOR, CONSUME, POLL, KAFKA_PYTHON = list(READINGS)[4:]
SEND, SEND_ALL, AIOKAFKA_SEND, PRODUCE, KAFKA_PYTHON_SEND = WRITINGS
OUR_DELAYS = next(iter(DELAYS))


class Pair(NamedTuple):
    """Ours beside a peer's, of one topic, and the most that the ratio may be."""

    topic: str
    ours: str
    peer: str
    at_most: float
    stretch: str


PAIRS = (
    Pair("100 B", RECORDS, GETMANY, 1.1, "0.85x"),
    Pair("100 B", RECORDS, CONSUME, 3, "2.2x"),
    Pair("100 B", RECORDS, KAFKA_PYTHON, 0.25, "0.18x"),
    Pair("100 B", VALUES, GETMANY, 0.65, "0.55x"),
    Pair("100 B", VALUES, CONSUME, 1.7, "1.4x"),
    Pair("100 B", ONE_BY_ONE, AIOKAFKA_FOR, 0.35, "0.27x"),
    Pair("100 B", ONE_BY_ONE, POLL, 1.5, "1.15x"),
    Pair("1 KiB", RECORDS, GETMANY, 0.8, "0.62x"),
    Pair("1 KiB", RECORDS, CONSUME, 2, "1.7x"),
    Pair(SERVED, SERVE, RECORDS, 1.15, "1.05x"),
)
WRITING_PAIRS = (
    Pair("100 B", SEND, AIOKAFKA_SEND, 0.35, "0.22x"),
    Pair("100 B", SEND, PRODUCE, 1.5, "1x"),
    Pair("100 B", SEND, KAFKA_PYTHON_SEND, 0.12, "0.07x"),
    Pair("100 B", SEND_ALL, AIOKAFKA_SEND, 0.15, "0.1x"),
    Pair("100 B", SEND_ALL, PRODUCE, 0.8, "0.5x"),
    Pair("1 KiB", SEND, AIOKAFKA_SEND, 0.35, "0.22x"),
    Pair("1 KiB", SEND, PRODUCE, 1.8, "1.4x"),
)
LZ4_AT_MOST = {"100 B": (0.25, "0.17x"), "1 KiB": (0.7, "0.55x")}
"""What lz4 costs besides, as a part of the record without."""
MEDIAN_MS_AT_MOST, MEDIAN_STRETCH = 3.0, "1.5 ms"

Figures = Mapping[tuple[str, str], list[float]]
"""Microseconds a record by topic and reading or writing, one for each round."""


def ways_of(topic: str, ways: Iterable[str]) -> list[str]:
    """The ways in which a topic is read: all but `serve`, or `serve` and what it is beside."""
    if topic == SERVED:
        return [RECORDS, SERVE]
    return [each for each in ways if each != SERVE]


def report_reading(figures: Figures, findings: Findings) -> None:
    """Print the tables of reading, and judge."""
    _table("reading", SIZES, (*READINGS, READ), figures, findings)
    _table("reading", (SERVED,), (RECORDS, SERVE), figures, findings)
    _judge("", PAIRS, figures, findings)
    for topic, (at_most, stretch) in LZ4_AT_MOST.items():
        plain, packed = (figures.get((each, RECORDS)) for each in (topic, f"{topic}, lz4"))
        bar = _beside(f"{topic}: what lz4 adds / without", packed, plain, at_most)
        spread = bar.spread and (bar.spread[0] - 1, bar.spread[1] - 1)
        figure = None if bar.figure is None else bar.figure - 1
        findings.judge(bar._replace(figure=figure, spread=spread, stretch=stretch))


def report_writing(figures: Figures, findings: Findings) -> None:
    """Print the table of writing, and judge."""
    _table("writing", SIZES, (*WRITINGS, WRITE), figures, findings)
    _judge("written, ", WRITING_PAIRS, figures, findings)


def report_delays(delays: Mapping[str, Delays], findings: Findings) -> None:
    """Print from the send of a record to its consumer, and judge ours."""
    findings.table("a record from its send to its consumer, linger 0", ["p50 ms", "p99 ms"])
    for client, each in delays.items():
        findings.row(client.partition(":")[0], list(each))
    name, ours = "from send to consumer, p50", delays.get(OUR_DELAYS)
    figure = None if ours is None else ours.median_ms
    findings.judge(Bar(name, figure, MEDIAN_MS_AT_MOST, " ms", stretch=MEDIAN_STRETCH))


def _table(
    what: str, topics: Sequence[str], ways: Iterable[str], figures: Figures, findings: Findings
) -> None:
    findings.table(f"{what}: CPU of the client, us a record, least of all rounds", list(topics))
    for way in ways:
        found = [figures.get((topic, way)) for topic in topics]
        if any(found):
            findings.row(way, [min(each) if each else None for each in found])


def _judge(what: str, pairs: Sequence[Pair], figures: Figures, findings: Findings) -> None:
    for pair in pairs:
        mine, theirs = (figures.get((pair.topic, each)) for each in (pair.ours, pair.peer))
        ours = pair.ours.partition(": ")[2]
        name = f"{what}{pair.topic}: {ours} / {pair.peer}"
        findings.judge(_beside(name, mine, theirs, pair.at_most)._replace(stretch=pair.stretch))


def _beside(name: str, mine: list[float] | None, theirs: list[float] | None, at_most: float) -> Bar:
    """The bar of the least figures; the spread is that of the rounds."""
    if not mine or not theirs:
        return Bar(name, None, at_most)
    rounds = [one / other for one, other in zip(mine, theirs, strict=True)]
    return Bar(name, min(mine) / min(theirs), at_most, spread=(min(rounds), max(rounds)))
