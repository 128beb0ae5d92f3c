"""FindCoordinator, all versions."""

from typing import Any

import pytest

from kafkawire.broker.metadata.topic_names import CONSUMER_OFFSETS
from kafkawire.protocol.messages.find_coordinator_request import FindCoordinatorRequest
from kafkawire.protocol.messages.find_coordinator_response import FindCoordinatorResponse
from tests.support.requests.groups import GroupsHarness
from tests.support.requests.harness import BrokerHarness

SHARE_KEY = "g1:ABEiM0RVZneImaq7zN3u_w:0"


def find(harness: BrokerHarness, *keys: str, version: int, key_type: int = 0) -> Any:
    request = FindCoordinatorRequest(key_type=key_type)
    if version >= 4:
        request.coordinator_keys = list(keys)
    else:
        (request.key,) = keys
    return harness.connect().request(request, version)


@pytest.mark.parametrize("version", range(4))
def test_the_topic_is_created_by_the_first_request(version: int) -> None:
    """groups A-36, A-38, A-39, G 3, G 4, G 11."""
    harness = BrokerHarness({"auto.create.topics.enable": "false"})
    first = find(harness, "g1", version=version)
    assert (first.error_code, first.node_id, first.host, first.port) == (15, -1, "", -1)
    if version >= 1:
        assert first.error_message == "The coordinator is not available."
    topic = harness.broker.metadata.topics[CONSUMER_OFFSETS]
    assert len(topic.partitions) == 50
    configs = harness.broker.metadata.config(2, CONSUMER_OFFSETS)
    assert configs == {
        "cleanup.policy": "compact",
        "compression.type": "producer",
        "segment.bytes": "104857600",
    }
    second = find(harness, "g1", version=version)
    assert (second.error_code, second.node_id, second.port) == (0, 1, 9092)
    if version >= 1:
        assert second.error_message == "NONE"


def test_several_keys_are_answered_in_order() -> None:
    """groups A-35, A-37, A-38, scenarios 5, 6: duplicates twice, the empty id like any."""
    harness = GroupsHarness()
    found = find(harness, "g1", "", "g1", version=4).coordinators
    assert [(c.key, c.error_code, c.error_message) for c in found] == [
        ("g1", 0, ""),
        ("", 0, ""),
        ("g1", 0, ""),
    ]
    assert find(harness, version=4).coordinators == []


def test_unknown_key_types_fail_the_whole_request() -> None:
    """groups A-36, scenario 7."""
    harness = GroupsHarness()
    single = find(harness, "g", version=1, key_type=3)
    assert single.error_code == 42
    assert single.error_message.startswith("This most likely occurs because")
    several = find(harness, "g", "h", version=4, key_type=3).coordinators
    assert [(c.key, c.error_code) for c in several] == [("g", 42), ("h", 42)]
    assert all(c.error_message == single.error_message for c in several)


def test_share_keys_need_version_6_and_their_form() -> None:
    """groups A-36, scenario 8."""
    harness = GroupsHarness()

    def code(key: str, version: int = 6) -> int:
        (found,) = find(harness, key, version=version, key_type=2).coordinators
        assert found.error_message == ""
        error_code: int = found.error_code
        return error_code

    assert code(SHARE_KEY, 5) == 42
    malformed = ["g1", "g1:x:0", SHARE_KEY + "x", SHARE_KEY[:-1], "g1:" + "A" * 22 + ":-1"]
    assert [code(key) for key in malformed] == [42] * len(malformed)
    assert code(":" + SHARE_KEY.split(":", 1)[1]) == 42
    assert [code(SHARE_KEY), code(SHARE_KEY)] == [15, 0]


def test_transactions_have_a_topic_of_their_own() -> None:
    """groups A-31."""
    harness = BrokerHarness()
    codes = [find(harness, "t", version=1, key_type=1).error_code for _ in range(2)]
    assert codes == [15, 0]
    assert "__transaction_state" in harness.broker.metadata.topics
    assert CONSUMER_OFFSETS not in harness.broker.metadata.topics


def test_a_listener_that_the_leader_lacks_reaches_no_coordinator() -> None:
    """groups A-36."""
    harness = GroupsHarness()
    client = harness.connect()
    client.context.listener_name = "OTHER"
    request = FindCoordinatorRequest(coordinator_keys=["g"])
    assert client.request(request, 4).coordinators[0].error_code == 15


def test_answers_have_the_bytes_of_kafka() -> None:
    """groups A.8."""
    ok = FindCoordinatorResponse(error_message="NONE", node_id=1, host="h", port=9092)
    assert ok.encode(1) == bytes.fromhex("00000000 0000 00044e4f4e45 00000001 000168 00002384")
    harness = BrokerHarness()
    pending = harness.connect().send(FindCoordinatorRequest(coordinator_keys=["g1"]), 4)
    body = pending.raw[4 + 4 + 1 :]
    assert body == bytes.fromhex("00000000 02 036731 ffffffff 01 ffffffff 000f 01 00 00")
