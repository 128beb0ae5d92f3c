"""Events are values."""

from __future__ import annotations

from typing import get_args

import pytest

from kafkawire.client import events


def test_every_event_is_named_in_the_union_and_described() -> None:
    """client K-31."""
    own = {
        each
        for each in vars(events).values()
        if isinstance(each, type) and each.__module__ == events.__name__
    }
    assert own == set(get_args(events.Event))
    assert all(each.__doc__ for each in own)


def test_events_are_frozen() -> None:
    """client K-31."""
    event = events.Stalled(5)
    with pytest.raises(AttributeError):
        event.late_ms = 6  # type: ignore[misc]  # that is what is tested
