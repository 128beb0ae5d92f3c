"""From settings to a serving process.

The socket listens before anything else is imported: a client that connects while the broker is
still starting waits in the backlog and is answered first thing. Hence trio and the broker are
imported inside functions here.
"""

import socket
import sys
from typing import TYPE_CHECKING

from kafkawire import __version__
from kafkawire.server.address import Address, bound_address, listen
from kafkawire.server.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from kafkawire.broker.broker import Broker
    from kafkawire.broker.config import BrokerConfig, ConfigError
    from kafkawire.broker.storage import BrokerStorage
    from kafkawire.log.topic_partition import TopicPartition
    from kafkawire.server.metrics_port import MetricsPort
    from kafkawire.server.server import Server
    from kafkawire.server.settings import Settings


def serve(settings: "Settings") -> None:
    """Serve until SIGINT or SIGTERM; raises `UsageError` if it cannot begin."""
    sock = listen(settings.listen)
    metrics_sock = None
    try:
        _allow_many_files()
        config = _config(settings, sock)
        storage = None
        if settings.data is not None:
            settings, storage = _open_storage(settings, settings.data)
            config = _config(settings, sock)
        metrics_sock = _listen_for_metrics(settings)
        import trio

        trio.run(_serve, settings, config, storage, sock, metrics_sock)
    finally:
        sock.close()
        if metrics_sock is not None:
            metrics_sock.close()


def advertised(settings: "Settings", sock: socket.socket) -> Address:
    """Where clients are told to connect."""
    bound = bound_address(sock)
    if settings.advertise is not None:
        return settings.advertise._replace(port=settings.advertise.port or bound.port)
    if bound.is_everywhere:
        return _reachable(bound)
    # By the name that was asked for: some clients compare host names literally.
    return bound._replace(host=settings.listen.host)


def _reachable(bound: Address) -> Address:
    """Where others find what listens there: by this machine's name, if that is everywhere."""
    return bound._replace(host=socket.gethostname()) if bound.is_everywhere else bound


def banner(
    settings: "Settings",
    address: Address,
    node_id: int,
    listening: Address | None = None,
    metrics: Address | None = None,
) -> str:
    """What a newcomer needs to read; `listening` is where the socket is, if elsewhere."""
    release = "" if settings.emulate is None else f" {settings.emulate}"
    place = "in memory" if settings.data is None else f"data in {settings.data}"
    lines = [
        f"kafkawire {__version__}: a Kafka{release} at {address} (node {node_id}, {place})",
        f"  point any client at it:  bootstrap.servers={address}",
    ]
    if listening not in (None, address):
        lines.append(f"  listening on {listening}")
    if settings.listen.is_everywhere and settings.advertise is None:
        lines.append(
            f"  clients are told to connect to {address}; --advertise HOST:PORT changes that"
        )
    if metrics is not None:
        lines.append(f"  metrics for Prometheus:  http://{_reachable(metrics)}/metrics")
    if settings.data is None:
        lines.append("  Ctrl-C stops it, and all data is gone")
    else:
        lines.append(f"  Ctrl-C stops it; the data stays in {settings.data}")
    return "\n".join(lines) + "\n"


def _listen_for_metrics(settings: "Settings") -> socket.socket | None:
    if settings.metrics is None:
        return None
    try:
        import kafkawire.server.metrics_port  # noqa: F401 - whether it is there
    except ImportError as error:
        if error.name not in ("h11", "prometheus_client"):
            raise
        raise UsageError(
            f"--metrics needs {error.name}, which comes with: pip install 'kafkawire[metrics]'"
        ) from None
    return listen(settings.metrics)


def _open_storage(settings: "Settings", path: str) -> "tuple[Settings, BrokerStorage]":
    """A data directory knows its node, so that need not be said again."""
    from kafkawire.server.opening import open_storage

    storage = open_storage(path, node_id=settings.node_id, cluster_id=settings.cluster_id or None)
    if settings.node_id is None:
        overrides = {**settings.overrides, "node.id": str(storage.directory.node_id)}
        settings = settings._replace(overrides=overrides)
    return settings, storage


def _allow_many_files() -> None:
    """Each connection is a file; many systems allow a process 1,024 until it asks for more."""
    try:
        import resource
    except ImportError:
        return  # Windows has no such limit
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    except (OSError, ValueError):
        pass  # macOS says "unlimited" and means less


def _config(settings: "Settings", sock: socket.socket) -> "BrokerConfig":
    from kafkawire.broker.config import ConfigError

    # What DescribeConfigs shows is what holds, whether flags or a file said it.
    listeners = {
        "listeners": f"PLAINTEXT://{bound_address(sock)}",
        "advertised.listeners": f"PLAINTEXT://{advertised(settings, sock)}",
    }
    overrides = {**settings.overrides, **listeners}
    try:
        return _known_config(settings, overrides)
    except ConfigError as error:
        raise _bad_config(settings, error) from None


def _bad_config(settings: "Settings", error: "ConfigError") -> UsageError:
    line = settings.lines.get(error.name)
    place = "" if line is None else f"{settings.file}, line {line}: "
    return UsageError(f"{place}{error}")


