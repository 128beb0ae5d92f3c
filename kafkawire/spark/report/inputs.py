"""What a command is given, looked at before Spark takes its time to start."""

from __future__ import annotations

import os
from collections.abc import Sequence

from kafkawire.dump.inputs.captures import refuse_no_capture
from kafkawire.spark.captures.options import ENDINGS, CaptureOptionError, files_of
from kafkawire.spark.tables.places import Place


def look_at(inputs: Sequence[str], out: str, *, takes_tables: bool) -> list[str]:
    """The captures that are meant, none if the input is tables; `out` is made if it is not there.

    Raises CaptureOptionError, OSError and NotACapture.
    """
    about = f"--out {out}"
    try:
        place = Place(out)
        about = inputs[0]
        captures = [] if tables_in(inputs) is not None else captures_in(inputs)
        if not captures and not takes_tables:
            raise CaptureOptionError(f"{about}: these are tables already, and no captures")
        about = f"--out {out}"
        _make(place, about)
    except ValueError as error:
        raise CaptureOptionError(f"{about}: {error}") from None
    return captures


def _make(place: Place, about: str) -> None:
    try:
        place.files.create_dir(place.root)
    except OSError as error:
        raise CaptureOptionError(f"{about}: {error}") from None


def tables_in(inputs: Sequence[str]) -> Place | None:
    """The tables, if the only input is a place that has some. Raises OSError, ValueError."""
    place = Place(inputs[0]) if len(inputs) == 1 else None
    return place if place is not None and place.inputs() else None


def captures_in(inputs: Sequence[str]) -> list[str]:
    """The captures that are meant, each once: files that begin as captures do.

    Raises CaptureOptionError, OSError and NotACapture.
    """
    found: dict[str, None] = {}
    for each in inputs:
        files = files_of((each,))
        if not files:
            raise CaptureOptionError(
                f"there is no capture in {each}: names in a directory end in {', '.join(ENDINGS)}"
                if os.path.isdir(each)
                else f"there is no file like {each}"
            )
        found |= dict.fromkeys(files)
    for path in found:
        refuse_no_capture(path)
    return list(found)
