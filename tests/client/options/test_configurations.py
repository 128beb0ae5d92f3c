"""Clients from dictionaries and files."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from kafkawire.client import BYTES, Admin, Consumer, Producer
from kafkawire.client.errors import ConfigurationError
from kafkawire.client.options import ConsumerSettings, ProducerSettings, settings
from kafkawire.client.options.configurations import from_config, from_properties

SHARED = """
# one file for all clients of an application
bootstrap.servers=a:1,b:2
client.id=billing
acks=1
max.poll.records=7
"""


def test_a_configuration_has_dotted_names_and_texts() -> None:
    """client B-7."""
    given = from_config({"bootstrap.servers": "a:1", "max.poll.records": "7"}, {"group_id": "g"})
    made = settings(ConsumerSettings, given)
    assert (made.bootstrap_servers, made.max_poll_records, made.group_id) == (("a:1",), 7, "g")


def test_keywords_win_over_a_configuration() -> None:
    given = from_config({"group.id": "a", "sasl.mechanisms": "PLAIN"}, {"group_id": "b"})
    assert given == {"bootstrap_servers": (), "sasl.mechanisms": "PLAIN", "group_id": "b"}


def test_servers_by_librdkafkas_name() -> None:
    assert from_config({"metadata.broker.list": "a:1"}, {}) == {"bootstrap_servers": "a:1"}


@pytest.mark.parametrize(("kind", "kept"), [(ConsumerSettings, 7), (ProducerSettings, None)])
def test_a_file_serves_clients_of_all_kinds(
    kind: type[ConsumerSettings | ProducerSettings], kept: int | None
) -> None:
    """client B-7."""
    given = from_properties(kind, io.StringIO(SHARED), {})
    made = settings(kind, given)
    assert made.client_id == "billing"
    assert getattr(made, "max_poll_records", None) == kept
    assert ("acks" in given) is (kept is None)


def test_each_client_is_made_of_a_configuration_or_a_file(tmp_path: Path) -> None:
    """client B-7."""
    file = tmp_path / "client.properties"
    file.write_text(SHARED, encoding="utf-8")
    config = {"bootstrap.servers": "a:1", "client.id": "billing"}
    for made in (
        Consumer.from_config(config, topics=["orders"], group_id="g"),
        Consumer.from_properties(file, topics=["orders"], group_id="g"),
        Producer.from_config(config, codecs=BYTES),
        Producer.from_properties(str(file), linger_ms=0),
        Admin.from_config(config),
        Admin.from_properties(file),
    ):
        assert "client_id='billing'" in repr(made._settings)


@pytest.mark.parametrize("client", [Consumer, Producer, Admin])
def test_what_is_wrong_is_named_as_it_was_written(
    client: type[Consumer[None, None] | Producer[None, None] | Admin],
) -> None:
    """client B-7."""
    with pytest.raises(ConfigurationError, match=r"option client\.idd; .* mean client\.id\?"):
        client.from_config({"bootstrap.servers": "a:1", "client.idd": "x"})
    with pytest.raises(ConfigurationError, match=r"bootstrap\.servers is required"):
        client.from_config({})
