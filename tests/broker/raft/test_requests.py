"""The requests of a replica, as bytes."""

from __future__ import annotations

from kafkawire.broker.raft import requests
from kafkawire.broker.raft.requests import Sender
from kafkawire.broker.raft.voters import ReplicaKey

CLUSTER_ID = "EdJ6clA_S9WhgJz4qIRb1Q"


def test_a_fetch_has_the_bytes_of_a_running_kafka() -> None:
    """replication A-7: observer 4 of epoch 1 at offset 160."""
    directory_id = bytes.fromhex("1ec675b2b1d502ca2de850a6910d500e")
    sender = Sender(CLUSTER_ID, ReplicaKey(4, directory_id))
    expected = (
        "000001f4 00000000 00100000 00 00000000 ffffffff 02 00000000000000000000000000000001"
        "02 00000000 00000001 00000000000000a0 00000001 ffffffffffffffff 00000000"
        "02 00 10 1ec675b2b1d502ca2de850a6910d500e 01 08 000000000000009f 00 01 01"
        "02 00 17 17" + CLUSTER_ID.encode().hex() + "01 0d 00000004 ffffffffffffffff 00"
    )
    request = requests.fetch(sender, 1, (1, 160), 159, 1 << 20)
    assert request.encode(18) == bytes.fromhex(expected)


def test_a_pre_vote_has_the_bytes_of_a_running_kafka() -> None:
    """replication A-42: from replica 1 to 2, epoch 1, log end (1, 433)."""
    sender = Sender(CLUSTER_ID, ReplicaKey(1, bytes.fromhex("33c05e21cdaf494984b6c4b71b094aab")))
    voter = ReplicaKey(2, bytes.fromhex("33c35bb2b1594b6c8838b5e40b2d5e74"))
    expected = (
        "17" + CLUSTER_ID.encode().hex() + "00000002 02 13" + b"__cluster_metadata".hex() + "02"
        "00000000 00000001 00000001 33c05e21cdaf494984b6c4b71b094aab"
        "33c35bb2b1594b6c8838b5e40b2d5e74 00000001 00000000000001b1 01 00 00 00"
    )
    request = requests.vote(sender, voter, 1, (1, 433), is_pre_vote=True)
    assert request.encode(2) == bytes.fromhex(expected)
