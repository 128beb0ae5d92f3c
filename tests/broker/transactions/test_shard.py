"""One coordinator partition: what clients see against a model, reloads, and writes that lag."""

from __future__ import annotations

from typing import Any

import hypothesis
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.broker.coordinator import Loader
from kafkawire.broker.replicas.verification import Claim
from kafkawire.broker.transactions.states import STATES_BY_NAME
from kafkawire.broker.transactions.transaction import Transaction
from kafkawire.log.compaction.cleanable import cleanable
from kafkawire.log.config import LogConfig
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.end_txn_request import EndTxnRequest
from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest
from tests.support.broker.partitions import reassign
from tests.support.log.compaction import clean
from tests.support.requests.coordination import NAME, TIMEOUT_MS, Identity, TransactionsHarness
from tests.support.requests.harness import Pending

STEPS_MAX = 40
COMPACTED = {
    "cleanup.policy": "compact",
    "internal.segment.bytes": "1000",
    "delete.retention.ms": "0",
}
"""The topic of states, with segments that a few records fill, and tombstones that go soon."""
STUCK = 3
"""The partition of `t` whose marker can be held up."""


class Model:
    """One transactional id, as the table of produce C-13 has it; times are left out.

    `epoch` and `last` are as C-28 to C-33 and C-70 have them, for a producer id that lasts.
    """

    def __init__(self) -> None:
        self.state = "Empty"
        self.epoch = -1
        self.last = -1
        self.partitions: set[int] = set()
        self.is_stuck = False

    def init(self, given: int | None) -> int:
        if self.state.startswith("Prepare"):
            return 51
        if self.state == "Ongoing":
            self._end(commit=False, bumps=True)
            return 51
        if given is None:
            self.epoch, self.last = self.epoch + 1, -1
        elif given == self.epoch or self.epoch < 0:
            self.epoch, self.last = self.epoch + 1, self.epoch
        elif given != self.last:
            return 90
        self.state, self.partitions = "Empty", set()
        return 0

    def add(self, epoch: int, partition: int) -> int:
        code = 51 if self.state.startswith("Prepare") else self._check(epoch)
        if not code:
            self.state = "Ongoing"
            self.partitions.add(partition)
        return code

    def verify(self, epoch: int, partition: int) -> int:
        return self._check(epoch) or (0 if partition in self.partitions else 120)

    def _check(self, epoch: int) -> int:
        if self.epoch < 0:
            return 49
        if epoch != self.epoch:
            return 90
        return 51 if self.state.startswith("Prepare") else 0

    def end(self, epoch: int, *, commit: bool, bumps: bool) -> int:
        if self.epoch < 0:
            return 49
        result = "Commit" if commit else "Abort"
        if self.state.startswith("Prepare"):
            return 51 if bumps or epoch == self.epoch else 90
        if bumps and epoch == self.epoch - 1 and self.state.startswith("Complete"):
            return self._repeated(result)
        if epoch != self.epoch:
            return 90
        if self.state == "Ongoing" or (bumps and not commit):
            self._end(commit=commit, bumps=bumps)
            return 0
        return 48 if bumps or self.state == "Empty" else self._repeated(result)

    def _repeated(self, result: str) -> int:
        return 0 if self.state == "Complete" + result else 48

    def _end(self, *, commit: bool, bumps: bool) -> None:
        if bumps:
            self.epoch, self.last = self.epoch + 1, self.epoch
        self.state = "PrepareCommit" if commit else "PrepareAbort"
        self.markers_may_be_written()

    def markers_may_be_written(self) -> None:
        if self.state.startswith("Prepare") and not (self.is_stuck and STUCK in self.partitions):
            self.state = self.state.replace("Prepare", "Complete")
            self.partitions = set()

    def reload(self) -> None:
        self.last = -1


