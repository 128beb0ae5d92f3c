"""A break between any two packets of a capture, and what is told as if there had been none."""

from __future__ import annotations

import pickle
import struct
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from kafkawire.dump.inputs.captures import Reassembly, stretches_of
from kafkawire.dump.inputs.packets import Complaints
from kafkawire.dump.model import Event
from kafkawire.dump.transport import Note
from kafkawire.spark.captures.carrying import Carried
from kafkawire.spark.captures.layout import layout_of, map_file, records_between
from tests.support.dump.captures import Frame, make_capture, pcap
from tests.support.dump.strange_captures import (
    NOW_NS,
    strange_frames,
    strange_pcap,
    strange_sends,
    text_of_state,
)

CHUNK_BYTES = 1 << 16

SEEDS = range(6)
BREAKS = 4
OLD_MAGIC = 0xA1B2CD34
"""Of old Linux kernels, whose headers are longer."""
Told = list[object]


def first_of(path: Path, *, secrets: bool = False, ports: tuple[int, ...] = ()) -> Carried:
    data = map_file(str(path))
    layout = layout_of(data)
    assert layout is not None
    return Carried(layout, data, secrets=secrets, ports=ports)


def records_of(path: Path) -> list[int]:
    """Where records begin, the first one's beginning included."""
    data = map_file(str(path))
    layout = layout_of(data)
    assert layout is not None
    found: list[int] = records_between(layout, data, layout.first, len(data)).at.tolist()
    return found


def told_at_once(path: Path) -> Told:
    complaints = Complaints()
    batches = Reassembly(complaints).batches(stretches_of(str(path), complaints))
    return [event for batch in batches for event in batch]


def told_with_breaks(path: Path, breaks: Sequence[int]) -> Told:
    """Whoever reads on after a break has nothing but what was put down."""
    told: Told = []
    carried = first_of(path)
    for stop in (*breaks, None):
        for batch in carried.batches(str(path), stop):
            told += batch
            carried.engine.feed_all(batch)
        if stop is not None:
            before, packets = text_of_state(carried), carried.packets
            carried = Carried.take_up(carried.put_down())
            assert text_of_state(carried) == before
            assert (carried.at, carried.packets) == (stop, packets)
    return told


def some_of(places: list[int], random: Random) -> list[int]:
    """The first is always one: nothing is known before it."""
    return [places[0], *sorted(random.sample(places[1:], BREAKS))]


