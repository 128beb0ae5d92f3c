"""The purposes of connections between nodes, and Kafka's settings of each.

    kind                   client id                       listener    ApiVersions  limit
    raft                   raft-client-ID                  controller  yes
    fetcher                broker-ID-fetcher-N             broker      no
    transaction markers    broker-ID-txn-marker-sender     broker      yes
    AddPartitionsToTxn     AddPartitionsManager-client-ID  broker      yes
    forwarding             ID                              controller  yes          60 s
    heartbeat              ID                              controller  yes          one interval
    alter-partition        ID                              controller  yes          none
    directory-assignments  ID                              controller  yes          60 s
    registration           ID                              controller  yes          5 s

Each connection has one request in flight. The calls of the last five purposes go to the active
controller; they outlive a lost connection, and end at their limit (`controller_channel`).
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, NamedTuple

from kafkawire.client.core.lane import LaneOptions

if TYPE_CHECKING:
    from kafkawire.broker.config.broker_config import BrokerConfig

NO_LIMIT_MS = 1 << 62
SYSTEM_BUFFER = -1
"""The size of a socket's buffer is left to the operating system."""


class Kind(Enum):
    """See the module's docstring."""

    RAFT = "raft"
    FETCHER = "fetcher"
    TRANSACTION_MARKERS = "transaction markers"
    ADD_PARTITIONS_TO_TXN = "AddPartitionsToTxn"
    FORWARDING = "forwarding"
    HEARTBEAT = "heartbeat"
    ALTER_PARTITION = "alter-partition"
    DIRECTORY_ASSIGNMENTS = "directory-assignments"
    REGISTRATION = "registration"


class Purpose(NamedTuple):
    """The purpose of a connection; `number` distinguishes the fetchers of a broker."""

    kind: Kind
    number: int = 0


class NodeSettings(NamedTuple):
    """The settings of a node for its own connections, in milliseconds and bytes."""

    node_id: int
    broker_listener: str = "PLAINTEXT"
    controller_listener: str = "CONTROLLER"
    request_timeout_ms: int = 30_000
    connections_max_idle_ms: int = 600_000
    socket_connection_setup_timeout_ms: int = 10_000
    socket_connection_setup_timeout_max_ms: int = 30_000
    socket_receive_buffer_bytes: int = 102_400
    controller_socket_timeout_ms: int = 30_000
    controller_quorum_request_timeout_ms: int = 2000
    replica_socket_timeout_ms: int = 30_000
    replica_socket_receive_buffer_bytes: int = 65_536
    broker_heartbeat_interval_ms: int = 2000


class Way(NamedTuple):
    """How the connections of one purpose are made and used.

    Attributes:
        client_id: The client id in the headers of requests.
        listener: The name of the listener that the connection goes to.
        negotiates: Whether ApiVersions comes first.
        lane: Time limits.
        limit_ms: The time after which a call to the active controller ends.
        receive_buffer_bytes: The size of the socket's buffer, or SYSTEM_BUFFER.
    """

    client_id: str
    listener: str
    negotiates: bool
    lane: LaneOptions
    limit_ms: int = NO_LIMIT_MS
    receive_buffer_bytes: int = SYSTEM_BUFFER


def settings_of(config: BrokerConfig) -> NodeSettings:
    """Return the settings that a configuration has for connections to other nodes."""
    name = config.string("inter.broker.listener.name")
    protocol = config.string("security.inter.broker.protocol") or "PLAINTEXT"
    controllers = config.list("controller.listener.names")
    return NodeSettings(
        config.int("node.id"),
        name or protocol,
        controllers[0] if controllers else "",
        config.int("request.timeout.ms"),
        config.int("connections.max.idle.ms"),
        config.int("socket.connection.setup.timeout.ms"),
        config.int("socket.connection.setup.timeout.max.ms"),
        config.int("socket.receive.buffer.bytes"),
        config.int("controller.socket.timeout.ms"),
        config.int("controller.quorum.request.timeout.ms"),
        config.int("replica.socket.timeout.ms"),
        config.int("replica.socket.receive.buffer.bytes"),
        config.int("broker.heartbeat.interval.ms"),
    )


def way_of(purpose: Purpose, settings: NodeSettings) -> Way:
    """Return how this node makes the connections of a purpose."""
    kind = purpose.kind
    if kind is Kind.RAFT:
        return _raft(settings)
    if kind is Kind.FETCHER:
        return _fetcher(purpose.number, settings)
    if kind is Kind.TRANSACTION_MARKERS:
        return _to_broker(f"broker-{settings.node_id}-txn-marker-sender", settings)
    if kind is Kind.ADD_PARTITIONS_TO_TXN:
        return _to_broker(f"AddPartitionsManager-client-{settings.node_id}", settings)
    return _to_active_controller(kind, settings)


def _raft(settings: NodeSettings) -> Way:
    lane = _lane(settings, settings.controller_quorum_request_timeout_ms)
    return Way(
        f"raft-client-{settings.node_id}",
        settings.controller_listener,
        negotiates=True,
        lane=lane._replace(reconnect_backoff_max_ms=500),
        receive_buffer_bytes=settings.socket_receive_buffer_bytes,
    )


def _fetcher(number: int, settings: NodeSettings) -> Way:
    """A fetcher waits for a connection itself, for replica.socket.timeout.ms at most."""
    lane = _lane(settings, settings.request_timeout_ms)
    bound_ms = settings.replica_socket_timeout_ms
    return Way(
        f"broker-{settings.node_id}-fetcher-{number}",
        settings.broker_listener,
        negotiates=False,
        lane=lane._replace(
            socket_connection_setup_timeout_ms=min(
                lane.socket_connection_setup_timeout_ms, bound_ms
            ),
            socket_connection_setup_timeout_max_ms=min(
                lane.socket_connection_setup_timeout_max_ms, bound_ms
            ),
            reconnect_backoff_ms=0,
            reconnect_backoff_max_ms=0,
        ),
        receive_buffer_bytes=settings.replica_socket_receive_buffer_bytes,
    )


def _to_broker(client_id: str, settings: NodeSettings) -> Way:
    return Way(
        client_id,
        settings.broker_listener,
        negotiates=True,
        lane=_lane(settings, settings.request_timeout_ms),
        receive_buffer_bytes=settings.socket_receive_buffer_bytes,
    )


def _to_active_controller(kind: Kind, settings: NodeSettings) -> Way:
    limit_ms = {
        Kind.FORWARDING: 60_000,
        Kind.HEARTBEAT: settings.broker_heartbeat_interval_ms,
        Kind.ALTER_PARTITION: NO_LIMIT_MS,
        Kind.DIRECTORY_ASSIGNMENTS: 60_000,
        Kind.REGISTRATION: 5000,
    }[kind]
    lane = _lane(settings, min(settings.controller_socket_timeout_ms, limit_ms))
    return Way(
        str(settings.node_id),
        settings.controller_listener,
        negotiates=True,
        lane=lane._replace(connections_max_idle_ms=NO_LIMIT_MS),
        limit_ms=limit_ms,
    )


def _lane(settings: NodeSettings, request_timeout_ms: int) -> LaneOptions:
    """Return what all purposes share; Kafka has the back-off and the one request in its code."""
    return LaneOptions(
        request_timeout_ms,
        settings.connections_max_idle_ms,
        settings.socket_connection_setup_timeout_ms,
        settings.socket_connection_setup_timeout_max_ms,
        reconnect_backoff_ms=50,
        reconnect_backoff_max_ms=50,
        in_flight_max=1,
    )
