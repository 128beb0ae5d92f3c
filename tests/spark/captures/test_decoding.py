"""Parts of a capture: where they are cut, and what each tells of itself."""

from __future__ import annotations

import gzip
import struct
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kafkawire.dump.engine import Engine
from kafkawire.dump.inputs.captures import NotACapture, read_capture
from kafkawire.dump.model import Damage, Event, Exchange, ExchangeDone
from kafkawire.dump.pipeline import Pipeline
from kafkawire.spark.captures.decoding import (
    cuts_of,
    decode,
    read_batches_of,
    scans_of,
    splits_of,
    whole_of,
)
from kafkawire.spark.captures.layout import Layout, layout_of, map_file, records_between
from kafkawire.spark.captures.stitching import Cut, Fed
from tests.support.dump.captures import Send, make_capture, pcap
from tests.support.dump.strange_captures import NOW_NS, strange_frames, strange_pcap, strange_sends

LAYOUT = Layout(False, "<", 16, ((1, 1),), 24)
SPLIT_BYTES = 15_000
PASSWORD = b"swordfish"
Matches = Callable[[Exchange], bool]


class Heard:
    """What a sink was told, and how often that this was all."""

    def __init__(self) -> None:
        self.rows: list[tuple[object, ...]] = []
        self.closed = 0

    def event(self, event: Event) -> None:
        if isinstance(event, Damage):
            self.rows.append(("damage", *event[1:]))
        elif isinstance(event, ExchangeDone):
            exchange = event.exchange
            both = [each for each in (exchange.request, exchange.response) if each is not None]
            said = [(each.stream_offset, each.time_ns, each.data) for each in both]
            self.rows.append((str(exchange.connection.server), exchange.ended, *said))

    def close(self) -> None:
        self.closed += 1


def heard_of_one(
    path: Path, matches: Matches | None = None, *, ports: tuple[int, ...] = ()
) -> list[tuple[object, ...]]:
    heard = Heard()
    pipeline = Pipeline(Engine(ports=ports), None, matches, [heard])
    pipeline.run(read_capture(str(path)))
    pipeline.close()
    return heard.rows


def heard_of(path: Path, *cuts: Cut, matches: Matches | None = None) -> list[tuple[object, ...]]:
    heard = Heard()
    for cut in cuts:
        for _ in decode(str(path), cut, [heard], matches):
            pass
    assert heard.closed == len(cuts)
    return heard.rows


def is_chosen(exchange: Exchange) -> bool:
    return exchange.request is not None and exchange.request.time_ns // 1000 % 3 > 0


@given(size=st.integers(0, 500), split_bytes=st.integers(0, 600))
@settings(max_examples=50)
def test_splits_follow_each_other_from_the_first_record_to_the_end(
    size: int, split_bytes: int
) -> None:
    size += LAYOUT.first
    splits = splits_of(LAYOUT, size, split_bytes)
    assert (splits[0][0], splits[-1][1]) == (LAYOUT.first, size)
    assert all(before[1] == after[0] for before, after in pairwise(splits))
    sizes = [stop - start for start, stop in splits]
    assert set(sizes[:-1]) <= {max(1, split_bytes)}
    assert sizes[-1] <= max(1, split_bytes)
    assert 0 not in sizes[:-1]


def test_splits_are_scanned_by_themselves(tmp_path: Path) -> None:
    """Only of the first it is known that it begins with a record."""
    path = tmp_path / "a.pcap"
    path.write_bytes(pcap(strange_frames(4)))
    data = map_file(str(path))
    layout = layout_of(data)
    assert layout is not None
    records = records_between(layout, data, layout.first, len(data))

    splits = splits_of(layout, len(data), SPLIT_BYTES)
    assert len(splits) > 3
    found = list(scans_of(layout, data, SPLIT_BYTES))
    assert [stop for stop, _ in found] == [stop for _, stop in splits]
    for (start, stop), (_, scan) in zip(splits, found, strict=True):
        mine = records.at[(records.at >= start) & (records.at < stop)]
        assert (scan.first, scan.packets) == (mine[0], len(mine))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("matches", [None, is_chosen])
