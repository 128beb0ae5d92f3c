"""Requests by version and answers by error (Kafka's `RequestMetrics`).

A request counts when its answer is made, or when it is known to get none; one that is parked does
not count yet. Its answer counts once for every error code in it, NONE included: Kafka's
`AbstractResponse.errorCounts`. Where an answer has its codes is told by `ERROR_PATHS`.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.long_arrays import Mapped
from kafkawire.protocol.pacing import unhurried
from kafkawire.protocol.since import (
    FETCH_REPLICA_STATE_SINCE,
    OFFSET_FETCH_SEVERAL_GROUPS_SINCE,
    OFFSET_FETCH_TOP_LEVEL_ERROR_SINCE,
)

if TYPE_CHECKING:
    from kafkawire.protocol.message import Message, Struct
    from kafkawire.protocol.messages.fetch_request import FetchRequest
    from kafkawire.protocol.messages.fetch_response import FetchResponse
    from kafkawire.protocol.messages.offset_fetch_response import OffsetFetchResponse
    from kafkawire.protocol.messages.produce_response import ProduceResponse

Path = tuple[str, ...]
"""The lists on the way to structs that have an `error_code`; () is the response itself."""

ITSELF: Path = ()
ALTERNATIVE = "or"
"""The first part of a path that counts only where the paths before it found nothing."""

ERROR_PATHS: Mapping[ApiKey, tuple[Path, ...]] = {
    ApiKey.LIST_OFFSETS: (("topics", "partitions"),),
    ApiKey.METADATA: (("topics", "partitions"), ("topics",)),
    ApiKey.OFFSET_COMMIT: (("topics", "partitions"),),
    ApiKey.OFFSET_FETCH: (
        ("groups",),
        ("groups", "topics", "partitions"),
        ("topics", "partitions"),
    ),
    ApiKey.FIND_COORDINATOR: (("coordinators",), (ALTERNATIVE,)),
    ApiKey.LEAVE_GROUP: (ITSELF, ("members",)),
    ApiKey.DESCRIBE_GROUPS: (("groups",),),
    ApiKey.CREATE_TOPICS: (("topics",),),
    ApiKey.DELETE_TOPICS: (("responses",),),
    ApiKey.DELETE_RECORDS: (("topics", "partitions"),),
    ApiKey.OFFSET_FOR_LEADER_EPOCH: (("topics", "partitions"),),
    ApiKey.WRITE_TXN_MARKERS: (("markers", "topics", "partitions"),),
    ApiKey.TXN_OFFSET_COMMIT: (("topics", "partitions"),),
    ApiKey.DESCRIBE_CONFIGS: (("results",),),
    ApiKey.ALTER_CONFIGS: (("responses",),),
    ApiKey.ALTER_REPLICA_LOG_DIRS: (("results", "partitions"),),
    ApiKey.DESCRIBE_LOG_DIRS: (ITSELF, ("results",)),
    ApiKey.CREATE_PARTITIONS: (("results",),),
    ApiKey.DELETE_GROUPS: (("results",),),
    ApiKey.ELECT_LEADERS: (ITSELF, ("replica_election_results", "partition_result")),
    ApiKey.INCREMENTAL_ALTER_CONFIGS: (("responses",),),
    ApiKey.ALTER_PARTITION_REASSIGNMENTS: (ITSELF, ("responses", "partitions")),
    ApiKey.OFFSET_DELETE: (ITSELF, ("topics", "partitions")),
    ApiKey.ALTER_CLIENT_QUOTAS: (("entries",),),
    ApiKey.DESCRIBE_QUORUM: (ITSELF, ("topics", "partitions")),
    ApiKey.UPDATE_FEATURES: (ITSELF, ("results",)),
    ApiKey.DESCRIBE_TRANSACTIONS: (("transaction_states",),),
    ApiKey.CONSUMER_GROUP_DESCRIBE: (("groups",),),
    ApiKey.DESCRIBE_PRODUCERS: (("topics", "partitions"),),
    ApiKey.DESCRIBE_TOPIC_PARTITIONS: (("topics", "partitions"), ("topics",)),
}
"""All others have one code for all of the answer."""

_ONE_CODE = (ITSELF,)
OFFSET_FETCH_WITH_CODE = range(
    OFFSET_FETCH_TOP_LEVEL_ERROR_SINCE, OFFSET_FETCH_SEVERAL_GROUPS_SINCE
)
"""The versions of OffsetFetch with a code for all of the answer."""
UNKNOWN_VERSIONS_MAX = 64
"""So many versions that are not served are told apart."""


class RequestCounts:
    """The requests of one API: `versions` counts requests, `errors` codes in their answers."""

    __slots__ = ("_paths", "errors", "followers", "key", "versions")

    def __init__(self, key: ApiKey, versions: Iterable[int]) -> None:
        self.key = key
        self.versions = dict.fromkeys(versions, 0)
        self.followers: dict[int, int] = {}
        """Of these, the Fetch requests of other brokers."""
        self.errors: dict[int, int] = {0: 0}
        self._paths = ERROR_PATHS.get(key, _ONE_CODE)

    def answered(self, request: "Message", response: "Message", version: int) -> None:
        """A request got its answer."""
        del request
        self.versions[version] += 1
        found = False
        for path in self._paths:
            if path and path[0] == ALTERNATIVE:
                if found:
                    return
                path = ITSELF
            for code, count in _codes(response, path):
                found = True
                self.errors[code] = self.errors.get(code, 0) + count

    def settle(self) -> None:
        """Have `versions` and `errors` include everything; to be called before reading them."""

    def unanswered(self, version: int) -> None:
        """A request wanted no answer."""
        self.versions[version] += 1

    def not_served(self, version: int, error_code: int) -> None:
        """A request of a version that is not served was answered with that code."""
        if version in self.versions or len(self.versions) < UNKNOWN_VERSIONS_MAX:
            self.versions[version] = self.versions.get(version, 0) + 1
        self.count_error(error_code)

    def count_error(self, code: int) -> None:
        """One more answer, or part of one, with that code."""
        self.errors[code] = self.errors.get(code, 0) + 1


def _codes(struct: "Struct", path: Path) -> "Iterator[tuple[int, int]]":
    """The error codes at the end of a path, each with how often it was met."""
    if not path:
        yield struct.error_code, 1  # type: ignore[attr-defined]
        return
    array = getattr(struct, path[0]) or ()
    if isinstance(array, Mapped) and len(path) == 1:
        yield from array.error_codes.items()
        return
    for each in unhurried(array):
        yield from _codes(each, path[1:])


class OffsetFetchCounts(RequestCounts):
    """OffsetFetch, in some versions of which the answer as a whole has a code too."""

    __slots__ = ()

    def answered(  # type: ignore[override]
        self, request: "Message", response: "OffsetFetchResponse", version: int
    ) -> None:
        """As for all, and by the version."""
        super().answered(request, response, version)
        if version in OFFSET_FETCH_WITH_CODE:
            self.count_error(response.error_code)


class ProduceCounts(RequestCounts):
    """Produce, which has its codes in partitions."""

    __slots__ = ()

    def answered(self, request: "Message", response: "ProduceResponse", version: int) -> None:  # type: ignore[override]
        """As for all; a loop of its own is all that is new."""
        del request
        self.versions[version] += 1
        errors = self.errors
        for topic in response.responses:
            for partition in topic.partition_responses:
                code = partition.error_code
                errors[code] = errors.get(code, 0) + 1


class FetchCounts(RequestCounts):
    """Fetch, by who asks: Kafka counts consumers and followers apart, and both together."""

    __slots__ = ("_quiet",)

    def __init__(self, key: ApiKey, versions: Iterable[int]) -> None:
        super().__init__(key, versions)
        self._quiet = dict.fromkeys(self.versions, 0)
        """Consumers' requests whose answers said nothing, not yet counted elsewhere."""

    def answered(  # type: ignore[override]
        self, request: "FetchRequest", response: "FetchResponse", version: int
    ) -> None:
        """As for all; but most answers of a session say nothing, and cost one addition."""
        replica_id = request.replica_id
        if version >= FETCH_REPLICA_STATE_SINCE:
            replica_id = request.replica_state.replica_id
        if replica_id < 0 and not response.responses and not response.error_code:
            self._quiet[version] += 1
            return
        self.versions[version] += 1
        if replica_id >= 0:
            self.followers[version] = self.followers.get(version, 0) + 1
        self.count_error(response.error_code)
        errors = self.errors
        for topic in response.responses:
            for partition in topic.partitions:
                code = partition.error_code
                errors[code] = errors.get(code, 0) + 1

    def settle(self) -> None:
        """Count what is not yet counted elsewhere."""
        for version, count in self._quiet.items():
            if count:
                self.versions[version] += count
                self.errors[0] += count
                self._quiet[version] = 0


_OWN_KINDS: Mapping[ApiKey, type[RequestCounts]] = {
    ApiKey.PRODUCE: ProduceCounts,
    ApiKey.FETCH: FetchCounts,
    ApiKey.OFFSET_FETCH: OffsetFetchCounts,
}


def counts_for(key: ApiKey, versions: Iterable[int]) -> RequestCounts:
    """The counts that suit an API, all zero."""
    return _OWN_KINDS.get(key, RequestCounts)(key, versions)
