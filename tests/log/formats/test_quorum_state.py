"""quorum-state."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.quorum_state import QuorumState, decode, encode

VERSION_0 = (
    b'{"clusterId":"","leaderId":1,"leaderEpoch":2,"votedId":-1,"appliedOffset":0,'
    b'"currentVoters":[{"voterId":1}],"data_version":0}'
)
VERSION_1 = (
    b'{"leaderId":1,"leaderEpoch":4,"votedId":-1,"votedDirectoryId":"AAAAAAAAAAAAAAAAAAAAAA",'
    b'"data_version":1}'
)
IDS = st.integers(-1, 2**31 - 1)


def test_files_of_kafka_are_read_and_written_byte_for_byte() -> None:
    """admin H 135, F-37: both forms."""
    assert decode(VERSION_0) == QuorumState(0, 1, 2, current_voters=(1,))
    assert decode(VERSION_1) == QuorumState(1, 1, 4)
    assert encode(decode(VERSION_0)) == VERSION_0
    assert encode(decode(VERSION_1)) == VERSION_1


@given(IDS, IDS, IDS, st.none() | st.lists(IDS, max_size=4).map(tuple))
def test_version_0_is_read_back(
    leader_id: int, leader_epoch: int, voted_id: int, voters: tuple[int, ...] | None
) -> None:
    """admin F-37."""
    state = QuorumState(0, leader_id, leader_epoch, voted_id, current_voters=voters)
    assert decode(encode(state)) == state


@given(IDS, IDS, IDS, st.binary(min_size=16, max_size=16))
def test_version_1_is_read_back(
    leader_id: int, leader_epoch: int, voted_id: int, directory_id: bytes
) -> None:
    """admin F-37."""
    state = QuorumState(1, leader_id, leader_epoch, voted_id, directory_id)
    assert decode(encode(state)) == state


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", "no JSON"),
        (b"[1]", "no JSON object"),
        (b"{}", "data_version is missing"),
        (b'{"data_version":2}', "no data_version 2"),
        (b'{"data_version":1}', "leaderId is missing"),
        (VERSION_0.replace(b'"leaderEpoch":2', b'"leaderEpoch":4294967296'), "leaderEpoch"),
        (VERSION_0.replace(b'[{"voterId":1}]', b"[1]"), "no list of voters"),
        (VERSION_0.replace(b'"currentVoters"', b'"voters"'), "currentVoters is missing"),
        (VERSION_1.replace(b"AAAA", b"A"), "no uuid"),
    ],
)
def test_what_is_wrong_is_named(data: bytes, complaint: str) -> None:
    """admin F-37."""
    with pytest.raises(CorruptFile, match=complaint):
        decode(data)
