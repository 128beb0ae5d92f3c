"""The text that Prometheus reads is well formed and says what a snapshot says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import trio
from prometheus_client.parser import text_string_to_metric_families

from kafkawire.broker.broker import Broker
from kafkawire.broker.metrics.catalogue import FAMILIES
from kafkawire.broker.metrics.families import Sample, gauge, single
from kafkawire.server.exposition import CONTENT_TYPE, prometheus_name, scrape, text_of
from tests.support.requests.fetching import Fetcher, fetch_request

README = Path(__file__).resolve().parents[2] / "README.md"


def scraped(broker: Broker) -> str:
    return trio.run(scrape, broker).decode()


def name_of(kafka: str) -> str:
    (found,) = [prometheus_name(each) for each in FAMILIES if each.key(()) == kafka]
    return found


@pytest.mark.parametrize(
    ("kafka", "name"),
    [
        (
            "kafka.server:type=BrokerTopicMetrics,name=BytesInPerSec:Count",
            "kafka_server_brokertopicmetrics_bytesin_total",
        ),
        (
            "kafka.server:type=FetchSessionCache,name=NumIncrementalFetchSessions:Value",
            "kafka_server_fetchsessioncache_numincrementalfetchsessions",
        ),
        (
            "kafka.coordinator.group:type=GroupMetadataManager,name=NumGroups:Value",
            "kafka_coordinator_group_groupmetadatamanager_numgroups",
        ),
        (
            "kafka.server:type=socket-server-metrics:connection-count",
            "kafka_server_socket_server_metrics_connection_count",
        ),
        (
            "kafka.server:type=socket-server-metrics:connection-close-total",
            "kafka_server_socket_server_metrics_connection_close_total",
        ),
    ],
)
def test_names_follow_the_rule(kafka: str, name: str) -> None:
    assert name_of(kafka) == name


def test_no_two_metrics_share_a_name() -> None:
    names = [prometheus_name(family) for family in FAMILIES]
    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", name) for name in names)


def test_everything_of_a_snapshot_is_in_the_text() -> None:
    fetcher = Fetcher()
    fetcher.append(size=100)
    fetcher.client.request(fetch_request(("t", 0), ("t", 1), session=(0, 0)), 12)
    expected = {
        (prometheus_name(family), frozenset(tags)): value
        for family, tags, value in fetcher.broker.metrics.snapshot().samples
    }
    found = {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(scraped(fetcher.broker))
        for sample in family.samples
    }
    assert found == expected


def test_each_metric_has_its_type_and_its_meaning_once() -> None:
    fetcher = Fetcher()
    fetcher.client.request(fetch_request(("t", 0)), 12)
    text = scraped(fetcher.broker)
    on_disk = [family for family in FAMILIES if "logDirectory" in family.tag_names]
    assert [family for family in on_disk if family.key(()) in text] == []
    for family in FAMILIES:
        if family in on_disk:
            continue
        name = prometheus_name(family)
        kind = "counter" if family.is_counter else "gauge"
        assert text.count(f"# TYPE {name} {kind}\n") == 1
        assert text.count(f"# HELP {name} {family.help} ({family.key(())})\n") == 1
    assert text.endswith("\n")
    assert CONTENT_TYPE.startswith("text/plain; version=")


def test_labels_are_escaped() -> None:
    family = gauge("kafka.server:T", "N", 'a "help"\nwith a \\', single(lambda broker: 1))
    value = 'say "hi"\n\\'
    text = text_of([(family, [Sample(family, (("topic", value),), 7)])]).decode()
    assert 'kafka_server_t_n{topic="say \\"hi\\"\\n\\\\"} 7.0\n' in text
    (parsed,) = text_string_to_metric_families(text)
    assert parsed.samples[0].labels == {"topic": value}


def test_many_partitions_are_written_by_another_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kafkawire.server.exposition.RENDERED_AT_ONCE_MAX", 0)
    fetcher = Fetcher()
    assert "kafka_log_log_logendoffset" in scraped(fetcher.broker)


def test_the_readme_lists_every_metric() -> None:
    text = README.read_text(encoding="utf-8")
    table = text.split("<!-- metrics -->")[1].split("<!-- /metrics -->")[0]
    rows = [
        [cell.strip().replace("`", "") for cell in line.strip("|").split("|")]
        for line in table.strip().splitlines()[2:]
    ]
    assert rows == [
        [
            family.key(()),
            ", ".join(family.tag_names),
            family.help,
        ]
        for family in FAMILIES
    ]
