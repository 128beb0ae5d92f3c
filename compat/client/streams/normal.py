"""Requests by what they mean: without what is new in each run.

topics, groups                  names of the workload
topic ids, member ids           the topic, the consumer that has the id
fetch sessions                  numbered for each consumer; epochs as open, reopen, next, close
ports                           node ids
orders of topics, partitions    sorted, since Java's are those of hash tables
bytes of the consumer protocol  the subscription or assignment in them
a reason to join or leave       whether there is one

Requests of a consumer are put into lanes. What is read from a broker is one lane for each broker,
so that the order of Fetch, ListOffsets and OffsetForLeaderEpoch counts; what is said in a group is
one lane; all other APIs have a lane each.
"""

from __future__ import annotations

import base64
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from compat.client.streams.quiet import is_quiet
from kafkawire.client.core.membership.subscription import decode_assignment, decode_subscription
from kafkawire.client.values import TopicPartition
from kafkawire.dump.model import Exchange, Message
from kafkawire.protocol.api_keys import ApiKey

READING = {"Fetch", "ListOffsets", "OffsetForLeaderEpoch"}
GROUP = {
    "JoinGroup",
    "SyncGroup",
    "LeaveGroup",
    "OffsetFetch",
    "OffsetCommit",
    "ConsumerGroupHeartbeat",
}
FETCH_SHAPE = ("session", "epoch", "sent", "forgotten")
BESIDES = ("version", "clientSoftwareName", "clientSoftwareVersion")
"""Fields that do not decide which requests belong together."""
KEYS = ("name", "topic", "topicId", "partitionIndex", "partition", "memberId", "groupId")
"""Fields that name an element of a list."""
UNORDERED = ("partitions", "partitionIndexes", "subscribedTopicNames")
_FETCH_PARTS = ("sessionId", "sessionEpoch", "topics", "forgottenTopicsData")

Values = Mapping[str, Any]


class Said(NamedTuple):
    """One request.

    Attributes:
        client: The consumer's name in the workload.
        lane: What it is compared with; see the module.
        api: Kafka's name of the API.
        shape: What the request is about. Requests with the same shape belong together.
        fields: Everything in it, by name.
        size: In bytes.
    """

    client: str
    lane: str
    api: str
    shape: str
    fields: Mapping[str, str]
    size: int


class Normal(NamedTuple):
    """A recording: requests that count one by one, and how many quiet ones there were by API."""

    said: list[Said]
    quiet: Counter[str]


def normal(
    exchanges: Iterable[Exchange], names: Mapping[str, str], nodes: Mapping[int, int]
) -> Normal:
    """Return the requests of a recording.

    `names` has what the run's topics and groups are called, and `nodes` the node of each port.
    """
    known = list(exchanges)
    meanings = _Meanings(known, names, nodes)
    said: list[Said] = []
    quiet: Counter[str] = Counter()
    for exchange in known:
        request = exchange.request
        if request is None:
            continue
        if is_quiet(request):
            quiet[exchange.api_name] += 1
            if request.api_key == ApiKey.FETCH:
                port = exchange.connection.server.port
                meanings.sessions.step(exchange.client_id or "", port, request.values)
        else:
            said.append(meanings.said(exchange, request))
    return Normal(said, quiet)