@pytest.mark.parametrize("seed", SEEDS)
def test_breaks_change_nothing_of_what_is_told(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "a.pcap"
    path.write_bytes(strange_pcap(seed, exchanges=50))
    breaks = some_of(records_of(path), Random(seed))
    told = told_at_once(path)
    assert told
    assert told_with_breaks(path, breaks) == told


@pytest.mark.parametrize("seed", [3, 7])
def test_breaks_of_recordings_change_nothing_either(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "a.pcapng"
    path.write_bytes(make_capture(strange_sends(seed), comments=["heard"] * 9))
    assert told_with_breaks(path, some_of(records_of(path), Random(seed))) == told_at_once(path)


def with_long_headers(frames: Sequence[Frame], order: str) -> bytes:
    parts = [struct.pack(order + "IHHiIII", OLD_MAGIC, 2, 4, 0, 0, 1 << 18, 1)]
    for time_ns, frame in frames:
        seconds, rest_ns = divmod(time_ns, 1_000_000_000)
        head = struct.pack(order + "IIII", seconds, rest_ns // 1000, len(frame), len(frame))
        parts += [head, b"\1" * 8, frame]
    return b"".join(parts)


@pytest.mark.parametrize("order", "<>")
def test_breaks_between_longer_headers_change_nothing(order: str, tmp_path: Path) -> None:
    path = tmp_path / "a.pcap"
    path.write_bytes(with_long_headers(strange_frames(2), order))
    assert told_with_breaks(path, some_of(records_of(path), Random(2))) == told_at_once(path)


@pytest.mark.parametrize("seed", SEEDS)
def test_damage_behind_a_break_is_told_in_the_same_words(seed: int, tmp_path: Path) -> None:
    """How far it is said to go depends on where chunks end, and on the time of the last packet."""
    path, random = tmp_path / "a.pcap", Random(seed)
    frames = strange_frames(4, exchanges=40)
    data = pcap(frames * (2 + CHUNK_BYTES // len(pcap(frames))))
    path.write_bytes(data)
    places = records_of(path)
    near = next(number for number, each in enumerate(places) if each > CHUNK_BYTES)
    at = places[near - random.randrange(1, 9)]
    # Long before the last packet, a header that could be one at another time.
    early = struct.pack("<IIII", 5, 5, 60, 60) + bytes(60)
    harm = b"\xff" * random.randrange(40, 900) + early + b"\xff" * 40
    path.write_bytes(data[:at] + harm + data[at:])

    breaks = [each for each in some_of(places[: near - 8], random) if each <= at]
    told = told_at_once(path)
    texts = [each.text for each in told if isinstance(each, Note)]
    assert any("are no packets" in each for each in texts)
    assert told_with_breaks(path, breaks) == told
    assert told_with_breaks(path, [at]) == told


def test_sums_of_complaints_count_those_before_a_break(tmp_path: Path) -> None:
    path = tmp_path / "a.pcap"
    path.write_bytes(pcap([(NOW_NS, b"\0" * 12 + b"\x81\0\0\5\x81\0")] * 30, link_type=250))
    told = told_with_breaks(path, records_of(path)[4:20:5])
    assert told == told_at_once(path)
    assert [each.text for each in told if isinstance(each, Note)][-1].endswith("30 in all")


def test_packets_are_counted_over_breaks(tmp_path: Path) -> None:
    path = tmp_path / "a.pcap"
    path.write_bytes(strange_pcap(2))
    places = records_of(path)
    carried = first_of(path)
    assert (carried.at, carried.packets) == (places[0], 0)
    for number in (7, 30, 31, 100):
        list(carried.batches(str(path), places[number]))
        carried = Carried.take_up(carried.put_down())
        assert (carried.at, carried.packets) == (places[number], number)


def test_nothing_behind_the_end_of_a_part_is_read(tmp_path: Path) -> None:
    path = tmp_path / "a.pcap"
    path.write_bytes(strange_pcap(4))
    stop = records_of(path)[90]
    whole = first_of(path)
    told = [event for batch in whole.batches(str(path), stop) for event in batch]

    path.write_bytes(path.read_bytes()[:stop])
    cut = first_of(path)
    assert [event for batch in cut.batches(str(path), stop) for event in batch] == told
    assert text_of_state(cut) == text_of_state(whole)


def test_a_state_can_be_taken_up_twice(tmp_path: Path) -> None:
    """Whoever goes on from it takes nothing from the other."""
    path = tmp_path / "a.pcap"
    path.write_bytes(strange_pcap(4))
    carried = first_of(path)
    _go_on(carried, path, records_of(path)[90])
    state = carried.put_down()
    assert _go_on(Carried.take_up(state), path, None) == _go_on(Carried.take_up(state), path, None)
    assert text_of_state(Carried.take_up(state)) == text_of_state(carried)


def _go_on(carried: Carried, path: Path, stop: int | None) -> int:
    found: list[Event] = []
    for batch in carried.batches(str(path), stop):
        found += carried.engine.feed_all(batch)
    assert found
    return len(found)


def test_how_a_capture_is_read_is_part_of_the_state(tmp_path: Path) -> None:
    path = tmp_path / "a.pcap"
    path.write_bytes(strange_pcap(4))
    texts = {
        text_of_state(Carried.take_up(first_of(path, secrets=secrets, ports=ports).put_down()))
        for secrets in (False, True)
        for ports in ((), (9092,), (9092, 9093))
    }
    assert len(texts) == 6


def test_only_states_are_taken_up() -> None:
    with pytest.raises(AssertionError, match="only states"):
        Carried.take_up(pickle.dumps({}))
