"""Exchanges out of captures, one after another, for commands that show no traffic as it goes."""

from __future__ import annotations

import argparse
import errno
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from kafkawire.dump.commands import complain
from kafkawire.dump.commands.options import (
    UsageError,
    add_decoding_options,
    chosen_by,
    looking_for,
    topic_names,
)
from kafkawire.dump.commands.streams import say_streams
from kafkawire.dump.model import Event, Exchange, ExchangeDone

if TYPE_CHECKING:
    from kafkawire.dump.model import Sink
    from kafkawire.dump.pipeline import Pipeline


FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""Why a write fails where there is no more room."""


class Collector:
    """A `Sink` that keeps exchanges until they are taken."""

    def __init__(self) -> None:
        self._found: list[Exchange] = []

    def event(self, event: Event) -> None:
        """Keep it if it is the end of an exchange."""
        if isinstance(event, ExchangeDone):
            self._found.append(event.exchange)

    def close(self) -> None:
        """What is there may still be taken."""

    def take(self) -> list[Exchange]:
        """What has come since the last time."""
        found, self._found = self._found, []
        return found


def add_choosing_options(parser: argparse.ArgumentParser) -> None:
    """Add the filter, and how bytes are read."""
    parser.add_argument(
        "-f",
        "--filter",
        metavar="EXPR",
        help="only exchanges that this matches; `wire-dump filter` explains the language",
    )
    add_decoding_options(parser)


def quiet_pipeline(
    arguments: argparse.Namespace, sinks: Sequence[Sink], *, secrets: bool | None = None
) -> Pipeline:
    """A pipeline that shows nothing but tells these sinks, and what was found if they want that.

    Raises `UsageError`.
    """
    from kafkawire.dump.engine import Engine
    from kafkawire.dump.pipeline import Pipeline
    from kafkawire.dump.state import State

    shown = arguments.secrets if secrets is None else secrets
    engine = Engine(secrets=shown, ports=arguments.port)
    chosen = chosen_by(arguments.filter)
    looking = looking_for(chosen, getattr(arguments, "detect", ()))
    try:
        watched = looking.watched(sinks)
        state = looking.state(State(topic_names(arguments.topic_map)))
    except ValueError as error:
        raise UsageError(str(error)) from error
    return Pipeline(engine, state, None if chosen is None else chosen.matches, watched)


def exchanges_in(
    path: str, arguments: argparse.Namespace, *, secrets: bool | None = None
) -> Iterator[Exchange]:
    """The exchanges of a capture that the filter chooses, as they end.

    Raises `UsageError`, OSError, and `NotACapture`.
    """
    from kafkawire.dump.inputs.captures import read_capture

    collector = Collector()
    pipeline = quiet_pipeline(arguments, [collector], secrets=secrets)
    for event in read_capture(path):
        pipeline.feed(event)
        yield from collector.take()
    pipeline.close()
    yield from collector.take()
    say_streams(pipeline, path)


def complaining(run: Callable[[], int]) -> int:
    """An exit code of what may find its command line or its files wrong; that is said."""
    from kafkawire.dump.inputs.captures import NotACapture

    try:
        return run()
    except UsageError as error:
        return complain(*error.args)
    except NotACapture as error:
        text = str(error)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        text = str(error.strerror or error)
        if error.filename is not None:
            text = f"cannot read {error.filename}: {text}"
        elif error.errno in FULL:
            text = f"nothing more can be written: {text}"
    return complain(text)
