""".kafka_cleanshutdown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.formats.clean_shutdown import CleanShutdown, decode, encode
from kafkawire.log.formats.errors import CorruptFile


def test_a_file_of_kafka_is_read_and_written_byte_for_byte() -> None:
    """admin F-34."""
    written = b'{"version":0,"brokerEpoch":359}'

    assert decode(written) == CleanShutdown(0, 359)
    assert encode(359) == written


@given(st.integers(-1, 2**63 - 1))
def test_epochs_are_read_back(epoch: int) -> None:
    """admin F-34."""
    assert decode(encode(epoch)).broker_epoch == epoch


def test_old_releases_left_it_empty() -> None:
    assert decode(b"") == CleanShutdown(0, -1)


def test_fields_that_are_not_known_do_not_matter() -> None:
    assert decode(b'{"version":1,"brokerEpoch":2,"more":[]}\n') == CleanShutdown(1, 2)


@pytest.mark.parametrize("data", [b"x", b"{}", b'{"version":0}', b'{"version":0,"brokerEpoch":""}'])
def test_what_is_wrong_is_refused(data: bytes) -> None:
    with pytest.raises(CorruptFile):
        decode(data)
