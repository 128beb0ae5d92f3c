"""The offset of a truncation, against the logs themselves."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from kafkawire.broker.followers.truncation import EpochEnd, truncation
from kafkawire.log.leader_epochs import LeaderEpochCache


def cache(*entries: tuple[int, int]) -> LeaderEpochCache:
    made = LeaderEpochCache()
    made.restore(entries)
    return made


def cut(leader: tuple[int, int], epochs: LeaderEpochCache, end: int = 10) -> tuple[int, bool]:
    to = truncation(EpochEnd(*leader), epochs, log_end_offset=end, initial_offset=4)
    return to.offset, to.is_complete


def test_each_case_of_a_response_has_its_offset() -> None:
    """fetch G-50: in the order of the rule."""
    epochs = cache((1, 0), (3, 6))
    assert cut((3, -1), epochs) == (4, True)
    assert cut((-1, 8), epochs) == (8, True)
    assert cut((-1, 12), epochs) == (10, True)
    assert cut((4, 8), epochs) == (8, True)  # an epoch that lies in the future
    assert cut((4, 12), epochs) == (10, True)
    assert cut((2, 9), epochs) == (6, False)
    assert cut((1, 5), epochs) == (5, True)
    assert cut((1, 7), epochs) == (6, True)
    assert cut((3, 9), epochs) == (9, True)
    assert cut((3, 12), epochs) == (10, True)
    assert cut((3, 2), cache()) == (2, True)


def epochs_of(log: list[int]) -> LeaderEpochCache:
    made = LeaderEpochCache()
    for offset, epoch in enumerate(log):
        made.assign(epoch, offset)
    return made


OFFLINE = None
HISTORIES = st.lists(
    st.tuples(st.booleans(), st.integers(0, 4), st.one_of(st.just(OFFLINE), st.integers(0, 4))),
    max_size=10,
)


@settings(max_examples=300)
@given(HISTORIES)
@example([(True, 4, 2), (False, 1, OFFLINE), (True, 1, OFFLINE), (False, 0, 0)])
def test_two_logs_of_one_history_agree_after_the_rounds(
    steps: list[tuple[bool, int, int | None]],
) -> None:
    """fetch G-50, KIP-279: either replica may lead, the other one may be offline meanwhile."""
    logs: list[list[int]] = [[], []]
    for epoch, (first_leads, appended, copied) in enumerate(steps):
        leader, follower = logs if first_leads else logs[::-1]
        if copied is not OFFLINE:
            truncate_in_rounds(leader, follower, epoch)
            assert follower == leader[: len(follower)]
        leader += [epoch] * appended
        if copied is not OFFLINE:
            follower += leader[len(follower) : len(follower) + copied]


def truncate_in_rounds(leader: list[int], follower: list[int], leader_epoch: int) -> None:
    known = epochs_of(leader)
    known.assign(leader_epoch, len(leader))
    for _ in range(20):
        if not follower:
            return
        answer = known.end_offset_for(follower[-1], len(leader))
        to = truncation(
            EpochEnd(*answer), epochs_of(follower), log_end_offset=len(follower), initial_offset=0
        )
        del follower[to.offset :]
        if to.is_complete:
            return
    raise AssertionError("truncation does not end")
