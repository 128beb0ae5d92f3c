"""What `kafkawire serve` was asked for, from flags and configuration together.

Flags win over `--set`, which wins over the file. `listeners` and `advertised.listeners` of a
Kafka `server.properties` are understood as far as one plain listener goes; the controller's own
listener is left out, for this process has none. Data is kept on disk if a directory is named for
it, by flag or by Kafka's own settings; their defaults do not count. The lines of the file are
kept: what is wrong with a configuration is found later, by whoever knows them all.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeVar

from kafkawire.log.formats.java_properties import Property
from kafkawire.server.address import DEFAULT_HOST, DEFAULT_PORT, Address, parse_address
from kafkawire.server.errors import UsageError
from kafkawire.server.properties import read_properties

_PARTITIONS_MAX = 100_000
_PLAIN = "PLAINTEXT"
_NODE_ID_NAMES = frozenset(("node.id", "broker.id"))
_LOG_DIR_NAMES = ("log.dirs", "log.dir", "metadata.log.dir")

T = TypeVar("T")


class TopicSetting(NamedTuple):
    """A topic to be made at the start; -1 partitions: as many as `num.partitions` says."""

    name: str
    partitions: int


class Settings(NamedTuple):
    """Everything a serving process needs to know."""

    listen: Address
    advertise: Address | None
    """None: where it listens."""
    overrides: Mapping[str, str]
    topics: Sequence[TopicSetting]
    cluster_id: str
    quiet: bool
    emulate: str | None = None
    """The release of Kafka to behave as; None for all of them at once."""
    metrics: Address | None = None
    """Where Prometheus reads."""
    file: str = ""
    """The properties file."""
    lines: Mapping[str, int] = {}
    """Which overrides the file gave, and its lines that did."""
    data: str | None = None
    """The data directory; None keeps everything in memory."""
    levels: Mapping[str, str] = {}
    """Levels of loggers from the start on, by name."""

    @property
    def node_id(self) -> int | None:
        """The node's id, if anybody has said one."""
        for name in ("node.id", "broker.id"):
            text = self.overrides.get(name, "").strip()
            if text.isascii() and text.isdigit():
                return int(text)
        return None


class Flags(NamedTuple):
    """The flags of `kafkawire serve`, as text."""

    listen: str | None = None
    advertise: str | None = None
    config: str | None = None
    """The name of a properties file."""
    assignments: Sequence[str] = ()
    """`--set`: NAME=VALUE."""
    topics: Sequence[str] = ()
    """`--topic`: NAME or NAME:PARTITIONS."""
    node_id: int | None = None
    cluster_id: str = ""
    quiet: bool = False
    emulate: str | None = None
    metrics: str | None = None
    data: str | None = None
    levels: Sequence[str] = ()
    """`--log`: LOGGER=LEVEL."""


def make_settings(flags: Flags) -> Settings:
    """Settings from flags and the file they name; raises `UsageError` for what makes no sense."""
    file: dict[str, Property] = {}
    if flags.config is not None:
        file = read_properties(flags.config)
    assigned = dict(_assignment(text) for text in flags.assignments)
    if flags.node_id is not None:
        node_id = {"node.id": str(flags.node_id)}
        assigned = _beneath(node_id, assigned) | node_id
    if flags.data is not None:
        if not flags.data.strip():
            raise UsageError("--data: the name of a directory is missing")
        assigned = _beneath(_LOG_DIR_NAMES, assigned) | {"log.dirs": flags.data}
        file = _beneath(_LOG_DIR_NAMES, file)
    file = _beneath(assigned, file)
    overrides = {name: said.value for name, said in file.items()} | assigned
    return Settings(
        listen=_listen(flags.listen, overrides),
        advertise=_advertise(flags.advertise, overrides),
        overrides=overrides,
        topics=[_topic(text) for text in flags.topics],
        cluster_id=flags.cluster_id,
        quiet=flags.quiet,
        emulate=None if flags.emulate is None else _release(flags.emulate),
        metrics=None if flags.metrics is None else _metrics(flags.metrics),
        file=flags.config or "",
        lines={name: said.line for name, said in file.items()},
        data=_data(overrides) if flags.data is None else flags.data,
        levels=dict(_level(text) for text in flags.levels),
    )


