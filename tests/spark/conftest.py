"""One Spark session for all tests that need one, or one visible line on why there is none.

Most of what is tested needs no Spark: readers, plans and decoders are plain objects. Whoever asks
for `spark` shares a session with all others (it takes ten seconds, and its first query five): no
test may stop it or leave a setting behind. Without Java or pyspark these tests are skipped.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from tests.support.spark.spark_sessions import SharedSession, why_there_is_no_spark

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

# PySpark's own, on this side of the pipe; pytest is told to fail for any other.
FORGIVEN = (
    "ignore:unclosed:ResourceWarning",
    "ignore:.*:DeprecationWarning:pyspark",
    "ignore:.*:FutureWarning:pyspark",
    "ignore:.*:UserWarning:pyspark",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "spark" in getattr(item, "fixturenames", ()):
            for each in FORGIVEN:
                item.add_marker(pytest.mark.filterwarnings(each))


@pytest.fixture(scope="session")
def spark_or_skip() -> None:
    """For tests that start Spark in another process."""
    if reason := why_there_is_no_spark():
        pytest.skip(reason)


@pytest.fixture(scope="session")
def shared_session(
    spark_or_skip: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[SharedSession]:
    # Workers import modules of tests too; the driver's sys.path is nothing to them.
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    before = {name: os.environ.get(name) for name in ("PYTHONPATH", "PYSPARK_PYTHON")}
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (root, before["PYTHONPATH"])))
    os.environ["PYSPARK_PYTHON"] = sys.executable
    shared = SharedSession(tmp_path_factory.mktemp("spark"))
    yield shared
    shared.stop()
    for name, value in before.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


@pytest.fixture
def spark(shared_session: SharedSession) -> Iterator[SparkSession]:
    """The shared session. Where its JVM ends within the test, a line says with which exit code."""
    yield shared_session.get()
    assert not shared_session.end_of_jvm(), shared_session.end_of_jvm()
