"""How the one broker of this cluster comes, goes, and comes back, in records.

It is its own controller, so what Kafka's two halves tell each other by requests is decided here:
registration, fencing, elections and controlled shutdown (replication B-7, B-8, B-18; admin F-26).
A broker that was stopped comes back with all that it led. One that was killed is fenced first,
which a Kafka controller does when the session of the dead one expires; then its new incarnation
is registered as one that may have lost something (observed at 4.4.0; a 3.9.2 registered it before
it came to fencing the old one, whose partitions then just kept their leader).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.metadata.bootstrap import (
    CONTROLLER_REGISTRATIONS_SINCE,
    CORDONED_LOG_DIRS_SINCE,
    controlled_shutdown,
    cordon,
    fencing,
    unfencing,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kafkawire.broker.metadata.image import MetadataImage
    from kafkawire.protocol.message import Message
    from kafkawire.protocol.messages.register_broker_record import RegisterBrokerRecord
    from kafkawire.protocol.messages.register_controller_record import RegisterControllerRecord

    Operation = Sequence[Message]


def arrival(
    image: MetadataImage,
    controller: RegisterControllerRecord,
    broker: RegisterBrokerRecord,
    *,
    stopped_epoch: int,
    end_offset: Callable[[], int],
    cordoned: Sequence[bytes] = (),
) -> Iterator[Operation]:
    """The operations by which the node takes part; each is to be applied before the next is asked.

    `stopped_epoch` is the broker epoch of a clean stop, as the directory tells. A broker's epoch
    is the offset where its registration begins, which `end_offset` says. `cordoned` are its
    directories that take no new replicas.
    """
    version = image.metadata_version
    if version >= CONTROLLER_REGISTRATIONS_SINCE:
        yield [controller]
    node_id = broker.broker_id
    known = image.brokers.get(node_id)
    if known is not None and not known.fenced:
        yield [*_changes(image, leaving=node_id), fencing(node_id, known.epoch)]
    lost: list[Message] = []
    if known is not None and known.epoch != stopped_epoch:
        lost += _changes(image, failed=node_id)
    broker.broker_epoch = epoch = end_offset()
    yield [*lost, broker]
    if version >= CORDONED_LOG_DIRS_SINCE:
        yield [cordon(node_id, epoch, cordoned)]
    yield [unfencing(node_id, epoch), *_changes(image, returning=node_id)]


def departure(image: MetadataImage, node_id: int) -> Iterator[Operation]:
    """The operations of a controlled shutdown; each is to be applied before the next is asked."""
    from kafkawire.broker.metadata.elections import leads_something

    broker = image.brokers[node_id]
    changes = _changes(image, leaving=node_id)
    if leads_something(image, node_id):
        yield [controlled_shutdown(node_id, broker.epoch), *changes]
        yield [fencing(node_id, broker.epoch)]
    else:
        yield [*changes, fencing(node_id, broker.epoch)]


def _changes(image: MetadataImage, **event: int) -> Operation:
    """What follows for partitions, if there are any: most brokers begin with none."""
    if not image.topics:
        return []
    from kafkawire.broker.metadata.elections import Elections

    return Elections(image, **event).changes()
