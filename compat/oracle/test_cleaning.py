"""Compaction, against the real Apache Kafka. Skipped, with a word, without Java and Maven."""

from __future__ import annotations

import pytest

from compat.oracle.cleaning import main

UNAVAILABLE = 2


def test_both_leave_the_same_of_random_logs(
    request: pytest.FixtureRequest, capfd: pytest.CaptureFixture[str]
) -> None:
    if request.config.getoption("--against") != "kafkawire":
        pytest.skip("our side is a log in this process")
    code = main(["--logs", "8"])
    shown = capfd.readouterr()
    if code == UNAVAILABLE:
        pytest.skip(shown.err)
    assert code == 0, "\n" + shown.out
