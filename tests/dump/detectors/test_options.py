"""The option about detectors."""

from __future__ import annotations

import argparse

import pytest

from kafkawire.dump.detectors.options import add_detector_options, watched
from kafkawire.dump.detectors.watch import Watch


class Told:
    def event(self, event) -> None: ...

    def finding(self, finding) -> None: ...

    def close(self) -> None: ...


class Untold:
    def event(self, event) -> None: ...

    def close(self) -> None: ...


def settings(*arguments: str) -> list[str]:
    parser = argparse.ArgumentParser()
    add_detector_options(parser)
    return parser.parse_args(arguments).detect


def test_outputs_that_show_findings_are_watched_unless_it_is_off() -> None:
    told, untold = Told(), Untold()
    (watch,) = watched([told, untold], settings())
    assert isinstance(watch, Watch)
    assert watched([untold], settings()) == [untold]
    assert watched([told, untold], settings("--detect", "off")) == [told, untold]
    (fewer,) = watched([told], settings("--detect", "acks-0=off", "--detect", "throttling=off"))
    assert isinstance(fewer, Watch)


def test_a_wrong_setting_is_said_even_where_nothing_is_watched() -> None:
    with pytest.raises(ValueError, match="no detector 'x'"):
        watched([Untold()], settings("--detect", "off", "--detect", "x=off"))
