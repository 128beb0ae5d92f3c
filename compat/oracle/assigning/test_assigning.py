"""Assignors, against Kafka's own classes. Skipped, with a word, without Java and Maven."""

from __future__ import annotations

import pytest

from compat.oracle.assigning.__main__ import main

UNAVAILABLE = 2


def test_both_assign_the_same_to_random_groups(
    request: pytest.FixtureRequest, capfd: pytest.CaptureFixture[str]
) -> None:
    if request.config.getoption("--against") != "kafkawire":
        pytest.skip("our side is a function in this process")
    code = main(["--groups", "200"])
    shown = capfd.readouterr()
    if code == UNAVAILABLE:
        pytest.skip(shown.err)
    assert code == 0, "\n" + shown.out