class World:
    """A broker and the model of it; whatever the test draws is done to both."""

    def __init__(self) -> None:
        self.harness = TransactionsHarness()
        self.model = Model()
        self.cleaned_to = 0
        self.shard.partition.log.config = LogConfig.from_mapping(COMPACTED)

    @property
    def shard(self) -> Any:
        return self.harness.shard

    def act(self, kind: str, epoch: int, detail: int) -> None:
        getattr(self, kind)(self.model.epoch + epoch, detail)

    def init(self, epoch: int, detail: int) -> None:
        if detail % 2 or epoch < 0:
            self._same(self.harness.init().error_code, self.model.init(None))
            return
        self._same(self.harness.init(NAME, (0, epoch)).error_code, self.model.init(epoch))

    def add(self, epoch: int, detail: int) -> None:
        found = self.harness.add((0, epoch), detail % 4)
        self._same(found, self.model.add(epoch, detail % 4))

    def claim(self, epoch: int, detail: int) -> None:
        expected = self.model.add(epoch, detail % 4)
        found = self.harness.add_as_broker((0, epoch), {"t": [detail % 4]})
        self._same(found["t", detail % 4], expected)

    def verify(self, epoch: int, detail: int) -> None:
        partition = TopicPartition("t", detail % 4)
        found = self.harness.broker.transactions.verify(
            Claim(NAME, 0, epoch, partition, adds=False)
        )
        self._same(int(found), self.model.verify(epoch, detail % 4))

    def end(self, epoch: int, detail: int) -> None:
        commit, bumps = bool(detail % 2), detail < 4
        expected = self.model.end(epoch, commit=commit, bumps=bumps)
        found = self.harness.end((0, epoch), commit=commit, version=5 if bumps else 4)
        self._same(found[0], expected)
        if bumps and not expected:
            assert found[1:] == (0, self.model.epoch), "produce C-70, C-73"

    def hold(self, epoch: int, detail: int) -> None:
        """Markers to one partition are held up, or go on."""
        self.model.is_stuck = not self.model.is_stuck
        self.harness.partition(STUCK).is_leader = not self.model.is_stuck
        self.harness.advance(2000)
        self.model.markers_may_be_written()

    def reload(self, epoch: int, detail: int) -> None:
        self.harness.restart_coordinator()
        self.model.reload()

    def compact(self, epoch: int, detail: int) -> None:
        """A round of the log cleaner."""
        log, now_ms = self.shard.partition.log, self.harness.now_ms
        plan = cleanable(log, self.cleaned_to, now_ms)
        if plan.dirty_bytes:
            self.cleaned_to = clean(log, plan, now_ms)

    def _same(self, found: int, expected: int) -> None:
        assert found == expected, (self.model.state, self.model.epoch)

    def check(self) -> None:
        """The same for who looks from outside, and after a load."""
        live = durable(self.shard)
        if self.model.epoch < 0:
            assert not live
            return
        transaction = self.harness.transaction()
        assert transaction.state is STATES_BY_NAME[self.model.state]
        assert (transaction.producer_epoch, transaction.last_producer_epoch) == (
            self.model.epoch,
            self.model.last,
        )
        assert {each.partition for each in transaction.partitions} == self.model.partitions
        again = self.harness.broker.transactions.make_shard(self.shard.partition)
        loader = Loader(self.shard.partition, again)
        while not loader.load_slice():
            pass
        assert durable(again) == live
        assert list(again.ids) == list(self.shard.ids)


def durable(shard: Any) -> dict[str, Transaction]:
    """What survives a reload (produce C-10)."""
    return {
        name: held.transaction._replace(last_producer_epoch=-1) for name, held in shard.ids.items()
    }


KINDS = ["init", "hold", "reload", "compact", "verify"] + ["add", "claim"] * 2 + ["end"] * 4
steps = st.tuples(
    st.sampled_from(KINDS),
    st.sampled_from([0, 0, 0, 0, 0, -1, -1, -2, 1]),
    st.integers(0, 7),
)


@hypothesis.settings(max_examples=60, deadline=None)
@given(st.lists(steps, min_size=15, max_size=STEPS_MAX))
def test_clients_see_the_table_and_a_reload_changes_nothing(
    history: list[tuple[str, int, int]],
) -> None:
    """produce C-10, C-12, C-13, C-28, C-31, C-43, C-70 to C-73, C-100: whatever clients do."""
    world = World()
    world.act("init", 0, 1)
    for kind, epoch, detail in history:
        world.act(kind, epoch, detail)
        world.check()


# Writes whose commit takes time