def _known_config(settings: "Settings", overrides: dict[str, str]) -> "BrokerConfig":
    """What Kafka does not know in a file of its own, it leaves out with a warning; so do we."""
    from kafkawire.broker.config import BrokerConfig, UnknownConfig

    make: Callable[[Mapping[str, str]], BrokerConfig] = BrokerConfig
    if settings.emulate is not None:
        from kafkawire.broker.emulation.emulation import Emulation

        make = Emulation(settings.emulate).config
    unknown: list[str] = []
    while True:
        try:
            config = make(overrides)
        except UnknownConfig as error:
            if error.name not in settings.lines:
                raise
            unknown.append(f"{error.name}{error.why} in line {settings.lines[error.name]}")
            del overrides[error.name]
        else:
            if unknown:
                _warn(f"{settings.file}: unknown and ignored: {', '.join(unknown)}")
            return config


async def _serve(
    settings: "Settings",
    config: "BrokerConfig",
    storage: "BrokerStorage | None",
    sock: socket.socket,
    metrics_sock: socket.socket | None,
) -> None:
    import signal

    import trio

    from kafkawire.server.server import Server

    address = advertised(settings, sock)
    broker = _broker(settings, config, storage)
    for coordinator in (broker.groups, broker.transactions):
        coordinator.report = _warn_of_state
    server = Server(broker, sock, address=address, report=_report_bug)
    _start(server, settings)
    _create_topics(server, settings)
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async with trio.open_nursery() as nursery:
            await nursery.start(server.run)
            metrics = None
            if metrics_sock is not None:
                metrics = bound_address(metrics_sock)
                nursery.start_soon(_metrics_port(server.broker, metrics_sock).run)
            _settle_memory()
            if not settings.quiet:
                node_id = server.broker.node_id
                _say(banner(settings, address, node_id, bound_address(sock), metrics))
            async for _ in signals:
                break
            nursery.cancel_scope.cancel()
    if not server.stop():
        _warn(f"{settings.data} could not be left in order; the next start looks through its logs")
    if not settings.quiet:
        _say("kafkawire: stopped\n")


def _start(server: "Server", settings: "Settings") -> None:
    if settings.data is None:
        server.start()
        return

    from kafkawire.log.files.data_directory import Unusable
    from kafkawire.server.opening import much_is_made, progress_shown

    storage = server.broker.storage
    assert storage is not None
    storage.report = lambda topic_partition, error: _warn(_failure(topic_partition, error))
    storage.notice = _warn
    try:
        with much_is_made(), progress_shown(server.broker, settings.data):
            server.start()
    except Unusable as error:
        raise UsageError(str(error)) from None


def _failure(topic_partition: "TopicPartition", error: OSError) -> str:
    where = "" if error.filename is None else f": {error.filename}"
    what = f"its files have failed: {error.strerror or error}{where}"
    if topic_partition.topic == "__cluster_metadata":
        return f"no topic can be made or changed until the next start, {topic_partition}: {what}"
    return f"{topic_partition} is offline, {what}"


def _broker(
    settings: "Settings", config: "BrokerConfig", storage: "BrokerStorage | None"
) -> "Broker":
    import time
    from random import Random

    from kafkawire.broker.broker import Broker
    from kafkawire.broker.config import ConfigError

    now_ms = int(time.time() * 1000)
    try:
        broker = Broker(
            config,
            random=Random(),
            now_ms=now_ms,
            cluster_id=settings.cluster_id,
            storage=storage,
        )
    except ConfigError as error:  # a class that is not there, say
        raise _bad_config(settings, error) from None
    if settings.emulate is not None:
        from kafkawire.broker.emulation.emulation import Emulation

        Emulation(settings.emulate).install(broker)
    return broker


def _metrics_port(broker: "Broker", sock: socket.socket) -> "MetricsPort":
    from kafkawire.server.metrics_port import MetricsPort

    return MetricsPort(broker, sock, report=_report_bug)


def _create_topics(server: "Server", settings: "Settings") -> None:
    if not settings.topics:
        return

    from kafkawire.protocol.errors import ApiError
    from kafkawire.server.topics import create_topic

    for name, partitions in settings.topics:
        known = server.broker.metadata.topics.get(name)
        if settings.data is not None and known is not None:  # made at an earlier start
            count = len(known.partitions)
            if partitions > 0 and partitions != count:
                _warn(f"--topic {name}:{partitions}: it is there already, with {count} partitions")
            continue
        try:
            create_topic(server.broker, name, now_ms=server.now_ms(), partitions=partitions)
        except ApiError as error:
            raise UsageError(f"--topic {name}: {error.message or error}") from None


def _settle_memory() -> None:
    """Keep the collector from walking what was made at the start, again and again."""
    import gc

    gc.collect()
    gc.freeze()


def _say(text: str) -> None:
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except (OSError, AttributeError):
        pass  # nobody reads it any more, or it was closed from the start and is None


def _warn(text: str) -> None:
    if sys.stderr is not None:
        sys.stderr.write(f"kafkawire: {text}\n".encode(errors="backslashreplace").decode())


def _warn_of_state(topic_partition: "TopicPartition", error: Exception) -> None:
    _warn(f"{topic_partition} cannot be read, so what it keeps is not served: {error}")


def _report_bug(bug: BaseException) -> None:
    import traceback

    sys.stderr.write("kafkawire: a bug; the connection that met it was closed\n")
    traceback.print_exception(bug)
    sys.stderr.flush()