def _beneath(above: Iterable[str], layer: Mapping[str, T]) -> dict[str, T]:
    """What of `layer` still counts; a node's id goes by two names."""
    hidden = set(above)
    if not _NODE_ID_NAMES.isdisjoint(hidden):
        hidden |= _NODE_ID_NAMES
    return {name: value for name, value in layer.items() if name not in hidden}


def _data(overrides: Mapping[str, str]) -> str | None:
    """The one directory that is named for data; `log.dirs` stands before `log.dir`, as in Kafka."""
    found: dict[str, str] = {}
    given = [name for name in _LOG_DIR_NAMES if overrides.get(name, "").strip()]
    if "log.dirs" in given and "log.dir" in given:
        given.remove("log.dir")
    for name in given:
        for part in overrides[name].split(","):
            if part.strip():
                found.setdefault(part.strip().rstrip("/") or "/", name)
    if len(found) > 1:
        raise UsageError(
            f"{', '.join(dict.fromkeys(found.values()))}: {len(found)} directories, "
            f"{', '.join(found)}, and only one can be served yet"
        )
    return next(iter(found), None)


def _metrics(text: str) -> Address:
    """HOST:PORT, :PORT or just PORT; there is no port to be had by default."""
    if text.isascii() and text.isdigit():
        text = f"{DEFAULT_HOST}:{text}"
    if not text.rpartition(":")[1] or text.endswith("]"):
        raise UsageError(f"--metrics {text}: not of the form HOST:PORT")
    return parse_address(text, "--metrics")


def _release(name: str) -> str:
    from kafkawire.broker.emulation.releases import UnknownRelease, release_named

    try:
        return release_named(name)
    except UnknownRelease as error:
        raise UsageError(f"--emulate {error}") from None


def _assignment(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise UsageError(f"--set {text}: not of the form NAME=VALUE")
    return name.strip(), value


def _level(text: str) -> tuple[str, str]:
    from kafkawire.broker.loggers import SET, Loggers
    from kafkawire.protocol.errors import ApiError

    name, equals, level = text.partition("=")
    if not equals:
        raise UsageError(f"--log {text}: not of the form LOGGER=LEVEL")
    loggers = Loggers()
    try:
        loggers.check([(name, SET, level.upper())])
    except ApiError as error:
        names = ", ".join(known for known, _ in loggers.all())
        raise UsageError(f"--log {text}: {error.message} (loggers: {names})") from None
    return name, level.upper()


def _topic(text: str) -> TopicSetting:
    name, colon, count = text.partition(":")
    if not colon:
        return TopicSetting(name, -1)
    if not (count.isascii() and count.isdigit()) or not 1 <= int(count[:9]) <= _PARTITIONS_MAX:
        raise UsageError(f"--topic {text}: {count!r} is not a number of partitions")
    return TopicSetting(name, int(count))


def _listen(flag: str | None, overrides: Mapping[str, str]) -> Address:
    if flag is not None:
        return parse_address(flag, "--listen")
    found = _plain_listener("listeners", overrides)
    return found or Address(DEFAULT_HOST, DEFAULT_PORT)


def _advertise(flag: str | None, overrides: Mapping[str, str]) -> Address | None:
    name = "advertised.listeners" if flag is None else "--advertise"
    if flag is None:
        address = _plain_listener(name, overrides)
    else:
        address = parse_address(flag, name)
    if address is not None and address.is_everywhere:
        raise UsageError(f"{name} {address}: clients cannot connect to that")
    return address


def _plain_listener(name: str, overrides: Mapping[str, str]) -> Address | None:
    """The first listener that is not the controller's, from `NAME://HOST:PORT,...`."""
    controllers = overrides.get("controller.listener.names", "CONTROLLER").split(",")
    protocols = dict(
        part.strip().split(":", 1)
        for part in overrides.get("listener.security.protocol.map", "").split(",")
        if ":" in part
    )
    for text in overrides.get(name, "").split(","):
        listener, separator, address = text.strip().partition("://")
        if not listener or listener in controllers:
            continue
        protocol = protocols.get(listener, listener)
        if not separator or protocol != _PLAIN:
            raise UsageError(f"{name} {text.strip()}: only {_PLAIN}://HOST:PORT can be served yet")
        return parse_address(address, name)
    return None
