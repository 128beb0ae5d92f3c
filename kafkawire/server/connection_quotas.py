"""How many connections there may be, and how fast new ones may come: Kafka's `ConnectionQuotas`.

    max.connections                       a new connection waits until another one ends; if the
                                          limit is lowered, the least recently used ones are closed
    listener.name.L.max.connections       a new connection waits; present ones stay
    max.connections.per.ip, ...overrides  a new connection of that address is closed at once
    [listener.name.L.]max.connection.creation.rate
                                          a new connection waits until the rate is down again, one
                                          quota window at most (KIP-612)

A connection that waits has been accepted by the system and is served late: its client sees an
open connection and no response. All limits can change while the broker runs.
"""

import socket
from collections.abc import Callable, Sequence
from contextlib import suppress

from kafkawire.broker.config import BrokerConfig, ConfigError, parse_value
from kafkawire.broker.config.dynamic_names import LISTENER
from kafkawire.broker.metadata.image import RESOURCE_BROKER
from kafkawire.broker.security.rate import Rate, Window

UNLIMITED = (1 << 31) - 1
_MAX = "max.connections"
_PER_IP = "max.connections.per.ip"
_OVERRIDES = "max.connections.per.ip.overrides"
_RATE = "max.connection.creation.rate"


class ConnectionQuotas:
    """The limits in force, and the connections that count against them.

    Subscribed to the broker's metadata, it follows changed limits and calls `on_change` then.
    Raises `ConfigError` for a limit that Kafka does not start with.
    """

    def __init__(self, config: BrokerConfig, now_ms: int = 0) -> None:
        self._config = config
        window = Window(config.int("quota.window.num"), config.int("quota.window.size.seconds"))
        self._window = window
        self._rate = Rate(window, now_ms)
        self._open: dict[str, int] = {}
        """Open connections by the address of their client."""
        self._by_ip: dict[str, int] = {}
        self.count = 0
        self.on_change: Callable[[], None] = lambda: None
        self._load()

    def delay_ms(self, now_ms: int) -> int:
        """Count a new connection, and return for how many ms it must wait."""
        self._rate.record(1, now_ms)
        rate = min(self._rate_max, self._listener_rate_max)
        if rate >= UNLIMITED:
            return 0
        most_ms = self._window.ms
        return min(self._rate.throttle_ms(rate, now_ms), most_ms) if rate else most_ms

    @property
    def has_room(self) -> bool:
        """Whether one more connection may be served now."""
        return self.count < min(self._max, self._listener_max)

    @property
    def excess(self) -> int:
        """How many connections must be closed because `max.connections` was lowered."""
        return max(0, self.count - self._max)

    def admit(self, host: str) -> bool:
        """Count a connection of that address, unless it has as many as it may have."""
        known = self._open.get(host, 0)
        if known >= self._by_ip.get(host, self._per_ip):
            return False
        self._open[host] = known + 1
        self.count += 1
        return True

    def release(self, host: str) -> None:
        """A connection of that address has ended."""
        self.count -= 1
        self._open[host] -= 1
        if not self._open[host]:
            del self._open[host]

    def on_topics_created(self, names: Sequence[str]) -> None:
        """See `MetadataListener`."""

    def on_topics_deleted(self, names: Sequence[str]) -> None:
        """See `MetadataListener`."""

    def on_config_changed(self, resource_type: int, name: str) -> None:
        """Follow changed limits; those of addresses stay if a new one cannot be understood."""
        if resource_type == RESOURCE_BROKER:
            with suppress(ConfigError):
                self._load()
            self.on_change()

    def _load(self) -> None:
        self._max = self._limit(_MAX)
        self._per_ip = self._limit(_PER_IP)
        self._rate_max = self._limit(_RATE)
        self._listener_max = self._limit_of_listener(_MAX)
        self._listener_rate_max = self._limit_of_listener(_RATE)
        self._by_ip = _addresses(self._config)

    def _limit(self, name: str) -> int:
        if name not in self._config.definitions.broker:  # an older release is emulated
            return UNLIMITED
        return self._config.int(name)

    def _limit_of_listener(self, name: str) -> int:
        definition = self._config.definitions.broker.get(name)
        if definition is None or not self._config.is_set(LISTENER + name):
            return UNLIMITED
        named = definition._replace(name=LISTENER + name)
        limit = parse_value(named, self._config.text(named.name))
        assert type(limit) is int, name
        return limit


def _addresses(config: BrokerConfig) -> dict[str, int]:
    """The limits of `max.connections.per.ip.overrides`: HOST:COUNT,HOST:COUNT."""
    text = config.string(_OVERRIDES) or ""
    found: dict[str, int] = {}
    for part in text.rstrip(",").split(",") if text.strip() else ():
        host, colon, count = part.strip().rpartition(":")
        try:
            limit = int(count if colon else "")
        except ValueError:
            why = f"{part.strip()} is not of the form HOST:COUNT"
            raise ConfigError(_OVERRIDES, text, why) from None
        for address in _resolved(host, text):
            found[address] = limit
    return found


def _resolved(host: str, text: str) -> list[str]:
    try:
        infos = socket.getaddrinfo(host.strip("[]"), None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise ConfigError(_OVERRIDES, text, f"{host} cannot be resolved: {error}") from None
    return [str(info[4][0]) for info in infos]
