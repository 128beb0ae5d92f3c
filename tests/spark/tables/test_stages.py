"""The tables in Spark: the same as the one process's, from whatever parts and as often as it runs.

What is asked of Spark is one session's worth: everything else is in the other modules' tests.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from kafkawire.dump.detectors.catalogue import DETECTORS
from kafkawire.spark.tables import stages
from kafkawire.spark.tables.catalogue import BY_NAME, DEFAULT, OF_STEPS
from kafkawire.spark.tables.places import Place
from tests.support.broker.classic_storm import classic_storm
from tests.support.dump.dumped_sessions import Naive
from tests.support.dump.talking import Conversation
from tests.support.spark.tabled import Observed, TabledTap, placed

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

STAGED = [name for name in DEFAULT if name not in {table.name for table in OF_STEPS}]


def test_every_detector_is_asked_once_or_elsewhere() -> None:
    asked = [name for one in stages.PASSES for name in one.detectors]
    assert sorted([*asked, *stages.ELSEWHERE]) == sorted(kind.NAME for kind in DETECTORS)


def frames_of(spark: SparkSession, state: Observed) -> dict[str, DataFrame]:
    """Rows of single exchanges and digests, in parts and in no order."""
    state.sink.close()
    return {
        name: spark.createDataFrame(state.collected.table(name), BY_NAME[name].spark).repartition(3)
        for name in [*STAGED, "digests"]
    }


def told(rows: list[Any]) -> list[str]:
    return sorted(str(sorted(row.items())) for row in rows)


def check(spark: SparkSession, state: Observed, place: Place) -> None:
    from pyspark.sql import functions as F

    frames = frames_of(spark, state)
    names = stages.names_of(frames["topics"])
    assert names == state.sink.names
    digests = frames.pop("digests")
    given = digests.withColumn("input", F.lit("a"))
    with stages.steps(given, names) as more:
        stages.write({**frames, **more}, place, "a", names)
    for name in (*STAGED, "fetch_sessions", "groups"):
        found = stages.read(spark, place, name).drop("input", "date").toArrow().to_pylist()
        assert told(found) == told(state.rows(name)), name


@pytest.mark.long
def test_spark_makes_the_same_tables_and_each_input_once(
    spark: SparkSession, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tap = TabledTap(monkeypatch)
    classic_storm(3).run()
    place = Place(str(tmp_path))
    check(spark, tap.state, place)
    naive = Naive(Random(4))
    state = Observed()
    naive.talk = placed(Conversation(state))
    for _ in range(30):
        naive.open()
        naive.go_on()
    check(spark, state, place)
    assert place.inputs() == ["a"]


def test_dates_are_those_of_utc_whatever_the_session_has(
    spark: SparkSession, tmp_path: Path
) -> None:
    late = "timestamp '2026-03-01 23:30:00Z'"
    rows = spark.sql(f"SELECT {late} AS time, 'a' AS input, 'Fetch' AS api")
    zone = spark.conf.get("spark.sql.session.timeZone")
    spark.conf.set("spark.sql.session.timeZone", "Europe/Berlin")
    try:
        stages.stage(rows, Place(str(tmp_path)), "run", "requests")
    finally:
        spark.conf.set("spark.sql.session.timeZone", str(zone))
    assert list(tmp_path.glob("_staging/run/requests/input=a/date=2026-03-01/api=Fetch/*.parquet"))


def test_a_table_that_nobody_wrote_is_empty(spark: SparkSession, tmp_path: Path) -> None:
    found = stages.read(spark, Place(str(tmp_path)), "partitions")
    assert found.count() == 0
    assert found.columns == [*BY_NAME["partitions"].names, "input", "date"]
