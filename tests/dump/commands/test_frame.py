"""`wire-dump frame`, as a person meets it."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from kafkawire.dump.cli import main
from kafkawire.dump.commands.frame import EXAMPLES, api_and_version, bytes_of

API_VERSIONS_REQUEST = "0012 0003 00000001 0004 74657374 00 0b6c696272646b61666b61 0232 00"


def test_a_request_in_hexadecimal_is_decoded(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["frame", *API_VERSIONS_REQUEST.split()]) == 0

    shown = capsys.readouterr().out
    assert "ApiVersions v3 request, correlation 1, client 'test'" in shown
    assert "client_software_name: 'librdkafka'" in shown


def test_hexadecimal_is_read_from_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(API_VERSIONS_REQUEST))
    assert main(["frame"]) == 0
    assert "ApiVersions v3" in capsys.readouterr().out


def test_a_response_needs_its_api_and_version(capsys: pytest.CaptureFixture[str]) -> None:
    answer = "00000001 0023 00000001 0012 0000 0005"
    assert main(["frame", "--response", "ApiVersions:0", answer]) == 0
    assert "error_code: 35 UNSUPPORTED_VERSION" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["frame", "zz"], "'z', digit 1, is not hexadecimal"),
        (["frame", "001"], "3 hexadecimal digits make no whole bytes"),
        (["frame", "0012"], "a frame has 4 bytes at least, not 2"),
        (["frame", "00000001 12"], "a frame has 4 bytes at least, not 1"),
        (["frame", "--response", "Nothing:1", "00000001"], "no API called 'Nothing'"),
        (["frame", "--response", "Fetsch:1", "00000001"], "did you mean Fetch"),
        (["frame", "--response", "Fetch", "00000001"], "API:VERSION"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2

    error = capsys.readouterr().err
    assert complaint in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("digits", "complaint"),
    [
        ("0012 0003", "byte 4, in header.correlation_id: 4 bytes wanted, and 0 are left"),
        (
            "0012 0063 00000001 ffff 00",
            "ApiVersionsRequest v99: byte 11: there are versions 0 to 5",
        ),
        ("0063 0000 00000001 ffff", "Kafka has no API with the key 99"),
        (API_VERSIONS_REQUEST[:-3], "byte 28, in (tags): the frame ends within a length"),
    ],
)
def test_what_can_be_read_is_shown_and_the_rest_is_explained(
    digits: str, complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["frame", digits]) == 1

    shown = capsys.readouterr()
    assert " request, correlation " in shown.out
    assert complaint in shown.err
    assert shown.err.count("\n") == 1


def test_more_is_shown_if_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["frame", "-v", *API_VERSIONS_REQUEST.split()]) == 0

    shown = capsys.readouterr().out
    assert "request_api_key: 18 ApiVersions" in shown
    assert "\n0000 |00 12|00 03|00 00 00 01|" in shown


def test_json_has_kafkas_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["frame", "--json", *API_VERSIONS_REQUEST.split()]) == 0

    found = json.loads(capsys.readouterr().out)
    assert found["clientId"] == "test"
    assert found["body"]["clientSoftwareName"] == "librdkafka"


def test_passwords_are_masked_unless_they_are_asked_for(
    capsys: pytest.CaptureFixture[str],
) -> None:
    authenticate = "0024 0001 00000001 ffff 00000009 006d6500 7365637265"
    for words in (["-v"], ["--json"], []):
        assert main(["frame", *words, authenticate]) == 0
        assert "secre" not in capsys.readouterr().out
    assert main(["frame", "-v", "--secrets", authenticate]) == 0
    assert "secre" in capsys.readouterr().out


def test_apis_go_by_name_or_key() -> None:
    assert api_and_version("Fetch:12") == (1, 12)
    assert api_and_version("offset_for_leader_epoch:4") == (23, 4)
    assert api_and_version("18:3") == (18, 3)


def test_the_example_of_the_readme(capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(__file__).resolve().parents[3] / "README.md").read_text()
    shown = text.split("$ wire-dump frame ")[1].split("\n\n")[0]
    digits, *expected = [line[4:] if at else line for at, line in enumerate(shown.split("\n"))]
    assert main(["frame", *digits.split()]) == 0
    assert capsys.readouterr().out.splitlines() == expected


def test_the_examples_of_the_help_work(capsys: pytest.CaptureFixture[str]) -> None:
    examples = [line for line in EXAMPLES.splitlines() if " 0012 " in line]
    assert len(examples) == 2
    for example in examples:
        assert main(example.split()[1:]) == 0
        assert "client_software_name: 'librdkafka'" in capsys.readouterr().out


def test_hexadecimal_may_be_written_in_other_ways() -> None:
    assert bytes_of("0x00:01 02\n03") == bytes_of("00010203") == b"\0\1\2\3"