class Lagging:
    """A broker whose id `x` belongs to a partition with a second replica; see `catch_up`."""

    def __init__(self, states: int = 1) -> None:
        self.harness = TransactionsHarness()
        for _ in range(states):
            self.harness.identity()
        partition = self.partition = self.harness.shard_of(NAME).partition
        replicas = (partition.image.leader, 99)
        reassign(partition, replicas=replicas, isr=replicas)

    def ask(self, request: Message, version: int) -> Pending:
        return self.harness.connect().send(request, version)

    def init(self) -> Pending:
        request = InitProducerIdRequest(transactional_id=NAME, transaction_timeout_ms=TIMEOUT_MS)
        return self.ask(request, 5)

    def end(self, who: Identity, version: int = 5) -> Pending:
        request = EndTxnRequest(
            transactional_id=NAME, producer_id=who[0], producer_epoch=who[1], committed=True
        )
        return self.ask(request, version)

    def add(self, who: Identity) -> int:
        claim = Claim(NAME, *who, TopicPartition("t", 0), adds=True)
        return int(self.harness.broker.transactions.verify(claim))

    def catch_up(self) -> None:
        """The other replica has everything, for the moment."""
        self.partition.move_high_watermark(self.partition.log_end_offset)
        self.partition.notify()
        self.harness.settle()


@pytest.mark.parametrize("states", [0, 1])
def test_until_a_write_is_committed_nothing_else_can_be_done(states: int) -> None:
    """produce C-4, C-14, C-26: and the id is told as it was."""
    world = Lagging(states)
    first = world.init()
    assert not first.done
    state = world.harness.describe()
    assert (state.transaction_state, state.producer_epoch) == ("Empty", states - 1)
    assert world.init().response.error_code == 51
    who = (0, 0)
    assert world.add(who) == 51
    assert world.end(who).response.error_code == 51
    assert world.end((9, 9)).response.error_code == 51, "before id and epoch are looked at"
    assert world.end((9, 9), version=4).response.error_code == 49, "after that"
    assert world.end((0, 9), version=4).response.error_code == 90
    assert world.end((0, states - 1), version=4).response.error_code == 51
    world.catch_up()
    assert (first.response.error_code, first.response.producer_epoch) == (0, states)
    assert world.harness.describe().producer_epoch == states


def test_a_verification_does_not_mind_what_is_pending() -> None:
    """produce C-47: it looks at what is committed."""
    world = Lagging()
    assert world.add((0, 0)) == 51, "it will be tried again"
    claim = Claim(NAME, 0, 0, TopicPartition("t", 0), adds=False)
    verify = world.harness.broker.transactions.verify
    assert verify(claim) == 120
    world.catch_up()
    assert verify(claim) == 0
    assert world.add((0, 0)) == 0


def test_markers_follow_the_committed_decision() -> None:
    """produce C-5, C-99: and the answer comes with it, before they are recorded."""
    world = Lagging()
    world.add((0, 0))
    world.catch_up()
    ended = world.end((0, 0))
    assert not ended.done
    assert world.harness.markers() == []
    world.catch_up()
    assert (ended.response.error_code, ended.response.producer_epoch) == (0, 1)
    assert len(world.harness.markers()) == 1
    assert world.harness.state() == "PrepareCommit"
    assert world.end((0, 0)).response.error_code == 51
    world.catch_up()
    assert world.harness.state() == "CompleteCommit"


def test_an_answer_does_not_wait_for_ever() -> None:
    """produce C-4: 15; what was written may still be committed."""
    world = Lagging()
    asked = world.init()
    world.harness.advance(30_000)
    assert asked.response.error_code == 15
    assert world.init().response.error_code == 51
    world.catch_up()
    assert world.harness.describe().producer_epoch == 1


@pytest.mark.slow
def test_an_id_that_is_being_forgotten_is_not_used() -> None:
    """produce C-12, C-82: until the tombstone is committed it is there, and Dead."""
    world = Lagging()
    world.harness.advance(7 * 86_400_000)
    assert world.harness.states_written()[-1] == "tombstone"
    assert world.init().response.error_code == 51
    assert world.harness.describe().error_code == 0
    world.catch_up()
    assert world.harness.describe().error_code == 105


@pytest.mark.slow
def test_an_id_with_a_pending_change_is_not_forgotten() -> None:
    """produce C-82."""
    world = Lagging()
    world.harness.advance(7 * 86_400_000 - 1)
    world.init()
    world.harness.advance(1)
    assert "tombstone" not in world.harness.states_written()


def test_a_coordinator_that_has_resigned_takes_nothing_more() -> None:
    """produce C-3: whoever leads next decides what was committed."""
    world = Lagging()
    world.init()
    shard, transactions = world.harness.shard, world.harness.broker.transactions
    index = transactions.partition_of(NAME)
    transactions.on_partition_resigned(index, world.harness.now_ms)
    world.catch_up()
    assert shard.ids[NAME].transaction.producer_epoch == 0
