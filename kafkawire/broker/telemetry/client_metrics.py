"""The clients that push metrics, and what each push must keep to (Kafka's `ClientMetricsManager`).

A client is known by its *instance id*, from its first request until its connection closes, it is
silent for long, or too many others come. What it is to send is found once, and again after the
subscriptions have changed; a push that follows an older set is refused, so the client asks again.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Protocol

from kafkawire.broker.telemetry.observed import TelemetryBroker
from kafkawire.broker.telemetry.pushed import NotAccepted, Pushed
from kafkawire.broker.telemetry.subscriptions import (
    subscription_id,
    subscriptions_of,
    wanted_by,
)
from kafkawire.protocol.error_codes import ErrorCode
from kafkawire.protocol.errors import ApiError
from kafkawire.protocol.primitives import ZERO_UUID
from kafkawire.protocol.uuids import uuid_text
from kafkawire.records.compression import CODECS, decompress
from kafkawire.records.errors import UnreadableRecords

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kafkawire.broker.context import ConnectionContext, RequestContext
    from kafkawire.broker.telemetry.subscriptions import Subscription, Wanted
    from kafkawire.protocol.messages.push_telemetry_request import PushTelemetryRequest
    from kafkawire.timers import Timer

INSTANCES_MAX = 16_384
"""Clients that are known at a time."""
SILENCE_MS_MIN = 60_000
"""A client that is silent for this long, and for three of its intervals, is forgotten."""
SILENT_INTERVALS = 3
RESERVED_IDS = 2
"""Instance ids below this number are no client's."""
METRICS_BYTES_MAX = 64 << 20
"""What a push may come to once it is decompressed."""
NEVER_HEARD = 0


class Instance:
    """One client: what it is to send, and when it was heard."""

    __slots__ = (
        "expiry",
        "got_ms",
        "id",
        "pushed_ms",
        "subscription_id",
        "terminating",
        "version",
        "wanted",
    )

    def __init__(self, instance_id: bytes, wanted: Wanted, version: int) -> None:
        self.id = instance_id
        self.wanted = wanted
        self.version = version
        """Of the subscriptions that it has."""
        self.subscription_id = subscription_id(wanted, instance_id)
        self.terminating = False
        self.got_ms = NEVER_HEARD
        self.pushed_ms = NEVER_HEARD
        self.expiry: Timer | None = None

    def may_get(self, now_ms: int) -> bool:
        """Whether an interval has passed since it was heard; it counts as heard then."""
        if now_ms - max(self.got_ms, self.pushed_ms) < self.wanted.interval_ms:
            return False
        self.got_ms = now_ms
        return True

    def may_push(self, now_ms: int) -> bool:
        """Whether an interval has passed since the last push; so it may when it has just asked."""
        if now_ms - self.pushed_ms < self.wanted.interval_ms:
            return False
        self.pushed_ms = now_ms
        return True


