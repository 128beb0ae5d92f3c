"""When a broker acts upon its metadata: a fact, for no time is long enough to wait.

A broker hears of what its controller has decided a little after whoever asked for it. It takes one
change after another: first what it tells about the metadata is new, then all else acts upon it, and
then comes the next change. So a mark is made, which the broker tells of when it has come to that or
to more; and when it tells that a second one, made after that, was taken away, whatever came with
the first is done (Kafka's `MetadataLoader`, `BrokerMetadataPublisher`). The mark is the quota of an
address that nobody has.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable

from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.alter_client_quotas_request import AlterClientQuotasRequest
from kafkawire.protocol.messages.alter_client_quotas_response import AlterClientQuotasResponse
from kafkawire.protocol.messages.describe_client_quotas_request import DescribeClientQuotasRequest
from kafkawire.protocol.messages.describe_client_quotas_response import DescribeClientQuotasResponse
from tests.support.suite.patience import patient

NOBODY = "192.0.2.1"
"""An address for documents (RFC 5737)."""
KIND = "ip"
KEY = "connection_creation_rate"
VERSION = 1
EXACT = 0
TOLD_SECONDS_MAX = patient(20.0)
AGAIN_SECONDS = 0.002

Asking = Callable[[Message, int], Message]
"""A request in that version, and what comes of it."""


def until_in_force(ask: Asking) -> None:
    """Wait until a broker acts upon all that its controller has answered before."""
    mark = float(1 + int.from_bytes(os.urandom(3), "big"))
    _tell(ask, mark)
    _tell(ask, None)


def _tell(ask: Asking, mark: float | None) -> None:
    part, operation = AlterClientQuotasRequest.EntityData, AlterClientQuotasRequest.OpData
    entry = AlterClientQuotasRequest.EntryData(
        entity=[part(entity_type=KIND, entity_name=NOBODY)],
        ops=[operation(key=KEY, value=mark or 0.0, remove=mark is None)],
    )
    done = ask(AlterClientQuotasRequest(entries=[entry]), VERSION)
    assert isinstance(done, AlterClientQuotasResponse)
    assert not done.entries[0].error_code, done
    deadline = time.monotonic() + TOLD_SECONDS_MAX
    while _told(ask) != mark:
        assert time.monotonic() < deadline, "the broker does not hear of its metadata"
        time.sleep(AGAIN_SECONDS)


def _told(ask: Asking) -> float | None:
    make = DescribeClientQuotasRequest.ComponentData
    component = make(entity_type=KIND, match_type=EXACT, match=NOBODY)
    found = ask(DescribeClientQuotasRequest(components=[component], strict=True), VERSION)
    assert isinstance(found, DescribeClientQuotasResponse)
    values = [value.value for entry in found.entries or () for value in entry.values]
    return values[0] if values else None
