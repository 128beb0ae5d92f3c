"""Transactions: what readers see of them, fencing, exactly-once copies, administration."""

from __future__ import annotations

from compat.matrix.scenarios.base import Scenario, Seen, Topic, World, fine, refused, values
from kafkawire.protocol.error_codes import ErrorCode

COMMITTED = values([*range(10), *range(20, 30)])
FENCED = (ErrorCode.PRODUCER_FENCED, ErrorCode.INVALID_PRODUCER_EPOCH)


def _transactions(seen: Seen, world: World) -> None:
    del world
    assert sorted(seen.one("while-open")["values"]) == values(range(10))
    assert sorted(seen.one("uncommitted")["values"]) == sorted(values(range(30)))
    assert sorted(seen.one("after")["values"]) == sorted(COMMITTED)


def _fencing(seen: Seen, world: World) -> None:
    del world
    fine(seen.one("second"))
    refused(seen.one("first"), *FENCED)
    assert seen.one("values")["values"] == ["v1"]


def _copied(seen: Seen, count: int) -> None:
    """Nothing lost, nothing twice, and the group stands at the end."""
    assert sorted(seen.one("output")["values"]) == sorted(values(range(count)))
    assert seen.one("offsets")["offsets"] == {"0": count // 2, "1": count // 2}


def _copy(seen: Seen, world: World) -> None:
    del world
    assert seen.all("aborted")
    _copied(seen, 200)


def _copy_crash(seen: Seen, world: World) -> None:
    del world
    assert seen.all("killed")
    _copied(seen, 400)


def _administration(seen: Seen, world: World) -> None:
    listed = seen.one("listed")
    assert listed["has"]
    assert listed["state"].lower() == "ongoing"
    described = seen.one("described")
    assert described["state"].lower() == "ongoing"
    assert described["partitions"] == [f"{world.prefix}-0"]
    for line in seen.optional("producers"):
        assert line["producers"] == 1
    for line in seen.optional("fenced"):
        if line["error"] != ErrorCode.CONCURRENT_TRANSACTIONS:  # which clients try again since 3.4
            fine(line)
    for line in seen.optional("after"):
        refused(line, *FENCED)
    refused(seen.one("unknown"), ErrorCode.TRANSACTIONAL_ID_NOT_FOUND)


WORD_COUNTS = {"all": 2, "streams": 3, "lead": 1, "to": 1, "kafka": 4}
ROUNDS = 200


def _word_count(seen: Seen, world: World) -> None:
    del world
    assert seen.one("counts")["counts"] == WORD_COUNTS


def _word_count_crash(seen: Seen, world: World) -> None:
    del world
    assert seen.all("killed")
    expected = {word: count * ROUNDS for word, count in WORD_COUNTS.items()}
    assert seen.one("counts")["counts"] == expected


def _copying(records: int) -> tuple[Topic, Topic]:
    return Topic("-in", partitions=2, preloaded=records), Topic("-out")


WORDS = (Topic("-in", partitions=2), Topic("-out"))
SCENARIOS = (
    Scenario("transactions", _transactions, (Topic(partitions=2),)),
    Scenario("fencing", _fencing, (Topic(),)),
    Scenario("copy", _copy, _copying(100)),
    Scenario("copy-crash", _copy_crash, _copying(200), killed_at=15),
    Scenario("transactions-admin", _administration, (Topic(),)),
    Scenario("word-count", _word_count, WORDS, for_applications=True),
    Scenario("word-count-exactly-once", _word_count, WORDS, for_applications=True),
    Scenario("word-count-crash", _word_count_crash, WORDS, killed_at=15, for_applications=True),
)
