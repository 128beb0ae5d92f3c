"""What is kept in memory of the ends of segments, all together."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.log.files.file_store import FileStore
from kafkawire.log.files.shared import Shared
from kafkawire.log.files.tails import Tails
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.buffers import joined
from tests.support.log.batches import NOW_MS, make_batch
from tests.support.log.stored_logs import config_of, new_disk


class Owner:
    def __init__(self) -> None:
        self.size = 0

    def drop_tail(self) -> int:
        dropped, self.size = self.size, 0
        return dropped


@given(
    st.integers(0, 100),
    st.lists(st.tuples(st.integers(0, 5), st.integers(-30, 60)), max_size=60),
)
def test_the_tails_that_were_there_longest_go_first(
    bytes_max: int, moves: list[tuple[int, int]]
) -> None:
    tails = Tails(bytes_max)
    owners = [Owner() for _ in range(6)]
    order: list[int] = []
    for number, size in moves:
        owner = owners[number]
        if size == 0:
            tails.dropped(owner, owner.drop_tail())
            order = [each for each in order if each != number]
            continue
        grown = max(size, -owner.size)
        owner.size += grown
        order = order if number in order else [*order, number]
        left = [owners[each].size for each in order]
        while sum(left) > bytes_max:
            del left[0], order[0]
        tails.added(owner, grown)
        assert tails.size == sum(each.size for each in owners) <= bytes_max
        assert [each.size for at, each in enumerate(owners) if at not in order] == [0] * (
            6 - len(order)
        )
    tails.dropped(Owner(), 7)
    assert tails.size == sum(each.size for each in owners)


def test_many_logs_keep_no_more_than_a_few_may() -> None:
    disk = new_disk()
    shared = Shared(disk, open_files_max=100)
    shared.tails.bytes_max = 1_000
    logs = []
    for number in range(30):
        store = FileStore(TopicPartition("t", number), f"/data/t-{number}", shared)
        store.create(bytes(16))
        logs.append(PartitionLog(store.directory.topic_partition, config_of({}), store))
    batch = make_batch(size=100)
    for _ in range(2):
        for log in logs:
            log.append_as_leader(bytearray(batch), leader_epoch=0, now_ms=NOW_MS)
            assert shared.tails.size <= 1_000
    assert shared.tails.size > 500
    for log in logs:
        assert joined(log.segments[0].storage.slices(0, log.size))[12:] != b""
        assert log.position_of(1).byte_position == len(batch)
    for log in logs:
        log.store.close(log)
    assert shared.tails.size == 0