def test_parts_together_tell_what_one_engine_tells(
    seed: int, matches: Matches | None, tmp_path: Path
) -> None:
    path = tmp_path / "a.pcap"
    path.write_bytes(strange_pcap(seed, exchanges=50))
    fed = Fed()
    cuts = list(cuts_of(str(path), SPLIT_BYTES, fed=fed))
    assert len(cuts) > 1
    assert fed.total
    assert all(before.stop == after.start for before, after in pairwise(cuts))

    if matches is None:
        assert heard_of(path, *cuts) == heard_of_one(path)
    else:
        # Of connections that were chosen from before a part, its damage is not known.
        assert done(heard_of(path, *cuts, matches=matches)) == done(heard_of_one(path, matches))
    assert heard_of(path, whole_of(str(path)), matches=matches) == heard_of_one(path, matches)


def done(rows: list[tuple[object, ...]]) -> list[tuple[object, ...]]:
    return [row for row in rows if row[0] != "damage"]


def test_a_part_is_told_piece_by_piece(tmp_path: Path) -> None:
    """So that nobody has to hold all of it."""
    path = tmp_path / "a.pcap"
    path.write_bytes(pcap(strange_frames(4) * 2))
    heard, counts = Heard(), list[int]()
    for _ in decode(str(path), whole_of(str(path)), [heard]):
        counts.append(len(heard.rows))
        assert heard.closed == 0 or counts[-1] == len(heard_of_one(path))
    assert len(set(counts)) > 2
    assert heard.closed == 1


def test_only_the_last_part_ends_what_waits_for_an_answer(tmp_path: Path) -> None:
    path = tmp_path / "a.pcapng"
    path.write_bytes(make_capture(sasl_sends()[:3], is_closed=False))
    (whole,) = cuts_of(str(path), 1 << 20)
    assert whole.stop is None
    ended = heard_of(path, whole)
    open_end = heard_of(path, whole._replace(stop=path.stat().st_size))
    assert len(open_end) == 1
    assert len(ended) == 2
    assert open_end == ended[:1]


def test_packed_captures_are_read_as_a_whole(tmp_path: Path) -> None:
    data = make_capture(strange_sends(3))
    plain, packed = tmp_path / "a.pcapng", tmp_path / "a.pcapng.gz"
    plain.write_bytes(data)
    packed.write_bytes(gzip.compress(data))
    assert heard_of(packed, whole_of(str(packed))) == heard_of_one(plain)
    batches = (list(read_batches_of(str(path))) for path in (packed, plain))
    told, expected = ([each for batch in found for each in batch] for found in batches)
    assert told == expected


def test_what_is_no_capture_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.pcap"
    path.write_bytes(b"no capture at all")
    with pytest.raises(NotACapture):
        heard_of(path, whole_of(str(path)))


def sasl_sends() -> list[Send]:
    """A client that logs in with a password."""
    bodies = [
        struct.pack(">hhih", 17, 1, 1, 1) + b"c" + struct.pack(">h", 5) + b"PLAIN",
        struct.pack(">ihih", 1, 0, 1, 5) + b"PLAIN",
        struct.pack(">hhih", 36, 0, 2, 1) + b"c" + struct.pack(">i", 15) + b"\0user\0" + PASSWORD,
        struct.pack(">ihhi", 2, 0, -1, 0),
    ]
    framed = [struct.pack(">i", len(each)) + each for each in bodies]
    return [(0, n % 2, each, NOW_NS + n * 1_000_000) for n, each in enumerate(framed)]


@pytest.mark.parametrize("secrets", [True, False])
def test_passwords_are_told_only_to_those_who_ask(secrets: bool, tmp_path: Path) -> None:
    path = tmp_path / "a.pcapng"
    path.write_bytes(make_capture(sasl_sends()))
    whole = whole_of(str(path), secrets=secrets)
    parts = list(cuts_of(str(path), 300, secrets=secrets))
    assert len(parts) > 1
    for cuts in ([whole], parts):
        rows = heard_of(path, *cuts)
        assert len(rows) == 2
        assert (PASSWORD in repr(rows).encode()) == secrets


def test_ports_that_are_named_are_believed_in_every_part(tmp_path: Path) -> None:
    path = tmp_path / "a.pcapng"
    noise = [(0, 0, bytes([200, n]) * 300, NOW_NS + n * 1_000_000) for n in range(30)]
    path.write_bytes(make_capture(noise, is_opened=False))
    believed = heard_of_one(path, ports=(9092,))
    assert believed != heard_of_one(path, ports=(5,))
    for ports in ((9092,), (5,)):
        expected = heard_of_one(path, ports=ports)
        assert heard_of(path, whole_of(str(path), ports=ports)) == expected
        assert heard_of(path, *cuts_of(str(path), 3000, ports=ports)) == expected
