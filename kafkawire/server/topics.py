"""Topics that are made when a broker starts."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from kafkawire.broker.broker import Broker
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.create_topics_response import CreateTopicsResponse
from kafkawire.server.asking import ask
from kafkawire.server.errors import UsageError, warn

if TYPE_CHECKING:
    from kafkawire.server.settings import Settings

_VERSION = 7
_DEFAULT_PARTITIONS = -1
_TIMEOUT_MS = 30_000


def create_topic(
    broker: Broker,
    name: str,
    *,
    now_ms: int,
    partitions: int = _DEFAULT_PARTITIONS,
    configs: Mapping[str, str] | None = None,
) -> bytes:
    """Make a topic (-1 partitions: `num.partitions`); returns its id, raises ApiError."""
    topic = CreateTopicsRequest.CreatableTopic(
        name=name,
        num_partitions=partitions,
        replication_factor=-1,
        configs=[
            CreateTopicsRequest.CreatableTopicConfig(name=key, value=value)
            for key, value in (configs or {}).items()
        ],
    )
    request = CreateTopicsRequest(topics=[topic], timeout_ms=_TIMEOUT_MS)
    response = ask(broker, request, _VERSION, now_ms)
    assert isinstance(response, CreateTopicsResponse)
    (created,) = response.topics
    if created.error_code:
        raise ApiError(ErrorCode(created.error_code), created.error_message)
    return created.topic_id


def create_topics(broker: Broker, settings: "Settings", *, now_ms: int) -> None:
    """Make the topics of `--topic`; in a data directory they may be there. Raises `UsageError`."""
    for name, partitions in settings.topics:
        known = broker.metadata.topics.get(name)
        if settings.data is not None and known is not None:  # made at an earlier start
            count = len(known.partitions)
            if partitions > 0 and partitions != count:
                warn(f"--topic {name}:{partitions}: it is there already, with {count} partitions")
            continue
        try:
            create_topic(broker, name, now_ms=now_ms, partitions=partitions)
        except ApiError as error:
            raise UsageError(f"--topic {name}: {error.message or error}") from None
