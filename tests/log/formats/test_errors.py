"""Whatever bytes a file holds, they are decoded or refused in one way."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from kafkawire.log.formats import (
    clean_shutdown,
    java_properties,
    leader_epochs,
    meta_properties,
    offset_checkpoint,
    partition_metadata,
    producer_snapshot,
    quorum_state,
    transaction_index,
)
from kafkawire.log.formats.errors import CorruptFile

DECODERS: dict[str, Callable[[bytes], object]] = {
    "clean shutdown": clean_shutdown.decode,
    "properties": lambda data: java_properties.load(data.decode("latin-1")),
    "leader epochs": leader_epochs.decode,
    "meta.properties": meta_properties.decode,
    "offset checkpoint": offset_checkpoint.decode,
    "partition.metadata": partition_metadata.decode,
    "producer snapshot": producer_snapshot.decode,
    "quorum-state": quorum_state.decode,
    "transaction index": transaction_index.decode,
}

SAMPLES = (
    b'{"version":0,"brokerEpoch":7}',
    b"0\n2\n0 0\n2 246\n",
    b"0\n1\nt 0 5\n",
    b"#\n#Sat\nnode.id=1\ndirectory.id=KwsbWi8Flcjr7ehNE1-uGQ\nversion=1\ncluster.id=x\n",
    b"version: 0\ntopic_id: OQ2qzsKXQYKKNdwTaV6Dbw",
    bytes.fromhex("0001cb5aa93b00000001") + bytes(46),
    b'{"clusterId":"","leaderId":1,"leaderEpoch":1,"votedId":-1,"appliedOffset":0,'
    b'"currentVoters":[{"voterId":1}],"data_version":0}',
    b'{"leaderId":1,"leaderEpoch":4,"votedId":-1,"votedDirectoryId":"AAAAAAAAAAAAAAAAAAAAAA",'
    b'"data_version":1}',
)


@st.composite
def mutations(draw: st.DrawFn) -> bytes:
    data = bytearray(draw(st.sampled_from(SAMPLES)))
    for at in draw(st.lists(st.integers(0, len(data) - 1), max_size=4)):
        data[at] = draw(st.integers(0, 255) | st.sampled_from(b"0123456789-\n {}[],"))
    return bytes(data[: draw(st.integers(0, len(data)))])


def complaint_about(decode: Callable[[bytes], object], data: bytes) -> str:
    try:
        decode(data)
    except CorruptFile as error:
        return str(error)
    return ""


@pytest.mark.parametrize("decode", DECODERS.values(), ids=DECODERS.keys())
@given(data=st.binary(max_size=120) | mutations())
@example(b"[" * 100_000)
@example(b'{"version":' + b"9" * 5000 + b"}")
@example(b"0\n" + b"9" * 5000)
@example(b"0\n\xd9\xa3\n")
@example(b"0\n-1\n")
@example(b"\x00\x01\x35\x3f\x42\x5e\xff\xff\xff\xff")
def test_any_bytes_are_decoded_or_refused(decode: Callable[[bytes], object], data: bytes) -> None:
    """What Kafka could not have written is told apart, by one kind of exception."""
    assert len(complaint_about(decode, data)) < 500
