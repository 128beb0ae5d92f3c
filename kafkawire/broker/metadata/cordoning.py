"""Cordoned directories: those that take no new replicas (KIP-1066, admin C-44).

A broker is told by its dynamic configuration `cordoned.log.dirs`, and tells the controller, which
writes the ids of the directories into its registration. Here both are one, so that the registration
changes together with the configuration; in Kafka a heartbeat lies between.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.config import parse_value
from kafkawire.broker.config.definitions import BROKER
from kafkawire.broker.metadata.bootstrap import CORDONED_LOG_DIRS, CORDONED_LOG_DIRS_SINCE
from kafkawire.broker.metadata.image import RESOURCE_BROKER
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError, invalid_request

if TYPE_CHECKING:
    from collections.abc import Iterable

    from kafkawire.broker.config import BrokerConfig
    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.protocol.message import Message

EVERY_DIRECTORY = "*"
_SINCE_NAME = "4.3-IV0"


def check_cordon(config: BrokerConfig, text: str) -> None:
    """Refuse directories that this broker does not have: `ApiError(INVALID_REQUEST)`."""
    wanted = _listed(text)
    if EVERY_DIRECTORY in wanted:
        if len(wanted) > 1:
            raise invalid_request(
                f"requirement failed: When {CORDONED_LOG_DIRS} is set to {EVERY_DIRECTORY}, it "
                "must not contain other values"
            )
        return
    missing = [each for each in wanted if each not in log_dirs(config)]
    if missing:
        raise invalid_request(
            f"requirement failed: All entries in {CORDONED_LOG_DIRS} must be present in log.dirs "
            f"or log.dir. Missing entries : {', '.join(missing)}"
        )


def check_cordon_is_distinct(text: str | None) -> None:
    """Refuse a directory that is named twice: `ApiError(INVALID_REQUEST)`."""
    wanted = _listed(text)
    if len(set(wanted)) < len(wanted):
        raise invalid_request(f"Configuration '{CORDONED_LOG_DIRS}' values must not be duplicated.")


def check_cordons_are_known(metadata_version: int, names: Iterable[str]) -> None:
    """Refuse what records cannot say yet: `ApiError(INVALID_CONFIG)` (admin C-30)."""
    if metadata_version < CORDONED_LOG_DIRS_SINCE and CORDONED_LOG_DIRS in names:
        raise ApiError(
            ErrorCode.INVALID_CONFIG,
            f"The {CORDONED_LOG_DIRS} configuration value cannot be set because it requires "
            f"metadata.version >= {_SINCE_NAME}",
        )


def log_dirs(config: BrokerConfig) -> tuple[str, ...]:
    """The directories of the broker, by their paths."""
    several = config.list("log.dirs")
    return several or config.list("log.dir")


def cordoned_by(config: BrokerConfig, text: str | None, log_dir_id: bytes) -> list[bytes]:
    """The ids of the directories that `text` cordons, of a broker that has one."""
    wanted = _listed(text)
    is_cordoned = EVERY_DIRECTORY in wanted or bool(set(wanted) & set(log_dirs(config)))
    return [log_dir_id] if is_cordoned else []


def cordon_changes(
    image: MetadataImage, config: BrokerConfig, log_dir_id: bytes, records: Iterable[Message]
) -> list[Message]:
    """What `records` of configurations mean for the registration of this broker.

    It has one directory, `log_dir_id`.
    """
    from kafkawire.protocol.messages.broker_registration_change_record import (
        BrokerRegistrationChangeRecord,
    )
    from kafkawire.protocol.messages.config_record import ConfigRecord

    node_id = config.int("node.id")
    changes: list[Message] = []
    for record in records:
        if (
            isinstance(record, ConfigRecord)
            and record.name == CORDONED_LOG_DIRS
            and (record.resource_type, record.resource_name) == (RESOURCE_BROKER, str(node_id))
        ):
            broker = image.brokers[node_id]
            found = cordoned_by(config, record.value, log_dir_id)
            if tuple(found) != broker.cordoned_log_dirs:
                changes.append(
                    BrokerRegistrationChangeRecord(
                        broker_id=node_id, broker_epoch=broker.epoch, cordoned_log_dirs=found
                    )
                )
    return changes


def _listed(text: str | None) -> tuple[str, ...]:
    found = parse_value(BROKER[CORDONED_LOG_DIRS], text)
    assert found is None or isinstance(found, tuple)
    return found or ()
