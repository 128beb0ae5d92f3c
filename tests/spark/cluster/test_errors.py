"""Texts that say where, what and why."""

from __future__ import annotations

import pickle

import pytest

from kafkawire.spark.cluster import EndNotReached, FetchRangeError, Refused
from kafkawire.spark.cluster.errors import code_name, place


def test_a_refusal_names_host_request_code_and_reason() -> None:
    where = place("broker:9092", 1)
    assert str(Refused(where, 1, "gone")) == "broker:9092 Fetch: OFFSET_OUT_OF_RANGE (1): gone"
    assert str(Refused(where, 0x7000)) == f"broker:9092 Fetch: {0x7000} ({0x7000})"


def test_requests_and_codes_without_a_name_are_numbers() -> None:
    assert place("broker:1", 31_000) == "broker:1 31000"
    assert code_name(-1) == "UNKNOWN_SERVER_ERROR"


@pytest.mark.parametrize("error", [FetchRangeError("here", 1, "why"), EndNotReached("late", 7)])
def test_errors_travel_to_the_driver(error: Exception) -> None:
    found = pickle.loads(pickle.dumps(error))
    assert (type(found), str(found), vars(found)) == (type(error), str(error), vars(error))
