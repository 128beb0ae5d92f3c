"""The sink that runs detectors beside outputs."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

from kafkawire.dump.detectors.catalogue import DETECTORS, make_detectors
from kafkawire.dump.detectors.detector import Finding
from kafkawire.dump.detectors.watch import Lookout, Watch
from kafkawire.dump.model import Connection, Event, ExchangeDone, RequestSeen
from kafkawire.protocol.messages.fetch_request import FetchRequest
from kafkawire.protocol.messages.fetch_response import FetchResponse
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from kafkawire.protocol.messages.produce_request import ProduceRequest
from kafkawire.protocol.messages.produce_response import ProduceResponse
from tests.support.dump.dialogues import Dialogue
from tests.support.requests.strategies import SPECS, draw, versions


class Output:
    """Notes all it is told, in order."""

    def __init__(self) -> None:
        self.told: list[Any] = []
        self.is_closed = False

    def event(self, event: Event) -> None:
        self.told.append(event)

    def finding(self, finding: Finding) -> None:
        self.told.append(finding)

    def summary(self, lines: Sequence[str]) -> None:
        assert not self.is_closed
        self.told.append(lines)

    def close(self) -> None:
        self.is_closed = True


class Plain:
    """An output that knows of no findings."""

    def __init__(self) -> None:
        self.events = 0
        self.is_closed = False

    def event(self, event: Event) -> None:
        self.events += 1

    def close(self) -> None:
        self.is_closed = True


def denied(talk: Dialogue, client: Connection, times: int) -> list[Any]:
    topic = MetadataResponse.MetadataResponseTopic(name="t", error_code=29)
    response = MetadataResponse(topics=[topic, topic])
    return [talk.done(client, MetadataRequest(), response) for _ in range(times)]


def test_outputs_are_told_the_event_then_what_was_found() -> None:
    talk, output, plain = Dialogue(), Output(), Plain()
    watch = Watch([output, plain])
    events = denied(talk, talk.connect(), 3)
    for event in events:
        watch.event(event)
    assert output.told[:3] == events
    assert [each.detector for each in output.told[3:]] == ["acl-denials"]
    assert output.told[3].exchange is events[-1].exchange
    assert plain.events == 3
    watch.close()
    assert output.is_closed
    assert plain.is_closed
    assert output.told[-1] == [f"acl-denials: once; first: {output.told[3].text}"]


def test_what_was_found_is_counted() -> None:
    talk, output = Dialogue(), Output()
    watch = Watch([output])
    for client in (talk.connect("a"), talk.connect("b")):
        for event in denied(talk, client, 3):
            watch.event(event)
    (summary,) = watch.summaries()
    assert (summary.detector, summary.findings, summary.severity) == ("acl-denials", 2, "error")
    assert summary.text.startswith("acl-denials: 2 times; first: a at")


def test_nothing_found_is_nothing_said() -> None:
    output = Output()
    Watch([output]).close()
    assert output.told == []
    assert output.is_closed


def test_only_the_detectors_that_are_given_run() -> None:
    talk, output = Dialogue(), Output()
    watch = Watch([output], make_detectors(off=["acl-denials"]))
    for event in denied(talk, talk.connect(), 9):
        watch.event(event)
    assert watch.summaries() == []


def traffic(seed: int) -> list[Any]:
    """Requests and answers of all kinds of luck."""
    rng, talk = random.Random(seed), Dialogue()
    clients = [talk.connect(f"c{at % 3}") for at in range(6)]
    events: list[Any] = []
    for _ in range(400):
        client = rng.choice(clients)
        code = rng.choice((0, 0, 0, 1, 3, 6, 10, 29))
        throttle_ms = rng.choice((0, 0, 5))
        kind = rng.randrange(3)
        if kind == 0:
            part = FetchResponse.PartitionData(partition_index=0, error_code=code)
            found = FetchResponse.FetchableTopicResponse(topic="t", partitions=[part])
            response = FetchResponse(throttle_time_ms=throttle_ms, responses=[found])
            exchange = talk.exchange(client, FetchRequest(), response, 12)
        elif kind == 1:
            exchange = talk.exchange(client, ProduceRequest(acks=rng.randrange(2)), None, 9)
            exchange.expects_response = False
        else:
            made = ProduceResponse.PartitionProduceResponse(index=0, error_code=code)
            topic = ProduceResponse.TopicProduceResponse(name="t", partition_responses=[made])
            exchange = talk.exchange(
                client, ProduceRequest(), ProduceResponse(responses=[topic]), 9
            )
        events += [RequestSeen(exchange), ExchangeDone(exchange)]
        talk.wait(rng.choice((0, 1, 500, 3_000)))
        if rng.random() < 0.02:
            events.append(talk.close(client))
            clients[clients.index(client)] = talk.connect(client.client_id)
    return events


def test_all_together_find_what_each_finds_alone() -> None:
    for seed in range(5):
        events, output = traffic(seed), Output()
        watch = Watch([output])
        for event in events:
            watch.event(event)
        together: dict[str, list[Any]] = {kind.NAME: [] for kind in DETECTORS}
        for told in output.told:
            if hasattr(told, "detector"):
                together[told.detector].append(told)
        for kind in DETECTORS:
            alone = Lookout([kind()])
            expected = [found for event in events for found in alone.look(event)]
            assert together[kind.NAME] == expected, kind.NAME
        assert any(together.values())


def random_exchanges(rng: random.Random) -> list[Any]:
    """Random messages of every API and version; of some the bytes are cut or flipped."""
    talk = Dialogue()
    clients = [talk.connect(f"c{at}") for at in range(4)]
    events: list[Any] = []
    for spec in SPECS.values():
        if spec.kind != "request":
            continue
        answers = SPECS[spec.name.removesuffix("Request") + "Response"]
        for version in versions(spec):
            client = rng.choice(clients)
            asked, answer = draw(spec, version, rng), draw(answers, version, rng)
            exchange = talk.exchange(client, asked, answer, version, topics=("t",))
            for message in (exchange.request, exchange.response):
                if rng.random() < 0.3:
                    assert message is not None
                    message.data = damaged(message.data, rng)
            if rng.random() < 0.1:
                exchange.request = None
            events += [RequestSeen(exchange), ExchangeDone(exchange)]
    return events


def test_exchanges_keep_what_was_found_when_they_came() -> None:
    events, output = traffic(1), Output()
    watch = Watch([output])
    for event in events:
        watch.event(event)
    found = [told for told in output.told if hasattr(told, "detector")]
    kept = [each for event in events if isinstance(event, ExchangeDone)
            for each in event.exchange.findings]  # fmt: skip
    assert kept == [each for each in found if each.exchange is not None] != []


def test_outputs_know_an_exchange_with_what_was_found_in_it() -> None:
    talk = Dialogue()
    client = talk.connect("c")
    seen: list[list[str]] = []

    class Asking(Output):
        def event(self, event: Event) -> None:
            assert isinstance(event, ExchangeDone)
            seen.append([each.detector for each in event.exchange.findings])

    watch = Watch([Asking()])
    for event in denied(talk, client, 10):
        watch.event(event)
    assert ["acl-denials"] in seen


def damaged(data: bytes, rng: random.Random) -> bytes:
    cut = bytearray(data[: rng.randrange(len(data) + 1)] if rng.random() < 0.5 else data)
    if cut:
        cut[rng.randrange(len(cut))] ^= 1 << rng.randrange(8)
    return bytes(cut)


@pytest.mark.slow
def test_no_message_whatever_it_says_brings_them_down() -> None:
    for seed in range(2):
        output = Output()
        watch = Watch([output])
        for event in random_exchanges(random.Random(seed)):
            if isinstance(event, ExchangeDone) or event.exchange.request is not None:
                watch.event(event)
        watch.close()
        found = [told.text for told in output.told if hasattr(told, "detector")]
        assert all(isinstance(text, str) for text in found)
