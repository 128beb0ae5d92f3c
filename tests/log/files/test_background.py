"""Work beside other work, where there is no beside."""

from __future__ import annotations

import pytest

from kafkawire.log.files.background import inline


def test_work_is_done_at_once_and_its_outcome_told() -> None:
    outcomes: list[object] = []
    inline(lambda: 5, outcomes.append)
    assert outcomes == [5]


def test_a_disk_that_fails_is_an_outcome_and_a_bug_is_none() -> None:
    outcomes: list[object] = []
    error = OSError(5, "no")

    def fails() -> object:
        raise error

    inline(fails, outcomes.append)
    assert outcomes == [error]
    with pytest.raises(ZeroDivisionError):
        inline(lambda: 1 // 0, outcomes.append)
    assert outcomes == [error]
