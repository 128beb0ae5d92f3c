"""What may happen in a stormy hour, each event with its weight."""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import trio

from kafkawire.protocol.messages.create_partitions_request import CreatePartitionsRequest
from tests.support.requests.harness import HarnessClient
from tools.simulate_client.writers import TransactionalWriter

if TYPE_CHECKING:
    from tools.simulate_client.readers import Reader
    from tools.simulate_client.town import Town

PARTITIONS_MAX, MEMBERS_MAX = 6, 4
RECORDS_MAX, TRANSACTION_RECORDS_MAX = 40, 20
COMMIT_SHARE = 0.7
HOLD_SECONDS = (10.0, 60.0)
DOWN_SECONDS = (0.0, 0.2, 2.0, 20.0)
SENT_AGAIN_S = 10.0
"""So long after a lost connection a broker does not end in order, but is killed.

A broker that ends in order remembers the last batch of each producer only, as Kafka's snapshots
do. A producer that sends several batches again would have them written twice.
"""


class Events:
    """Has things happen to a town, and counts them."""

    def __init__(self, town: Town) -> None:
        self.counts: Counter[str] = Counter()
        self._town = town
        self._random = town.random
        self._kinds: dict[Callable[[], Awaitable[None]], int] = {
            self.write: 8,
            self.transact: 4,
            self.member_joins: 3,
            self.member_leaves: 1,
            self.member_is_cancelled: 1,
            self.member_dies: 1,
            self.member_holds: 1,
            self.writer_dies: 1,
            self.topic_grows: 1,
            self.leader_changes: 1,
            self.connections_are_lost: 1,
            self.broker_restarts: 1,
        }

    async def happen(self) -> None:
        """Have one event happen."""
        (kind,) = self._random.choices(list(self._kinds), list(self._kinds.values()))
        self.counts[kind.__name__.replace("_", " ")] += 1
        await kind()

    async def write(self) -> None:
        """Have a producer write some records."""
        plain = [each for each in self._town.writers if not isinstance(each, TransactionalWriter)]
        self._random.choice(plain).write(self._random.randint(1, RECORDS_MAX))

    async def transact(self) -> None:
        """Have a producer make a transaction."""
        tellers = [each for each in self._town.writers if isinstance(each, TransactionalWriter)]
        self._random.choice(tellers).transaction(
            self._random.randint(0, TRANSACTION_RECORDS_MAX),
            commits=self._random.random() < COMMIT_SHARE,
        )

    # Members

    async def member_joins(self) -> None:
        """Have a member join one of the groups."""
        group = self._random.choice(self._town.groups)
        if len([each for each in self._town.alive() if each.group is group]) < MEMBERS_MAX:
            self._town.join(group)

    async def member_leaves(self) -> None:
        """Have a member leave in order."""
        for member in self._one_young():
            member.leave()

    async def member_is_cancelled(self) -> None:
        """Cancel the task of a member."""
        for member in self._one_young():
            member.cancel()

    async def member_dies(self) -> None:
        """Kill the process of a member that is in no rebalance of a classic group.

        Brokers wait five minutes for a new member that dies while it joins, Kafka's, too.
        """
        for member in self._one_young(lambda each: each.is_settled):
            self._town.network.kill(member.name)
            member.kill()

    async def member_holds(self) -> None:
        """Have a member take its time for the next batch."""
        alive = self._town.alive()
        if alive:
            self._random.choice(alive).hold(self._random.choice(HOLD_SECONDS))

    # Producers

    async def writer_dies(self) -> None:
        """Kill the process of a producer, and start another one."""
        town = self._town
        young = [each for each in town.writers if each not in town.elder_writers]
        if len(young) < 2:
            if self._random.random() < 0.5:
                town.new_teller()
            else:
                town.new_writer()
            return
        writer = self._random.choice(young)
        town.network.kill(writer.name)
        writer.kill()
        town.writers.remove(writer)
        if isinstance(writer, TransactionalWriter):
            town.new_teller(writer.transactional_id)
        else:
            town.new_writer()

    # The cluster

    async def topic_grows(self) -> None:
        """Add a partition to a topic."""
        topic = self._random.choice(self._town.topics)
        life = self._town.broker.current()
        count = len(life.broker.metadata.topics[topic].partitions) + 1
        if count <= PARTITIONS_MAX:
            wanted = CreatePartitionsRequest.CreatePartitionsTopic(name=topic, count=count)
            request = CreatePartitionsRequest(topics=[wanted], timeout_ms=1000)
            HarnessClient(life, "admin", "127.0.0.1").request(request, 3)
            self._town.broker.moved()

    async def leader_changes(self) -> None:
        """Begin another leader epoch of a partition."""
        self._town.broker.elect(self._random.choice(self._town.partitions()))

    async def connections_are_lost(self) -> None:
        """Lose the connections of one client, or of all."""
        names = [each.name for each in self._town.alive()]
        names += [each.name for each in self._town.writers]
        self._town.network.cut(self._random.choice([None, *names]))

    async def broker_restarts(self) -> None:
        """Kill the broker, or end it in order, and start it again."""
        broker, network = self._town.broker, self._town.network
        is_settled = trio.current_time() > network.cut_s + SENT_AGAIN_S
        if is_settled and self._random.random() < 0.5:
            network.finish()
            broker.stop()
        else:
            broker.kill()
        await trio.sleep(self._random.choice(DOWN_SECONDS))
        broker.start()
        broker.moved()

    def _one_young(self, may: Callable[[Reader], bool] = lambda each: True) -> list[Reader]:
        young = [each for each in self._town.young() if may(each)]
        return [self._random.choice(young)] if young else []
