"""Passwords of the metadata log are shown to nobody who did not ask for them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from kafkawire.dump.cli import main
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.config_record import ConfigRecord
from kafkawire.protocol.messages.delegation_token_record import DelegationTokenRecord
from kafkawire.protocol.messages.topic_record import TopicRecord
from kafkawire.protocol.messages.user_scram_credential_record import UserScramCredentialRecord
from kafkawire.records.builder import RecordTuple, encode_batch
from kafkawire.records.control import ControlType, encode_control_batch
from tests.support.log.batches import NOW_MS
from tests.support.log.segments import placed

SECRET = "hunter2-for-me"
BYTES = SECRET.encode()
STARS = "*" * len(BYTES)
LOG = f"{0:020}.log"
METADATA = "__cluster_metadata-0"


def framed(message: Message) -> bytes:
    return bytes((1, message.API_KEY, 0)) + message.encode(0)


def config(name: str, value: str | None = SECRET) -> bytes:
    return framed(ConfigRecord(resource_type=4, resource_name="1", name=name, value=value))


PASSWORD = config("ssl.key.password")
SCRAM = framed(
    UserScramCredentialRecord(
        name="alice", mechanism=1, salt=BYTES, stored_key=BYTES, server_key=BYTES, iterations=4096
    )
)
SECRETS = (PASSWORD, SCRAM, PASSWORD + BYTES, b"\1\x7f\0" + BYTES, b"\7" + BYTES, PASSWORD[:-1])
"""The last ones cannot be read, or not to their end."""


def batch(values: Iterable[bytes | None], compression: int = 0) -> bytes:
    records: list[RecordTuple] = [(NOW_MS, None, value, []) for value in values]
    return bytes(encode_batch(records, compression=compression))


def directory(path: Path, data: bytes, name: str = METADATA) -> Path:
    (path / name).mkdir()
    (path / name / LOG).write_bytes(placed([data])[0])
    return path / name


def has_secret(text: str) -> bool:
    """Whether it is there as text, in digits, or but for its end."""
    return any(each in text for each in (SECRET, SECRET[:-1], BYTES[:-1].hex()))


def shown(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    main(["log", "--records", *map(str, arguments)])
    return capsys.readouterr().out


@pytest.mark.parametrize("form", [(), ("--json",)])
@pytest.mark.parametrize("compression", [0, 4])
@pytest.mark.parametrize("secret", SECRETS)
def test_a_secret_is_shown_only_if_it_was_asked_for(
    secret: bytes,
    compression: int,
    form: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = directory(tmp_path, batch([secret] * 3, compression))
    for place in (tmp_path, path, path / LOG):
        assert not has_secret(shown(capsys, *form, place))
        assert has_secret(shown(capsys, *form, "--secrets", place))


def test_everything_else_stays_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Of a delegation token, only what everybody may know is in the log."""
    token = DelegationTokenRecord(owner="User:a", requester="User:a", token_id="token-7")
    topic = TopicRecord(name="orders", topic_id=b"1" * 16)
    others = (config("a.password", None), config("retention.ms", "5"), framed(token), None)
    path = directory(tmp_path, batch([framed(topic), *others]))

    assert shown(capsys, path) == shown(capsys, path, "--secrets")
    (path / LOG).write_bytes(batch([framed(topic), PASSWORD, SCRAM]))
    text = shown(capsys, path)
    assert "ssl.key.password" in text
    assert STARS in text
    assert "alice" in text
    assert STARS.encode().hex() in text


@pytest.mark.parametrize("topic", ["orders", "__consumer_offsets", "__cluster_metadata"])
def test_to_say_that_it_is_another_topic_does_not_help(
    topic: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = directory(tmp_path, batch(SECRETS))
    assert not has_secret(shown(capsys, path, "--topic", topic))


@pytest.mark.parametrize("name", ["bootstrap.checkpoint", f"{9:020}-{1:010}.checkpoint"])
def test_snapshots_hide_theirs(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Storage that is formatted with SCRAM users has them in its bootstrap snapshot."""
    head = bytes(encode_control_batch(ControlType.SNAPSHOT_HEADER, b"\0" * 6, timestamp=NOW_MS))
    (tmp_path / name).write_bytes(head + batch(SECRETS))
    for arguments in ((), ("--topic", "orders")):
        assert not has_secret(shown(capsys, tmp_path / name, *arguments))
    assert has_secret(shown(capsys, tmp_path / name, "--secrets"))


def test_a_segment_without_its_directory_hides_what_reads_as_such_records(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / LOG).write_bytes(batch([PASSWORD, SCRAM, b"\1 am fine"]))
    text = shown(capsys, tmp_path / LOG)
    assert not has_secret(text)
    assert "am fine" in text or b"\1 am fine".hex() in text


def test_a_topic_of_anybody_is_shown_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = directory(tmp_path, batch([PASSWORD]), "orders-0")
    assert has_secret(shown(capsys, path))


def test_keys_and_headers_that_should_not_be_there_are_hidden(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = encode_batch([(NOW_MS, BYTES, framed(TopicRecord(name="t")), [("h", BYTES)])])
    assert not has_secret(shown(capsys, directory(tmp_path, bytes(data))))
