"""Error codes of partitions in fetch answers."""

from __future__ import annotations

import pytest

from kafkawire.client.core.fetch_outcomes import outcome


@pytest.mark.parametrize(
    ("codes", "name"),
    [
        ((0,), "RECORDS"),
        ((3, 6, 9, 56, 74, 78, 100, 103), "REFRESH"),
        ((75, -1), "AGAIN"),
        ((1,), "OUT_OF_RANGE"),
        ((29,), "DENIED"),
        ((2,), "CORRUPT"),
        ((7, 42, 87, 12_345), "OTHER"),
    ],
)
def test_each_code_has_its_outcome(codes: tuple[int, ...], name: str) -> None:
    """client F-23; fetch F.4."""
    assert {outcome(code).name for code in codes} == {name}
