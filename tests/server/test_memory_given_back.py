"""A serving process whose topics are deleted is as small again as it was."""

from __future__ import annotations

import os
import platform
import sys

import pytest

from kafkawire.protocol.messages.create_topics_request import CreateTopicsRequest
from kafkawire.protocol.messages.delete_topics_request import DeleteTopicsRequest
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.records.builder import encode_batch
from kafkawire.testing import RawConnection
from tests.support.requests.loopback import connected, wait_until
from tests.support.requests.produce import answers_of, produce_request
from tools.programs import broker_process, resident_bytes

MIB = 1 << 20
BATCH_BYTES = 100_000
BATCHES = 1_500

needs_glibc = pytest.mark.skipif(
    sys.platform != "linux" or platform.libc_ver()[0] != "glibc",
    reason="no glibc: other allocators return freed memory, and its return is not measured",
)


def create(client: RawConnection) -> None:
    topic = CreateTopicsRequest.CreatableTopic(name="t", num_partitions=1, replication_factor=1)
    client.ask(CreateTopicsRequest(topics=[topic], timeout_ms=1000), 4)


def fill(client: RawConnection) -> None:
    batch = bytes(encode_batch([(0, None, os.urandom(BATCH_BYTES), ())]))
    for _ in range(BATCHES):
        (answer,) = answers_of(client.ask(produce_request(("t", 0, batch)), 8)).values()
        assert answer.error_code == 0


def fetch(client: RawConnection) -> None:
    """Read the first records in a session, which goes on to exist."""
    part = FetchRequest.FetchPartition(partition=0, partition_max_bytes=10 * MIB)
    topic = FetchRequest.FetchTopic(topic="t", partitions=[part])
    request = FetchRequest(max_bytes=10 * MIB, session_epoch=0, topics=[topic])
    found = client.ask(request, 11)
    assert found.session_id
    assert found.responses[0].partitions[0].records


@pytest.mark.process
@needs_glibc
def test_what_a_deleted_topic_held_goes_back_to_the_system() -> None:
    with broker_process() as (process, bootstrap), connected(bootstrap) as client:
        pid = process.pid
        before = resident_bytes(pid)
        create(client)
        fill(client)
        fetch(client)
        assert resident_bytes(pid) > before + 120 * MIB
        client.ask(DeleteTopicsRequest(topic_names=["t"], timeout_ms=1000), 3)
        wait_until(lambda: resident_bytes(pid) < before + 40 * MIB, "the memory is given back")
