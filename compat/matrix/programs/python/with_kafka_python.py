"""The scenarios with kafka-python."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

import kafka.errors
from kafka import (
    KafkaAdminClient,
    KafkaConsumer,
    KafkaProducer,
    OffsetAndMetadata,
    TopicPartition,
)
from kafka.admin import ConfigResource, MemberToRemove
from kafka.coordinator.assignors.cooperative_sticky import CooperativeStickyAssignor

from compat.matrix.programs.python.client import (
    LITTLE_MORE_SECONDS,
    PATIENCE_SECONDS,
    Absent,
    Client,
    GroupState,
    Joining,
    Record,
)
from compat.matrix.programs.python.kafka_python_members import (
    KafkaPythonCopier,
    KafkaPythonMember,
    KafkaPythonTransactor,
    received,
    send,
)
from compat.matrix.programs.python.scenarios import main


class KafkaPythonAdministration(Client):
    """What KafkaAdminClient does."""

    def __init__(self, bootstrap: str) -> None:
        self._bootstrap = bootstrap
        self._admin = KafkaAdminClient(bootstrap_servers=bootstrap)

    def code(self, error: Exception) -> int | str:
        code: int | None = getattr(error, "errno", None)
        return code if isinstance(code, int) and code > 0 else repr(error)

    def close(self) -> None:
        self._admin.close()

    def create_topic(
        self, name: str, partitions: int, replicas: int, configs: Mapping[str, str]
    ) -> None:
        topic = {
            "num_partitions": partitions,
            "replication_factor": replicas,
            "configs": dict(configs),
        }
        self._admin.create_topics({name: topic})

    def delete_topic(self, name: str) -> None:
        self._admin.delete_topics([name])

    def topics(self) -> set[str]:
        return set(self._admin.list_topics())

    def describe(self, topic: str) -> tuple[int, int]:
        (found,) = self._admin.describe_topics([topic])
        _check(found["error_code"])
        partitions = found["partitions"]
        return len(partitions), sum(each["leader_id"] >= 0 for each in partitions)

    def grow(self, topic: str, partitions: int) -> None:
        self._admin.create_partitions({topic: partitions})

    def offset(self, topic: str, at: int) -> int | None:
        place = TopicPartition(topic, 0)
        found = self._admin.list_partition_offsets({place: at})[place].offset
        return None if found < 0 else int(found)

    def committed(self, group: str, topic: str) -> dict[int, tuple[int, str | None]]:
        return {
            place.partition: (found.offset, found.metadata)
            for place, found in self._offsets(group).items()
            if place.topic == topic and found.offset >= 0
        }

    def _offsets(self, group: str) -> dict[Any, Any]:
        """It gives up where a cluster has to make the coordinators' topic first."""
        deadline = time.monotonic() + PATIENCE_SECONDS
        while True:
            try:
                return dict(self._admin.list_group_offsets(group)[group])
            except kafka.errors.CoordinatorNotAvailableError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.1)

    def alter_offset(self, group: str, topic: str, offset: int) -> None:
        places = {TopicPartition(topic, 0): OffsetAndMetadata(offset, "", -1)}
        for error in self._admin.alter_group_offsets(group, places).values():
            _check(error.errno)

    def config(self, kind: str, name: str, key: str) -> str | None:
        asked = [ConfigResource(kind, name, None)]
        found = self._admin.describe_configs(asked, config_filter="all")
        value: str | None = found[kind][name][key]["value"]
        return value

    def set_config(self, topic: str, key: str, value: str) -> None:
        altered = self._admin.alter_configs([ConfigResource("topic", topic, {key: value})])
        _check_altered(altered["topic"][topic])

    def remove_config(self, topic: str, key: str) -> None:
        reset = self._admin.reset_configs([ConfigResource("topic", topic, {key: None})])
        _check_altered(reset["topic"][topic])

    def groups(self) -> set[str]:
        return {each["group_id"] for each in self._admin.list_groups()}

    def describe_group(self, group: str) -> GroupState:
        found = self._admin.describe_groups([group])[group]
        _check(found.get("error_code", 0))
        assigned = sum(
            len(topic["partitions"])
            for member in found["members"]
            for topic in member["member_assignment"]["assigned_partitions"]
        )
        return GroupState(str(found["group_state"]), len(found["members"]), assigned)

    def delete_group(self, group: str) -> None:
        outcome = self._admin.delete_groups([group])[group]
        if outcome != "OK":
            raise getattr(kafka.errors, outcome)

    def remove_member(self, group: str, instance: str) -> None:
        removed = self._admin.remove_group_members(
            group, [MemberToRemove(group_instance_id=instance)]
        )
        for error in removed.values():
            _check(error.errno)

    def delete_records(self, topic: str, before: int) -> int | None:
        place = TopicPartition(topic, 0)
        return int(self._admin.delete_records({place: before})[place]["low_watermark"])

    def directory_size(self, topic: str) -> int:
        (broker,) = self._admin.describe_log_dirs({topic: [0]})
        return sum(
            partition["partition_size"]
            for directory in broker["log_dirs"]
            for each in directory["topics"]
            for partition in each["partitions"]
        )

    def brokers(self) -> tuple[list[str], int | None]:
        found = self._admin.describe_cluster()
        return [f"{each['host']}:{each['port']}" for each in found["brokers"]], found[
            "controller_id"
        ]

    def cluster_id(self) -> str:
        return str(self._admin.describe_cluster()["cluster_id"])

    def features(self) -> list[str]:
        found = self._admin.describe_features()
        return [name for name, levels in found.items() if "finalized" in levels]

    def quorum_leader(self) -> int:
        found = self._admin.describe_metadata_quorum()
        return int(found["topics"][0]["partitions"][0]["leader_id"])

    def list_transaction(self, name: str) -> str | None:
        for listed in self._admin.list_transactions().values():
            for each in listed:
                if each.transactional_id == name:
                    return str(each.state.value)
        return None

    def describe_transaction(self, name: str) -> tuple[str, list[str]]:
        found = self._admin.describe_transactions([name])[name]
        places = [f"{each.topic}-{each.partition}" for each in found.topic_partitions]
        return str(found.state.value), places

    def producers(self, topic: str) -> int:
        place = TopicPartition(topic, 0)
        return len(self._admin.describe_producers([place])[place].active_producers)


