"""Settings of the command's own session, and what is said of Spark's failures."""

from __future__ import annotations

import logging
import signal

import pytest

pytest.importorskip(
    "pyspark", reason="pyspark is not installed: the package for Spark is not tested"
)

from kafkawire.spark.session import LOGGING, SettingError, _let_ctrl_c_through, first_line, settings


def test_by_itself_spark_runs_in_this_machine_and_on_the_loopback() -> None:
    found = settings(None, [], is_submitted=False)
    assert found["spark.master"] == "local[*]"
    assert found["spark.driver.host"] == "127.0.0.1"
    assert LOGGING.as_uri() in found["spark.driver.extraJavaOptions"]
    assert "rootLogger.level = error" in LOGGING.read_text()


def test_for_little_work_nothing_is_compiled_that_runs_once() -> None:
    found = settings(None, [], is_submitted=False, is_small=True)
    assert found["spark.master"] == "local[2]"
    assert found["spark.sql.shuffle.partitions"] == "1"
    assert found["spark.sql.codegen.wholeStage"] == "false"
    java = found["spark.driver.extraJavaOptions"]
    assert "-XX:TieredStopAtLevel=1" in java
    assert LOGGING.as_uri() in java
    assert settings("local[5]", [], is_submitted=False, is_small=True)["spark.master"] == "local[5]"
    submitted = settings(None, [], is_submitted=True, is_small=True)
    assert not {"spark.master", "spark.driver.extraJavaOptions"} & set(submitted)


def test_under_spark_submit_its_master_and_its_settings_stand() -> None:
    found = settings(None, [], is_submitted=True)
    assert "spark.master" not in found
    assert "spark.driver.host" not in found
    assert "spark.driver.extraJavaOptions" not in found


def test_a_cluster_must_reach_the_driver() -> None:
    found = settings("spark://there:7077", [], is_submitted=False)
    assert found["spark.master"] == "spark://there:7077"
    assert "spark.driver.host" not in found


def test_what_is_given_wins() -> None:
    found = settings(None, ["spark.ui.enabled=true", "spark.x=a=b"], is_submitted=False)
    assert found["spark.ui.enabled"] == "true"
    assert found["spark.x"] == "a=b"


@pytest.mark.parametrize("given", ["spark.ui.enabled", "ui.enabled=true", "="])
def test_what_is_no_setting_is_refused(given: str) -> None:
    with pytest.raises(SettingError, match=r"spark\.NAME=VALUE"):
        settings(None, [given], is_submitted=False)


def test_of_an_error_in_a_task_the_line_of_its_end_is_said() -> None:
    told = (
        "Job aborted due to stage failure: Task 0 in stage 1.0 failed 1 times\n"
        "  File 'x.py', line 1\n"
        "kafkawire.records.batch.CorruptBatch: offset 12, byte 40: bad checksum\n"
        "\tat org.apache.spark.Something: more"
    )
    assert first_line(ValueError(told)).endswith("offset 12, byte 40: bad checksum")
    assert first_line(ValueError("only this\nand that")) == "only this"
    assert first_line(ValueError()) == "ValueError"


def test_ctrl_c_reaches_the_work_and_py4j_says_nothing_of_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    root, py4j = logging.getLogger(), logging.getLogger("py4j")
    before = signal.getsignal(signal.SIGINT), list(root.filters), py4j.level
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        _let_ctrl_c_through()
        root.error("KeyboardInterrupt while sending command.")
        root.error("something else")
        assert caplog.messages == ["something else"]
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    finally:
        signal.signal(signal.SIGINT, before[0])
        root.filters[:] = before[1]
        py4j.setLevel(before[2])
