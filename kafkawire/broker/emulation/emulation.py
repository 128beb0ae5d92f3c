"""All that makes a broker behave as one release: its configuration and the parts it is built from.

emulation = Emulation("3.9")
config = emulation.config(overrides)
broker = Broker(config, random=random, now_ms=now_ms, parts=emulation.parts())
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.behaviour import UNION, behaviour_of
from kafkawire.broker.config import BrokerConfig
from kafkawire.broker.context import Versions
from kafkawire.broker.emulation.definitions import definitions_of
from kafkawire.broker.emulation.emulated_api import ApiRules, EmulatedApi
from kafkawire.broker.emulation.releases import number_of, release_named, versions_of
from kafkawire.broker.fetch.session_cache import FetchSessionCache, SessionShard
from kafkawire.broker.release_parts import PLAIN, ReleaseParts
from kafkawire.log.config import LogConfig
from kafkawire.log.validation import NO_LIMIT
from kafkawire.protocol.api_keys import ApiKey

if TYPE_CHECKING:
    from collections.abc import Mapping
    from random import Random

    from kafkawire.broker.broker import Broker
    from kafkawire.broker.fetch.session import FetchSession
    from kafkawire.broker.replicas.partition import Partition
    from kafkawire.broker.served_api import Api
    from kafkawire.log.partition_log import PartitionLog
    from kafkawire.log.store import LogStore
    from kafkawire.log.topic_partition import TopicPartition

OLD_PRODUCE_REFUSED = (4, 0)
"""From here on Produce 0 to 2 are advertised for the sake of old C clients, and not served
(KAFKA-18659, produce A-2)."""


class Emulation:
    """One release, by its name or a beginning of it. Raises `UnknownRelease`.

    `versions` are what is served, `advertised` what ApiVersions lists, both by API key.
    """

    __slots__ = ("_apis", "_number", "advertised", "behaviour", "release", "versions")

    def __init__(self, name: str) -> None:
        self.release = release_named(name)
        self._number = number = number_of(self.release)
        self.behaviour = behaviour_of(number)
        self.versions = _served(versions_of(self.release))
        self.advertised = dict(self.versions)
        if number >= OLD_PRODUCE_REFUSED:
            produce = self.versions[ApiKey.PRODUCE]
            self.advertised[ApiKey.PRODUCE] = Versions(0, produce.max)
        self._apis: dict[int, EmulatedApi] = {}

    def config(self, overrides: Mapping[str, str]) -> BrokerConfig:
        """The configuration of a broker of this release; raises as `BrokerConfig`."""
        return BrokerConfig(overrides, definitions=definitions_of(self._number))

    def parts(self) -> ReleaseParts[Broker]:
        """Return the parts of a broker of this release."""
        behaviour = self.behaviour
        is_plain = behaviour == UNION
        return ReleaseParts(
            behaviour=behaviour,
            load_api=self._load,
            transaction_version=behaviour.transaction_version,
            make_log=PLAIN.make_log if is_plain else self._make_log,
            make_partition=PLAIN.make_partition if is_plain else self._make_partition,
            make_log_config=PLAIN.make_log_config if behaviour.bounds_lengths else _without_bound,
            make_fetch_sessions=(
                PLAIN.make_fetch_sessions if behaviour.session_shards else self._unsharded
            ),
        )

    def _load(self, api_key: int) -> Api[Broker] | None:
        api = self._apis.get(api_key)
        if api is None and api_key in self.versions:
            key = ApiKey(api_key)
            api = EmulatedApi(key, self.versions[api_key], self._rules(key))
            self._apis[api_key] = api
        return api

    def _rules(self, key: ApiKey) -> ApiRules | None:
        if key is ApiKey.API_VERSIONS:
            from kafkawire.broker.emulation.api_versions import ApiVersionsRules

            return ApiVersionsRules(self.behaviour, self._number, self.advertised)
        name = _RULES.get(key)
        if name is None:
            return None
        module, _, rules = name.partition(":")
        found = __import__(f"{__package__}.{module}", fromlist=(rules,))
        made = getattr(found, rules)(self.behaviour)
        assert isinstance(made, ApiRules)
        return made

    def _unsharded(self, slots: int, random: Random) -> FetchSessionCache:
        return UnshardedSessionCache(slots, random, notes_uses=self.behaviour.notes_uses)

    def _make_log(
        self, topic_partition: TopicPartition, config: LogConfig, store: LogStore
    ) -> PartitionLog:
        from kafkawire.broker.emulation.emulated_log import EmulatedLog
        from kafkawire.broker.emulation.message_log import MessageLog

        make = MessageLog if self.behaviour.honours_format else EmulatedLog
        return make(topic_partition, config, self.behaviour, store)

    def _make_partition(
        self, topic_partition: TopicPartition, topic_id: bytes, log: PartitionLog
    ) -> Partition:
        from kafkawire.broker.emulation.emulated_partition import EmulatedPartition

        return EmulatedPartition(topic_partition, topic_id, log, self.behaviour)


class UnshardedSessionCache(FetchSessionCache):
    """The session cache up to 3.7: one shard, which any id belongs to (fetch E-35, E-37).

    Without `notes_uses` a session counts as unused since it was made, however busy (KAFKA-9137).
    """

    __slots__ = ("_notes_uses",)

    def __init__(self, slots: int, random: Random, *, notes_uses: bool) -> None:
        super().__init__(slots, random, shards=1)
        self._notes_uses = notes_uses

    def shard_of(self, session_id: int) -> SessionShard:
        """The one shard."""
        return self.shards[0]

    def touch(self, session: FetchSession, now_ms: int) -> None:
        """See `FetchSessionCache.touch`."""
        super().touch(session, now_ms if self._notes_uses else session.last_used_ms)


_RULES = {
    ApiKey.PRODUCE: "produce:ProduceRules",
    ApiKey.FETCH: "fetch:FetchRules",
    ApiKey.LIST_OFFSETS: "list_offsets:ListOffsetsRules",
    ApiKey.OFFSET_FOR_LEADER_EPOCH: "leader_epochs:LeaderEpochRules",
}


def _without_bound(mapping: Mapping[str, str]) -> LogConfig:
    """The configuration of a log that looks at no length of a compressed record."""
    return LogConfig({**mapping, "max.decompressed.message.bytes": str(NO_LIMIT)})


def _served(spoken: Mapping[int, Versions]) -> dict[int, Versions]:
    """The versions that are both spoken by a release and served here."""
    from kafkawire.broker.api.api_versions import advertised

    found = {}
    for own in advertised():
        release = spoken.get(own.api_key)
        if release is not None:
            least = max(own.min_version, release.min)
            most = min(own.max_version, release.max)
            if least <= most:
                found[own.api_key] = Versions(least, most)
    return found


__all__ = ["Emulation", "UnshardedSessionCache"]
