"""Groups of any kind: consumer and classic groups, share groups, streams groups.

Which kind a group is shows when it is described: a request about another kind is answered
GROUP_ID_NOT_FOUND. Brokers before 4.0 have consumer and classic groups only.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from kafkawire.client.descriptions import GroupDescription
from kafkawire.client.errors import ClientError, ServerError
from kafkawire.client.group_descriptions import StreamsGroupDescription
from kafkawire.client.outcomes import Outcomes
from kafkawire.protocol.error_codes import ErrorCode

if TYPE_CHECKING:
    from kafkawire.client.admin import Admin

Described = GroupDescription | StreamsGroupDescription


async def describe_any(admin: Admin, group_ids: Iterable[str]) -> Outcomes[str, Described]:
    """Describe groups of any kind; the error of one that is of no kind is that of consumers."""
    names = list(dict.fromkeys(group_ids))
    told = await admin.describe_consumer_groups(names)
    found: dict[str, Described] = dict(told)
    errors = dict(told.errors)
    if missing := _missing(errors):
        found |= await admin.describe_share_groups(missing)
    if missing := [name for name in missing if name not in found]:
        found |= await admin.describe_streams_groups(missing)
    ordered = {name: found[name] for name in names if name in found}
    return Outcomes(ordered, {name: errors[name] for name in errors if name not in found})


def _missing(errors: dict[str, ClientError]) -> list[str]:
    return [
        name
        for name, error in errors.items()
        if isinstance(error, ServerError) and error.code == ErrorCode.GROUP_ID_NOT_FOUND
    ]
