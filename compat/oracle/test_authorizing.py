"""Rights, against the real Apache Kafka. Without Java and Maven this is skipped, with a word."""

from __future__ import annotations

import pytest

from compat.oracle.authorizing import main

UNAVAILABLE = 2


def test_both_ask_for_the_same_rights(
    request: pytest.FixtureRequest, capfd: pytest.CaptureFixture[str]
) -> None:
    if request.config.getoption("--against") != "kafkawire":
        pytest.skip("rights are set in our own process")
    code = main([])
    shown = capfd.readouterr()
    if code == UNAVAILABLE:
        pytest.skip(shown.err)
    assert code == 0, "\n" + shown.out
