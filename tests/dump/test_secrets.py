"""No secret outlives `mask`, and nothing else is touched by it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump import secrets
from kafkawire.dump.api_names import SASL_TOKEN, UNKNOWN_API
from kafkawire.dump.model import Header
from kafkawire.protocol.api_keys import API_NAMES, ApiKey
from kafkawire.protocol.exchange import decode_request_header
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.alter_configs_request import AlterConfigsRequest
from kafkawire.protocol.messages.alter_user_scram_credentials_request import (
    AlterUserScramCredentialsRequest,
)
from kafkawire.protocol.messages.config_record import ConfigRecord
from kafkawire.protocol.messages.create_delegation_token_response import (
    CreateDelegationTokenResponse,
)
from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.describe_configs_response import DescribeConfigsResponse
from kafkawire.protocol.messages.describe_delegation_token_response import (
    DescribeDelegationTokenResponse,
)
from kafkawire.protocol.messages.envelope_request import EnvelopeRequest
from kafkawire.protocol.messages.envelope_response import EnvelopeResponse
from kafkawire.protocol.messages.expire_delegation_token_request import (
    ExpireDelegationTokenRequest,
)
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.fetch_snapshot_response import FetchSnapshotResponse
from kafkawire.protocol.messages.incremental_alter_configs_request import (
    IncrementalAlterConfigsRequest,
)
from kafkawire.protocol.messages.renew_delegation_token_request import RenewDelegationTokenRequest
from kafkawire.protocol.messages.request_header import RequestHeader
from kafkawire.protocol.messages.sasl_authenticate_request import SaslAuthenticateRequest
from kafkawire.protocol.messages.sasl_authenticate_response import SaslAuthenticateResponse
from kafkawire.records.builder import encode_batch
from tests.support.requests.strategies import SPECS, draw, versions

HEAD = b"\x00\x24\x00\x02\x00\x00\x00\x07\xff\xff\x00"
SECRET = "hunter2-gehört-mir"
BYTES = SECRET.encode()
STARS = "*" * len(BYTES)


def masked(message: Message, version: int, *, is_request: bool = True) -> Any:
    """The message as it comes back: of the same length, and without the secret."""
    frame = HEAD + message.encode(version)
    header = Header(message.API_KEY, version, 7, len(HEAD))
    found = secrets.mask(frame, header, is_request)
    assert len(found) == len(frame)
    assert found.startswith(HEAD)
    assert BYTES not in found
    return type(message).decode(found, version, len(HEAD))


def _alterable(kind: Any, values: dict[str, str | None]) -> Any:
    configs = [kind.AlterableConfig(name=name, value=value) for name, value in values.items()]
    return kind(
        resources=[kind.AlterConfigsResource(resource_type=4, resource_name="1", configs=configs)]
    )


@pytest.mark.parametrize("kind", [AlterConfigsRequest, IncrementalAlterConfigsRequest])
@pytest.mark.parametrize(
    "name",
    [
        "ssl.keystore.password",
        "ssl.key.password",
        "ssl.truststore.password",
        "ssl.keystore.key",
        "ssl.keystore.certificate.chain",
        "ssl.truststore.certificates",
        "listener.name.INTERNAL.scram-sha-256.sasl.jaas.config",
        "sasl.oauthbearer.assertion.private.key.passphrase",
        "sasl.oauthbearer.client.credentials.client.secret",
        "delegation.token.secret.key",
        "my.plugin.apiKey",
    ],
)
def test_a_sensitive_config_is_masked_and_its_neighbours_are_not(kind: Any, name: str) -> None:
    for version in range(kind.VERSIONS[0], kind.VERSIONS[1] + 1):
        found = masked(_alterable(kind, {"a.b": "1", name: SECRET, "c": None}), version)
        assert [each.value for each in found.resources[0].configs] == ["1", STARS, None]


def test_a_topic_is_created_without_showing_its_secrets() -> None:
    config = CreateTopicsRequest.CreatableTopicConfig(name="remote.password", value=SECRET)
    topic = CreateTopicsRequest.CreatableTopic(name="t", configs=[config])
    for version in range(8):
        found = masked(CreateTopicsRequest(topics=[topic]), version)
        assert found.topics[0].configs[0].value == STARS


@pytest.mark.parametrize("version", range(1, 5))
def test_what_a_broker_calls_sensitive_is_masked_whatever_its_name(version: int) -> None:
    kind = DescribeConfigsResponse
    synonym = kind.DescribeConfigsSynonym(name="x", value=SECRET, source=1)
    config = kind.DescribeConfigsResourceResult(
        name="x", value=SECRET, is_sensitive=True, synonyms=[synonym]
    )
    result = kind.DescribeConfigsResult(resource_type=4, configs=[config])
    found = masked(kind(results=[result]), version, is_request=False)
    config = found.results[0].configs[0]
    assert config.value == config.synonyms[0].value == STARS


def test_credentials_of_scram_lose_salt_and_password() -> None:
    kind = AlterUserScramCredentialsRequest
    upsertion = kind.ScramCredentialUpsertion(
        name="alice", mechanism=1, iterations=4096, salt=BYTES, salted_password=BYTES * 2
    )
    found = masked(kind(upsertions=[upsertion]), 0).upsertions[0]
    assert (found.name, found.iterations) == ("alice", 4096)
    assert found.salted_password == b"*" * len(BYTES) * 2


@pytest.mark.parametrize(
    ("message", "is_request"),
    [
        (CreateDelegationTokenResponse(hmac=BYTES), False),
        (RenewDelegationTokenRequest(hmac=BYTES), True),
        (ExpireDelegationTokenRequest(hmac=BYTES), True),
        (
            DescribeDelegationTokenResponse(
                tokens=[DescribeDelegationTokenResponse.DescribedDelegationToken(hmac=BYTES)]
            ),
            False,
        ),
    ],
)
def test_a_token_is_shown_without_what_proves_it(message: Message, is_request: bool) -> None:
    for version in range(message.VERSIONS[0], message.VERSIONS[1] + 1):
        masked(message, version, is_request=is_request)


@pytest.mark.parametrize("version", range(3))
@pytest.mark.parametrize("is_request", [True, False])
def test_sasl_is_masked_in_both_directions(version: int, is_request: bool) -> None:
    kind = SaslAuthenticateRequest if is_request else SaslAuthenticateResponse
    found = masked(kind(auth_bytes=b"\0alice\0" + BYTES), version, is_request=is_request)
    assert found.auth_bytes == b"\0alice\0" + STARS.encode()


def test_a_bare_token_is_masked() -> None:
    header = Header(SASL_TOKEN, 0, 0, 0)
    found = secrets.mask(b"\0alice\0" + BYTES, header, True)
    assert found == b"\0alice\0" + STARS.encode()


def _inner(message: Message, version: int) -> bytes:
    head = RequestHeader(
        request_api_key=message.API_KEY,
        request_api_version=version,
        correlation_id=3,
        client_id="admin",
    )
    return head.encode(2 if version >= message.FLEXIBLE_SINCE else 1) + message.encode(version)


def test_an_envelope_is_opened() -> None:
    inner = _inner(_alterable(IncrementalAlterConfigsRequest, {"a.password": SECRET}), 1)
    envelope = EnvelopeRequest(request_data=inner, request_principal=b"", client_host_address=b"")
    frame = masked(envelope, 0).request_data
    header = decode_request_header(frame)
    assert header.client_id == "admin"
    request = IncrementalAlterConfigsRequest.decode(frame, 1, header.body_offset)
    assert request.resources[0].configs[0].value == STARS


def test_envelopes_within_envelopes_are_masked_whole() -> None:
    inner = _inner(_alterable(IncrementalAlterConfigsRequest, {"a": SECRET}), 1)
    for _ in range(2):
        outer = EnvelopeRequest(request_data=inner, request_principal=b"", client_host_address=b"")
        inner = _inner(outer, 0)
    assert set(masked(outer, 0).request_data) == {ord("*")}


def test_the_answer_in_an_envelope_is_masked_whole() -> None:
    assert masked(EnvelopeResponse(response_data=BYTES), 0, is_request=False).error_code == 0
    assert masked(EnvelopeResponse(response_data=None), 0, is_request=False).response_data is None


@given(st.binary(max_size=60), st.integers(0, 3))
def test_a_body_that_cannot_be_read_is_masked_whole(junk: bytes, version: int) -> None:
    """Whatever follows, either it is a message or nothing of it is seen."""
    body = _alterable(AlterConfigsRequest, {"a.password": SECRET}).encode(2) + b"\0" + junk
    frame = HEAD + body
    header = Header(ApiKey.ALTER_CONFIGS, version, 7, len(HEAD))
    assert secrets.mask(frame, header, True) == HEAD + b"*" * len(body)


def test_a_number_in_a_longer_form_than_needed_hides_nothing() -> None:
    body = RenewDelegationTokenRequest(hmac=BYTES).encode(2)
    assert body[0] == len(BYTES) + 1
    longer = bytes([body[0] | 0x80, 0]) + body[1:]
    header = Header(ApiKey.RENEW_DELEGATION_TOKEN, 2, 7, len(HEAD))
    assert BYTES not in secrets.mask(HEAD + longer, header, True)


def test_a_response_to_nobody_knows_what_is_masked_whole() -> None:
    header = Header(UNKNOWN_API, 0, 7, 4)
    assert secrets.mask(b"\0\0\0\7" + BYTES, header, False) == b"\0\0\0\7" + STARS.encode()


@given(st.binary(), st.sampled_from([0, 1, 2, 3, 8, 11, 12, 18, 99]), st.booleans())
def test_other_messages_are_not_even_copied(data: bytes, api_key: int, is_request: bool) -> None:
    assert secrets.mask(data, Header(api_key, 0, 0, 0), is_request) is data


@pytest.mark.parametrize("version", [12, 13, 17])
def test_the_metadata_log_keeps_its_secrets_and_other_topics_are_left_alone(version: int) -> None:
    record = ConfigRecord(resource_type=4, resource_name="1", name="a.password", value=SECRET)
    value = bytes((1, record.API_KEY, 0)) + record.encode(0)
    batch = bytes(encode_batch([(1, None, value, ())]))
    partition = FetchResponse.PartitionData(partition_index=0, records=batch)

    def response(name: str, topic_id: bytes) -> FetchResponse:
        topic = FetchResponse.FetchableTopicResponse(
            topic=name, topic_id=topic_id, partitions=[partition]
        )
        return FetchResponse(responses=[topic])

    metadata = response("__cluster_metadata", secrets.METADATA_ID)
    found = masked(metadata, version, is_request=False)
    assert STARS.encode() in bytes(found.responses[0].partitions[0].records)
    other = HEAD + response("orders", b"1" * 16).encode(version)
    assert secrets.mask(other, Header(1, version, 7, len(HEAD)), False) is other


@pytest.mark.parametrize("position", [0, 100])
def test_snapshots_of_the_metadata_log_keep_their_secrets(position: int) -> None:
    record = ConfigRecord(resource_type=4, resource_name="1", name="a.password", value=SECRET)
    value = bytes((1, record.API_KEY, 0)) + record.encode(0)
    batch = bytes(encode_batch([(1, None, value, ())]))
    partition = FetchSnapshotResponse.PartitionSnapshot(
        index=0, position=position, unaligned_records=batch[position % 61 :]
    )
    topic = FetchSnapshotResponse.TopicSnapshot(name="__cluster_metadata", partitions=[partition])
    masked(FetchSnapshotResponse(topics=[topic]), 1, is_request=False)


def test_a_fetch_of_the_metadata_log_that_cannot_be_read_is_masked_wholly() -> None:
    frame = HEAD + bytes(4) + b"\0\0" + bytes(4) + b"\2" + secrets.METADATA_ID + BYTES
    found = secrets.mask(frame, Header(1, 17, 7, len(HEAD)), False)
    assert found == HEAD + b"*" * (len(frame) - len(HEAD))


@given(
    st.sampled_from(sorted({*secrets._REQUESTS, *secrets._RESPONSES})),
    st.integers(-1, 18),
    st.binary(max_size=120),
    st.booleans(),
)
def test_whatever_bytes_come_nothing_is_raised(
    api_key: int, version: int, data: bytes, is_request: bool
) -> None:
    header = Header(api_key, version, 7, min(4, len(data)))
    masked = secrets.mask(data, header, is_request)
    assert len(masked) == len(data)
    assert masked[:4] == data[:4] or api_key == SASL_TOKEN


@pytest.mark.parametrize("api_key", sorted({*secrets._REQUESTS, *secrets._RESPONSES} & {*ApiKey}))
@given(seed=st.integers(0, 1 << 32))
def test_any_message_can_be_read_as_before(api_key: int, seed: int) -> None:
    for suffix, watched in (("Request", secrets._REQUESTS), ("Response", secrets._RESPONSES)):
        spec = SPECS[API_NAMES[api_key] + suffix]
        if api_key not in watched:
            continue
        for version in versions(spec):
            message = draw(spec, version, seed)
            data = HEAD + message.encode(version)
            header = Header(api_key, version, 7, len(HEAD))
            masked = secrets.mask(data, header, suffix == "Request")
            assert len(masked) == len(data)
            type(message).decode(masked, version, len(HEAD))
