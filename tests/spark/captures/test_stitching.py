"""Splits of captures against one engine: rows, and its whole state at each cut.

Captures come from seeds, 40 of them unless the environment says how many. Thousands are compared by

    KAFKAWIRE_CAPTURES=2000 python -m pytest tests/spark/captures/test_stitching.py \
        tests/spark/captures/test_leapt.py
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kafkawire.dump.engine import Engine
from kafkawire.dump.inputs.captures import read_capture
from kafkawire.dump.inputs.pcapng_writer import ETHERNET
from kafkawire.dump.model import Damage, Event, ExchangeDone, Message
from kafkawire.dump.pipeline import Pipeline
from kafkawire.spark.captures import scanning
from kafkawire.spark.captures.carrying import Carried
from kafkawire.spark.captures.decoding import cuts_of, decode, whole_of
from kafkawire.spark.captures.layout import (
    Buffer,
    Layout,
    find_record,
    layout_of,
    map_file,
    records_between,
)
from kafkawire.spark.captures.leaps import NO_FRAMES, Entry, Leap, leap_of
from kafkawire.spark.captures.stitching import Cut, Fed
from tests.support.dump.captures import make_capture, pcap
from tests.support.dump.strange_captures import (
    SEEDS,
    splits_for,
    strange_frames,
    strange_pcap,
    strange_sends,
    text_of_state,
)

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("short_stretches")]


class Told:
    """All that an engine told, down to the numbers of packets and the words of damage."""

    def __init__(self) -> None:
        self.rows: list[tuple[object, ...]] = []

    def event(self, event: Event) -> None:
        if isinstance(event, ExchangeDone):
            exchange = event.exchange
            connection = exchange.connection
            messages = [_told(each) for each in (exchange.request, exchange.response)]
            name = connection.number, connection.client, connection.server, connection.opened_ns
            self.rows.append((*name, exchange.ended, *messages))
        elif isinstance(event, Damage):
            self.rows.append(event[1:])

    def close(self) -> None:
        pass


def _told(message: Message | None) -> tuple[object, ...] | None:
    if message is None:
        return None
    return tuple(value for name, value in vars(message).items() if name != "connection")


def rows_of_one(path: Path) -> list[tuple[object, ...]]:
    told = Told()
    pipeline = Pipeline(Engine(), None, None, [told])
    pipeline.run(read_capture(str(path)))
    pipeline.close()
    return told.rows


def rows_of_splits(path: Path, cuts: list[Cut]) -> list[tuple[object, ...]]:
    told = Told()
    for cut in cuts:
        for _ in decode(str(path), cut, [told]):
            pass
    return told.rows


def states_of_one(path: Path, cuts: list[Cut]) -> Iterator[str]:
    """What the engine's state is where each split begins, without any leap."""
    data = map_file(str(path))
    layout = layout_of(data)
    assert layout is not None
    carried = Carried(layout, data)
    for cut in cuts:
        yield text_of_state(carried)
        for batch in carried.batches(str(path), cut.stop):
            carried.engine.feed_all(batch)


