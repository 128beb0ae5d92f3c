"""meta.properties."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.meta_properties import MetaProperties, decode, encode

DATE = "Sat Nov 21 17:01:13 UTC 2026"
WRITTEN_BY_KAFKA = (
    b"#\n#Sat Nov 21 17:01:13 UTC 2026\nnode.id=1\ndirectory.id=KwsbWi8Flcjr7ehNE1-uGQ\n"
    b"version=1\ncluster.id=nrF6d0yKQyaewBWIK9nwLA\n"
)
TEXT = st.text(st.characters(min_codepoint=32, max_codepoint=126))
NODE_IDS = st.integers(0, 2**31 - 1)
DIRECTORY_IDS = st.none() | st.binary(min_size=16, max_size=16)


def test_a_file_of_kafka_is_read_and_written_byte_for_byte() -> None:
    """admin H 135, F-34."""
    found = decode(WRITTEN_BY_KAFKA)

    directory_id = bytes.fromhex("2b0b1b5a2f0595c8ebede84d135fae19")
    assert found == MetaProperties(1, "nrF6d0yKQyaewBWIK9nwLA", 1, directory_id)
    assert encode(found, DATE) == WRITTEN_BY_KAFKA


@given(TEXT, NODE_IDS, DIRECTORY_IDS)
def test_version_1_is_read_back(cluster_id: str, node_id: int, directory_id: bytes | None) -> None:
    """admin F-34."""
    properties = MetaProperties(1, cluster_id, node_id, directory_id)
    assert decode(encode(properties, DATE)) == properties


@given(st.none() | TEXT, st.none() | NODE_IDS, DIRECTORY_IDS)
def test_version_0_may_lack_everything(
    cluster_id: str | None, node_id: int | None, directory_id: bytes | None
) -> None:
    properties = MetaProperties(0, cluster_id, node_id, directory_id)
    written = encode(properties, DATE)

    assert b"node.id" not in written
    assert decode(written) == properties


def test_the_order_of_lines_and_comments_do_not_matter() -> None:
    """admin F-34: the order is arbitrary."""
    assert decode(b"cluster.id=c\n! x\nversion=1\nnode.id = 3\n") == (1, "c", 3, None)
    assert decode(b"") == (0, None, None, None)


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"version=2\n", "no version '2'"),
        (b"version=1\ncluster.id=c\n", "node.id is missing"),
        (b"version=1\nnode.id=1\n", "cluster.id is missing"),
        (b"version=1\nnode.id=x\ncluster.id=c\n", "'x' is no node.id"),
        (b"version=0\nbroker.id=x\n", "'x' is no broker.id"),
        (b"directory.id=x\n", "'x' is no uuid"),
    ],
)
def test_what_is_wrong_is_named(data: bytes, complaint: str) -> None:
    """admin F-34."""
    with pytest.raises(CorruptFile, match=complaint):
        decode(data)
