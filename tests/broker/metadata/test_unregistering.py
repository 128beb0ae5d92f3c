"""Forgetting brokers and controllers, on images alone."""

from __future__ import annotations

import pytest

from kafkawire.broker.metadata.unregistering import (
    broker_unregistration,
    controller_unregistration,
)
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.register_controller_record import RegisterControllerRecord
from tests.support.broker.metadata import broker, image_of, topic


def test_a_broker_leaves_its_partitions_first() -> None:
    """admin F-31: those it leads, and those where it is in sync."""
    image = image_of(broker(1), broker(2), *topic("t", (2, 1), (1, 2), (1,)))
    *changes, last = broker_unregistration(image, 1, 2)
    assert [change.API_KEY for change in changes] == [5, 5]
    assert {change.partition_id for change in changes} == {0, 1}  # type: ignore[attr-defined]
    assert last.broker_id == 2  # type: ignore[attr-defined]


@pytest.mark.parametrize(("broker_id", "code"), [(1, 42), (3, 102), (-1, 102)])
def test_brokers_that_are_not_forgotten(broker_id: int, code: int) -> None:
    """admin D-15."""
    with pytest.raises(ApiError) as caught:
        broker_unregistration(image_of(broker(1), broker(2)), 1, broker_id)
    assert caught.value.code == code


def test_a_controller_is_forgotten_by_one_record() -> None:
    """admin D-23."""
    image = image_of(RegisterControllerRecord(controller_id=3))
    (record,) = controller_unregistration(image, 1, 3)
    assert (record.API_KEY, record.controller_id) == (29, 3)  # type: ignore[attr-defined]