@pytest.mark.parametrize("seed", SEEDS)
def test_splits_of_any_capture_give_what_one_engine_gives(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "a.pcap"
    path.write_bytes(strange_pcap(seed))
    expected = rows_of_one(path)
    for split_bytes in splits_for(seed):
        cuts = list(cuts_of(str(path), split_bytes))
        assert rows_of_splits(path, cuts) == expected, split_bytes
        for cut, state in zip(cuts, states_of_one(path, cuts), strict=True):
            assert cut.state is not None
            assert text_of_state(Carried.take_up(cut.state)) == state, (split_bytes, cut.start)


@pytest.mark.parametrize("seed", [3, 7])
def test_the_same_is_true_of_recordings(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "a.pcapng"
    path.write_bytes(make_capture(strange_sends(seed)))
    fed = Fed()
    cuts = list(cuts_of(str(path), 20_000, fed=fed))

    assert len(cuts) > 2
    assert rows_of_splits(path, cuts) == rows_of_one(path)
    assert fed.leaps
    assert fed.packets < fed.total / 2


def test_a_wrong_guess_where_records_begin_costs_time_and_no_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.pcap"
    path.write_bytes(strange_pcap(4))

    def find_late(layout: Layout, data: Buffer, start: int) -> int:
        return find_record(layout, data, find_record(layout, data, start) + 1)

    monkeypatch.setattr(scanning, "find_record", find_late)
    fed = Fed()
    cuts = list(cuts_of(str(path), 20_000, fed=fed))

    assert fed.rescans > 5
    assert rows_of_splits(path, cuts) == rows_of_one(path)


def test_a_leap_that_does_not_fit_is_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of what a scan assumes, each fact is made wrong once."""
    path = tmp_path / "a.pcap"
    path.write_bytes(pcap(strange_frames(4)))
    wrong = 0

    def make_wrong(*given: Any) -> Leap | None:
        nonlocal wrong
        leap = leap_of(*given)
        wrong += 1
        return None if leap is None else _made_wrong(leap, wrong % 5)

    monkeypatch.setattr(scanning, "leap_of", make_wrong)
    cuts = list(cuts_of(str(path), 20_000))

    assert wrong > 20
    assert rows_of_splits(path, cuts) == rows_of_one(path)


def _made_wrong(leap: Leap, what: int) -> Leap:
    entries = tuple(_entry_made_wrong(entry, what) for entry in leap.entries)
    leap = leap._replace(entries=entries)
    if what == 4 and leap.client != NO_FRAMES:
        leap = leap._replace(client_ids=frozenset({b"\0\5other"}))
    return leap


def _entry_made_wrong(entry: Entry, what: int) -> Entry:
    halves = entry.halves
    if what == 0:
        first, second = (half._replace(next=(half.next or 0) + 1) for half in halves)
        return entry._replace(halves=(first, second))
    if what == 1:
        first, second = (half._replace(distance=half.distance + 1) for half in halves)
        return entry._replace(halves=(first, second))
    if what == 2:
        return entry._replace(early=(*entry.early, 77))
    return entry._replace(first_id=entry.first_id + 1000) if what == 3 else entry


def test_records_are_found_from_anywhere(tmp_path: Path) -> None:
    for data in (strange_pcap(4), make_capture(strange_sends(5))):
        layout = layout_of(data)
        assert layout is not None
        starts = records_between(layout, data, layout.first, len(data)).at.tolist()
        for place in range(layout.first, len(data), 997):
            expected = next((each for each in starts if each >= place), len(data))
            assert find_record(layout, data, place) == expected


def test_damage_of_a_file_ends_what_is_split(tmp_path: Path) -> None:
    path = tmp_path / "a.pcap"
    data = bytearray(strange_pcap(1))
    begin = len(data) // 2
    data[begin : begin + 3000] = b"\xff" * 3000
    path.write_bytes(data + b"\1\2\3")
    cuts = list(cuts_of(str(path), 5_000))

    assert cuts[-1].stop is None
    assert len(cuts) > 3
    assert rows_of_splits(path, cuts) == rows_of_one(path)


def test_other_links_and_versions_of_ip_are_leapt_over_as_well(tmp_path: Path) -> None:
    path = tmp_path / "a.pcap"
    frames = [(time_ns, frame[14:]) for time_ns, frame in strange_frames(2)]
    path.write_bytes(pcap(frames, link_type=101, is_nano=False))
    fed = Fed()
    cuts = list(cuts_of(str(path), 9_000, fed=fed))

    assert rows_of_splits(path, cuts) == rows_of_one(path)
    assert fed.leaps


def test_what_cannot_be_split_is_one_part(tmp_path: Path) -> None:
    path = tmp_path / "a.pcap"
    path.write_bytes(pcap(strange_frames(2), link_type=ETHERNET))
    assert rows_of_splits(path, [whole_of(str(path))]) == rows_of_one(path)
