"""What all detectors have in common."""

from __future__ import annotations

from kafkawire.dump.detectors.catalogue import make_detectors
from kafkawire.dump.detectors.detector import Detector, Threshold, named, seconds, who
from kafkawire.dump.detectors.watch import Lookout
from kafkawire.dump.model import Connection, Damage, Exchange, ExchangeDone
from kafkawire.protocol.messages.metadata_request import MetadataRequest
from kafkawire.protocol.messages.metadata_response import MetadataResponse
from tests.support.dump.dialogues import Dialogue


class Listening(Detector):
    """Notes what it is given."""

    NAME = "listening"
    THRESHOLDS = (Threshold("count", 3, "of something"),)
    APIS = frozenset((3,))
    CODES = frozenset((29,))
    SEES_CLOSING = SEES_THROTTLING = HAS_TICKS = True

    def start(self) -> None:
        self.heard: list[str] = []

    def exchange(self, exchange: Exchange, now_ns: int) -> None:
        self.heard.append("exchange")

    def failed(self, exchange: Exchange, code: int, now_ns: int) -> None:
        self.heard.append(f"failed {code}")

    def throttled(self, exchange: Exchange, throttle_ms: int, now_ns: int) -> None:
        self.heard.append(f"throttled {throttle_ms}")

    def closed(self, connection: Connection) -> None:
        self.heard.append("closed")

    def tick(self, now_ns: int) -> None:
        self.heard.append("tick")


def test_a_detector_is_given_what_it_asks_for() -> None:
    talk = Dialogue()
    client = talk.connect()
    detector = Listening({"count": 5})
    assert detector.at("count") == 5
    topic = MetadataResponse.MetadataResponseTopic(name="t", error_code=29)
    response = MetadataResponse(throttle_time_ms=7, topics=[topic])
    lookout = Lookout([detector])
    for event in (
        talk.open(client),
        talk.seen(client, MetadataRequest()),
        talk.done(client, MetadataRequest(), response),
        talk.close(client),
        Damage(client, None, 0, 0, "lost", 0, 0),
    ):
        assert list(lookout.look(event)) == []
    assert detector.heard == ["exchange", "failed 29", "throttled 7", "tick", "closed"]


def test_a_detector_that_asks_for_nothing_finds_nothing() -> None:
    talk = Dialogue()
    client = talk.connect()
    quiet = Lookout([Detector()])
    for event in (talk.seen(client, MetadataRequest()), talk.done(client, MetadataRequest()),
                  talk.close(client)):  # fmt: skip
        assert list(quiet.look(event)) == []


def test_no_detector_stumbles_over_half_an_exchange() -> None:
    talk = Dialogue()
    client = talk.connect(None)
    detectors = make_detectors()
    lookout = Lookout(detectors)
    for detector in detectors:
        for api_key in sorted(detector.APIS):
            for is_cut in (False, True):
                event = half(talk, client, api_key, is_cut=is_cut)
                assert list(lookout.look(event)) == [], api_key


def half(talk: Dialogue, client: Connection, api_key: int, *, is_cut: bool) -> ExchangeDone:
    """An exchange without its response, or without its request, whose bytes end early."""
    from kafkawire.protocol.registry import request_class, response_class

    version = request_class(api_key).VERSIONS[0]
    done = talk.done(
        client, request_class(api_key)(), response_class(api_key)(), version, topics=()
    )
    exchange = done.exchange
    if is_cut:
        exchange.request = None
        assert exchange.response is not None
        exchange.response.data = exchange.response.data[:5]
    else:
        exchange.response = None
        assert exchange.request is not None
        exchange.request.data = exchange.request.data[: exchange.request.body_offset + 1]
    return done


def test_words() -> None:
    talk = Dialogue()
    assert who(talk.connect()) == "billing at 192.0.2.7"
    assert who(talk.connect(None)) == "a client at 192.0.2.7"
    assert seconds(1_500) == "1.5 s"
    assert named((), "topic") == "some topics"
    assert named(("a",), "topic") == "topic a"
    assert named(("a", "b"), "topic") == "topics a, b"
    assert named(tuple("abcde"), "topic") == "topics a, b, c and 2 more"
