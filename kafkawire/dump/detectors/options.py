"""The option about detectors, shared by all commands that show traffic.

--detect NAME.THRESHOLD=NUMBER   --detect NAME=off   --detect off
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from kafkawire.dump.model import Sink

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


def watched(sinks: Sequence[Sink], settings: Sequence[str]) -> list[Sink]:
    """The outputs, behind a watch if any of them shows findings and settings do not say `off`.

    Raises ValueError that says what is wrong with a setting.
    """
    from kafkawire.dump.detectors.catalogue import make_detectors, parse_settings

    thresholds, off = parse_settings([text for text in settings if text != OFF])
    if OFF in settings or not any(hasattr(sink, "finding") for sink in sinks):
        return list(sinks)
    from kafkawire.dump.detectors.watch import Watch

    return [Watch(sinks, make_detectors(thresholds, off))]
