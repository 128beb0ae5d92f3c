"""What it takes to forget a broker or a controller that will not come back, as records.

A broker leaves what it leads and is in sync with first; assignments keep its id (admin D-15, F-31).
Whoever is asked to forget itself refuses: Kafka's controllers do so, and its brokers would be of no
use until they were started again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError

if TYPE_CHECKING:
    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.protocol.message import Message

UNREGISTRATION_SINCE = 33
"""The metadata.version with which controllers could be unregistered (admin G-3)."""


def broker_unregistration(image: MetadataImage, node_id: int, broker_id: int) -> list[Message]:
    """The records that forget `broker_id`. Raises `ApiError`."""
    from kafkawire.broker.metadata.elections import Elections
    from kafkawire.protocol.messages.unregister_broker_record import UnregisterBrokerRecord

    registered = image.brokers.get(broker_id)
    if registered is None:
        raise ApiError(
            ErrorCode.BROKER_ID_NOT_REGISTERED,
            f"Broker ID {broker_id} is not currently registered",
        )
    if broker_id == node_id:
        raise ApiError(
            ErrorCode.INVALID_REQUEST, "Broker cannot unregister itself while it is running."
        )
    return [
        *Elections(image, leaving=broker_id).changes(),
        UnregisterBrokerRecord(broker_id=broker_id, broker_epoch=registered.epoch),
    ]


def controller_unregistration(
    image: MetadataImage, node_id: int, controller_id: int
) -> list[Message]:
    """The records that forget `controller_id`. Raises `ApiError`."""
    from kafkawire.protocol.messages.unregister_controller_record import (
        UnregisterControllerRecord,
    )

    if controller_id == node_id:
        raise ApiError(
            ErrorCode.INVALID_REQUEST, "Controller cannot unregister itself while it is active."
        )
    if image.metadata_version < UNREGISTRATION_SINCE:
        raise ApiError(
            ErrorCode.UNSUPPORTED_VERSION,
            "The current MetadataVersion is too old to support controller unregistration.",
        )
    if controller_id not in image.controllers:
        raise ApiError(
            ErrorCode.CONTROLLER_ID_NOT_REGISTERED,
            f"Controller ID {controller_id} is not currently registered.",
        )
    return [UnregisterControllerRecord(controller_id=controller_id)]
