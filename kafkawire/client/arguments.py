"""The keywords of clients, for functions that make a client without calling its constructor."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic

from kafkawire.client.codecs import K, V
from kafkawire.client.options import ConsumerOptions, ProducerOptions

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kafkawire.client.accepting import Partitioner
    from kafkawire.client.codecs import Codec, Deserializers, Serializers
    from kafkawire.client.delivery import Delivery
    from kafkawire.client.hooks import GroupHooks
    from kafkawire.client.shell.grouping import Topics


class ConsumerArguments(ConsumerOptions, Generic[K, V], total=False):
    """Keywords of `Consumer`."""

    bootstrap_servers: str | Sequence[str]
    topics: Topics
    hooks: GroupHooks | None
    codecs: Deserializers[K, V] | None


class ProducerArguments(ProducerOptions, Generic[K, V], total=False):
    """Keywords of `Producer`."""

    bootstrap_servers: str | Sequence[str]
    codecs: Serializers[K, V] | Codec[Any]
    partitioner: Partitioner | None
    on_delivery: Callable[[Delivery], None] | None
