"""What a check has found so far."""

from __future__ import annotations

from kafkawire.records.tally import Tally


def test_the_first_of_equal_maxima_is_kept() -> None:
    tally = Tally(61)
    tally.add(minimum=3, maximum=5, offset_delta=1, count=2, at=80)
    tally.add(minimum=-1, maximum=5, offset_delta=2, count=3, at=90)

    assert (tally.minimum, tally.maximum, tally.offset_delta_of_maximum) == (-1, 5, 1)
    assert (tally.index, tally.at) == (5, 90)


def test_a_greater_maximum_replaces_it() -> None:
    tally = Tally(61)
    tally.add(minimum=-9, maximum=-5, offset_delta=0, count=1, at=70)
    tally.add(minimum=-9, maximum=-4, offset_delta=1, count=1, at=80)

    assert (tally.minimum, tally.maximum, tally.offset_delta_of_maximum) == (-9, -4, 1)
