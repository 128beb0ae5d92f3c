"""Questions to a cluster: to any broker, to the leader of a partition, to a coordinator.

Each question is put once, and its failure is raised; whether it is worth another attempt is for
the caller, who has `Deadline.pause`. Topics, brokers and coordinators are kept until `forget`,
`forget_all` or `forget_coordinator`.
"""

from __future__ import annotations

import ssl
from collections.abc import Callable, Iterable, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Self, TypeVar

from kafkawire.client.blocking.runtime import Runtime
from kafkawire.client.core.calls import ANY, CONTROL, Answer
from kafkawire.client.core.find_coordinator import find_request, found_by_key
from kafkawire.client.core.merging import merged
from kafkawire.client.core.view import NO_NODE, ClusterView, TopicView
from kafkawire.client.errors import ConnectionLost, refusal
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.find_coordinator_response import FindCoordinatorResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse

if TYPE_CHECKING:
    from kafkawire.client.blocking.deadline import Deadline
    from kafkawire.client.core.network import NetworkOptions
    from kafkawire.client.values import TopicPartition

ANSWER = TypeVar("ANSWER", bound=Message)
METADATA_VERSIONS = (4, 13)
"""In older versions brokers create the topics of a request, and no topics mean all topics."""


class Client:
    """A blocking client of one cluster. All methods raise ClientError."""

    def __init__(self, options: NetworkOptions, tls: ssl.SSLContext | None = None) -> None:
        self.view = ClusterView()
        """The newest topics and brokers that were asked for."""
        self.runtime = Runtime(options, tls)
        self.runtime.network.on_rebootstrap = self._start_over
        self._bootstrap = options.bootstrap
        self._coordinators: dict[tuple[str, int], int] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close all connections."""
        self.runtime.close()

    def ask(
        self,
        request: Message,
        kind: type[ANSWER],
        deadline: Deadline,
        *,
        node: int = ANY,
        lane: int = CONTROL,
        versions: tuple[int, int] | None = None,
    ) -> ANSWER:
        """Send a request, once, and return its answer."""
        pending = self.runtime.start(
            request, request.API_KEY, node=node, lane=lane, versions=versions
        )
        message = self.runtime.wait(pending, deadline).message
        assert isinstance(message, kind)
        return message

    def ask_any(
        self,
        request: Message | Callable[[int], Message],
        api: int,
        deadline: Deadline,
        *,
        versions: tuple[int, int] | None = None,
    ) -> Answer:
        """Ask a broker, and the others if it cannot be reached, each of them once.

        If the brokers are forgotten meanwhile, those to begin with have their turn.
        """
        nodes = self.view.nodes
        left = len(nodes or self._bootstrap)
        while True:
            pending = self.runtime.start(request, api, versions=versions)
            try:
                return self.runtime.wait(pending, deadline)
            except ConnectionLost:
                left -= 1
                if nodes and not self.view.nodes:
                    nodes, left = self.view.nodes, len(self._bootstrap)
                if not left:
                    raise

    def address(self, node: int) -> str:
        """Return HOST:PORT of a broker; those to begin with if it is not known."""
        found = self.view.nodes.get(node)
        known = self._bootstrap if found is None else [(found.host, found.port)]
        return ",".join(f"{host}:{port}" for host, port in known)

    # Topics

    def topics(
        self, names: Iterable[str] | None, deadline: Deadline, *, creates: bool = False
    ) -> dict[str, TopicView]:
        """Return the named topics, or all topics; a missing topic has its reason in `error`.

        With `creates` a broker that is configured so makes topics that are missing.
        """
        asked = None if names is None else list(names)
        request = MetadataRequest(
            topics=None
            if asked is None
            else [MetadataRequest.MetadataRequestTopic(name=name) for name in asked],
            allow_auto_topic_creation=creates,
        )
        answer = self.ask_any(request, ApiKey.METADATA, deadline, versions=METADATA_VERSIONS)
        message = answer.message
        assert isinstance(message, MetadataResponse)
        self._take(merged(self.view, message, answer.version, is_partial=asked is not None))
        told = [each.name for each in message.topics if each.name is not None]
        return {name: self.view.topics[name] for name in told}

    def leader(self, found: TopicPartition, deadline: Deadline) -> int:
        """Return the id of a partition's leader, as a broker told last.

        Raises a RefreshError if there is none at the moment: forget the topic, and try again.
        """
        partition = self.view.partition(found)
        if partition is None or partition.leader == NO_NODE:
            self.topics([found.topic], deadline)
        topic = self.view.topics.get(found.topic)
        if topic is not None and topic.error:
            raise refusal(topic.error, str(found), api=ApiKey.METADATA)
        partition = self.view.partition(found)
        if partition is None:
            code = ErrorCode.UNKNOWN_TOPIC_OR_PARTITION
            raise refusal(code, str(found), api=ApiKey.METADATA)
        if partition.leader not in self.view.nodes:
            raise refusal(ErrorCode.LEADER_NOT_AVAILABLE, str(found), api=ApiKey.METADATA)
        return partition.leader

    def forget(self, names: Iterable[str]) -> None:
        """Ask for these topics again when they are needed: their metadata is outdated."""
        gone = {*names} & {*self.view.topics}
        if not gone:
            return
        topics = {name: each for name, each in self.view.topics.items() if name not in gone}
        self._take(self.view._replace(topics=MappingProxyType(topics)))

    def forget_all(self) -> None:
        """Ask for topics and coordinators again; brokers stay known."""
        self._coordinators.clear()
        self.forget(self.view.topics)

    # Coordinators

    def coordinator(self, key: str, key_type: int, deadline: Deadline) -> int:
        """Return the id of the coordinator of a group or a transactional id; it is remembered."""
        found = self._coordinators.get((key, key_type))
        if found is None:
            (failure,) = self.locate([key], key_type, deadline).values()
            if failure is not None:
                raise failure
            found = self._coordinators[key, key_type]
        return found

    def forget_coordinator(self, key: str, key_type: int) -> None:
        """Look the coordinator up again when it is needed."""
        self._coordinators.pop((key, key_type), None)

    def locate(
        self, keys: Sequence[str], key_type: int, deadline: Deadline
    ) -> dict[str, Exception | None]:
        """Look up coordinators at once, as far as brokers can (KIP-699): all keys, or the first.

        Returns for each key why its coordinator is not known, or None.
        """
        request = find_request(key_type, keys)
        answer = self.ask_any(request, ApiKey.FIND_COORDINATOR, deadline)
        assert isinstance(answer.message, FindCoordinatorResponse)
        failures: dict[str, Exception | None] = {}
        for key, found in found_by_key(answer.message, answer.version, keys).items():
            failures[key] = None
            if found.code:
                what = f"{key}: {found.text}" if found.text else key
                api = ApiKey.FIND_COORDINATOR
                failures[key] = refusal(found.code, what, api=api, node=answer.node)
            else:
                self._coordinators[key, key_type] = found.node
        if {*self._coordinators.values()} - {*self.view.nodes}:
            self.topics([], deadline)
        return failures

    # Inside

    def _take(self, newer: ClusterView) -> None:
        older, self.view = self.view, newer
        self.runtime.network.on_view(older, newer, self.runtime.now_ms())

    def _start_over(self, now_ms: int) -> None:
        """Forget brokers and leaders, and ask the addresses to begin with (KIP-899)."""
        self._take(ClusterView(self.view.version + 1))
