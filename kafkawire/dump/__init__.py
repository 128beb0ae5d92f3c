"""wire-dump: what a Kafka client and a broker really say to each other.

    pipeline    the engine, the state, a filter and outputs, one behind the other
    engine      bytes of streams into messages and exchanges
    state       facts about an exchange that only earlier messages contain
    model       what the engine tells: connections, messages, exchanges, damage
    filter      the filter language
    frame       one frame alone, without a stream around it

The names below are promised. Their modules are imported when they are first asked for.
"""

from __future__ import annotations

from kafkawire.lazy_names import lazy_names

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kafkawire.dump.engine import Engine
    from kafkawire.dump.filter import Filter, FilterError
    from kafkawire.dump.frame import request_of, response_of
    from kafkawire.dump.inputs.merging import read_captures
    from kafkawire.dump.model import (
        Connection,
        ConnectionClosed,
        ConnectionOpened,
        Damage,
        Exchange,
        ExchangeDone,
        Message,
        RequestSeen,
        Sink,
    )
    from kafkawire.dump.pipeline import Pipeline
    from kafkawire.dump.state import State

__all__ = [
    "Connection",
    "ConnectionClosed",
    "ConnectionOpened",
    "Damage",
    "Engine",
    "Exchange",
    "ExchangeDone",
    "Filter",
    "FilterError",
    "Message",
    "Pipeline",
    "RequestSeen",
    "Sink",
    "State",
    "read_captures",
    "request_of",
    "response_of",
]

_HOMES = {
    "engine": ("Engine",),
    "filter": ("Filter", "FilterError"),
    "frame": ("request_of", "response_of"),
    "inputs.merging": ("read_captures",),
    "model": (
        "Connection",
        "ConnectionClosed",
        "ConnectionOpened",
        "Damage",
        "Exchange",
        "ExchangeDone",
        "Message",
        "RequestSeen",
        "Sink",
    ),
    "pipeline": ("Pipeline",),
    "state": ("State",),
}

__getattr__ = lazy_names(__name__, _HOMES)
