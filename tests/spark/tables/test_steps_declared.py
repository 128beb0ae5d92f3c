"""The tables of the second stage."""

from __future__ import annotations

from kafkawire.spark.tables.steps_declared import DIGESTS


def test_a_digest_has_the_same_columns_for_both_messages() -> None:
    asked = [name.removeprefix("request_") for name in DIGESTS.names if "request_" in name]
    told = [name.removeprefix("response_") for name in DIGESTS.names if "response_" in name]
    assert asked == told
    assert "holes" in asked
