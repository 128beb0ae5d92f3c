"""The ledger of the crash runs: what it complains about, and that it does."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from kafkawire.records.batch import BatchHeader, read_header
from kafkawire.records.builder import encode_batch
from tools.crash.ledger import Batch, Ledger, Place
from tools.crash.node import Node
from tools.crash.producers import KeyedProducer
from tools.crash.speed import kinds

PLACE = Place("t", 0)


class Log:
    """A log with the batches of one producer, and the ledger that knows of them."""

    def __init__(self, sender: str = "plain/0") -> None:
        self.ledger = Ledger()
        self.sender = sender
        self.batches: list[Batch] = []
        self.headers: list[BatchHeader] = []
        self.end = 0

    def append(self, *, acknowledged: bool = True, stored: bool = True, count: int = 2) -> None:
        number = self.ledger.number()
        records = [(number, None, b"%d" % at, ()) for at in range(count)]
        header = read_header(bytes(encode_batch(records, base_offset=self.end)))
        batch = Batch(number, PLACE, self.sender, header)
        self.ledger.sent(batch)
        self.batches.append(batch)
        if acknowledged:
            self.ledger.acknowledge(batch, self.end)
        if stored:
            self.headers.append(header)
            self.end += count

    def findings(self, end: int | None = None) -> list[str]:
        self.ledger.compare(PLACE, 0, self.end if end is None else end, self.headers)
        return self.ledger.findings


def test_a_log_with_what_was_acknowledged_is_right() -> None:
    log = Log()
    for _ in range(3):
        log.append()
    assert log.findings() == []
    assert log.findings() == []
    assert (log.ledger.acknowledged, log.ledger.kept, log.ledger.dropped) == (3, 0, 0)


def test_what_was_in_doubt_may_be_there_or_not_but_must_not_come_and_go() -> None:
    log = Log()
    log.append(acknowledged=False)
    log.append(acknowledged=False, stored=False)
    assert log.findings() == []
    assert (log.ledger.kept, log.ledger.dropped) == (1, 1)
    (kept,) = log.headers
    log.headers.clear()
    assert "is not any more" in log.findings(end=0)[0]
    log = Log()
    log.append(acknowledged=False, stored=False)
    assert log.findings() == []
    log.headers.append(kept._replace(base_timestamp=log.batches[0].number, crc=log.batches[0].crc))
    assert "came back" in log.findings(end=2)[0]


def test_an_idempotent_producer_may_send_again_what_was_not_there() -> None:
    log = Log("idempotent/0")
    log.append(acknowledged=False, stored=False)
    assert log.findings() == []
    log.ledger.acknowledge(log.batches[0], 0)
    assert "is lost" in log.findings()[0]


def test_a_batch_that_is_acknowledged_elsewhere_than_found_is_doubled() -> None:
    log = Log("idempotent/0")
    log.append(acknowledged=False)
    assert log.findings() == []
    log.ledger.acknowledge(log.batches[0], 7)
    assert "was at 0 and is acknowledged at 7" in log.findings()[0]


@pytest.mark.parametrize(
    ("damage", "found"),
    [
        (lambda headers: headers.pop(), "is lost"),
        (lambda headers: headers.pop(0), "follows where 0 should"),
        (lambda headers: headers.reverse(), "too late"),
        (lambda headers: headers.append(headers[0]), "comes again"),
        (lambda headers: headers.insert(0, headers[0]._replace(crc=1)), "nobody sent"),
        (lambda headers: headers.insert(0, headers[0]._replace(base_timestamp=1)), "nobody sent"),
        (lambda headers: headers.insert(0, headers[0]._replace(records_count=9)), "nobody sent"),
    ],
)
def test_what_is_lost_doubled_moved_or_changed_is_found(damage: object, found: str) -> None:
    log = Log()
    for _ in range(3):
        log.append()
    damage(log.headers)  # type: ignore[operator]
    assert any(found in finding for finding in log.findings()), log.ledger.findings


def test_a_producer_id_is_given_away_once() -> None:
    ledger = Ledger()
    ledger.knows_producer(4)
    ledger.knows_producer(5)
    assert ledger.findings == []
    ledger.knows_producer(4)
    assert ledger.findings == ["the producer id 4 was given away twice"]


def test_of_a_key_the_last_value_that_was_acknowledged_counts() -> None:
    ledger = Ledger()
    keyed = KeyedProducer(ledger, PLACE, 2, Random(1))
    keyed._written = {b"a": [1, 3, 5], b"b": [2]}
    keyed._acknowledged = {b"a": 3, b"b": 2}
    keyed.compare([(0, b"b", b"2 "), (1, b"a", b"3 ")])
    keyed.compare([(0, b"b", b"2 "), (1, b"a", b"3 "), (2, b"a", b"5 ")])
    assert ledger.findings == []
    keyed.compare([(0, b"b", b"2 "), (1, b"a", b"1 ")])
    keyed.compare([(0, b"b", b"2 "), (1, b"a", b"5 "), (2, b"a", b"3 ")])
    keyed.compare([(0, b"b", b"2 "), (1, b"a", b"3 "), (2, b"a", b"4 ")])
    kinds_found = ["lost what was written last", "is older than before", "was never written"]
    assert [kind for kind in kinds_found if any(kind in each for each in ledger.findings)] == (
        kinds_found
    )


def test_batches_of_the_measured_kinds_have_their_sizes() -> None:
    sizes = {kind.name: len(kind.batch) for kind in kinds()}
    for name, size in (("1 MB", 1 << 20), ("16 KB", 16 << 10), ("1 KB", 1 << 10), ("100 B", 100)):
        assert abs(sizes[name] - size) / size < 0.05


@pytest.mark.process
def test_the_end_of_a_block_kills_the_broker_that_it_started(tmp_path: Path) -> None:
    with Node(tmp_path / "data") as node:
        assert node.wait() > 0
    assert node.process.returncode == -9
