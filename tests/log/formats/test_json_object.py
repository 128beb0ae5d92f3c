"""JSON objects in files of one line."""

from __future__ import annotations

import pytest

from kafkawire.log.formats.errors import CorruptFile
from kafkawire.log.formats.json_object import decode_object, encode_object, string, whole


def test_objects_are_written_without_blanks() -> None:
    assert encode_object({"b": 1, "a": "é", "n": None}) == '{"b":1,"a":"é","n":null}'.encode()


@pytest.mark.parametrize("data", [b"", b"[]", b"1", b"{", b"\xff", b"[" * 100_000])
def test_what_is_no_object_is_refused(data: bytes) -> None:
    with pytest.raises(CorruptFile):
        decode_object(data)


def test_values_have_the_wanted_type() -> None:
    values: dict[str, object] = {"n": 5, "big": 2**31, "true": True, "s": "x", "f": 1.5}

    assert whole(values, "n", 7) == 5
    assert string(values, "s") == "x"
    for name in ("big", "true", "s", "f", "missing"):
        with pytest.raises(CorruptFile, match=name):
            whole(values, name, 2**31 - 1)
    for name in ("n", "missing"):
        with pytest.raises(CorruptFile, match=name):
            string(values, name)
