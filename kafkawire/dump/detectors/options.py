"""The option about detectors, shared by all commands that show traffic.

--detect NAME.THRESHOLD=NUMBER   --detect NAME=off   --detect off
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import argparse

    from kafkawire.dump.detectors.detector import Detector
    from kafkawire.dump.model import Sink
    from kafkawire.dump.pipeline import Observer

OFF = "off"


def add_detector_options(parser: argparse.ArgumentParser | argparse._ArgumentGroup) -> None:
    """Add it to a command."""
    parser.add_argument(
        "--detect",
        action="append",
        default=[],
        metavar="SETTING",
        help="off: do not look for habits that hurt; NAME=off: not for this one; "
        "NAME.THRESHOLD=NUMBER: by another threshold; `wire-dump detectors` lists them",
    )


class Looking(NamedTuple):
    """Where detectors look: before the filter if that asks what they find, else behind it."""

    settings: Sequence[str] = ()
    """What the option was given."""
    is_asked: bool = False
    """Whether the filter asks."""

    def state(self, state: Observer) -> Observer:
        """State as the pipeline is to have it. Raises ValueError as `watched` does."""
        if not self.is_asked or OFF in self.settings:
            return state
        from kafkawire.dump.detectors.watch import WatchedState

        return WatchedState(state, self._detectors())

    def watched(self, sinks: Sequence[Sink]) -> list[Sink]:
        """The outputs, behind a watch if any of them shows findings and settings do not say `off`.

        Raises ValueError that says what is wrong with a setting.
        """
        detectors = self._detectors()
        if OFF in self.settings or not any(hasattr(sink, "finding") for sink in sinks):
            return list(sinks)
        from kafkawire.dump.detectors.watch import Watch, found_before

        return [Watch(sinks, look=found_before) if self.is_asked else Watch(sinks, detectors)]

    def _detectors(self) -> list[Detector]:
        from kafkawire.dump.detectors.catalogue import make_detectors, parse_settings

        return make_detectors(*parse_settings([text for text in self.settings if text != OFF]))
