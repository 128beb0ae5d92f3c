"""Permitted differences: patterns, and the file that has them."""

from __future__ import annotations

import pytest

from compat.client.streams.comparing import Difference
from compat.client.streams.known import FILE, Known, known_differences, name_of
from compat.client.streams.workloads import WORKLOADS

MAX_BYTES = Difference("Fetch", "maxBytes", "52428800", "3145728")
TEXT = """
[memory]
rule = "client F-10"
api = "Fetch"
field = "max*"
java = "52428800"
workload = "steady|pause"
reason = "less memory"
"""


def test_a_difference_has_the_name_of_the_entry_that_fits() -> None:
    """Client N-2."""
    known = known_differences(TEXT)
    assert name_of(known, "steady", MAX_BYTES) == "memory"
    assert name_of(known, "pause", MAX_BYTES) == "memory"


@pytest.mark.parametrize(
    "other",
    [
        MAX_BYTES._replace(api="ListOffsets"),
        MAX_BYTES._replace(field="minBytes"),
        MAX_BYTES._replace(java="1"),
    ],
)
def test_what_fits_no_entry_has_no_name(other: Difference) -> None:
    assert name_of(known_differences(TEXT), "steady", other) is None


def test_an_entry_is_for_its_workloads() -> None:
    assert name_of(known_differences(TEXT), "leaders", MAX_BYTES) is None


def test_an_entry_with_an_unknown_field_is_refused() -> None:
    with pytest.raises(TypeError, match="colour"):
        known_differences(TEXT + 'colour = "red"')


def test_the_entries_of_the_file_are_for_workloads_that_there_are() -> None:
    """Client N-2: the list that is checked in."""
    known = known_differences(FILE.read_text())
    assert known
    for entry in known:
        assert entry.rule.startswith("client "), entry.name
        assert any(entry.explains(name, fitting(entry)) for name in WORKLOADS), entry.name


def fitting(entry: Known) -> Difference:
    """A difference that fits, whatever the workload."""
    parts = (entry.api, entry.field, entry.java, entry.ours)
    return Difference(*(part.split("|")[0] for part in parts))
