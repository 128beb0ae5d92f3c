"""The first records of a cluster, and random ids."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.metadata.bootstrap import (
    Address,
    bootstrap_records,
    broker_registration,
    controller_registration,
    random_uuid,
)
from kafkawire.broker.metadata.records import encode_record


@given(st.integers(0, 2**64))
def test_ids_are_version_4_uuids_without_a_leading_dash(seed: int) -> None:
    """admin B-37."""
    from base64 import urlsafe_b64encode

    uuid = random_uuid(Random(seed))
    assert len(uuid) == 16
    assert (uuid[6] >> 4, uuid[8] >> 6) == (4, 2)
    assert not urlsafe_b64encode(uuid).startswith(b"-")
    assert random_uuid(Random(seed)) == uuid


def test_bootstrap_is_one_transaction() -> None:
    """admin F-4, F.5: name and last configuration are those of a running 4.4.0."""
    records = bootstrap_records("1")
    assert encode_record(records[0]).hex() == ("01170001001212426f6f747374726170207265636f726473")
    assert encode_record(records[-2]).hex() == (
        "0104000401146d696e2e696e73796e632e7265706c69636173023100"
    )
    assert encode_record(records[-1]).hex() == "01180000"


def test_registrations_say_where_and_what() -> None:
    """admin F-5: fenced, with the directory; the controller's features in the order of A-9."""
    address = Address("h", 9, "L", 1)
    broker = broker_registration(3, bytes(16), b"d" * 16, "r", address)
    (endpoint,) = broker.end_points
    assert (endpoint.name, endpoint.host, endpoint.port, endpoint.security_protocol) == (
        "L",
        "h",
        9,
        1,
    )
    assert (broker.fenced, broker.rack, broker.log_dirs) == (True, "r", [b"d" * 16])
    controller = controller_registration(3, bytes(16), "C", address)
    assert [each.name for each in controller.end_points] == ["C"]
    assert controller.features[0].name == "group.version"
