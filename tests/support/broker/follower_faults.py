"""Histories of three brokers with faults, and what must hold in them.

A record is committed once it is below the high watermark of a leader. Without unclean elections:

- a committed record is on each later leader, and on each replica below its high watermark;
- the high watermark of a leader does not go back within its epoch;
- the epoch of a leader begins at the end of its log;
- after the faults all replicas are equal, and all records are committed.

With unclean elections records are lost, but the replicas are equal in the end.
"""

from __future__ import annotations

from random import Random

from kafkawire.broker.followers.fetch_states import FetchState
from kafkawire.broker.followers.settings import versions_of
from kafkawire.broker.replicas.partition import Partition
from kafkawire.log.partition_log import PartitionLog
from kafkawire.log.topic_partition import TopicPartition
from kafkawire.records.record import decode_records
from tests.support.broker.follower_cluster import NODES, PARTITIONS, FollowerCluster, Node
from tests.support.broker.follower_world import OLD_VERSIONS

STEPS = 120
QUIET_MS = 5000
NO_LEADER = -1
"""No broker leads."""
Record = tuple[int, bytes]
"""Leader epoch and value."""


class History:
    """One cluster through random steps; counts what happened."""

    def __init__(self, seed: int) -> None:
        self.random = random = Random(seed)
        self.is_unclean = seed % 4 == 3
        self.is_old = seed % 8 == 6
        self.cluster = FollowerCluster(random, OLD_VERSIONS if self.is_old else versions_of())
        self.committed: list[dict[int, Record]] = [{} for _ in range(PARTITIONS)]
        self.watermarks: dict[tuple[int, int, int, int], int] = {}
        """The last high watermark of a leader, by partition, node, incarnation and epoch."""
        self.checked: dict[tuple[int, int], int] = {}
        """The high watermark of each replica at its last check."""
        self.ends: dict[tuple[int, int], int] = {}
        """The end of each log at the last check."""
        self.elections = 0
        self.truncations = 0
        self.restarts = 0

    # What happens

    def go(self) -> None:
        cluster, random = self.cluster, self.random
        cluster.lost_of_100 = random.choice([0, 2, 15])
        cluster.delay_max_ms = random.choice([1, 20, 100])
        happenings = [self.append, self.learn, self.elect, self.join, self.leave, self.stop]
        happenings += [self.start, self.delete]
        weights = [10, 8, 2, 4, 1, 1, 3, 1]
        for happening in random.choices(happenings, weights, k=STEPS):
            happening()
            self.check()
            cluster.run(random.choice([0, 1, 10, 50, 300]), self.check)
        self.calm_down()

    def append(self) -> None:
        """Any broker that believes to lead, also one that was deposed."""
        index = self.index()
        leaders = [each for each in self.cluster.up if each.partitions[index].is_leader]
        if leaders:
            self.random.choice(leaders).append(index, self.random.randint(1, 3))

    def learn(self) -> None:
        for node in self.cluster.up:
            node.catch_up(self.random.randint(0, 3))

    def elect(self) -> None:
        """Elect an in-sync replica; any one in an unclean election."""
        index = self.index()
        image = self.cluster.truth(index)
        up = [node.id for node in self.cluster.up]
        found = [each for each in up if each in image.isr]
        if self.is_unclean and up and self.random.randrange(3) == 0:
            leader = self.random.choice(up)
            self.cluster.change(index, leader=leader, isr=[leader])
        elif found:
            self.cluster.change(index, leader=self.random.choice(found))
        else:
            return
        self.elections += 1
        self.check_leader(index)

    def join(self) -> None:
        """Add a replica that has caught up to the in-sync replicas (fetch G-23)."""
        index = self.index()
        leader = self.cluster.leader(index)
        if leader is None:
            return
        leader.catch_up()
        partition, image = leader.partitions[index], self.cluster.truth(index)
        start = max(partition.high_watermark, partition.log.leader_epochs.latest_start)
        for replica in partition.followers or ():
            is_up = self.cluster.nodes[replica.node_id].is_up
            if is_up and replica.node_id not in image.isr and replica.log_end_offset >= start:
                self.cluster.change(index, isr=[*image.isr, replica.node_id])
                leader.catch_up()
                return

    def leave(self) -> None:
        """Remove a follower from the in-sync replicas, as for a lag."""
        index = self.index()
        image = self.cluster.truth(index)
        others = [each for each in image.isr if each != image.leader]
        if others and image.leader != NO_LEADER:
            self.drop(index, self.random.choice(others))

    def stop(self) -> None:
        """Stop a broker; the controller takes it out of the in-sync replicas."""
        node = self.random.choice(list(self.cluster.nodes.values()))
        if node.is_up:
            node.stop()
            for index in range(PARTITIONS):
                self.drop(index, node.id)

    def drop(self, index: int, node_id: int) -> None:
        """Take a broker out of the in-sync replicas, unless it is the last one."""
        image = self.cluster.truth(index)
        isr = [each for each in image.isr if each != node_id] or list(image.isr)
        if image.leader != node_id:
            if isr != list(image.isr):
                self.cluster.change(index, isr=isr)
            return
        up = [each for each in isr if self.cluster.nodes[each].is_up]
        self.cluster.change(index, isr=isr, leader=up[0] if up else NO_LEADER)
        if up:
            self.elections += 1
            self.check_leader(index)

    def start(self) -> None:
        """Start a broker again; it leads if no other replica may."""
        down = [each for each in self.cluster.nodes.values() if not each.is_up]
        if down:
            node = self.random.choice(down)
            for index in range(PARTITIONS):
                image = self.cluster.truth(index)
                if image.leader == NO_LEADER and node.id in image.isr:
                    self.cluster.change(index, leader=node.id)
            node.start()
            self.restarts += 1

    def delete(self) -> None:
        """Delete records of a leader, at most up to its high watermark."""
        index = self.index()
        leader = self.cluster.leader(index)
        if leader is not None and self.random.randrange(2):
            partition = leader.partitions[index]
            low, high = partition.log_start_offset, partition.high_watermark
            leader.replicas.delete_records(partition, self.random.randint(low, high))

    def calm_down(self) -> None:
        """End all faults; the replicas become equal."""
        cluster = self.cluster
        cluster.lost_of_100, cluster.delay_max_ms = 0, 2
        while len(cluster.up) < len(NODES):
            self.start()
        for _ in range(10):
            for node in cluster.up:
                node.catch_up()
            for index in range(PARTITIONS):
                if cluster.truth(index).leader == NO_LEADER:
                    cluster.change(index, leader=cluster.truth(index).isr[0])
            cluster.run(QUIET_MS // 10, self.check)
            for _ in range(len(NODES) * PARTITIONS * 4):
                self.join()
        cluster.run(QUIET_MS, self.check)
        for index in range(PARTITIONS):
            # A response that came too late may have had the last high watermark.
            leader = cluster.leader(index)
            assert leader is not None
            leader.append(index, 1)
        cluster.run(QUIET_MS, self.check)
        for index in range(PARTITIONS):
            self.check_equal(index)

    def index(self) -> int:
        return self.random.randrange(PARTITIONS)

    # What must hold

    def check(self) -> None:
        for node in self.cluster.up:
            for index, partition in enumerate(node.partitions):
                end = partition.log_end_offset
                self.truncations += end < self.ends.get((node.id, index), 0)
                self.ends[node.id, index] = end
                if partition.is_leader:
                    self.check_watermark(node, index, partition)
        if not self.is_unclean:
            for node in self.cluster.up:
                for index, partition in enumerate(node.partitions):
                    log, end = partition.log, partition.high_watermark
                    if self.checked.get((node.id, index)) != end:
                        self.checked[node.id, index] = end
                        self.check_committed(index, log, end)

    def check_watermark(self, node: Node, index: int, partition: Partition) -> None:
        """The high watermark of a leader does not go back; what is below it is committed."""
        key = (index, node.id, node.incarnation, partition.leader_epoch)
        before = self.watermarks.get(key, 0)
        now = partition.high_watermark
        assert now >= before, f"the high watermark of {key} went from {before} to {now}"
        if now > before:
            committed = self.committed[index]
            for offset, record in contents(partition.log, before).items():
                if offset < now:
                    committed.setdefault(offset, record)
        self.watermarks[key] = now

    def check_committed(self, index: int, log: PartitionLog, end: int) -> None:
        """What a log has below `end` is what was committed there."""
        committed = self.committed[index]
        for offset, record in contents(log, log.log_start_offset).items():
            if offset < end:
                assert committed.get(offset) == record, (index, offset, record)

    def check_leader(self, index: int) -> None:
        """A new leader has all that was committed (replication C-53)."""
        if self.is_unclean:
            return
        leader = self.cluster.nodes[self.cluster.truth(index).leader]
        log = leader.logs.logs[TopicPartition("t", index)]
        has = contents(log, log.log_start_offset)
        for offset, record in self.committed[index].items():
            if offset >= log.log_start_offset:
                assert has.get(offset) == record, (index, offset, record, has.get(offset))

    def check_equal(self, index: int) -> None:
        found = [node.partitions[index] for node in self.cluster.up]
        for node, partition in zip(self.cluster.up, found, strict=True):
            if not partition.is_leader:
                state = node.fetchers.state(partition.topic_partition)
                assert state is not None
                assert state.state is FetchState.FETCHING, (node.id, index, state.state, state.why)
        ends = {(each.log_end_offset, each.high_watermark) for each in found}
        assert len(ends) == 1, ends
        start = max(each.log_start_offset for each in found)
        logs = [contents(each.log, start) for each in found]
        assert logs[0] == logs[1] == logs[2]
        ((end, high_watermark),) = ends
        assert high_watermark == end, "all records are committed in the end"


def run(seed: int) -> History:
    """Run the history of a seed; raises `AssertionError` with its seed."""
    history = History(seed)
    try:
        history.go()
    except AssertionError as error:
        error.add_note(f"seed {seed}")
        raise
    return history


def contents(log: PartitionLog, start: int) -> dict[int, Record]:
    """The records of a log from `start` on, by offset."""
    found = {}
    for header, batch in log.iter_batches(start):
        for record in decode_records(batch, 0, header):
            if record.offset >= start:
                value = bytes(record.value or b"")
                found[record.offset] = header.partition_leader_epoch, value
    return found
