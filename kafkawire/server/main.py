"""From settings to a serving process.

Settings are checked before anything is bound or written (`preparation`). Then the socket listens
before trio and the server are imported: a client that connects while the broker is still starting
waits in the backlog and is answered first thing. Hence the imports inside functions here.
"""

import socket
import sys
from typing import TYPE_CHECKING

from kafkawire import __version__
from kafkawire.output import write_no_more
from kafkawire.server.address import Address, bound_address, listen
from kafkawire.server.errors import UsageError, warn
from kafkawire.server.preparation import bad_config, make_config, parts_of, prepared

if TYPE_CHECKING:
    from kafkawire.broker.broker import Broker
    from kafkawire.broker.config import BrokerConfig
    from kafkawire.broker.storage import BrokerStorage
    from kafkawire.log.topic_partition import TopicPartition
    from kafkawire.server.metrics_port import MetricsPort
    from kafkawire.server.server import Server
    from kafkawire.server.settings import Settings


def serve(settings: "Settings") -> None:
    """Serve until SIGINT or SIGTERM; raises `UsageError` if it cannot begin."""
    settings = prepared(settings)
    sock = listen(settings.listen)
    metrics_sock = None
    try:
        _allow_many_files()
        config = _config(settings, sock)
        storage = None
        if settings.data is not None:
            settings, storage = _open_storage(settings, settings.data)
            config = _config(settings, sock)
        if settings.metrics is not None:
            metrics_sock = listen(settings.metrics)
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
    # What DescribeConfigs shows is what holds, whether flags or a file said it.
    listeners = {
        "listeners": f"PLAINTEXT://{bound_address(sock)}",
        "advertised.listeners": f"PLAINTEXT://{advertised(settings, sock)}",
    }
    return make_config(settings, listeners)


def _wall_s() -> float:
    """The seconds since the epoch, as the system's clock has them now; tests move it."""
    import time

    return time.time()


async def _serve(
    settings: "Settings",
    config: "BrokerConfig",
    storage: "BrokerStorage | None",
    sock: socket.socket,
    metrics_sock: socket.socket | None,
) -> None:
    import signal

    import trio

    from kafkawire.broker.loggers import SET
    from kafkawire.server.server import Server

    address = advertised(settings, sock)
    broker = _broker(settings, config, storage)
    for coordinator in (broker.groups, broker.transactions):
        coordinator.report = _warn_of_state
    server = Server(broker, sock, address=address, report=_report_bug, wall_s=_wall_s)
    broker.loggers.change((name, SET, level) for name, level in settings.levels.items())
    _start(server, settings)
    if settings.topics:
        from kafkawire.server.topics import create_topics

        create_topics(broker, settings, now_ms=server.now_ms())
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
        warn(f"{settings.data} could not be left in order; the next start looks through its logs")
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
    storage.report = lambda topic_partition, error: warn(_failure(topic_partition, error))
    storage.notice = warn
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
        return Broker(
            config,
            random=Random(),
            now_ms=now_ms,
            cluster_id=settings.cluster_id,
            storage=storage,
            parts=parts_of(settings),
        )
    except ConfigError as error:  # a class that is not there, say
        raise bad_config(settings, error) from None


def _metrics_port(broker: "Broker", sock: socket.socket) -> "MetricsPort":
    from kafkawire.server.metrics_port import MetricsPort

    return MetricsPort(broker, sock, report=_report_bug)


def _settle_memory() -> None:
    """Keep the collector from walking what was made at the start, again and again."""
    import gc

    gc.collect()
    gc.freeze()


def _say(text: str) -> None:
    if sys.stdout is None:  # it was closed from the start
        return
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError:  # it is not read any more
        write_no_more()


def _warn_of_state(topic_partition: "TopicPartition", error: Exception) -> None:
    warn(f"{topic_partition} cannot be read, so what it keeps is not served: {error}")


def _report_bug(bug: BaseException) -> None:
    import traceback

    sys.stderr.write("kafkawire: a bug; the connection that met it was closed\n")
    traceback.print_exception(bug)
    sys.stderr.flush()
