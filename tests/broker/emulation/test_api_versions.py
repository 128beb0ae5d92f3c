"""What releases say of themselves."""

from __future__ import annotations

import pytest

from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from tests.support.requests.harness import BrokerHarness

REQUEST = ApiVersionsRequest(client_software_name="test", client_software_version="1")


@pytest.mark.parametrize(
    ("release", "answer"),
    [
        ("0.10.2", "0023 00000000"),
        ("2.0", "0023 00000000"),
        ("2.4", "0023 00000001 0012 0000 0003"),
        ("3.9", "0023 00000001 0012 0000 0004"),
        ("4.0", "0023 00000001 0012 0000 0004"),
        ("4.4", "0023 00000001 0012 0000 0005"),
    ],
)
def test_an_unknown_version_is_answered_with_the_known_ones_since_2_4(
    release: str, answer: str
) -> None:
    """fetch A-25, J 1: KIP-511; before, with nothing."""
    client = BrokerHarness(emulate=release).connect()
    frame = bytes.fromhex("0012 0063 00000007 0001 63 00") + b"anything"
    pending = client.send_frame(frame)
    assert pending.raw[8:] == bytes.fromhex(answer)


def features(release: str, version: int) -> tuple[dict[str, tuple[int, int]], dict[str, int], int]:
    """Supported features, finalized ones, and the epoch of these."""
    response = BrokerHarness(emulate=release).connect().request(REQUEST, version)
    assert isinstance(response, ApiVersionsResponse)
    return (
        {each.name: (each.min_version, each.max_version) for each in response.supported_features},
        {each.name: each.max_version_level for each in response.finalized_features},
        response.finalized_features_epoch,
    )


def test_features_exist_since_2_7_and_have_levels_since_3_3() -> None:
    """admin A-9, A-10: as seen on nodes."""
    assert features("2.4", 3) == ({}, {}, -1)
    assert features("2.8", 3) == ({}, {}, 0)
    supported, finalized, epoch = features("3.3", 3)
    assert (supported, finalized) == ({"metadata.version": (1, 7)}, {"metadata.version": 7})
    assert epoch > 0
    supported, finalized, _ = features("3.9", 4)
    assert supported == {"kraft.version": (0, 1), "metadata.version": (1, 21)}
    assert finalized == {"metadata.version": 21}
    assert features("3.9", 3)[0] == {"metadata.version": (1, 21)}


def test_4_0_has_fewer_features_than_4_4() -> None:
    _, old, _ = features("4.0", 4)
    _, new, _ = features("4.4", 5)
    assert old == {"group.version": 1, "transaction.version": 2, "metadata.version": 25}
    assert old.keys() < new.keys()
