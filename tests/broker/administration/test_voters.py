"""How voters are named."""

from __future__ import annotations

from kafkawire.broker.administration.voters import replica_key


def test_a_voter_is_named_as_kafka_names_it() -> None:
    key = replica_key(5, bytes(range(16)))
    assert key == "ReplicaKey(id=5, directoryId=AAECAwQFBgcICQoLDA0ODw)"
