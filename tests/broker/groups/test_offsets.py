"""The store of offsets against a naive model."""

from typing import NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.groups.offsets import NO_PRODUCER, OffsetStore
from kafkawire.broker.groups.records import offset_record
from kafkawire.protocol.messages.offset_commit_value import OffsetCommitValue

Place = tuple[str, str, int]


class Step(NamedTuple):
    kind: str
    place: Place
    producer_id: int


places = st.tuples(st.sampled_from("gh"), st.sampled_from("tu"), st.integers(0, 1))
steps = st.builds(
    Step,
    st.sampled_from(["commit", "pending", "tombstone", "COMMIT", "ABORT"]),
    places,
    st.integers(1, 3),
)


class Model:
    """What the rules say, without any index."""

    def __init__(self) -> None:
        self.committed: dict[Place, int] = {}
        self.pending: dict[tuple[int, Place], int] = {}

    def apply(self, step: Step, at: int) -> None:
        if step.kind == "commit":
            self.committed[step.place] = at
        elif step.kind == "pending":
            self.pending[step.producer_id, step.place] = at
        elif step.kind == "tombstone":
            self.committed.pop(step.place, None)
            self.pending = {k: v for k, v in self.pending.items() if k[1] != step.place}
        else:
            self.end(step.producer_id, step.kind == "COMMIT")

    def end(self, producer_id: int, committed: bool) -> None:
        for (producer, place), at in list(self.pending.items()):
            if producer == producer_id:
                del self.pending[producer, place]
                if committed and at > self.committed.get(place, -1):
                    self.committed[place] = at


def apply(store: OffsetStore, step: Step, at: int) -> None:
    """The offset committed is the record's own offset, so that it tells which commit won."""
    if step.kind in ("COMMIT", "ABORT"):
        store.end_transaction(step.producer_id, committed=step.kind == "COMMIT")
        return
    value = None if step.kind == "tombstone" else OffsetCommitValue(offset=at)
    producer_id = step.producer_id if step.kind == "pending" else NO_PRODUCER
    store.apply(offset_record(*step.place, value), at, producer_id)


def contents(store: OffsetStore) -> dict[Place, int]:
    return {
        (group, topic, partition): offset.offset
        for group in "gh"
        for topic, partitions in store.of_group(group).items()
        for partition, offset in partitions.items()
    }


@given(st.lists(steps, max_size=40))
def test_it_holds_what_the_rules_say(history: list[Step]) -> None:
    """groups A-22, C-40 to C-42: commits, pending offsets, tombstones and markers."""
    store, model = OffsetStore(), Model()
    for at, step in enumerate(history):
        apply(store, step, at)
        model.apply(step, at)

        assert contents(store) == model.committed
        unstable = {place for _, place in model.pending}
        for group in "gh":
            known = {place for place in {*model.committed, *unstable} if place[0] == group}
            assert {(group, *place) for place in store.partitions_of(group)} == known
            for topic in "tu":
                assert (group in store.groups_of_topic(topic)) == any(
                    place[1] == topic for place in known
                )
                here = {place[2] for place in known if place[1] == topic}
                assert sorted(store.partitions_of_topic(group, topic)) == sorted(here)
                for partition in (0, 1):
                    place = (group, topic, partition)
                    assert store.is_pending(*place) == (place in unstable)


def test_a_plain_commit_after_the_transactional_one_wins() -> None:
    """groups C-40, scenario 94."""
    store = OffsetStore()
    store.apply(offset_record("g", "t", 0, OffsetCommitValue(offset=50)), 1, 7)
    store.apply(offset_record("g", "t", 0, OffsetCommitValue(offset=9)), 2, NO_PRODUCER)
    store.end_transaction(7, committed=True)
    found = store.get("g", "t", 0)
    assert found is not None
    assert found.offset == 9


def test_partitions_with_only_pending_offsets_come_last() -> None:
    """groups A-14: the order of the tombstones."""
    store = OffsetStore()
    store.apply(offset_record("g", "a", 0, OffsetCommitValue(offset=1)), 1, 7)
    store.apply(offset_record("g", "b", 0, OffsetCommitValue(offset=1)), 2, NO_PRODUCER)
    assert list(store.partitions_of("g")) == [("b", 0), ("a", 0)]
