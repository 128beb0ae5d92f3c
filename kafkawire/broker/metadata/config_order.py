"""The orders in which Kafka lists and checks configurations.

Values are checked in the order in which Kafka defines them, so of two bad ones it is always the
same that is reported. They are listed in the order of a hash table, where those that share a
bucket stand as they were defined (admin A-56). Both were taken from a running 4.4.0: topics by
giving two bad values at a time, brokers from what DescribeConfigs answers, and what of these may
change from Kafka's own list (`DynamicConfig.Broker`). The remaining broker
names are alone in their bucket, or in alphabetical order there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from kafkawire.java_order import java_hash_order

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kafkawire.broker.config import Definition

_TOPIC_NAMES = """
    segment.bytes segment.ms segment.jitter.ms segment.index.bytes flush.messages flush.ms
    retention.bytes retention.ms max.message.bytes max.decompressed.message.bytes
    index.interval.bytes delete.retention.ms min.compaction.lag.ms max.compaction.lag.ms
    file.delete.delay.ms min.cleanable.dirty.ratio cleanup.policy unclean.leader.election.enable
    min.insync.replicas compression.type compression.gzip.level compression.lz4.level
    compression.zstd.level preallocate message.timestamp.type message.timestamp.before.max.ms
    message.timestamp.after.max.ms leader.replication.throttled.replicas
    follower.replication.throttled.replicas remote.storage.enable local.retention.ms
    local.retention.bytes remote.log.copy.disable remote.copy.lag.ms remote.copy.lag.bytes
    remote.log.delete.on.disable errors.deadletterqueue.group.enable internal.segment.bytes
"""

_BROKER_NAMES = """
    remote.log.metadata.manager.listener.name log.flush.interval.messages
    group.consumer.max.session.timeout.ms num.recovery.threads.per.data.dir ssl.keystore.type
    sasl.oauthbearer.assertion.private.key.file metadata.log.segment.bytes
    fetch.purgatory.purge.interval.requests group.streams.num.standby.replicas
    group.share.record.lock.duration.ms remote.log.manager.fetch.max.bytes.per.second
    group.share.session.timeout.ms remote.log.manager.copy.quota.window.size.seconds
    log.flush.offset.checkpoint.interval.ms sasl.oauthbearer.scope
    sasl.oauthbearer.jwks.endpoint.url group.consumer.max.size group.consumer.assignors
    max.connections delegation.token.expiry.time.ms remote.fetch.max.wait.ms
    group.streams.max.heartbeat.interval.ms transaction.partition.verification.enable
    controller.quorum.auto.join.enable replica.fetch.response.max.bytes
    group.max.session.timeout.ms group.consumer.heartbeat.interval.ms early.start.listeners
    controlled.shutdown.enable share.coordinator.state.topic.compression.codec
    log.message.timestamp.before.max.ms group.share.min.partition.max.record.locks
    transaction.abort.timed.out.transaction.cleanup.interval.ms sasl.kerberos.kinit.cmd
    log.cleaner.min.cleanable.ratio group.share.min.record.lock.duration.ms ssl.keystore.key
    sasl.client.callback.handler.class remote.log.storage.manager.class.name
    socket.receive.buffer.bytes group.streams.initial.rebalance.delay.ms replica.fetch.min.bytes
    group.streams.max.session.timeout.ms sasl.oauthbearer.sub.claim.name
    producer.purgatory.purge.interval.requests controller.quorum.voters
    group.share.max.assignment.interval.ms controller.quota.window.num log.remote.copy.lag.bytes
    group.coordinator.background.threads num.io.threads group.streams.max.size
    sasl.login.refresh.buffer.seconds sasl.mechanism.controller.protocol
    group.share.max.record.lock.duration.ms share.fetch.purgatory.purge.interval.requests
    alter.log.dirs.replication.quota.window.num log.cleaner.enable
    controller.quorum.fetch.timeout.ms transaction.state.log.min.isr
    ssl.secure.random.implementation remote.log.metadata.manager.impl.prefix
    controller.quota.window.size.seconds replica.fetch.backoff.ms
    group.share.delivery.count.limit kafka.metrics.reporters socket.connection.setup.timeout.ms
    listeners remote.log.manager.expiration.thread.pool.size
    group.consumer.max.assignment.interval.ms ssl.keymanager.algorithm
    sasl.login.callback.handler.class share.coordinator.threads sasl.server.max.receive.size
    security.providers metadata.log.max.snapshot.interval.ms group.streams.max.standby.replicas
    compression.lz4.level log.roll.hours controller.quorum.fetch.max.bytes
    remote.log.metadata.manager.class.path group.consumer.max.heartbeat.interval.ms
    sasl.login.refresh.window.factor group.share.max.size
    controller.quorum.election.backoff.max.ms metadata.log.dir log.cleaner.io.buffer.load.factor
    transaction.max.timeout.ms process.roles group.max.size broker.id
    max.request.partition.size.limit offsets.topic.compression.codec
    sasl.oauthbearer.jwks.endpoint.retry.backoff.max.ms delegation.token.max.lifetime.ms
