"""What Apache Kafka serves and ours does not yet, but must keep for it.

These are steps and an inventory of their own, made only where the broker advertises the API: who
cannot serve it is compared by what the next one that can still finds.
"""

from __future__ import annotations

from collections.abc import Iterator

from compat.clients.raw import RawClient
from compat.interchange.asking import check
from compat.interchange.inventory import ONLY_KAFKA, Inventory, taken
from compat.interchange.work import Work
from kafkawire.protocol.api_keys import ApiKey
from kafkawire.protocol.messages.alter_user_scram_credentials_request import (
    AlterUserScramCredentialsRequest,
)
from kafkawire.protocol.messages.alter_user_scram_credentials_response import (
    AlterUserScramCredentialsResponse,
)
from kafkawire.protocol.messages.create_acls_request import CreateAclsRequest
from kafkawire.protocol.messages.create_acls_response import CreateAclsResponse
from kafkawire.protocol.messages.describe_acls_request import DescribeAclsRequest
from kafkawire.protocol.messages.describe_acls_response import DescribeAclsResponse
from kafkawire.protocol.messages.describe_user_scram_credentials_request import (
    DescribeUserScramCredentialsRequest,
)
from kafkawire.protocol.messages.describe_user_scram_credentials_response import (
    DescribeUserScramCredentialsResponse,
)

SHA_256 = 1
ANY, TOPIC_RESOURCE, LITERAL, PREFIXED, READ, ALLOW = 1, 2, 3, 4, 3, 3
"""Codes of ACLs."""


def write(work: Work) -> None:
    """Do what this broker can."""
    if ApiKey.ALTER_USER_SCRAM_CREDENTIALS in work.client.versions:
        _credentials(work)
    if ApiKey.CREATE_ACLS in work.client.versions:
        _acls(work)


def _credentials(work: Work) -> None:
    upsertion = AlterUserScramCredentialsRequest.ScramCredentialUpsertion(
        name=f"user-{work.round}",
        mechanism=SHA_256,
        iterations=4096 + work.round,
        salt=b"salt",
        salted_password=bytes(32),
    )
    request = AlterUserScramCredentialsRequest(upsertions=[upsertion])
    (done,) = work.client.ask(request, AlterUserScramCredentialsResponse).results
    check(f"AlterUserScramCredentials ({done.error_message})", done.error_code)


def _acls(work: Work) -> None:
    make = CreateAclsRequest.AclCreation
    creations = [
        make(
            resource_type=TOPIC_RESOURCE,
            resource_name=f"some-{work.round}",
            resource_pattern_type=PREFIXED if work.round % 2 else LITERAL,
            principal="User:alice",
            host="*",
            operation=READ,
            permission_type=ALLOW,
        )
    ]
    answer = work.client.ask(CreateAclsRequest(creations=creations), CreateAclsResponse)
    for each in answer.results:
        check(f"CreateAcls ({each.error_message})", each.error_code)


def take(bootstrap: str) -> Inventory:
    """What the broker serves of it."""
    return taken(bootstrap, _everything)


def _everything(client: RawClient) -> Iterator[tuple[str, tuple[str, ...]]]:
    if ApiKey.DESCRIBE_USER_SCRAM_CREDENTIALS in client.versions:
        request = DescribeUserScramCredentialsRequest(users=None)
        credentials = client.ask(request, DescribeUserScramCredentialsResponse)
        check("DescribeUserScramCredentials", credentials.error_code)
        yield (
            f"{ONLY_KAFKA}: credentials",
            tuple(sorted(f"{user.user} {user.credential_infos}" for user in credentials.results)),
        )
    if ApiKey.DESCRIBE_ACLS in client.versions:
        acls = client.ask(
            DescribeAclsRequest(
                resource_type_filter=ANY,
                resource_name_filter=None,
                pattern_type_filter=ANY,
                principal_filter=None,
                host_filter=None,
                operation=ANY,
                permission_type=ANY,
            ),
            DescribeAclsResponse,
        )
        check(f"DescribeAcls ({acls.error_message})", acls.error_code)
        yield f"{ONLY_KAFKA}: ACLs", tuple(sorted(map(str, acls.resources)))
