"""RemoveRaftVoter through bytes: the last voter stays."""

from __future__ import annotations

from typing import Any

from kafkawire.broker.metadata.feature_changes import UPGRADE, Update
from kafkawire.protocol.messages.remove_raft_voter_request import RemoveRaftVoterRequest
from kafkawire.protocol.uuids import uuid_text
from tests.support.requests.harness import BrokerHarness

SOME = bytes(range(16))


def refusal(harness: BrokerHarness, **fields: Any) -> tuple[int, str]:
    given = {"cluster_id": None, "voter_id": 5, "voter_directory_id": SOME, **fields}
    response = harness.connect().request(RemoveRaftVoterRequest(**given))
    return response.error_code, response.error_message


def test_checks_come_in_their_order() -> None:
    """admin D-23: cluster, voter, version of the quorum."""
    harness = BrokerHarness()
    text = f'The given id "other" doesn\'t match the cluster id "{harness.broker.cluster_id}"'
    assert refusal(harness, cluster_id="other", voter_id=-1) == (104, text)
    text = "Remove voter request didn't include a valid voter"
    assert refusal(harness, voter_id=-1) == (42, text)
    assert refusal(harness, voter_directory_id=bytes(16)) == (42, text)
    text = "Cluster doesn't support removing voter because the kraft.version feature is 0"
    assert refusal(harness) == (35, text)


def test_the_last_voter_stays() -> None:
    """admin D-23: and others are none."""
    harness = BrokerHarness()
    harness.broker.controller.update_features(
        {"kraft.version": Update(1, UPGRADE)}, validate_only=False, now_ms=harness.now_ms
    )
    directory = harness.broker.replicas.log_dir_id
    own = f"ReplicaKey(id=1, directoryId={uuid_text(directory)})"
    text = f"Cannot remove voter {own} from the set of voters [{own}]"
    assert refusal(harness, voter_id=1, voter_directory_id=directory) == (127, text)
    other = f"ReplicaKey(id=5, directoryId={uuid_text(SOME)})"
    text = f"Cannot remove voter {other} from the set of voters [{own}]"
    assert refusal(harness) == (127, text)