def _check(code: int) -> None:
    if code:
        raise kafka.errors.for_code(code)


def _check_altered(outcome: Any) -> None:
    """What an alteration came to: OK, or an error in one form or another."""
    if isinstance(outcome, Exception):
        raise outcome
    if outcome != "OK":
        raise getattr(kafka.errors, str(outcome))


class KafkaPythonClient(KafkaPythonAdministration):
    """And its producers and consumers."""

    def _producer(self, **settings: Any) -> KafkaProducer:
        return KafkaProducer(bootstrap_servers=self._bootstrap, acks="all", **settings)

    def send(
        self, topic: str, records: Sequence[Record], *, codec: str = "none", max_bytes: int = 0
    ) -> list[int]:
        settings: dict[str, Any] = {"max_request_size": max_bytes} if max_bytes else {}
        if codec != "none":
            settings["compression_type"] = codec
        producer = self._producer(**settings)
        try:
            return send(producer, topic, records)
        finally:
            producer.close()

    def _consumer(self, group: str | None, **settings: Any) -> KafkaConsumer:
        return KafkaConsumer(
            bootstrap_servers=self._bootstrap,
            group_id=group,
            auto_offset_reset="earliest",
            enable_auto_commit=False,
            **settings,
        )

    def read(
        self, topic: str, partitions: int, count: int, *, committed: bool = False, group: str = ""
    ) -> list[Record]:
        level = "read_committed" if committed else "read_uncommitted"
        consumer = self._consumer(group or None, isolation_level=level)
        consumer.assign([TopicPartition(topic, each) for each in range(partitions)])
        found: list[Record] = []
        deadline = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < deadline:
            before = len(found)
            for batch in consumer.poll(timeout_ms=100).values():
                found += [received(each) for each in batch]
            if before < count <= len(found):
                deadline = time.monotonic() + LITTLE_MORE_SECONDS
        consumer.close()
        return found

    def join(self, how: Joining) -> KafkaPythonMember:
        if how.protocol == "consumer":
            raise Absent("no KIP-848")
        settings: dict[str, Any] = {}
        if how.protocol == "cooperative":
            settings["partition_assignment_strategy"] = (CooperativeStickyAssignor,)
        if how.instance:
            settings["group_instance_id"] = how.instance
        return KafkaPythonMember(self._consumer(how.group, **settings), how)

    def commit_alone(self, group: str, topic: str, offset: int, metadata: str) -> None:
        consumer = self._consumer(group)
        place = TopicPartition(topic, 0)
        consumer.assign([place])
        consumer.commit({place: OffsetAndMetadata(offset, metadata, -1)})
        consumer.close()

    def transactor(self, name: str) -> KafkaPythonTransactor:
        return KafkaPythonTransactor(self._producer(transactional_id=name))

    def copier(self, group: str, source: str, target: str, name: str) -> KafkaPythonCopier:
        del target
        consumer = self._consumer(
            group, isolation_level="read_committed", session_timeout_ms=10_000
        )
        return KafkaPythonCopier(self._producer(transactional_id=name), consumer, source)


if __name__ == "__main__":
    main(KafkaPythonClient)
