"""Properties of every message in every version.

One test per message and property; inside it every version is visited, with messages drawn from a
seed that hypothesis chooses.
"""

from __future__ import annotations

import tracemalloc
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kafkawire.protocol.errors import DecodeError, UnsupportedVersion
from kafkawire.protocol.message import Message
from tests.support.requests.strategies import SPECS, draw, message_class, structs_of, versions
from tools.generate.model import MessageSpec

PREFIXES_MAX = 60
ALLOCATED_PER_BYTE_MAX = 400
"""An object of a few slots for each byte is the most that a message may cost."""
ALLOCATED_BASE = 64 * 1024
LENGTHS = (b"\xff\xff\xff\xff\x07", b"\x7f\xff\xff\xff", b"\xff\xff\xff\xff\x0f", b"\x80\x80\x04")

every_message = pytest.mark.parametrize("spec", SPECS.values(), ids=SPECS)
few = settings(
    max_examples=8,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
seeds = st.integers(0, 2**32)


@every_message
@few
@given(seed=seeds)
def test_decoding_inverts_encoding(spec: MessageSpec, seed: int) -> None:
    for version in versions(spec):
        message = draw(spec, version, seed)
        data = message.encode(version)
        chunks: list[bytes] = []

        again = type(message).decode(data, version)
        message.encode_into(version, chunks)  # type: ignore[arg-type]

        assert again == message
        assert type(again) is type(message)
        assert again.encode(version) == data
        assert b"".join(chunks) == data
        assert type(message).decode(bytearray(data), version) == message
        assert type(message).decode_from(b"--" + data + b"--", version, 2)[1] == len(data) + 2


@pytest.mark.slow
@every_message
@few
@given(seed=seeds)
def test_every_proper_prefix_is_refused(spec: MessageSpec, seed: int) -> None:
    for version in versions(spec):
        data = draw(spec, version, seed).encode(version)
        cuts: list[int] = list(range(len(data)))
        if len(cuts) > PREFIXES_MAX:
            cuts = [*Random(seed).sample(cuts, PREFIXES_MAX), len(data) - 1]
        for cut in cuts:
            with pytest.raises(DecodeError):
                message_class(spec).decode(data[:cut], version)
            with pytest.raises(DecodeError):
                message_class(spec).decode_from(data[:cut], version)
        with pytest.raises(DecodeError):
            message_class(spec).decode(data + b"\0", version)


@pytest.mark.slow
@every_message
@few
@given(seed=seeds)
def test_any_bytes_decode_or_raise_decode_error(spec: MessageSpec, seed: int) -> None:
    cls, random = message_class(spec), Random(seed)
    for version in versions(spec):
        data = bytearray(draw(spec, version, seed).encode(version))
        for _ in range(8):
            damaged = data.copy()
            for _ in range(random.choice((1, 1, 3))):
                if damaged:
                    damaged[random.randrange(len(damaged))] = random.choice(
                        (0, 1, 0x7F, 0x80, 0xFF)
                    )
            refused_or_read(cls, bytes(damaged), version)
        refused_or_read(cls, random.randbytes(random.randrange(60)), version)


def refused_or_read(cls: type[Message], data: bytes, version: int) -> Message | None:
    """What damaged bytes decode to; whatever it is, it can be encoded again."""
    try:
        found = cls.decode(data, version)
    except DecodeError:
        return None
    assert cls.decode(found.encode(version), version) == found or "nan" in repr(found)
    return found


@pytest.mark.slow
@every_message
@few
@given(seed=seeds)
def test_unknown_tags_survive_in_every_struct(spec: MessageSpec, seed: int) -> None:
    for version in versions(spec):
        if not spec.is_flexible_in(version):
            continue
        message = draw(spec, version, seed)
        for number, struct in enumerate(structs_of(message)):
            struct.unknown_tags = {5000 + number: b"kept", 300: b"", 2**31 - 1: b"x" * 200}

        again = type(message).decode(message.encode(version), version)

        for number, struct in enumerate(structs_of(again)):
            assert struct.unknown_tags is not None
            assert list(struct.unknown_tags) == [300, 5000 + number, 2**31 - 1]
            assert struct.unknown_tags[5000 + number] == b"kept"


@every_message
def test_a_frame_of_n_bytes_allocates_in_proportion_to_n(spec: MessageSpec) -> None:
    """codec 5.8: a declared length or count costs nothing until its bytes are there."""
    cls, random = message_class(spec), Random(7)
    for version in {spec.versions.first, spec.versions.last}:
        data = draw(spec, version, 3).encode(version)
        frames = [
            data[:at] + length + data[at + len(length) :]
            for at in sorted(random.sample(range(len(data) + 1), min(12, len(data) + 1)))
            for length in LENGTHS
        ]
        cls.decode(cls().encode(version), version)
        tracemalloc.start()
        try:
            for frame in frames:
                tracemalloc.reset_peak()
                before = tracemalloc.get_traced_memory()[0]
                attempt(cls, frame, version)
                peak = tracemalloc.get_traced_memory()[1] - before
                assert peak < ALLOCATED_BASE + ALLOCATED_PER_BYTE_MAX * len(frame)
        finally:
            tracemalloc.stop()


def attempt(cls: type[Message], frame: bytes, version: int) -> None:
    try:
        cls.decode(frame, version)
    except DecodeError:
        pass


@every_message
def test_only_declared_versions_are_spoken(spec: MessageSpec) -> None:
    cls = message_class(spec)
    assert tuple(spec.versions) == cls.VERSIONS
    for version in (spec.versions.first - 1, spec.versions.last + 1, -1, 1000):
        with pytest.raises(UnsupportedVersion):
            cls().encode(version)
        with pytest.raises(UnsupportedVersion):
            cls().encode_into(version, [])
        with pytest.raises(UnsupportedVersion):
            cls.decode(b"", version)
        with pytest.raises(UnsupportedVersion):
            cls.decode_from(b"", version)


@pytest.mark.parametrize(
    "name", ["FetchRequest", "MetadataResponse", "StreamsGroupHeartbeatRequest"]
)
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(random=st.randoms(use_true_random=False), data=st.data())
def test_decoding_inverts_encoding_of_messages_that_shrink(
    name: str, random: Random, data: st.DataObject
) -> None:
    spec = SPECS[name]
    version = data.draw(st.sampled_from(versions(spec)))
    message = draw(spec, version, random)

    assert type(message).decode(message.encode(version), version) == message
