"""The fast scenarios of the stock connector, in one session, against what Kafka came to."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from compat.spark.brokers import ours
from compat.spark.comparing import Side, differences, differing, faults, kept, side_of
from compat.spark.jars import JARS, Unavailable, connector_jars, pom
from compat.spark.running import Seen, run_side
from compat.spark.scenarios import FAST, SCENARIOS


def told(name: str, seconds: float) -> None:
    del name, seconds


@pytest.fixture(scope="module")
def seen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Seen]:
    try:
        connector_jars()
    except Unavailable as missing:
        pytest.skip(str(missing))
    from compat.spark.session import connected_spark

    home: Path = tmp_path_factory.mktemp("spark")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with connected_spark(home) as spark, ours() as broker:
            yield run_side(spark, broker, FAST, home / "kafkawire", told)


@pytest.mark.parametrize("name", FAST)
def test_a_scenario_comes_to_the_same_as_with_kafka(seen: Seen, name: str) -> None:
    mine = side_of(seen)
    one = Side({name: mine.outcomes[name]}, {name: mine.requests[name]})
    assert differences(one, kept()) == {}


def test_spark_asks_for_what_it_is_known_for_and_no_list_of_leaders_is_null(seen: Seen) -> None:
    assert faults(seen) == []


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
        Side(outcome, {"batch": {"Fetch v16": 3}}), Side(outcome, {"batch": {"Fetch v17": 9}})
    )
    assert found == {
        "batch": ["asked for Fetch v16, which Kafka is not", "did not ask for Fetch v17"]
    }


def test_maven_is_asked_for_the_jars_and_nothing_they_need() -> None:
    assert pom().count("<artifactId>*</artifactId>") == len(JARS)


def test_a_directory_with_the_jars_stands_in_for_maven(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("pyspark")
    monkeypatch.setenv("KAFKAWIRE_SPARK_JARS", str(tmp_path))
    monkeypatch.setattr("shutil.which", lambda program: program)
    with pytest.raises(Unavailable, match="there is no spark-sql-kafka"):
        connector_jars()
    for jar in JARS:
        (tmp_path / jar.file_name).touch()
    assert connector_jars() == [str(tmp_path / jar.file_name) for jar in JARS]
