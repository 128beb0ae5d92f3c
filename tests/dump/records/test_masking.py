"""Secrets in records of the metadata log."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.batches import batches_in
from kafkawire.dump.records.masking import mask_metadata_records
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.config_record import ConfigRecord
from kafkawire.protocol.messages.topic_record import TopicRecord
from kafkawire.protocol.messages.user_scram_credential_record import UserScramCredentialRecord
from kafkawire.records.builder import encode_batch
from kafkawire.records.control import ControlType, encode_control_batch

FRAME_BYTES_MIN = 17

SECRET = "hunter2-gehört-mir"
BYTES = SECRET.encode()


def framed(message: Message, version: int = 0) -> bytes:
    return bytes((1, message.API_KEY, version)) + message.encode(version)


def config(name: str, value: str | None = SECRET) -> bytes:
    return framed(ConfigRecord(resource_type=4, resource_name="1", name=name, value=value))


def scram() -> bytes:
    return framed(
        UserScramCredentialRecord(
            name="alice", mechanism=1, salt=BYTES, stored_key=BYTES, server_key=BYTES
        )
    )


def batch(*values: bytes | None, **fields: Any) -> bytes:
    return bytes(encode_batch([(1, None, value, ()) for value in values], **fields))


def masked(data: bytes, start: int = 0) -> bytes:
    found = mask_metadata_records(data, start, len(data), lambda name: "password" in name)
    assert len(found) == len(data)
    return found


def values(data: bytes) -> list[bytes | None]:
    (found,) = batches_in(data, 0, len(data))
    assert found.wrong_crc is None
    return [record.value for record in found.records()]


def test_passwords_and_credentials_become_stars_and_the_rest_stays() -> None:
    topic = framed(TopicRecord(name="orders", topic_id=b"1" * 16))
    given_values = [topic, config("ssl.key.password"), config("retention.ms"), scram(), None, topic]
    found = values(masked(batch(*given_values)))
    stars = "*" * len(BYTES)
    assert found[0] == found[5] == topic
    assert found[1] == config("ssl.key.password", stars)
    assert found[2] == config("retention.ms")
    assert found[3] is not None
    assert BYTES not in found[3]
    assert found[3].count(stars.encode()) == 3
    assert found[4] is None


def test_what_has_no_secret_is_the_same_object() -> None:
    data = batch(config("retention.ms"), config("a.password", None), config("b.password", ""))
    assert masked(data) is data
    control = bytes(encode_control_batch(ControlType.SNAPSHOT_HEADER, b"\0\0\0\0", timestamp=1))
    assert masked(control) is control


@pytest.mark.parametrize("compression", [1, 4])
def test_what_is_compressed_is_masked_wholly(compression: int) -> None:
    data = batch(*[config("a.password")] * 9, compression=compression)
    found = masked(data)
    assert found[61:] == b"*" * (len(data) - 61)
    (whole,) = batches_in(found, 0, len(found))
    assert whole.wrong_crc is None


def test_what_is_cut_or_cannot_be_read_is_masked_wholly() -> None:
    data = batch(config("a.password"), config("b.password"))
    for cut in range(1, len(data)):
        assert BYTES[:4] not in masked(data[:cut])
    for start in range(1, len(data)):
        assert BYTES not in masked(data[start:])[FRAME_BYTES_MIN:]
    headers = bytes(encode_batch([(1, None, config("a.password"), [("h", BYTES)])]))
    assert BYTES not in masked(headers)
    odd = b"\1\4\0" + BYTES
    assert BYTES not in masked(batch(odd, b"\2\4\0" + BYTES))
    trailing = config("a.password") + BYTES
    assert BYTES not in masked(batch(trailing))


@pytest.mark.parametrize(
    "head",
    [b"\1\x1e\0", b"\1\6\0", b"\1\xff\x7f\0", b"\1\2\x63", b"\2\2\0"],
    ids=["newer type", "type that was", "large type", "newer version", "newer frame"],
)
def test_a_record_of_an_unknown_type_or_version_is_masked_wholly(head: bytes) -> None:
    """A release that comes may have secrets where this one knows of none."""
    value = head + BYTES
    topic = framed(TopicRecord(name="orders", topic_id=b"1" * 16))
    assert values(masked(batch(value, topic))) == [b"*" * len(value), topic]
    assert values(masked(batch(topic + BYTES))) == [b"*" * (len(topic) + len(BYTES))]
    behind = config("retention.ms") + BYTES
    assert values(masked(batch(behind))) == [b"*" * len(behind)]


def test_a_wrong_checksum_stays_wrong() -> None:
    data = bytearray(batch(config("a.password")))
    data[17] ^= 1
    (found,) = batches_in(masked(bytes(data)), 0, len(data))
    assert found.wrong_crc is not None


def test_what_stands_before_and_behind_is_left_alone() -> None:
    data = BYTES + batch(config("a.password"))
    found = mask_metadata_records(data + BYTES, len(BYTES), len(data), lambda name: True)
    assert found.startswith(BYTES)
    assert found.endswith(BYTES)
    assert found.count(BYTES) == 2


@given(st.lists(st.sampled_from((config("x.password"), scram(), config("y"))), max_size=5),
       st.integers(0, 400), st.integers(0, 255))  # fmt: skip
def test_nothing_raises_whatever_the_damage(found: list[bytes], place: int, byte: int) -> None:
    data = bytearray(batch(*found) * 2)
    data[place % len(data)] = byte
    masked(bytes(data))
