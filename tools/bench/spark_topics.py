"""Our Spark source against the stock connector; see `spark`.

Every contender is measured by the same queries, in the same session and by turns that rotate, after
each has run all of them once. A figure is CPU seconds of the JVM and its Python children; ratios
are taken round by round, over the queries together.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, NamedTuple

from tools.bench import spark_equality, spark_filling
from tools.bench.brokers import KAFKA_VARIABLE, Contender, kafka, ours_on_disk
from tools.bench.report import Bar, Findings, progress, ratios
from tools.bench.spark_filling import LZ4, Shape
from tools.bench.spark_process import cpu_seconds, jvm_pid

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

ROUNDS = 5
QUICK_ROUNDS = 3
QUICK_PART = 2
"""With fewer records, what a query costs before its first record would be judged."""
RECORDS = 5_000_000
LARGE_RECORDS = 500_000

STOCK, TUNED, OURS, PRUNED = "stock", "stock, tuned", "kafkawire", "kafkawire, named columns"
TUNING = {"kafka.max.poll.records": "20000", "kafka.max.partition.fetch.bytes": "8388608"}

Query = Callable[["DataFrame"], None]
Options = Mapping[str, str]


class Measured(NamedTuple):
    """CPU seconds of one query."""

    spark: float
    broker: float


class Work(NamedTuple):
    """A query, and the columns that it needs; None where it takes all."""

    name: str
    run: Query
    columns: str | None


def _sum(frame: DataFrame) -> None:
    frame.selectExpr("sum(length(value))").collect()


def _group(frame: DataFrame) -> None:
    frame.groupBy("key").count().selectExpr("max(count)").collect()


def _throw_away(frame: DataFrame) -> None:
    frame.write.format("noop").mode("overwrite").save()


WORK = (
    Work("sum of lengths", _sum, "value"),
    Work("count by key", _group, "key"),
    Work("all columns thrown away", _throw_away, None),
)


class Bars(NamedTuple):
    """Of a topic: the most that ours may cost, of what a contender costs; None: not promised."""

    stock: float
    pruned: float | None = None
    tuned: float | None = None


# What a record costs is judged where records are small, what a byte costs where they are large.
CASES = (
    (Shape("plain-100", RECORDS, 100), Bars(1.0, 0.65, 1.3)),
    (Shape("plain-1k", LARGE_RECORDS, 1024), Bars(1.15, 0.75)),
    (Shape("lz4-1k", LARGE_RECORDS, 1024, LZ4), Bars(1.2)),
)
BROKER_AT_MOST = 0.25
REQUESTS_AT_MOST = 0.05


def measure(findings: Findings, part: int) -> None:
    """All of it; a line says what is missing where something is."""
    try:
        import_module("pyspark_kafkawire")  # Spark finds it too, as it is there
        from compat.spark.jars import Unavailable
        from compat.spark.session import connected_spark
    except ImportError as missing:
        findings.not_judged.append(f"spark topics: {missing}")
        return
    try:
        with (
            tempfile.TemporaryDirectory(
                prefix="kafkawire-bench-", ignore_cleanup_errors=True
            ) as home,
            _broker() as broker,
            connected_spark(Path(home), jvm="", settings={"spark.driver.memory": "2g"}) as spark,
        ):
            for shape, bars in CASES:
                smaller = shape._replace(records=shape.records // min(part, QUICK_PART))
                _case(
                    findings, spark, broker, (smaller, bars), QUICK_ROUNDS if part > 1 else ROUNDS
                )
            _requests(findings, spark, broker, CASES[0][0].name)
            spark_equality.measure(findings, spark, Path(home))
    except (Unavailable, ImportError) as missing:
        findings.not_judged.append(f"spark topics: {missing}")


def _broker() -> AbstractContextManager[Contender]:
    """The Apache Kafka that runs already, if one is named, and ours otherwise."""
    return kafka(None) if os.environ.get(KAFKA_VARIABLE) else ours_on_disk()


def contenders(broker: str, columns: str | None) -> dict[str, tuple[str, Options]]:
    """Format and options of each for a query."""
    options = {"kafka.bootstrap.servers": broker}
    found: dict[str, tuple[str, Options]] = {
        STOCK: ("kafka", options),
        TUNED: ("kafka", {**options, **TUNING}),
        OURS: ("kafkawire", options),
    }
    if columns is not None:
        found[PRUNED] = ("kafkawire", {**options, "columns": columns})
    return found


def _case(
    findings: Findings,
    spark: SparkSession,
    broker: Contender,
    case: tuple[Shape, Bars],
    rounds: int,
) -> None:
    shape, bars = case
    progress(f"filling {shape.name}")
    count = spark_filling.fill(broker, shape)
    _check(spark, broker, shape.name, count)
    found = _rounds(spark, broker, shape.name, rounds)
    title = f"{shape.name}, {count:,} records, CPU seconds"
    findings.table(title, [STOCK, TUNED, OURS, "named columns"])
    for work in WORK:
        cells = [_median(found, work.name, who) for who in (STOCK, TUNED, OURS, PRUNED)]
        findings.row(work.name, cells)
    brokers = [
        sum(median(each.broker for each in runs) for key, runs in found.items() if key[1] == who)
        for who in (STOCK, TUNED, OURS, PRUNED)
    ]
    findings.row("the broker's own, all of these", brokers)
    _judge(findings, shape.name, found, bars)


def _check(spark: SparkSession, broker: Contender, topic: str, count: int) -> None:
    """Both see all records, so that they do the same work."""
    for kind, options in (each for _, each in _rotated(broker, WORK[-1], 0)):
        rows = spark.read.format(kind).options(**options, subscribe=topic).load().count()
        assert rows == count, f"{kind} finds {rows} of {count} records"


def _judge(
    findings: Findings, name: str, found: Mapping[tuple[str, str], list[Measured]], bars: Bars
) -> None:
    mine, stock, tuned = (_totals(found, who, WORK) for who in (OURS, STOCK, TUNED))
    findings.judge(Bar.of(f"{name}, ours / stock", ratios(mine, stock), bars.stock))
    if bars.tuned is not None:
        findings.judge(Bar.of(f"{name}, ours / tuned", ratios(mine, tuned), bars.tuned))
    if bars.pruned is not None:
        works = tuple(each for each in WORK if each.columns is not None)
        few, whole = _totals(found, PRUNED, works), _totals(found, STOCK, works)
        findings.judge(Bar.of(f"{name}, named columns / stock", ratios(few, whole), bars.pruned))
    served = [
        [
            sum(each)
            for each in zip(*(_brokers(found, work.name, who) for work in WORK), strict=True)
        ]
        for who in (OURS, STOCK)
    ]
    figures = ratios(served[0], served[1])
    findings.judge(Bar.of(f"{name}, broker's CPU, ours / stock", figures, BROKER_AT_MOST))


def _totals(
    found: Mapping[tuple[str, str], list[Measured]], who: str, works: tuple[Work, ...]
) -> list[float]:
    """CPU seconds of Spark over these queries, by rounds."""
    runs = [found[work.name, who] for work in works]
    return [sum(each.spark for each in turn) for turn in zip(*runs, strict=True)]


def _brokers(found: Mapping[tuple[str, str], list[Measured]], work: str, who: str) -> list[float]:
    return [each.broker for each in found[work, who]]


def _median(found: Mapping[tuple[str, str], list[Measured]], work: str, who: str) -> float | None:
    runs = found.get((work, who))
    return median(each.spark for each in runs) if runs else None


def _rounds(
    spark: SparkSession, broker: Contender, topic: str, rounds: int
) -> dict[tuple[str, str], list[Measured]]:
    """By query and contender, a figure for each round; the first round warms up."""
    found: dict[tuple[str, str], list[Measured]] = {}
    for number in range(rounds + 1):
        for work in WORK:
            for who, (kind, options) in _rotated(broker, work, number):
                frame = spark.read.format(kind).options(**options, subscribe=topic).load()
                with _measuring(broker) as result:
                    work.run(frame)
                if number:
                    found.setdefault((work.name, who), []).extend(result)
        progress(f"{topic}: round {number} of {rounds}")
    return found


def _rotated(broker: Contender, work: Work, number: int) -> list[tuple[str, tuple[str, Options]]]:
    each = list(contenders(f"{broker.host}:{broker.port}", work.columns).items())
    turn = number % len(each)
    return each[turn:] + each[:turn]


@contextlib.contextmanager
def _measuring(broker: Contender) -> Iterator[list[Measured]]:
    """Gives a list that has the figure once the block is left."""
    pid = jvm_pid()
    result: list[Measured] = []
    before, served = cpu_seconds(pid), broker.cpu_ns()
    yield result
    result.append(Measured(cpu_seconds(pid) - before, (broker.cpu_ns() - served) / 1e9))


def _requests(findings: Findings, spark: SparkSession, broker: Contender, topic: str) -> None:
    """How often each asks, seen by a tap, and who waits at the log's end."""
    from compat.spark.tap import Tap

    progress(f"counting requests for {topic}")
    counted: dict[str, int] = {}
    in_vain: dict[str, int] = {}
    for kind in ("kafka", "kafkawire"):
        with Tap(f"{broker.host}:{broker.port}") as tap:
            options = {"kafka.bootstrap.servers": tap.bootstrap, "subscribe": topic}
            _sum(spark.read.format(kind).options(**options).load())
        counted[kind], in_vain[kind] = sum(tap.all().values()), tap.empty_fetches
    findings.table(f"requests for all of {topic}", [STOCK, OURS])
    findings.row("requests", [counted["kafka"], counted["kafkawire"]])
    findings.row("fetches that brought nothing", [in_vain["kafka"], in_vain["kafkawire"]])
    ratio = counted["kafkawire"] / counted["kafka"]
    findings.judge(Bar("requests, ours / stock", ratio, REQUESTS_AT_MOST))
    findings.judge(Bar("fetches of ours that brought nothing", in_vain["kafkawire"], 0, ""))
