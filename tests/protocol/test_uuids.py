"""Uuids as Kafka writes them."""

from __future__ import annotations

from random import Random

import pytest

from kafkawire.protocol.uuids import random_id, uuid_bytes, uuid_text


def test_a_uuid_is_22_characters_that_urls_may_have() -> None:
    assert uuid_text(bytes(16)) == "A" * 22
    assert uuid_text(b"\xfb\xff" + bytes(14)) == "-_8AAAAAAAAAAAAAAAAAAA"
    assert uuid_text(bytes(range(240, 256))) == "8PHy8_T19vf4-fr7_P3-_w"


def test_the_text_of_a_uuid_gives_its_bytes_back() -> None:
    assert uuid_bytes("8PHy8_T19vf4-fr7_P3-_w") == bytes(range(240, 256))
    assert uuid_bytes("AAAA") == bytes(3)
    with pytest.raises(ValueError, match="cannot be 1 more than a multiple of 4"):
        uuid_bytes("A")
    with pytest.raises(ValueError, match="only ASCII"):
        uuid_bytes("\u00e9" * 22)


def test_bytes_that_are_no_uuid_are_a_bug() -> None:
    with pytest.raises(AssertionError):
        uuid_text(bytes(15))


def test_random_ids_do_not_begin_with_a_dash() -> None:
    """groups D-4."""
    ids = {random_id(Random(seed)) for seed in range(300)}
    assert len(ids) == 300
    assert all(len(each) == 22 and not each.startswith("-") for each in ids)
    assert all(each.replace("-", "").replace("_", "").isalnum() for each in ids)
