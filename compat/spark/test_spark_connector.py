"""The fast scenarios of the stock connector against what Kafka came to, and how they are compared.

They run in a process of their own, as pyspark has one JVM for all sessions of a process, with one
class path, and other tests may have begun it.
"""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from compat.spark import our_source, turns
from compat.spark.comparing import Side, differences, differing, faults, kept
from compat.spark.jars import JARS, Unavailable, connector_jars, pom
from compat.spark.outcomes import normal
from compat.spark.running import Seen
from compat.spark.scenarios import FAST, SCENARIOS
from compat.spark.tap import Tap
from tests.support.rings.skips import skip_without
from tests.support.suite.patience import patient

ROOT = Path(__file__).resolve().parents[2]
SECONDS_MAX = patient(280)


@pytest.mark.cluster
def test_fast_scenarios_come_to_the_same_as_with_kafka() -> None:
    try:
        connector_jars()
    except Unavailable as missing:
        skip_without(missing, "our format is not compared with Spark's own connector")
    command = [sys.executable, "-m", "compat.spark", "--fast"]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS_MAX, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr[-3000:]
    assert f"{len(FAST)} of {len(FAST)} the same" in done.stdout
    assert turns.NAME in done.stdout


def seen(**changed: Any) -> Seen:
    good = Seen({"batch": {"rows": 1}}, {}, Counter({(3, 12): 4}), [], 1)
    return good._replace(**changed)


def test_a_side_is_faultless_only_if_all_was_looked_at_and_known() -> None:
    assert faults(seen()) == []
    assert faults(seen(outcomes={"batch": {"failed": "TimeoutError: x"}})) == [
        "batch: TimeoutError: x"
    ]
    assert faults(seen(all_requests=Counter({(3, 13): 1}))) == [
        "Spark asked for Metadata v13, which is news"
    ]
    assert len(faults(seen(topics_described=0))) == 1
    assert faults(seen(problems=["x is null"])) == ["x is null"]


def test_a_null_in_place_of_a_list_of_leaders_is_seen() -> None:
    partition: dict[str, Any] = {"eligibleLeaderReplicas": [], "lastKnownElr": []}
    topic = {"name": "t", "partitions": [partition, {**partition, "eligibleLeaderReplicas": None}]}
    tap = Tap("127.0.0.1:1")
    tap.look_at_leaders([topic])
    assert tap.problems == ["eligibleLeaderReplicas of t is null"]
    assert tap.topics_described == 1


def test_what_is_drawn_anew_each_time_is_not_compared() -> None:
    first = "Task 3.0 in stage 9.0 (TID 81) (vm executor driver): at 127.0.0.1:40123, group "
    first += "spark-kafka-source-6f9619ff-8b86-d011-b42d-00c04fc964ff--1323306378-executor gone"
    other = "Task 1.0 in stage 4.0 (TID 3) (box executor driver): at 127.0.0.1:9, group "
    other += "spark-kafka-source-0f9619ff-8b86-d011-b42d-00c04fc964ff-42-executor gone"
    assert normal(first) == normal(other)
    assert normal(first) != normal(other.replace("gone", "there"))


def test_all_that_was_kept_of_kafka_are_scenarios_and_the_other_way_about() -> None:
    assert set(kept().outcomes) == set(SCENARIOS)
    assert set(FAST) <= set(SCENARIOS)


def test_no_scenario_failed_with_kafka() -> None:
    assert not [name for name, outcome in kept().outcomes.items() if "failed" in outcome]


def test_differences_are_named_where_they_are() -> None:
    mine = {"rows": 3, "first": ["a", 1], "deep": {"x": 1}}
    theirs = {"rows": 3, "first": ["a", 2], "deep": {"x": 1, "y": 2}}
    assert differing(mine, mine, "") == []
    assert differing(mine, theirs, "") == [
        "first[1]: kafkawire 1, Kafka 2",
        "deep.y: kafkawire None, Kafka 2",
    ]


def test_a_version_that_kafka_was_not_asked_for_is_a_difference() -> None:
    outcome = {"batch": {"rows": 1}}
    found = differences(
        Side(outcome, {"batch": {"Metadata v9": 3, "Fetch v17": 1}}),
        Side(outcome, {"batch": {"Metadata v12": 9}}),
    )
    assert found == {
        "batch": ["asked for Metadata v9, which Kafka is not", "did not ask for Metadata v12"]
    }


CONDITION = "org.apache.spark.KafkaIllegalStateException [KAFKA_DATA_LOSS.PARTITIONS_DELETED]: x"
UNKNOWN = "org.apache.kafka.common.errors.UnknownTopicOrPartitionException: This server does not"


@pytest.mark.parametrize(
    ("ours", "kafkas", "is_said"),
    [
        ("E: [KAFKA_DATA_LOSS.PARTITIONS_DELETED] gone", ["a: b", CONDITION, "c: d"], True),
        ("E: [KAFKA_DATA_LOSS.START_OFFSET_RESET] gone", ["a: b", CONDITION, "c: d"], False),
        (
            "E: starting offset can't be latest, says x",
            ["a.B: starting offset can't be latest"],
            True,
        ),
        ("E: option 'x' is not supported: y", ["I: option 'x' is not supported. Z"], True),
        ("E: option 'w' is not supported: y", ["I: option 'x' is not supported. Z"], False),
        ("E: no", ["a.B: starting offset can't be latest"], False),
        ("E: UnknownTopicOrPartitionException: topic t", [UNKNOWN], True),
        ("E: MESSAGE_TOO_LARGE (10)", ["a.RecordTooLargeException: The request"], True),
    ],
)
def test_an_error_of_our_source_says_what_the_stock_connector_says(
    ours: str, kafkas: list[str], is_said: bool
) -> None:
    stock = Side({"s": {"first": {"error": kafkas}, "rows": 1}}, {})
    mine = Side({"s": {"first": {"error": [ours]}, "rows": 1}}, {})
    assert (our_source.differences(mine, stock) == {}) is is_said


def test_rows_of_our_source_are_those_of_the_stock_connector() -> None:
    mine, stock = (Side({"s": {"rows": count}}, {}) for count in (1, 2))
    assert our_source.differences(mine, stock) == {"s": ["rows: kafkawire 1, Kafka 2"]}


def test_what_is_intended_are_scenarios() -> None:
    assert set(our_source.INTENDED) <= set(SCENARIOS)


@pytest.mark.process
def test_without_java_the_command_says_so_and_how_it_ends_tells_it_from_a_failure(
    tmp_path: Path,
) -> None:
    command = [sys.executable, "-m", "compat.spark", "batch"]
    settings = {"PATH": str(tmp_path)}
    done = subprocess.run(
        command, cwd=ROOT, env=settings, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (
        3,
        "skipped: Java is not installed (Apache Kafka and Spark need Java 17)\n",
    )


def test_maven_is_asked_for_the_jars_and_nothing_they_need() -> None:
    assert pom().count("<artifactId>*</artifactId>") == len(JARS)


def test_a_directory_with_the_jars_stands_in_for_maven(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyspark", reason="pyspark is not installed: jars of Spark are not found")
    monkeypatch.setenv("KAFKAWIRE_SPARK_JARS", str(tmp_path))
    monkeypatch.setattr("shutil.which", lambda program: program)
    with pytest.raises(Unavailable, match="there is no spark-sql-kafka"):
        connector_jars()
    for jar in JARS:
        (tmp_path / jar.file_name).touch()
    assert connector_jars() == [str(tmp_path / jar.file_name) for jar in JARS]
