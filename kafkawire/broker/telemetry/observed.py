"""What telemetry needs of a broker: its settings, its metadata, time, and who takes the metrics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from random import Random

    from kafkawire.broker.metadata.publisher import MetadataListener
    from kafkawire.broker.telemetry.pushed import Receiver
    from kafkawire.timers import Timer


class Settings(Protocol):
    """The configuration of a broker."""

    def int(self, name: str) -> int: ...


class Configured(Protocol):
    """The metadata of a cluster: configurations by type and name of their resource."""

    @property
    def configs(self) -> Mapping[tuple[int, str], Mapping[str, str]]: ...


class MetadataSource(Protocol):
    """Notifies listeners of changes of the metadata."""

    def subscribe(self, listener: MetadataListener) -> None: ...


class Clock(Protocol):
    """Runs actions when their time comes."""

    def at(self, deadline_ms: int, callback: Callable[[int], None]) -> Timer: ...


class TelemetryBroker(Protocol):
    """A broker, as far as telemetry is concerned."""

    @property
    def config(self) -> Settings: ...
    @property
    def metadata(self) -> Configured: ...
    @property
    def controller(self) -> MetadataSource: ...
    @property
    def timers(self) -> Clock: ...
    @property
    def random(self) -> Random: ...
    @property
    def telemetry(self) -> Receiver | None: ...
