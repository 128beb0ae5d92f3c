"""What the connections of each purpose are like."""

from __future__ import annotations

import pytest

from kafkawire.broker.config.broker_config import BrokerConfig
from kafkawire.broker.nodes.purposes import Kind, NodeSettings, Purpose, settings_of, way_of

SETTINGS = NodeSettings(4, "INTERNAL", "CONTROLLER")


@pytest.mark.parametrize(
    ("purpose", "client_id", "listener", "negotiates"),
    [
        (Purpose(Kind.RAFT), "raft-client-4", "CONTROLLER", True),
        (Purpose(Kind.FETCHER), "broker-4-fetcher-0", "INTERNAL", False),
        (Purpose(Kind.FETCHER, 3), "broker-4-fetcher-3", "INTERNAL", False),
        (Purpose(Kind.TRANSACTION_MARKERS), "broker-4-txn-marker-sender", "INTERNAL", True),
        (Purpose(Kind.ADD_PARTITIONS_TO_TXN), "AddPartitionsManager-client-4", "INTERNAL", True),
        (Purpose(Kind.FORWARDING), "4", "CONTROLLER", True),
        (Purpose(Kind.HEARTBEAT), "4", "CONTROLLER", True),
        (Purpose(Kind.ALTER_PARTITION), "4", "CONTROLLER", True),
        (Purpose(Kind.DIRECTORY_ASSIGNMENTS), "4", "CONTROLLER", True),
        (Purpose(Kind.REGISTRATION), "4", "CONTROLLER", True),
    ],
)
def test_each_purpose_has_a_client_id_and_a_listener(
    purpose: Purpose, client_id: str, listener: str, negotiates: bool
) -> None:
    """replication A-4, D-1, E-8."""
    way = way_of(purpose, SETTINGS)
    assert (way.client_id, way.listener, way.negotiates) == (client_id, listener, negotiates)
    assert way.lane.in_flight_max == 1


@pytest.mark.parametrize(
    ("kind", "limit_ms", "request_timeout_ms"),
    [
        (Kind.FORWARDING, 60_000, 30_000),
        (Kind.DIRECTORY_ASSIGNMENTS, 60_000, 30_000),
        (Kind.HEARTBEAT, 2000, 2000),
        (Kind.REGISTRATION, 5000, 5000),
        (Kind.ALTER_PARTITION, 1 << 62, 30_000),
    ],
)
def test_calls_to_the_active_controller_have_the_limit_of_their_channel(
    kind: Kind, limit_ms: int, request_timeout_ms: int
) -> None:
    """replication E-5."""
    way = way_of(Purpose(kind), SETTINGS)
    assert way.limit_ms == limit_ms
    assert way.lane.request_timeout_ms == request_timeout_ms
    assert (way.lane.reconnect_backoff_ms, way.lane.reconnect_backoff_max_ms) == (50, 50)
    assert way.lane.connections_max_idle_ms == 1 << 62
    assert way.receive_buffer_bytes == -1


def test_the_quorum_and_the_fetchers_have_settings_of_their_own() -> None:
    raft = way_of(Purpose(Kind.RAFT), SETTINGS)
    assert raft.lane.request_timeout_ms == 2000
    assert (raft.lane.reconnect_backoff_ms, raft.lane.reconnect_backoff_max_ms) == (50, 500)
    fetcher = way_of(Purpose(Kind.FETCHER), SETTINGS._replace(replica_socket_timeout_ms=7000))
    assert fetcher.lane.reconnect_backoff_max_ms == 0
    assert fetcher.lane.request_timeout_ms == 30_000
    assert fetcher.lane.socket_connection_setup_timeout_ms == 7000
    assert fetcher.lane.socket_connection_setup_timeout_max_ms == 7000
    assert fetcher.receive_buffer_bytes == 65_536


def test_the_defaults_are_those_of_the_configuration() -> None:
    config = BrokerConfig({"node.id": "4"})
    assert settings_of(config) == NodeSettings(4)


def test_each_setting_comes_from_the_configuration() -> None:
    config = BrokerConfig(
        {
            "node.id": "7",
            "controller.listener.names": "CONTROL,OTHER",
            "request.timeout.ms": "11",
            "connections.max.idle.ms": "12",
            "socket.connection.setup.timeout.ms": "13",
            "socket.connection.setup.timeout.max.ms": "14",
            "socket.receive.buffer.bytes": "15",
            "controller.socket.timeout.ms": "16",
            "controller.quorum.request.timeout.ms": "17",
            "replica.socket.timeout.ms": "18",
            "replica.socket.receive.buffer.bytes": "19",
            "broker.heartbeat.interval.ms": "20",
            "inter.broker.listener.name": "INSIDE",
        }
    )
    assert settings_of(config) == NodeSettings(
        7, "INSIDE", "CONTROL", 11, 12, 13, 14, 15, 16, 17, 18, 19, 20
    )


def test_the_listener_between_brokers_is_that_of_the_protocol_by_default() -> None:
    """replication E-8."""
    config = BrokerConfig({"security.inter.broker.protocol": "SASL_SSL"})
    assert settings_of(config).broker_listener == "SASL_SSL"