"""

_DYNAMIC_NAMES = """
    leader.replication.throttled.rate follower.replication.throttled.rate
    replica.alter.log.dirs.io.max.bytes.per.second remote.log.index.file.cache.total.size.bytes
    remote.log.manager.copier.thread.pool.size remote.log.manager.expiration.thread.pool.size
    remote.log.manager.follower.thread.pool.size remote.log.reader.threads
    log.local.retention.ms log.local.retention.bytes log.remote.copy.lag.ms
    log.remote.copy.lag.bytes remote.log.manager.copy.max.bytes.per.second
    remote.log.manager.fetch.max.bytes.per.second remote.fetch.max.wait.ms
    remote.list.offsets.request.timeout.ms message.max.bytes max.decompressed.message.bytes
    num.io.threads background.threads config.providers compression.type compression.gzip.level
    compression.lz4.level compression.zstd.level listeners listener.security.protocol.map
    max.connections.per.ip max.connections.per.ip.overrides max.connections
    max.connection.creation.rate num.network.threads num.replica.fetchers
    unclean.leader.election.enable follower.fetch.last.tiered.offset.enable
    group.coordinator.cached.buffer.max.bytes group.consumer.assignment.interval.ms
    group.consumer.assignor.offload.enable group.share.assignment.interval.ms
    group.share.assignor.offload.enable errors.deadletterqueue.auto.create.topics.enable
    errors.deadletterqueue.topic.name.prefix group.streams.assignment.interval.ms
    group.streams.assignor.offload.enable log.cleaner.threads
    log.cleaner.io.max.bytes.per.second log.cleaner.dedupe.buffer.size
    log.cleaner.io.buffer.size log.cleaner.io.buffer.load.factor log.cleaner.backoff.ms
    log.cleaner.min.cleanable.ratio log.cleaner.delete.retention.ms
    log.cleaner.min.compaction.lag.ms log.cleaner.max.compaction.lag.ms cordoned.log.dirs
    log.segment.bytes log.roll.ms log.roll.jitter.ms log.retention.ms log.retention.bytes
    log.cleanup.policy log.index.size.max.bytes log.index.interval.bytes
    log.flush.interval.messages log.segment.delete.delay.ms log.flush.interval.ms
    log.preallocate num.recovery.threads.per.data.dir min.insync.replicas
    log.message.timestamp.type log.message.timestamp.before.max.ms
    log.message.timestamp.after.max.ms share.coordinator.cached.buffer.max.bytes
    transaction.partition.verification.enable producer.id.expiration.ms metric.reporters
    principal.builder.class ssl.client.auth ssl.protocol ssl.provider ssl.enabled.protocols
    ssl.keystore.type ssl.keystore.location ssl.keystore.password ssl.key.password
    ssl.keystore.key ssl.keystore.certificate.chain ssl.truststore.type ssl.truststore.location
    ssl.truststore.password ssl.truststore.certificates ssl.keymanager.algorithm
    ssl.trustmanager.algorithm ssl.endpoint.identification.algorithm
    ssl.secure.random.implementation ssl.cipher.suites ssl.engine.factory.class
    sasl.mechanism.inter.broker.protocol sasl.enabled.mechanisms
    sasl.kerberos.principal.to.local.rules sasl.jaas.config sasl.kerberos.service.name
    sasl.kerberos.kinit.cmd sasl.kerberos.ticket.renew.window.factor
    sasl.kerberos.ticket.renew.jitter sasl.kerberos.min.time.before.relogin
    sasl.login.refresh.window.factor sasl.login.refresh.window.jitter
    sasl.login.refresh.min.period.seconds sasl.login.refresh.buffer.seconds
"""

_GROUP_NAMES = """
    consumer.session.timeout.ms consumer.heartbeat.interval.ms consumer.assignment.interval.ms
    consumer.assignor.offload.enable share.session.timeout.ms share.heartbeat.interval.ms
    share.record.lock.duration.ms share.delivery.count.limit share.partition.max.record.locks
    share.auto.offset.reset share.isolation.level share.renew.acknowledge.enable
    share.assignment.interval.ms share.assignor.offload.enable streams.session.timeout.ms
    streams.heartbeat.interval.ms streams.num.standby.replicas streams.initial.rebalance.delay.ms
    streams.assignment.interval.ms streams.assignor.offload.enable streams.task.offset.interval.ms
    streams.num.warmup.replicas streams.rack.aware.assignment.tags streams.acceptable.recovery.lag
    streams.assignor.name errors.deadletterqueue.topic.name
    errors.deadletterqueue.copy.record.enable
"""

TOPIC_ORDER = tuple(_TOPIC_NAMES.split())
"""Topic configurations as Kafka defines them."""
GROUP_ORDER = tuple(_GROUP_NAMES.split())
"""Group configurations as Kafka defines them."""
DYNAMIC_ORDER = tuple(_DYNAMIC_NAMES.split())
"""Those of brokers that may change while they run, as Kafka defines them."""


def in_listed_order(definitions: Mapping[str, Definition]) -> list[str]:
    """The names that are described, in the order of an answer."""
    named = TOPIC_ORDER if TOPIC_ORDER[0] in definitions else tuple(_BROKER_NAMES.split())
    names = sorted(definitions.keys() - set(named)) + [
        each for each in named if each in definitions
    ]
    return java_hash_order(name for name in names if definitions[name].described)
