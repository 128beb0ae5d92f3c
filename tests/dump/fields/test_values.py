"""Values: what the codec reads, in Kafka's JSON, of every message in every version."""

from __future__ import annotations

import json

import pytest

from kafkawire.dump import declarations
from kafkawire.dump.api_names import SASL_TOKEN, UNKNOWN_API
from kafkawire.dump.fields import values
from kafkawire.dump.model import Header, Message, seen_at
from tests.support.dump.declared import connection, dumped, expected_values, frame_of
from tests.support.requests.strategies import SPECS, draw, versions
from tools.generate.model import MessageSpec

SEEDS = (1, 2, 3)

every_message = pytest.mark.parametrize("spec", SPECS.values(), ids=SPECS)
APIS = [spec for spec in SPECS.values() if spec.kind in ("request", "response")]
every_api = pytest.mark.parametrize("spec", APIS, ids=[spec.name for spec in APIS])


@every_message
def test_values_are_what_the_codec_reads(spec: MessageSpec) -> None:
    for version in versions(spec):
        read = values.compile_reader(declarations.load(spec.name), version)
        for seed in SEEDS:
            message = draw(spec, version, seed)
            data = message.encode(version)

            found, end = read(data, 0)

            assert end == len(data)
            assert found == expected_values(message, spec.root, spec, version)
            assert json.loads(json.dumps(found)) == found
            moved, end = read(b"--" + data, 2)
            assert (moved, end) == (found, len(data) + 2)


@every_api
def test_a_frame_has_the_values_of_its_body(spec: MessageSpec) -> None:
    for version in versions(spec):
        body = draw(spec, version, 5)
        frame = frame_of(spec, version, body)
        message = dumped(spec, version, frame)

        assert message.values == expected_values(body, spec.root, spec, version)
        assert message.problem is None


def test_keys_stand_in_the_order_of_the_declaration() -> None:
    spec = SPECS["ProduceRequest"]
    body = draw(spec, 9, 5)
    found = expected_values(body, spec.root, spec, 9)
    frame = frame_of(spec, 9, body)

    assert json.dumps(dumped(spec, 9, frame).values) == json.dumps(found)


def test_numbers_that_json_lacks_are_words() -> None:
    assert [values.finite(number) for number in (1.5, float("inf"), -float("inf"))] == [
        1.5,
        "Infinity",
        "-Infinity",
    ]
    assert values.finite(float("nan")) == "NaN"


def test_text_that_is_no_utf8_is_replaced() -> None:
    spec = SPECS["SaslHandshakeRequest"]
    frame = b"\0\x11\0\1\0\0\0\7\xff\xff" + b"\0\3a\xffb"

    message = dumped(spec, 1, frame, 10)

    assert message.values == {"mechanism": "a�b"}
    assert message.problem is None


def test_a_bare_token_is_its_bytes() -> None:
    header = Header(SASL_TOKEN, 0, 0, 0)
    message = Message(connection(), b"\0me\0pw", header, seen_at(0), is_request=True)

    assert message.values == {"authBytes": "AG1lAHB3"}


@pytest.mark.parametrize(
    ("api_key", "version", "words"),
    [
        (99, 0, "no API with the key 99"),
        (UNKNOWN_API, 0, "was not seen"),
        (1, 99, "there are versions 0 to 18"),
        (1, -1, "there are versions 0 to 18"),
    ],
)
def test_what_nobody_knows_has_no_values_but_a_problem(
    api_key: int, version: int, words: str
) -> None:
    header = Header(api_key, version, 7, 8)
    message = Message(connection(), bytes(20), header, seen_at(0), is_request=False)

    assert message.values == {}
    assert message.problem is not None
    assert words in message.problem