class Sessions:
    """The numbers of fetch sessions of a consumer with a broker, and the newest epoch of each."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, int, int], str] = {}
        self._counts: Counter[tuple[str, int]] = Counter()
        self._epochs: dict[tuple[str, int, int], int] = {}

    def step(self, client: str, port: int, values: Values) -> tuple[str, str]:
        """Return the session of a Fetch by its number, and what its epoch means."""
        session_id, epoch = values["sessionId"], values["sessionEpoch"]
        if session_id == 0:
            return "none", "open" if epoch == 0 else "no session"
        key = (client, port, session_id)
        if key not in self._numbers:
            self._counts[client, port] += 1
            self._numbers[key] = f"s{self._counts[client, port]}"
        before = self._epochs.get(key, 0)
        self._epochs[key] = epoch
        return self._numbers[key], _epoch_meaning(epoch, before)


def _epoch_meaning(epoch: int, before: int) -> str:
    if epoch <= 0:
        return "reopen" if epoch == 0 else "close"
    return "next" if epoch == before + 1 else f"{epoch} after {before}"


class _Meanings:
    """What ids and ports of one recording stand for."""

    def __init__(
        self, exchanges: Iterable[Exchange], names: Mapping[str, str], nodes: Mapping[int, int]
    ) -> None:
        self.sessions = Sessions()
        self._names = dict(names)
        self._nodes = nodes
        for exchange in exchanges:
            self._learn(exchange)

    def said(self, exchange: Exchange, request: Message) -> Said:
        """Return what a request means."""
        client, api = exchange.client_id or "", exchange.api_name
        fields = {"version": str(request.api_version)}
        if request.api_key == ApiKey.FETCH:
            port = exchange.connection.server.port
            fields |= self._fetch(client, port, request.values)
            shape = {name: fields[name] for name in FETCH_SHAPE}
        else:
            fields |= dict(leaves("", self._meaning(request.values)))
            shape = {name: value for name, value in fields.items() if name not in BESIDES}
        text = " ".join(f"{name}={value}" for name, value in shape.items())
        return Said(client, self._lane(exchange), api, text, fields, len(request.data))

    def _lane(self, exchange: Exchange) -> str:
        api = exchange.api_name
        if api in READING:
            port = exchange.connection.server.port
            return f"node {self._nodes.get(port, port)}"
        return "group" if api in GROUP else api

    def _learn(self, exchange: Exchange) -> None:
        for message in (exchange.request, exchange.response):
            if message is None:
                continue
            member_id = message.values.get("memberId")
            if member_id and exchange.client_id:
                self._names.setdefault(member_id, f"member {exchange.client_id}")
            if message.api_key == ApiKey.METADATA and not message.is_request:
                for topic in message.values["topics"]:
                    if topic["name"] in self._names:
                        self._names[topic["topicId"]] = self._names[topic["name"]]

    def _fetch(self, client: str, port: int, values: Values) -> dict[str, str]:
        session, epoch = self.sessions.step(client, port, values)
        sent = [(self._topic(topic), each) for topic, each in _partitions(values["topics"])]
        forgotten = [
            f"{self._topic(topic)}-{each}"
            for topic, each in _partitions(values["forgottenTopicsData"])
        ]
        shown = [
            f"{topic}-{each['partition']}@{each['fetchOffset']}/{each['currentLeaderEpoch']}"
            for topic, each in sent
        ]
        fields = {"session": session, "epoch": epoch}
        fields |= {"sent": " ".join(sorted(shown)), "forgotten": " ".join(sorted(forgotten))}
        for name in ("lastFetchedEpoch", "logStartOffset", "partitionMaxBytes"):
            fields[name] = " ".join(sorted({str(each[name]) for _, each in sent}))
        rest = {name: value for name, value in values.items() if name not in _FETCH_PARTS}
        return fields | dict(leaves("", self._meaning(rest)))

    def _topic(self, topic: Values) -> str:
        return str(self._meaning(topic.get("topicId") or topic.get("topic")))

    def _meaning(self, value: Any, name: str = "") -> Any:
        if isinstance(value, dict):
            return {key: self._meaning(inner, key) for key, inner in value.items()}
        if isinstance(value, list):
            return [self._meaning(inner, name) for inner in _ordered(value, name)]
        if name == "reason":
            return "given" if value else value
        if name in ("metadata", "assignment") and isinstance(value, str):
            return self._embedded(name, base64.b64decode(value))
        return self._names.get(value, value) if isinstance(value, str) else value

    def _embedded(self, name: str, data: bytes) -> Any:
        """Return what members of a classic group write for each other, as values."""
        if not data:
            return {}
        if name == "assignment":
            return self._places(decode_assignment(data).partitions)
        found = decode_subscription(data)
        return {
            "version": int.from_bytes(data[:2], "big"),
            "topics": self._meaning(list(found.topics)),
            "owned": self._places(found.owned),
            "generation": found.generation,
            "rack": found.rack,
            "userData": None if found.user_data is None else found.user_data.hex(),
        }

    def _places(self, partitions: Iterable[TopicPartition]) -> list[str]:
        return [
            f"{self._names.get(each.topic, each.topic)}-{each.partition}" for each in partitions
        ]


def _partitions(topics: Iterable[Values]) -> Iterator[tuple[Values, Any]]:
    for topic in topics:
        for each in topic["partitions"]:
            yield topic, each


def _ordered(values: list[Any], name: str) -> list[Any]:
    if name in UNORDERED and values and not isinstance(values[0], dict):
        return sorted(values)
    return values


def leaves(path: str, value: Any) -> Iterator[tuple[str, str]]:
    """Return what is no container, by paths with dots. What is null is left out.

    An element of a list is named by its key if it has one, so that an element that is missing
    changes no other path.
    """
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from leaves(f"{path}.{name}" if path else name, inner)
    elif isinstance(value, list | tuple) and any(isinstance(each, dict) for each in value):
        keyed = {_key(each, at): each for at, each in enumerate(value)}
        for name in sorted(keyed):
            yield from leaves(f"{path}.{name}", keyed[name])
    elif isinstance(value, list | tuple):
        yield path, f"[{', '.join(map(str, value))}]"
    elif value is not None:
        yield path, str(value)


def _key(element: Values, at: int) -> str:
    return next(
        (str(element[name]) for name in KEYS if element.get(name) not in (None, "")), f"{at}"
    )
