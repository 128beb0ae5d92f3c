"""The option about detectors."""

from __future__ import annotations

import argparse

import pytest

from kafkawire.dump.detectors.detector import Finding
from kafkawire.dump.detectors.options import Looking, add_detector_options
from kafkawire.dump.detectors.watch import Watch, WatchedState
from kafkawire.dump.model import Event
from kafkawire.dump.state import State


class Told:
    def event(self, event: Event) -> None: ...

    def finding(self, finding: Finding) -> None: ...

    def close(self) -> None: ...


class Untold:
    def event(self, event: Event) -> None: ...

    def close(self) -> None: ...


def settings(*arguments: str) -> list[str]:
    parser = argparse.ArgumentParser()
    add_detector_options(parser)
    found: list[str] = parser.parse_args(arguments).detect
    return found


def test_outputs_that_show_findings_are_watched_unless_it_is_off() -> None:
    told, untold = Told(), Untold()
    (watch,) = Looking(settings()).watched([told, untold])
    assert isinstance(watch, Watch)
    assert Looking(settings()).watched([untold]) == [untold]
    assert Looking(settings("--detect", "off")).watched([told, untold]) == [told, untold]
    some = Looking(settings("--detect", "acks-0=off", "--detect", "throttling=off"))
    (fewer,) = some.watched([told])
    assert isinstance(fewer, Watch)


def test_a_wrong_setting_is_said_even_where_nothing_is_watched() -> None:
    with pytest.raises(ValueError, match="no detector 'x'"):
        Looking(settings("--detect", "off", "--detect", "x=off")).watched([Untold()])


def test_detectors_look_before_the_filter_only_if_it_asks_and_they_are_on() -> None:
    state = State()
    assert Looking().state(state) is state
    assert isinstance(Looking(is_asked=True).state(state), WatchedState)
    assert Looking(["off"], is_asked=True).state(state) is state
