"""The names of byte holders are unions that can be tested against."""

from __future__ import annotations

from kafkawire.protocol.buffers import Buffer, Records


def test_buffers_are_what_can_be_sent() -> None:
    for value in (b"", bytearray(), memoryview(b"")):
        assert isinstance(value, Buffer)
        assert isinstance(value, Records)
    assert not isinstance("", Buffer)
