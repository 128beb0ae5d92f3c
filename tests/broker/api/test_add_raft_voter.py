"""AddRaftVoter through bytes: there is no second node."""

from __future__ import annotations

from typing import Any

import pytest

from kafkawire.broker.metadata.feature_changes import UPGRADE, Update
from kafkawire.protocol.messages.add_raft_voter_request import AddRaftVoterRequest
from tests.support.requests.harness import BrokerHarness

SOME = bytes(range(16))
SOME_TEXT = "AAECAwQFBgcICQoLDA0ODw"


def world(*, in_log: bool = False) -> BrokerHarness:
    harness = BrokerHarness()
    if in_log:
        updates = {"kraft.version": Update(1, UPGRADE)}
        harness.broker.controller.update_features(
            updates, validate_only=False, now_ms=harness.now_ms
        )
    return harness


def refusal(
    harness: BrokerHarness, version: int = 1, listener: str | None = "CONTROLLER", **fields: Any
) -> tuple[int, str]:
    given = {"cluster_id": None, "voter_id": 5, "voter_directory_id": SOME, **fields}
    listeners = (
        []
        if listener is None
        else [AddRaftVoterRequest.Listener(name=listener, host="localhost", port=1)]
    )
    request = AddRaftVoterRequest(timeout_ms=1000, listeners=listeners, **given)
    response = harness.connect().request(request, version)
    return response.error_code, response.error_message


@pytest.mark.parametrize("version", [0, 1])
def test_checks_come_in_their_order(version: int) -> None:
    """admin D-23: cluster, voter, address, version of the quorum."""
    harness = world()
    other = {"cluster_id": "other"}
    text = f'The given id "other" doesn\'t match the cluster id "{harness.broker.cluster_id}"'
    assert refusal(harness, version, voter_id=-1, **other) == (104, text)
    text = "Add voter request didn't include a valid voter"
    assert refusal(harness, version, None, voter_id=-1) == (42, text)
    assert refusal(harness, version, None, voter_directory_id=bytes(16)) == (42, text)
    text = "Add voter request didn't include the endpoint (Endpoints(endpoints={{{}}})) for the "
    text += "default listener ListenerName(CONTROLLER)"
    assert refusal(harness, version, None) == (42, text.format(""))
    given = text.format("ListenerName(X)=localhost/<unresolved>:1")
    assert refusal(harness, version, "X") == (42, given)
    text = "Cluster doesn't support adding voter because the kraft.version feature is 0"
    assert refusal(harness, version, cluster_id=harness.broker.cluster_id) == (35, text)


def test_a_voter_is_there_already() -> None:
    """admin D-23, G-1: by its id, whatever its directory."""
    from kafkawire.protocol.uuids import uuid_text

    harness = world(in_log=True)
    own = f"ReplicaKey(id=1, directoryId={uuid_text(harness.broker.replicas.log_dir_id)})"
    text = f"The voter id for ReplicaKey(id=1, directoryId={SOME_TEXT}) is already part of the set"
    assert refusal(harness, voter_id=1) == (126, f"{text} of voters [{own}].")


def test_nobody_else_is_there_to_follow() -> None:
    """admin D-23."""
    text = f"New voter ReplicaKey(id=5, directoryId={SOME_TEXT}) is not ready to receive requests"
    assert refusal(world(in_log=True)) == (7, text)
