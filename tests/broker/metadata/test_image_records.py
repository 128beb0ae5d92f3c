"""Records that make an image again."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from kafkawire.broker.metadata.image_records import feature_records, image_records
from kafkawire.broker.metadata.records import decode_record, encode_record
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.access_control_entry_record import AccessControlEntryRecord
from kafkawire.protocol.messages.client_quota_record import ClientQuotaRecord
from kafkawire.protocol.messages.config_record import ConfigRecord
from kafkawire.protocol.messages.delegation_token_record import DelegationTokenRecord
from kafkawire.protocol.messages.feature_level_record import FeatureLevelRecord
from kafkawire.protocol.messages.partition_change_record import PartitionChangeRecord
from kafkawire.protocol.messages.producer_ids_record import ProducerIdsRecord
from kafkawire.protocol.messages.register_controller_record import RegisterControllerRecord
from kafkawire.protocol.messages.user_scram_credential_record import UserScramCredentialRecord
from kafkawire.protocol.messages.zk_migration_state_record import ZkMigrationStateRecord
from tests.support.broker.metadata import broker, contents, image_of, topic, topic_id
from tests.support.requests.strategies import SPECS, Maker

NAMES = st.sampled_from(("a", "b.c", "b_c"))
_LISTS = st.one_of(st.none(), st.lists(st.integers(1, 4), unique=True))


def drawn(name: str, **fields: Any) -> st.SearchStrategy[Message]:
    """Messages of a kind with some fields fixed."""

    def make(random: Random) -> Message:
        message = Maker(SPECS[name], SPECS[name].versions[-1], random).message()
        for field, value in fields.items():
            setattr(message, field, value)
        return message

    return st.randoms(use_true_random=False).map(make)


RECORDS = st.lists(
    st.one_of(
        st.builds(broker, st.integers(1, 3), fenced=st.booleans(), cordoned=st.booleans()),
        st.builds(RegisterControllerRecord, controller_id=st.integers(1, 2)),
        st.builds(
            FeatureLevelRecord,
            name=st.sampled_from(("metadata.version", "group.version", "new.version")),
            feature_level=st.integers(0, 3),
        ),
        st.builds(
            ConfigRecord,
            resource_type=st.sampled_from((2, 4, 16)),
            resource_name=NAMES,
            name=st.sampled_from(("k", "l")),
            value=st.one_of(st.none(), st.text(max_size=3)),
        ),
        st.builds(
            ClientQuotaRecord,
            entity=st.just([ClientQuotaRecord.EntityData(entity_type="user", entity_name=None)]),
            key=st.sampled_from(("producer_byte_rate", "request_percentage")),
            value=st.floats(0, 9),
            remove=st.booleans(),
        ),
        st.builds(
            PartitionChangeRecord,
            partition_id=st.just(0),
            topic_id=st.just(topic_id("a")),
            isr=_LISTS,
            leader=st.integers(-2, 4),
            eligible_leader_replicas=_LISTS,
            last_known_elr=_LISTS,
            leader_recovery_state=st.integers(-1, 1),
            removing_replicas=_LISTS,
            adding_replicas=_LISTS,
        ),
        st.builds(ProducerIdsRecord, next_producer_id=st.integers(1, 5000)),
        st.builds(AccessControlEntryRecord, id=st.binary(min_size=16, max_size=16)),
        st.builds(UserScramCredentialRecord, name=NAMES, mechanism=st.integers(1, 2)),
        st.builds(DelegationTokenRecord, token_id=NAMES),
        st.builds(ZkMigrationStateRecord, zk_migration_state=st.integers(0, 4)),
    ),
    max_size=12,
)


@settings(deadline=None)
@given(RECORDS)
def test_the_records_of_an_image_make_it_again(records: list[Message]) -> None:
    """admin F-36, replication A-28: live or through the bytes of a snapshot."""
    image = image_of(*topic("a", [1, 2]), *topic("b.c", [3], [1]), *records)
    made = list(image_records(image))
    assert contents(image_of(*made)) == contents(image)
    written = [decode_record(encode_record(each))[0] for each in made]
    assert contents(image_of(*written)) == contents(image)


@given(drawn("RegisterBrokerRecord", broker_id=1))
def test_a_registration_is_written_as_it_stands(record: Message) -> None:
    """replication A-28: with what changed since, whether it is fenced or about to leave."""
    image = image_of(record)
    assert contents(image_of(*image_records(image))) == contents(image)


def test_the_kinds_come_as_kafka_has_them() -> None:
    """replication A-28: features, brokers, controllers, topics, configurations, and the rest."""
    records = [
        UserScramCredentialRecord(name="u", mechanism=1),
        AccessControlEntryRecord(id=b"a" * 16),
        ProducerIdsRecord(next_producer_id=1000),
        ConfigRecord(resource_type=2, resource_name="t", name="k", value="v"),
        *topic("t", [1]),
        RegisterControllerRecord(controller_id=1),
        broker(1),
        DelegationTokenRecord(token_id="t"),
        FeatureLevelRecord(name="share.version", feature_level=2),
        FeatureLevelRecord(name="metadata.version", feature_level=33),
    ]
    made = [
        type(each).__name__.removesuffix("Record") for each in image_records(image_of(*records))
    ]
    assert made == [
        "FeatureLevel",
        "FeatureLevel",
        "RegisterBroker",
        "RegisterController",
        "Topic",
        "Partition",
        "Config",
        "ProducerIds",
        "AccessControlEntry",
        "UserScramCredential",
        "DelegationToken",
    ]


def test_features_begin_with_the_metadata_version() -> None:
    """admin F-35: the others in the order that 4.4.0 has in its snapshots."""
    levels = {
        "transaction.version": 2,
        "share.version": 2,
        "kraft.version": 1,
        "metadata.version": 33,
        "group.version": 1,
        "eligible.leader.replicas.version": 1,
        "streams.version": 1,
    }
    found: Iterator[Any] = feature_records(levels)
    assert [each.name for each in found] == [
        "metadata.version",
        "group.version",
        "streams.version",
        "transaction.version",
        "eligible.leader.replicas.version",
        "share.version",
    ]
