"""The walks of transactions: producers of a few transactional ids, their partitions and groups.

Kafka ends a transaction behind the answer: until its markers are written it says so with
CONCURRENT_TRANSACTIONS. So whatever hears that is asked again, and after each request that may end
a transaction the walk waits until its id is at rest.
"""

from __future__ import annotations

from random import Random

from compat.oracle.scripts.groups import find_request
from compat.oracle.side import Side
from compat.oracle.steps import Ask
from compat.oracle.walking import transacting as acts
from compat.oracle.walking.planner import Drawn, Ranges
from compat.oracle.walking.sketch import Sketch
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.init_producer_id_request import InitProducerIdRequest

TOPICS = ("ant", "bee")
TRANSACTION, GROUP = 1, 0


class TransactionSketch(Sketch):
    """Topics whose records are kept as they are; who produces what is known to each side alone."""

    def __init__(self, random: Random, ranges: Ranges) -> None:
        super().__init__(random, ranges)
        self._are_all_pure = True


class Transactions(Drawn[TransactionSketch]):
    """See the module."""

    def prepare(self, side: Side) -> None:
        """Have both coordinators there, and a block of producer ids."""

        def is_fine(found: Message) -> bool:
            return not found.error_code  # type: ignore[attr-defined]

        for kind in (TRANSACTION, GROUP):
            side.do(Ask(find_request(3, "any", key_type=kind), 3, until=is_fine))
        asked = InitProducerIdRequest(transactional_id="any", transaction_timeout_ms=60_000)
        side.do(Ask(asked, 4, until=is_fine))


KIND = Transactions(
    "transactions",
    TransactionSketch,
    (
        (14, acts.initialize),
        (12, acts.add_partitions),
        (5, acts.add_for_broker),
        (6, acts.add_offsets),
        (9, acts.commit_offsets),
        (24, acts.produce),
        (20, acts.end),
        (4, acts.describe),
        (3, acts.list_all),
        (4, acts.describe_producers),
        (6, acts.read),
        (3, acts.fetch_offsets),
        (3, acts.mark),
        (2, acts.produce_plainly),
    ),
    topics=TOPICS,
)
