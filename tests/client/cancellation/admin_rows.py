"""Rows of the admin client: only waiting can be cancelled, and nothing is left of a wait.

What the broker answers does not matter here, so an operation may be refused.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress

from kafkawire.client import (
    AclBinding,
    AclFilter,
    Admin,
    ClientError,
    ConfigResource,
    Endpoint,
    QuotaEntity,
    Replica,
)
from tests.client.cancellation.stage import FIRST, ROWS, Row, Stage, row

ACL = AclBinding("topic", "t", "User:anna", "read")
TOPIC = ConfigResource("topic", "t")
ANNA = QuotaEntity(user="anna")
Operation = Callable[[Admin], Awaitable[object]]

OPERATIONS: dict[str, Operation] = {
    "create_topics": lambda admin: admin.create_topics(["another"]),
    "delete_topics": lambda admin: admin.delete_topics(["t"]),
    "list_topics": lambda admin: admin.list_topics(),
    "describe_topics": lambda admin: admin.describe_topics(["t"]),
    "create_partitions": lambda admin: admin.create_partitions({"t": 3}),
    "list_offsets": lambda admin: admin.list_offsets({FIRST: -1}),
    "delete_records": lambda admin: admin.delete_records({FIRST: 0}),
    "describe_producers": lambda admin: admin.describe_producers([FIRST]),
    "describe_configs": lambda admin: admin.describe_configs([TOPIC]),
    "incremental_alter_configs": lambda admin: admin.incremental_alter_configs(
        {TOPIC: {"retention.ms": "1000000"}}
    ),
    "alter_configs": lambda admin: admin.alter_configs({TOPIC: {"retention.ms": "1000000"}}),
    "list_config_resources": lambda admin: admin.list_config_resources(),
    "list_client_metrics_resources": lambda admin: admin.list_client_metrics_resources(),
    "describe_client_quotas": lambda admin: admin.describe_client_quotas(),
    "alter_client_quotas": lambda admin: admin.alter_client_quotas(
        {ANNA: {"producer_byte_rate": 1e9}}
    ),
    "describe_cluster": lambda admin: admin.describe_cluster(),
    "describe_features": lambda admin: admin.describe_features(),
    "update_features": lambda admin: admin.update_features({"group.version": 1}),
    "describe_metadata_quorum": lambda admin: admin.describe_metadata_quorum(),
    "add_raft_voter": lambda admin: admin.add_raft_voter(
        9, bytes(16), [Endpoint("CONTROLLER", "127.0.0.1", 1)]
    ),
    "remove_raft_voter": lambda admin: admin.remove_raft_voter(9, bytes(16)),
    "unregister_broker": lambda admin: admin.unregister_broker(9),
    "unregister_controller": lambda admin: admin.unregister_controller(9),
    "elect_leaders": lambda admin: admin.elect_leaders(),
    "alter_partition_reassignments": lambda admin: admin.alter_partition_reassignments(
        {FIRST: None}
    ),
    "list_partition_reassignments": lambda admin: admin.list_partition_reassignments(),
    "describe_log_dirs": lambda admin: admin.describe_log_dirs([_broker(admin)]),
    "alter_replica_log_dirs": lambda admin: admin.alter_replica_log_dirs(
        {Replica("t", 0, _broker(admin)): "/elsewhere"}
    ),
    "describe_replica_log_dirs": lambda admin: admin.describe_replica_log_dirs(
        [Replica("t", 0, _broker(admin))]
    ),
    "list_groups": lambda admin: admin.list_groups(),
    "list_consumer_groups": lambda admin: admin.list_consumer_groups(),
    "describe_consumer_groups": lambda admin: admin.describe_consumer_groups(["g"]),
    "describe_classic_groups": lambda admin: admin.describe_classic_groups(["g"]),
    "delete_consumer_groups": lambda admin: admin.delete_consumer_groups(["g"]),
    "remove_members_from_consumer_group": lambda admin: admin.remove_members_from_consumer_group(
        "g", ["one"]
    ),
    "list_consumer_group_offsets": lambda admin: admin.list_consumer_group_offsets(["g"]),
    "alter_consumer_group_offsets": lambda admin: admin.alter_consumer_group_offsets(
        "unread", {FIRST: 0}
    ),
    "delete_consumer_group_offsets": lambda admin: admin.delete_consumer_group_offsets(
        "g", [FIRST]
    ),
    "describe_share_groups": lambda admin: admin.describe_share_groups(["g"]),
    "delete_share_groups": lambda admin: admin.delete_share_groups(["g"]),
    "list_share_group_offsets": lambda admin: admin.list_share_group_offsets(["g"]),
    "alter_share_group_offsets": lambda admin: admin.alter_share_group_offsets("g", {FIRST: 0}),
    "delete_share_group_offsets": lambda admin: admin.delete_share_group_offsets("g", ["t"]),
    "describe_streams_groups": lambda admin: admin.describe_streams_groups(["g"]),
    "delete_streams_groups": lambda admin: admin.delete_streams_groups(["g"]),
    "list_streams_group_offsets": lambda admin: admin.list_streams_group_offsets(["g"]),
    "alter_streams_group_offsets": lambda admin: admin.alter_streams_group_offsets("g", {FIRST: 0}),
    "delete_streams_group_offsets": lambda admin: admin.delete_streams_group_offsets("g", [FIRST]),
    "list_transactions": lambda admin: admin.list_transactions(),
    "describe_transactions": lambda admin: admin.describe_transactions(["x"]),
    "abort_transaction": lambda admin: admin.abort_transaction(
        FIRST, producer_id=0, producer_epoch=0
    ),
    "force_terminate_transaction": lambda admin: admin.force_terminate_transaction("x"),
    "fence_producers": lambda admin: admin.fence_producers(["x", "y"]),
    "create_acls": lambda admin: admin.create_acls([ACL]),
    "describe_acls": lambda admin: admin.describe_acls(),
    "delete_acls": lambda admin: admin.delete_acls([AclFilter()]),
    "describe_user_scram_credentials": lambda admin: admin.describe_user_scram_credentials(),
    "alter_user_scram_credentials": lambda admin: admin.alter_user_scram_credentials(
        {"anna": {"SCRAM-SHA-256": None}}
    ),
    "create_delegation_token": lambda admin: admin.create_delegation_token(),
    "renew_delegation_token": lambda admin: admin.renew_delegation_token(b"hmac"),
    "expire_delegation_token": lambda admin: admin.expire_delegation_token(b"hmac"),
    "describe_delegation_token": lambda admin: admin.describe_delegation_token(),
}
"""Each operation once. Those of `Admin.run` are all of them."""


def _broker(admin: Admin) -> int:
    return next(iter(admin.sources.metadata.view.nodes))


def _made(name: str, operation: Operation) -> Row:
    async def play(stage: Stage) -> None:
        async with stage.admin() as admin:

            async def work() -> None:
                with suppress(ClientError):
                    await operation(admin)

            await stage.cancels(admin, work)
            assert "t" in await admin.list_topics() or name == "delete_topics"

    return Row((f"Admin.{name}", "Admin.run"), play)


for _name, _operation in OPERATIONS.items():
    ROWS[f"admin_{_name}"] = _made(_name, _operation)


@row("Admin.__aenter__", "Admin.__aexit__")
async def entering_and_leaving_an_admin(stage: Stage) -> None:
    """Nothing is left behind."""
    admin = stage.admin()

    async def work() -> None:
        async with admin:
            await admin.list_topics()

    await stage.cancels(None, work)
