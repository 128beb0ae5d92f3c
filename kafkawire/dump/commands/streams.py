"""The closing line: what was there besides the Kafka that is shown."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from kafkawire.dump.commands import say
from kafkawire.dump.log.words import counted

if TYPE_CHECKING:
    from kafkawire.dump.model import Streams
    from kafkawire.dump.pipeline import Pipeline


def say_streams(pipeline: Pipeline, source: str = "") -> None:
    """Say on the standard error which streams were not recognised as Kafka's, if any."""
    engine = pipeline.engine
    text = streams_text(engine.streams(), can_name_port=not engine.is_told_ports)
    if text:
        sys.stdout.flush()
        say(f"{source}: {text}" if source else text)


def streams_text(streams: Streams, *, can_name_port: bool = True) -> str:
    """`2 streams not recognised; try --port`; nothing if all streams with bytes are shown."""
    hidden = streams.not_recognised + streams.tls_not_shown
    advice = "; try --port" if can_name_port and hidden else ""
    if not streams.shown:
        return f"no Kafka in {hidden:,} TCP stream{'s' * (hidden != 1)}{advice}"
    parts = []
    if streams.not_recognised:
        parts.append(f"{counted(streams.not_recognised, 'stream')} not recognised")
    if streams.tls_not_shown:
        parts.append(f"{counted(streams.tls_not_shown, 'TLS stream')} not shown")
    said = [f"{' and '.join(parts)}{advice}"] if parts else []
    if streams.repeats.segments:
        said.append(f"{counted(streams.repeats.segments, 'retransmission')} left out")
    return "; ".join(said)
