"""What tests share: a JVM that is killed ends one test and not those after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.support.spark.spark_sessions import SharedSession, jvm_of

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

KILLED = "the JVM of Spark has ended with exit code -9"


@pytest.mark.long
def test_a_killed_jvm_is_named_and_replaced(
    spark: SparkSession, shared_session: SharedSession
) -> None:
    assert spark.range(3).count() == 3
    assert shared_session.end_of_jvm() == ""
    jvm = jvm_of(spark)
    jvm.kill()
    jvm.wait()
    assert shared_session.end_of_jvm() == KILLED
    assert shared_session.get().range(5).count() == 5
    assert shared_session.end_of_jvm() == ""