class ClientMetrics:
    """Answers both requests of telemetry. It follows the metadata from its making on."""

    __slots__ = (
        "_broker",
        "_bytes_max",
        "_instances",
        "_of_connection",
        "_subscriptions",
        "_version",
    )

    def __init__(self, broker: TelemetryBroker) -> None:
        self._broker = broker
        self._bytes_max = broker.config.int("telemetry.max.bytes")
        self._instances: OrderedDict[bytes, Instance] = OrderedDict()
        """By id, the longest unheard first."""
        self._of_connection: dict[int, bytes] = {}
        """The newest instance of each connection that has one."""
        self._subscriptions: list[Subscription] | None = None
        self._version = 0
        broker.controller.subscribe(self)

    def __len__(self) -> int:
        return len(self._instances)

    # Metadata

    def on_topics_created(self, names: Sequence[str]) -> None:
        """Topics do not matter here."""

    def on_topics_deleted(self, names: Sequence[str]) -> None:
        """Topics do not matter here."""

    def on_config_changed(self, resource_type: int, name: str) -> None:
        """Subscriptions may have changed: each client's are found anew when it is heard."""
        from kafkawire.broker.metadata.image import RESOURCE_CLIENT_METRICS

        if resource_type == RESOURCE_CLIENT_METRICS:
            self._subscriptions = None
            self._version += 1

    # Requests

    def get(self, asked: bytes, context: RequestContext) -> Instance:
        """The client's instance, which is new if `asked` is the zero id or unknown.

        Raises `ApiError(THROTTLING_QUOTA_EXCEEDED)` if it asks too often.
        """
        instance = self._heard(self._new_id() if asked == ZERO_UUID else asked, context)
        if not instance.may_get(context.now_ms):
            raise ApiError(ErrorCode.THROTTLING_QUOTA_EXCEEDED)
        return instance

    def push(self, request: PushTelemetryRequest, context: RequestContext) -> None:
        """Take what a client pushes; raises `ApiError` (admin D-55)."""
        instance_id = request.client_instance_id
        if int.from_bytes(instance_id, "big") < RESERVED_IDS:
            raise ApiError(ErrorCode.INVALID_REQUEST)
        instance = self._heard(instance_id, context)
        was_terminating, instance.terminating = instance.terminating, request.terminating
        if was_terminating:
            raise ApiError(ErrorCode.INVALID_REQUEST)
        if not instance.may_push(context.now_ms) and not request.terminating:
            raise ApiError(ErrorCode.THROTTLING_QUOTA_EXCEEDED)
        if request.subscription_id != instance.subscription_id:
            raise ApiError(ErrorCode.UNKNOWN_SUBSCRIPTION_ID)
        if request.compression_type not in CODECS:
            raise ApiError(ErrorCode.UNSUPPORTED_COMPRESSION_TYPE)
        if len(request.metrics) > self._bytes_max:
            raise ApiError(ErrorCode.TELEMETRY_TOO_LARGE)
        if request.metrics:
            self._hand_over(request, context)

    def _hand_over(self, request: PushTelemetryRequest, context: RequestContext) -> None:
        receiver = self._broker.telemetry
        try:
            metrics = decompress(
                request.compression_type, request.metrics, max_bytes=METRICS_BYTES_MAX
            )
            if receiver is not None:
                receiver(_pushed(request, bytes(metrics), context))
        except (UnreadableRecords, NotAccepted):
            raise ApiError(ErrorCode.INVALID_RECORD) from None

    # Instances

    def _new_id(self) -> bytes:
        from kafkawire.broker.metadata.bootstrap import random_uuid

        while True:
            found = random_uuid(self._broker.random)
            if found not in self._instances:
                return found

    def _heard(self, instance_id: bytes, context: RequestContext) -> Instance:
        """The client of that id, which is there from now on."""
        instance = self._instances.get(instance_id)
        if instance is None or instance.version < self._version:
            if instance is not None and instance.expiry is not None:
                instance.expiry.cancel()
            instance = Instance(instance_id, self._wanted(instance_id, context), self._version)
            self._instances[instance_id] = instance
            self._remember(context.connection, instance_id)
        self._instances.move_to_end(instance_id)
        self._expire_later(instance, context.now_ms)
        if len(self._instances) > INSTANCES_MAX:
            self._forget(next(iter(self._instances)))
        return instance

    def _wanted(self, instance_id: bytes, context: RequestContext) -> Wanted:
        if self._subscriptions is None:
            self._subscriptions = subscriptions_of(self._broker.metadata)
        return wanted_by(self._subscriptions, _attributes(instance_id, context))

    def _remember(self, connection: ConnectionContext, instance_id: bytes) -> None:
        if connection.id not in self._of_connection:
            connection.on_end(lambda: self._forget(self._of_connection.pop(connection.id)))
        self._of_connection[connection.id] = instance_id

    def _expire_later(self, instance: Instance, now_ms: int) -> None:
        if instance.expiry is not None:
            instance.expiry.cancel()
        silence_ms = max(SILENCE_MS_MIN, SILENT_INTERVALS * instance.wanted.interval_ms)
        instance.expiry = self._broker.timers.at(
            now_ms + silence_ms, lambda _: self._forget(instance.id)
        )

    def _forget(self, instance_id: bytes) -> None:
        instance = self._instances.pop(instance_id, None)
        if instance is not None and instance.expiry is not None:
            instance.expiry.cancel()


class _Owner(TelemetryBroker, Protocol):
    """A broker with the place of its `ClientMetrics`, None until it is first asked for."""

    client_metrics: ClientMetrics | None


def client_metrics_of(broker: _Owner) -> ClientMetrics:
    """The broker's, which is made when it is first asked for."""
    if broker.client_metrics is None:
        broker.client_metrics = ClientMetrics(broker)
    return broker.client_metrics


def _attributes(instance_id: bytes, context: RequestContext) -> Mapping[str, str]:
    """What patterns may be about, by the keys of `config_checks.MATCH_KEYS`."""
    connection = context.connection
    return {
        "client_instance_id": uuid_text(instance_id),
        "client_id": context.client_id,
        "client_software_name": connection.client_software_name,
        "client_software_version": connection.client_software_version,
        "client_source_address": connection.client_host,
        "client_source_port": str(connection.client_port),
    }


def _pushed(request: PushTelemetryRequest, metrics: bytes, context: RequestContext) -> Pushed:
    connection = context.connection
    return Pushed(
        client_instance_id=request.client_instance_id,
        metrics=metrics,
        terminating=request.terminating,
        client_id=context.client_id,
        client_host=connection.client_host,
        client_port=connection.client_port,
        principal=connection.principal,
        software_name=connection.client_software_name,
        software_version=connection.client_software_version,
    )
