"""What a session leaves out is counted as it would be found by looking at everything."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump.state.fetch_session import FetchSession
from kafkawire.dump.state.fetches import Key, Told
from kafkawire.dump.state.session_step import NOT_READ, NOTHING_NEW, OPEN_TRANSACTION, THROTTLED

LEFT_OUT_NAMED_MAX = 8

KEYS = st.tuples(st.just("t"), st.integers(0, 5))
OFFSETS = st.integers(0, 3)
ASKS = st.tuples(st.just("ask"), KEYS, OFFSETS)
REPORTS = st.tuples(st.just("report"), KEYS, OFFSETS, OFFSETS, st.sampled_from([0, 0, 0, 6]))
FORGETS = st.tuples(st.just("forget"), KEYS)


def _reason(session: FetchSession, key: Key) -> str:
    held = session.partitions[key]
    if held.fetch_offset < 0 or held.high_watermark <= held.fetch_offset:
        return NOTHING_NEW
    return OPEN_TRANSACTION if held.last_stable_offset <= held.fetch_offset else NOT_READ


@given(st.lists(ASKS | REPORTS | FORGETS), st.sets(KEYS))
def test_counts_are_those_of_looking(actions: list[Any], reported: set[Key]) -> None:
    session = FetchSession(1, 0)
    for what, key, *numbers in actions:
        if what == "forget":
            was_held = key in session.partitions
            assert session.forget(key) == was_held
            continue
        if what == "ask":
            session.ask(key, numbers[0])
        else:
            high_watermark, last_stable_offset, error_code = numbers
            stable = min(last_stable_offset, high_watermark)
            told = Told(error_code, -1 if error_code else high_watermark, stable, 0, 0)
            session.report(key, told)
        session.judge(key, True)
    left_out = {each: _reason(session, each) for each in session.partitions if each not in reported}
    expected: dict[str, int] = {}
    for reason in left_out.values():
        expected[reason] = expected.get(reason, 0) + 1
    assert session.left_out(reported, NOTHING_NEW) == expected
    assert dict(session.first_left_out(reported, NOTHING_NEW)) == left_out
    throttled = {THROTTLED: len(left_out)} if left_out else {}
    assert session.left_out(reported, THROTTLED) == throttled


def test_only_the_first_are_named() -> None:
    session = FetchSession(1, 0)
    for number in range(100):
        session.ask(("t", number), 0)
    named = dict(session.first_left_out({("t", 0)}, NOTHING_NEW))
    assert list(named) == [("t", number) for number in range(1, 1 + LEFT_OUT_NAMED_MAX)]


def test_what_was_told_last_survives_an_error() -> None:
    session = FetchSession(1, 0)
    session.ask(("t", 0), 9)
    session.report(("t", 0), Told(0, 9, 9, 4, 0))
    session.report(("t", 0), Told(1, -1, -1, -1, 0))
    held = session.partitions[("t", 0)]
    assert (held.start_offset, held.end_offset, held.high_watermark) == (4, 9, -1)
