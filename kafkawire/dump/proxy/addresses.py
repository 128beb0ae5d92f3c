"""Which responses carry addresses of brokers, and how they are replaced.

The table below is what the declarations say: each struct of a response with a host and a port. Two
such are no broker's and are left alone: `StreamsGroupHeartbeat` and `StreamsGroupDescribe` carry
the endpoints of applications (KIP-1071), which do not listen here. Hosts without ports (ACLs,
members of groups) are patterns and clients. Values of configurations are text: who asks for the
`advertised.listeners` of a broker is told them.

A client would leave the proxy's knowledge if it agreed with the broker on a version of these APIs
that is newer than our declarations. So `ApiVersions` is the one other response that is changed:
what the broker offers of these APIs ends where the declarations end. The rest of an offer stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from kafkawire.protocol.api_keys import FLEXIBLE_SINCE, ApiKey
from kafkawire.protocol.exchange import decode_response
from kafkawire.protocol.primitives import tag_head, uvarint
from kafkawire.protocol.registry import response_class

if TYPE_CHECKING:
    from kafkawire.protocol.message import Message


class Place(NamedTuple):
    """Where a response has structs with `host` and `port`: attributes from its root to them."""

    path: tuple[str, ...]
    first: int
    last: int
    node: tuple[str, ...]
    """Where the node's id is: attributes from the root, the last one that of the id."""
    role: str = "broker"
    """`controller` for addresses that only brokers and tools use; a node may have one of each."""


_LATEST = 1 << 15


def _endpoints(first: int, role: str = "broker") -> tuple[Place, ...]:
    path = ("node_endpoints",)
    return (Place(path, first, _LATEST, (*path, "node_id"), role),)


PLACES: dict[int, tuple[Place, ...]] = {
    ApiKey.PRODUCE: _endpoints(10),
    ApiKey.FETCH: _endpoints(16),
    ApiKey.METADATA: (Place(("brokers",), 0, _LATEST, ("brokers", "node_id")),),
    ApiKey.FIND_COORDINATOR: (
        Place((), 0, 3, ("node_id",)),
        Place(("coordinators",), 4, _LATEST, ("coordinators", "node_id")),
    ),
    ApiKey.VOTE: _endpoints(1, "controller"),
    ApiKey.BEGIN_QUORUM_EPOCH: _endpoints(1, "controller"),
    ApiKey.END_QUORUM_EPOCH: _endpoints(1, "controller"),
    ApiKey.DESCRIBE_QUORUM: (
        Place(("nodes", "listeners"), 2, _LATEST, ("nodes", "node_id"), "controller"),
    ),
    ApiKey.FETCH_SNAPSHOT: _endpoints(1, "controller"),
    ApiKey.DESCRIBE_CLUSTER: (Place(("brokers",), 0, _LATEST, ("brokers", "broker_id")),),
    ApiKey.SHARE_FETCH: _endpoints(0),
    ApiKey.SHARE_ACKNOWLEDGE: _endpoints(0),
    ApiKey.UPDATE_RAFT_VOTER: (
        Place(("current_leader",), 0, _LATEST, ("current_leader", "leader_id"), "controller"),
    ),
}

CONTROLLERS = 2
"""The `endpoint_type` of a DescribeCluster that asked the controllers."""


class Asked(NamedTuple):
    """A request that will be answered."""

    api_key: int
    api_version: int
    correlation_id: int


class Node(NamedTuple):
    """A broker's address as a response gave it."""

    node_id: int
    host: str
    port: int
    role: str


Translate = Callable[[Node], tuple[str, int]]
"""The host and port that a client is to use instead."""


def carries_addresses(api_key: int, api_version: int) -> bool:
    """Whether responses to this API may have addresses that can be replaced."""
    places = PLACES.get(api_key)
    if places is None or api_version > response_class(api_key).VERSIONS[1]:
        return False
    return any(place.first <= api_version <= place.last for place in places)


def rewritten(frame: bytes, api_key: int, api_version: int, translate: Translate) -> bytes:
    """The frame (without its length) with other addresses; itself if it has none.

    Raises `ProtocolError` for a frame that cannot be decoded.
    """
    _, response = decode_response(frame, api_key, api_version)
    if not replace(response, api_key, api_version, translate):
        return frame
    return _encoded(frame, api_key, api_version, response)


def replace(response: Message, api_key: int, api_version: int, translate: Translate) -> bool:
    """Replace the addresses in a response; whether it has any."""
    changed = False
    for place in PLACES[api_key]:
        if place.first <= api_version <= place.last:
            changed |= _replace(response, place, translate)
    return changed


def offer_cut(frame: bytes, api_version: int) -> tuple[bytes, list[str]]:
    """An ApiVersions response that offers no version of the APIs above that we cannot rewrite.

    Returns the frame, itself if nothing had to be cut, and what was cut in words. Raises
    `ProtocolError` for one that cannot be decoded.
    """
    _, response = decode_response(frame, ApiKey.API_VERSIONS, api_version)
    found: Any = response
    if found.error_code:
        return frame, []
    cut = []
    for offered in found.api_keys:
        if offered.api_key not in PLACES:
            continue
        last = response_class(offered.api_key).VERSIONS[1]
        if offered.min_version <= last < offered.max_version:
            name = ApiKey(offered.api_key).name
            cut.append(f"{name} {last + 1} to {offered.max_version}")
            offered.max_version = last
    if not cut:
        return frame, []
    return _encoded(frame, ApiKey.API_VERSIONS, api_version, response), cut


def _replace(response: Message, place: Place, translate: Translate) -> bool:
    changed = False
    for struct, node_id in _found(response, place):
        if struct.host:
            role = place.role
            if getattr(response, "endpoint_type", 0) == CONTROLLERS:
                role = "controller"
            struct.host, struct.port = translate(Node(node_id, struct.host, struct.port, role))
            changed = True
    return changed


def _found(response: Any, place: Place) -> Iterator[tuple[Any, int]]:
    """Each struct at a place with the id of its node, which is its own or its parent's."""
    depth = len(place.node) - 1
    for parent in _at(response, place.path[:depth]):
        node_id = getattr(parent, place.node[-1])
        for struct in _at(parent, place.path[depth:]):
            yield struct, node_id


def _at(struct: Any, path: tuple[str, ...]) -> Iterator[Any]:
    if not path:
        yield struct
        return
    value = getattr(struct, path[0])
    for each in value if isinstance(value, list) else (value,):
        if each is not None:
            yield from _at(each, path[1:])


def _encoded(frame: bytes, api_key: int, api_version: int, response: Message) -> bytes:
    """The frame's header, as it is, and a body."""
    return frame[: _body_offset(frame, api_key, api_version)] + response.encode(api_version)


def _body_offset(frame: bytes, api_key: int, api_version: int) -> int:
    if api_key == ApiKey.API_VERSIONS or api_version < FLEXIBLE_SINCE[api_key]:
        return 4
    count, position = frame[4], 5
    if count > 127:
        count, position = uvarint(frame, position)
    for _ in range(count):
        _, size, position = tag_head(frame, position)
        position += size
    return position
