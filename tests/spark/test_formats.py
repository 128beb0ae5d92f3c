"""The formats in a session: found without a word, and registered as often as one likes."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module
from typing import TYPE_CHECKING

import pytest

from kafkawire.spark import FILTER_PUSHDOWN, register
from kafkawire.spark.shipping import MODULES

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

NAMES = ("kafkawire", "kafkawire-capture", "kafkawire-log")


def why_not(spark: SparkSession, name: str) -> str:
    """DATA_SOURCE_NOT_FOUND or nothing; what a source misses in its options does not matter."""
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    missing = "DATA_SOURCE_NOT_FOUND"
    try:
        spark.read.format(name).load()
    except (PySparkException, Py4JError) as error:
        return missing if missing in str(error) else ""
    return ""


def test_spark_finds_all_of_them_by_itself(spark: SparkSession) -> None:
    assert [why_not(spark, name) for name in NAMES] == [""] * len(NAMES)
    assert why_not(spark, "kafkawire-nothing") == "DATA_SOURCE_NOT_FOUND"


def test_registering_what_spark_has_found_does_no_harm_and_lets_filters_through(
    spark: SparkSession,
) -> None:
    before = spark.conf.get(FILTER_PUSHDOWN)
    try:
        assert register(spark) == register(spark) == NAMES
        assert spark.conf.get(FILTER_PUSHDOWN) == "true"
    finally:
        spark.conf.set(FILTER_PUSHDOWN, before or "false")


@pytest.mark.process
@pytest.mark.parametrize("name", MODULES)
def test_what_spark_imports_at_each_look_up_is_light(name: str) -> None:
    program = (
        "import sys, pyspark.sql.datasource, pyspark.sql.types\n"
        "before = set(sys.modules)\n"
        f"import {name}\n"
        "print(*sorted(each for each in set(sys.modules) - before))\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    new = done.stdout.split()
    assert name in new, done.stderr
    heavy = {"numpy", "pyarrow", "pandas", "trio", "cramjam", "plotly", "ssl"}
    assert not heavy.intersection(each.partition(".")[0] for each in new)
    assert len(new) < 20


def test_classes_are_pickled_by_the_package_and_not_by_the_thin_modules() -> None:
    for name in MODULES:
        source = import_module(name).DefaultSource
        assert source.__module__.startswith("kafkawire.spark.")
