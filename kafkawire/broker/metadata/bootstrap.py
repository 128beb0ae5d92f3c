"""The first records of a cluster, and those by which a broker becomes part of it.

A new log begins with one transaction that sets the feature levels and, since eligible leader
replicas are on, the cluster-wide min.insync.replicas (admin F-4). Then controller and broker
register, and the broker is unfenced (F-5).

Whoever formatted a data directory may have said what its log is to begin with: that counts then
(F-35). Records that came later than its metadata.version are left out.

One thing is left out on purpose: Kafka's idle controller writes a NoOpRecord twice a second
(F-3), so that its followers see it live. Nobody follows this log, and in memory it would grow for
ever.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.metadata.features import (
    BOOTSTRAP_LEVELS,
    ELR_VERSION,
    METADATA_VERSION,
    SUPPORTED,
)
from kafkawire.broker.metadata.image import EVERY_BROKER, RESOURCE_BROKER
from kafkawire.broker.metadata.parts import FENCE, UNFENCE
from kafkawire.protocol.messages.begin_transaction_record import BeginTransactionRecord
from kafkawire.protocol.messages.broker_registration_change_record import (
    BrokerRegistrationChangeRecord,
)
from kafkawire.protocol.messages.config_record import ConfigRecord
from kafkawire.protocol.messages.end_transaction_record import EndTransactionRecord
from kafkawire.protocol.messages.feature_level_record import FeatureLevelRecord
from kafkawire.protocol.messages.register_broker_record import RegisterBrokerRecord
from kafkawire.protocol.messages.register_controller_record import RegisterControllerRecord

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from kafkawire.protocol.message import Message

BOOTSTRAP_NAME = "Bootstrap records"
MIN_INSYNC_REPLICAS = "min.insync.replicas"
CORDONED_LOG_DIRS = "cordoned.log.dirs"

TRANSACTIONS_SINCE = 13
CONTROLLER_REGISTRATIONS_SINCE = 15
CORDONED_LOG_DIRS_SINCE = 30
"""The metadata.version with which each came (admin G-3)."""

RESERVED_UUIDS = 100
"""Ids below this number are Kafka's own."""
_DASH_FIRST_BYTES = range(0xF8, 0xFC)
"""An id that begins so has a '-' first in base64, which command lines take for an option."""


class Address:
    """Where a listener is advertised; `security_protocol` as Kafka numbers it, 0 = PLAINTEXT."""

    __slots__ = ("host", "listener_name", "port", "security_protocol")

    def __init__(
        self, host: str, port: int, listener_name: str = "PLAINTEXT", security_protocol: int = 0
    ) -> None:
        self.host = host
        self.port = port
        self.listener_name = listener_name
        self.security_protocol = security_protocol


def random_uuid(random: Random) -> bytes:
    """A version 4 uuid that Kafka would give out (admin B-37)."""
    while True:
        value = bytearray(random.randbytes(16))
        value[6] = value[6] & 0x0F | 0x40
        value[8] = value[8] & 0x3F | 0x80
        if value[0] not in _DASH_FIRST_BYTES and int.from_bytes(value, "big") >= RESERVED_UUIDS:
            return bytes(value)


def default_levels() -> list[Message]:
    """The features of a new cluster of which nobody has said anything."""
    return [FeatureLevelRecord(name=name, feature_level=level) for name, level in BOOTSTRAP_LEVELS]


def bootstrap_records(
    min_insync_replicas: str, formatted: Sequence[Message] | None = None
) -> list[Message]:
    """What a new log holds behind its first leader change.

    `formatted` is what formatting wrote down: levels of features, and maybe credentials.
    """
    records = default_levels() if formatted is None else list(formatted)
    levels = {
        each.name: each.feature_level for each in records if isinstance(each, FeatureLevelRecord)
    }
    if levels.get(ELR_VERSION):
        records.append(
            ConfigRecord(
                resource_type=RESOURCE_BROKER,
                resource_name=EVERY_BROKER,
                name=MIN_INSYNC_REPLICAS,
                value=min_insync_replicas,
            )
        )
    if levels.get(METADATA_VERSION, 0) < TRANSACTIONS_SINCE:
        return records
    return [BeginTransactionRecord(name=BOOTSTRAP_NAME), *records, EndTransactionRecord()]


def controller_registration(
    node_id: int, incarnation_id: bytes, listener_name: str, address: Address
) -> RegisterControllerRecord:
    """The node presents itself as a controller."""
    kinds = RegisterControllerRecord
    return RegisterControllerRecord(
        controller_id=node_id,
        incarnation_id=incarnation_id,
        end_points=[
            kinds.ControllerEndpoint(name=listener_name, host=address.host, port=address.port)
        ],
        features=[
            kinds.ControllerFeature(
                name=each.name, min_supported_version=each.min, max_supported_version=each.max
            )
            for each in SUPPORTED
        ],
    )


def broker_registration(
    node_id: int, incarnation_id: bytes, log_dir_id: bytes, rack: str | None, address: Address
) -> RegisterBrokerRecord:
    """The node presents itself as a broker, still fenced; its epoch is to be filled in."""
    kinds = RegisterBrokerRecord
    return RegisterBrokerRecord(
        broker_id=node_id,
        incarnation_id=incarnation_id,
        end_points=[
            kinds.BrokerEndpoint(
                name=address.listener_name,
                host=address.host,
                port=address.port,
                security_protocol=address.security_protocol,
            )
        ],
        features=[
            kinds.BrokerFeature(
                name=each.name, min_supported_version=each.min, max_supported_version=each.max
            )
            for each in SUPPORTED
        ],
        rack=rack,
        fenced=True,
        log_dirs=[log_dir_id],
    )


def cordon(
    node_id: int, broker_epoch: int, log_dirs: Sequence[bytes]
) -> BrokerRegistrationChangeRecord:
    """Which of the broker's directories are cordoned: written once after each registration."""
    return BrokerRegistrationChangeRecord(
        broker_id=node_id, broker_epoch=broker_epoch, cordoned_log_dirs=list(log_dirs)
    )


def fencing(node_id: int, broker_epoch: int) -> BrokerRegistrationChangeRecord:
    """The broker must not be used any more."""
    return BrokerRegistrationChangeRecord(
        broker_id=node_id, broker_epoch=broker_epoch, fenced=FENCE
    )


def controlled_shutdown(node_id: int, broker_epoch: int) -> BrokerRegistrationChangeRecord:
    """The broker wants to stop, and is about to hand over what it leads."""
    return BrokerRegistrationChangeRecord(
        broker_id=node_id, broker_epoch=broker_epoch, in_controlled_shutdown=1
    )


def unfencing(node_id: int, broker_epoch: int) -> BrokerRegistrationChangeRecord:
    """The broker may be used from now on."""
    return BrokerRegistrationChangeRecord(
        broker_id=node_id, broker_epoch=broker_epoch, fenced=UNFENCE
    )
