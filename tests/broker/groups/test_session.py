"""Deadlines that move."""

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.groups.session import SessionTimer
from kafkawire.timers import Timers

FOREVER = 10_000


@given(
    st.lists(
        st.tuples(st.integers(0, 50), st.none() | st.integers(1, 100)), min_size=1, max_size=30
    )
)
def test_it_expires_exactly_at_the_last_deadline(
    steps: list[tuple[int, int | None]],
) -> None:
    """A naive model: one deadline, moved by `move`, removed by `cancel` and by expiring."""
    timers = Timers()
    expired: list[int] = []
    session = SessionTimer(timers, expired.append)
    now = 0
    deadline: int | None = None
    expected: list[int] = []
    for wait, timeout in [*steps, (FOREVER, None)]:
        end = now + wait
        if deadline is not None and deadline <= end:
            expected.append(deadline)
            deadline = None
        while timers.next_deadline_ms() <= end:
            now = timers.next_deadline_ms()
            timers.run(now, 1)
        now = end
        assert expired == expected
        deadline = None if timeout is None else now + timeout
        if timeout is None:
            session.cancel()
        else:
            session.move(now + timeout)


def test_a_thousand_heartbeats_are_one_entry_in_the_heap() -> None:
    timers = Timers()
    session = SessionTimer(timers, lambda now_ms: None)
    for now_ms in range(1000):
        session.move(now_ms + 30_000)
    assert len(timers) == 1
    assert timers.next_deadline_ms() == 30_000
