"""One small set of verbs over several clients, so that one scenario runs against each of them."""

from compat.clients.base import (
    Client,
    Member,
    OutOfRange,
    Reader,
    Received,
    ToSend,
    UnknownTopic,
)

__all__ = ["Client", "Member", "OutOfRange", "Reader", "Received", "ToSend", "UnknownTopic", "load"]


def load(name: str, bootstrap: str) -> Client:
    """The adapter called `name`, imported only now: each brings a library of its own."""
    if name == "kafka-python":
        from compat.clients.kafka_python import KafkaPythonClient

        return KafkaPythonClient(bootstrap)
    if name == "confluent-kafka":
        from compat.clients.confluent import ConfluentClient

        return ConfluentClient(bootstrap)
    from compat.clients.raw import RawClient

    return RawClient(bootstrap)
