"""The parts of a broker that one release of Kafka has otherwise than another.

A broker is built from `ReleaseParts`; by default these are the plain ones, for the union of all
releases.
`kafkawire.broker.emulation` makes the parts of one release.
"""

from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from kafkawire.broker.behaviour import UNION, Behaviour
from kafkawire.broker.fetch.session_cache import FetchSessionCache
from kafkawire.broker.replicas.partition import Partition
from kafkawire.broker.served_api import B
from kafkawire.broker.transactions.coordinator import NEWEST_VERSION
from kafkawire.log.config import LogConfig
from kafkawire.log.partition_log import PartitionLog

if TYPE_CHECKING:
    from collections.abc import Callable
    from random import Random

    from kafkawire.broker.metadata.publisher import MakeLogConfig
    from kafkawire.broker.replicas.replica_manager import MakePartition
    from kafkawire.broker.served_api import ApiLoader
    from kafkawire.log.store import MakeLog


class ReleaseParts(NamedTuple, Generic[B]):
    """Makers and facts that a broker is built with."""

    behaviour: Behaviour = UNION
    """What clients see of the broker beside its versions."""
    load_api: "ApiLoader[B] | None" = None
    """The APIs; None for those of this package, in the versions that the configuration allows."""
    transaction_version: int = NEWEST_VERSION
    """The greatest transaction.version that the broker would finalize."""
    make_log: "MakeLog" = PartitionLog
    make_partition: "MakePartition" = Partition
    make_log_config: "MakeLogConfig" = LogConfig
    make_fetch_sessions: "Callable[[int, Random], FetchSessionCache]" = FetchSessionCache


PLAIN: ReleaseParts[Any] = ReleaseParts()
