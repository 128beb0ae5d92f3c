"""Client quotas: how much a client may produce, fetch and compute (KIP-13, KIP-55, KIP-124).

`Broker.quotas` is None until the metadata has the first quota; nothing is counted before. From
then on until the broker ends everything is, as in Kafka (`ClientQuotaManager`).

    produce   bytes of whole requests
    fetch     bytes of responses to consumers
    request   percent of one thread's time, of any request
    mutations partitions that are made and deleted

What is counted, and what a client is told when it is over, is the work of `metering`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.broker.metadata.quota_changes import CLIENT_ID, IP, USER
from kafkawire.broker.security.metering import Meter, MeteredContext
from kafkawire.broker.security.mutations import MutationQuota
from kafkawire.broker.security.quota_levels import ABSENT, Level, QuotaLevels
from kafkawire.broker.security.rate import MS_PER_SECOND, Rate, Window

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from kafkawire.broker.config import BrokerConfig
    from kafkawire.broker.context import RequestContext
    from kafkawire.broker.metadata.image import QuotaEntity
    from kafkawire.broker.security.metering import Reply

PRODUCER_BYTE_RATE = "producer_byte_rate"
CONSUMER_BYTE_RATE = "consumer_byte_rate"
REQUEST_PERCENTAGE = "request_percentage"
CONTROLLER_MUTATION_RATE = "controller_mutation_rate"
_COUNTED = frozenset(
    (PRODUCER_BYTE_RATE, CONSUMER_BYTE_RATE, REQUEST_PERCENTAGE, CONTROLLER_MUTATION_RATE)
)

INACTIVE_MS = 3_600_000
"""A client that did nothing for so long is forgotten."""
COUNTERS_MAX = 65_536
"""So many clients are counted of each type at once; then the longest silent are forgotten."""
_FIRST_SWEEP = 1_024
_PERCENT_PER_NS = 1e-7
_INT32 = 1 << 32


class Quota:
    """One type of quota: its limits, and what each client has used of them.

    Nobody has to wait for more than `throttle_ms_max`, None for any time.
    """

    __slots__ = ("_counters", "_levels", "_sweep_at", "_throttle_ms_max", "_window")

    def __init__(self, window: Window, throttle_ms_max: int | None = None) -> None:
        self._window = window
        self._throttle_ms_max = throttle_ms_max
        self._levels = QuotaLevels()
        self._counters: dict[Level, Rate] = {}
        self._sweep_at = _FIRST_SWEEP

    def __len__(self) -> int:
        return len(self._counters)

    def set(self, level: Level, limit: float | None) -> None:
        """Let `limit` hold for `level` from now on, None for none."""
        self._levels.set(level, limit)

    def limit(self, user: str, client_id: str) -> float | None:
        """What holds for a client, in units per second; None for no limit."""
        return self._levels.limit_of(self._levels.counted_under(user, client_id))

    def record(self, user: str, client_id: str, value: float, now_ms: int) -> None:
        """Count `value`; a negative one takes back what was counted at the same time."""
        if self._levels.enabled:
            self._counter(self._levels.counted_under(user, client_id), now_ms).record(value, now_ms)

    def charge(self, user: str, client_id: str, value: float, now_ms: int) -> int:
        """Count `value`; returns for how many ms the client is over its limit, 0 if it is not.

        Without a maximum the time wraps around beyond 31 bits, as in Kafka; what is then negative
        throttles nobody.
        """
        levels = self._levels
        if not levels.enabled:
            return 0
        level = levels.counted_under(user, client_id)
        rate = self._counter(level, now_ms)
        rate.record(value, now_ms)
        limit = levels.limit_of(level)
        throttle_ms = 0 if limit is None else rate.throttle_ms(limit, now_ms)
        if self._throttle_ms_max is not None:
            return min(throttle_ms, self._throttle_ms_max)
        return (throttle_ms + _INT32 // 2) % _INT32 - _INT32 // 2

    def _counter(self, level: Level, now_ms: int) -> Rate:
        counter = self._counters.get(level)
        if counter is None:
            if len(self._counters) >= self._sweep_at:
                self._sweep(now_ms)
            counter = self._counters[level] = Rate(self._window, now_ms)
        return counter

    def _sweep(self, now_ms: int) -> None:
        """Forget the inactive, at amortised O(1) for each new client."""
        by_use = sorted(self._counters.items(), key=lambda item: item[1].recorded_ms)
        active = [item for item in by_use if item[1].recorded_ms > now_ms - INACTIVE_MS]
        self._counters = dict(active[-COUNTERS_MAX // 2 :])
        self._sweep_at = min(COUNTERS_MAX, max(_FIRST_SWEEP, 2 * len(self._counters)))


class ClientQuotas:
    """The quotas of one broker.

    `thread_time_ns` tells the time for request quotas, as nanoseconds of a monotonic clock; the
    broker itself has none.
    """

    __slots__ = ("_by_key", "_window", "fetch", "mutations", "produce", "request", "thread_time_ns")

    def __init__(self, config: BrokerConfig, thread_time_ns: Callable[[], int]) -> None:
        self.thread_time_ns = thread_time_ns
        self._window = window = Window(
            config.int("quota.window.num"), config.int("quota.window.size.seconds")
        )
        self.produce = Quota(window)
        self.fetch = Quota(window)
        self.request = Quota(window, throttle_ms_max=window.ms)
        self.mutations = MutationQuota(
            Window(
                config.int("controller.quota.window.num"),
                config.int("controller.quota.window.size.seconds"),
            )
        )
        self._by_key: dict[str, Quota | MutationQuota] = {
            PRODUCER_BYTE_RATE: self.produce,
            CONSUMER_BYTE_RATE: self.fetch,
            REQUEST_PERCENTAGE: self.request,
            CONTROLLER_MUTATION_RATE: self.mutations,
        }

    def follow(
        self,
        quotas: Mapping[QuotaEntity, Mapping[str, float]],
        changed: Iterable[tuple[QuotaEntity, str]],
    ) -> None:
        """Let the `changed` ones, all counted here, be as they stand in `quotas`."""
        for entity, key in changed:
            level = level_of(entity)
            assert level is not None
            self._by_key[key].set(level, quotas.get(entity, {}).get(key))

    def metered(
        self, context: RequestContext, request_bytes: int, reply: Reply
    ) -> tuple[RequestContext, Reply]:
        """The request with a meter, and through what its answer is to go."""
        meter = Meter(self, context, request_bytes, reply)
        return MeteredContext(context, meter), meter.reply

    def burst(self, user: str, client_id: str) -> float | None:
        """The most bytes that a consumer may fetch at once (fetch B-12); None for any number."""
        limit = self.fetch.limit(user, client_id)
        if limit is None:
            return None
        return limit * (self._window.samples - 1) * (self._window.ms / MS_PER_SECOND)

    def charge_thread_time(self, user: str, client_id: str, spent_ns: int, now_ms: int) -> int:
        """As `Quota.charge`, for the time of one request; never more than one window."""
        return self.request.charge(user, client_id, spent_ns * _PERCENT_PER_NS, now_ms)


def is_counted(entity: QuotaEntity, key: str) -> bool:
    """Whether that quota is one of those that are kept here."""
    return key in _COUNTED and level_of(entity) is not None


def level_of(entity: QuotaEntity) -> Level | None:
    """The level that an entity stands for; None for one that is neither user nor client id."""
    names = dict(entity)
    if IP in names or not names:
        return None
    return Level(names.get(USER, ABSENT), names.get(CLIENT_ID, ABSENT))
