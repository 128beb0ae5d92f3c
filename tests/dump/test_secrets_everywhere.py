"""No output shows a secret that a client or a broker has sent, unless it is told to.

Everything that `wire-dump` writes is searched: lines at all levels, JSON, records, bytes, trees,
captures, tables, the page, statistics, differences. A hex view breaks its lines anywhere, so every
four bytes of a secret count as the secret; secrets are such that these come from nowhere else.
"""

from __future__ import annotations

import gzip
import re
import zlib
from base64 import b64decode, b64encode, urlsafe_b64encode
from collections.abc import Iterator
from hashlib import pbkdf2_hmac, sha256
from hmac import digest
from json import dumps
from pathlib import Path
from typing import Any

import pytest

from kafkawire.dump.cli import main
from kafkawire.dump.engine import Engine
from kafkawire.dump.inputs.captures import read_capture
from kafkawire.dump.pipeline import Pipeline
from kafkawire.dump.safe_text import page_text
from kafkawire.dump.state import State
from kafkawire.dump.web.detail import detail_of
from kafkawire.dump.web.store import Store
from kafkawire.protocol.buffers import joined
from kafkawire.protocol.exchange import encode_request, encode_response
from kafkawire.protocol.message import Message
from kafkawire.protocol.messages.alter_configs_request import AlterConfigsRequest
from kafkawire.protocol.messages.alter_configs_response import AlterConfigsResponse
from kafkawire.protocol.messages.alter_user_scram_credentials_request import (
    AlterUserScramCredentialsRequest,
)
from kafkawire.protocol.messages.alter_user_scram_credentials_response import (
    AlterUserScramCredentialsResponse,
)
from kafkawire.protocol.messages.api_versions_request import ApiVersionsRequest
from kafkawire.protocol.messages.api_versions_response import ApiVersionsResponse
from kafkawire.protocol.messages.create_delegation_token_request import (
    CreateDelegationTokenRequest,
)
from kafkawire.protocol.messages.create_delegation_token_response import (
    CreateDelegationTokenResponse,
)
from kafkawire.protocol.messages.envelope_request import EnvelopeRequest
from kafkawire.protocol.messages.envelope_response import EnvelopeResponse
from kafkawire.protocol.messages.incremental_alter_configs_request import (
    IncrementalAlterConfigsRequest,
)
from kafkawire.protocol.messages.incremental_alter_configs_response import (
    IncrementalAlterConfigsResponse,
)
from kafkawire.protocol.messages.sasl_authenticate_request import SaslAuthenticateRequest
from kafkawire.protocol.messages.sasl_authenticate_response import SaslAuthenticateResponse
from kafkawire.protocol.messages.sasl_handshake_request import SaslHandshakeRequest
from kafkawire.protocol.messages.sasl_handshake_response import SaslHandshakeResponse
from tests.support.dump.captures import make_capture

WINDOW = 4
START_NS = 1_795_000_000_000_000_000

NO_PYARROW = "pyarrow is not installed: tables in Parquet are not searched for secrets"
PASSWORD = b"QZXJVKWYQQJZ"
CONFIG = "ZJQXKWVGZZQJ"
HMAC = sha256(b"hmac").digest()
SALT = sha256(b"salt").digest()[:16]
SALTED = pbkdf2_hmac("sha256", PASSWORD, SALT, 4096)
PROOF = digest(SALTED, b"Client Key", "sha256")
SIGNATURE = digest(SALTED, b"Server Key", "sha256")
TOKEN_SIGNATURE = b64encode(sha256(b"jwt").digest())[:40]


def base64(data: bytes) -> bytes:
    return b64encode(data)


SECRETS = {
    "password": PASSWORD,
    "config": CONFIG.encode(),
    "hmac": HMAC,
    "salt": SALT,
    "salted password": SALTED,
    "proof": PROOF,
    "proof as sent": base64(PROOF),
    "salt as sent": base64(SALT),
    "server signature as sent": base64(SIGNATURE),
    "signature of a token": TOKEN_SIGNATURE,
}


class Script:
    """Streams of a capture, each a client's connection."""

    def __init__(self) -> None:
        self.sends: list[tuple[int, int, bytes, int]] = []
        self.stream = -1
        self._correlation_id = 0
        self._now_ns = START_NS

    def connect(self) -> None:
        self.stream += 1
        offered = [
            ApiVersionsResponse.ApiVersion(api_key=key, min_version=0, max_version=9)
            for key in range(60)
        ]
        self.say(ApiVersionsRequest(), ApiVersionsResponse(api_keys=offered), 2)

    def say(self, request: Message, response: Message, version: int) -> None:
        self._correlation_id += 1
        key = request.API_KEY
        asked = encode_request(key, version, self._correlation_id, "admin", request)
        told = encode_response(self._correlation_id, key, version, response)
        self.send(0, bytes(asked))
        self.send(1, joined(told))

    def send(self, end: int, data: bytes) -> None:
        self._now_ns += 1_000_000
        self.sends.append((self.stream, end, data, self._now_ns))

    def token(self, end: int, data: bytes) -> None:
        self.send(end, len(data).to_bytes(4, "big") + data)


def _scram() -> list[tuple[bytes, bytes]]:
    return [
        (b"n,,n=alice,r=fyko", b"r=fyko3rfc,s=" + base64(SALT) + b",i=4096"),
        (b"c=biws,r=fyko3rfc,p=" + base64(PROOF), b"v=" + base64(SIGNATURE)),
    ]


def _oauth() -> list[tuple[bytes, bytes]]:
    parts = [dumps(each).encode() for each in ({"alg": "RS256"}, {"sub": "alice"})]
    token = b".".join([*(urlsafe_b64encode(each) for each in parts), TOKEN_SIGNATURE])
    return [(b"n,,\x01auth=Bearer " + token + b"\x01\x01", b"")]


MECHANISMS = {
    "PLAIN": [(b"\0alice\0" + PASSWORD, b"")],
    "SCRAM-SHA-256": _scram(),
    "OAUTHBEARER": _oauth(),
    "CUSTOM": [(b'{"key":"' + PASSWORD + b'"}', b"welcome " + PASSWORD)],
}


def _log_in(script: Script) -> None:
    for mechanism, messages in MECHANISMS.items():
        for version in range(3):
            script.connect()
            script.say(SaslHandshakeRequest(mechanism=mechanism), SaslHandshakeResponse(), 1)
            for asked, told in messages:
                script.say(
                    SaslAuthenticateRequest(auth_bytes=asked),
                    SaslAuthenticateResponse(auth_bytes=told),
                    version,
                )
        script.connect()
        script.say(SaslHandshakeRequest(mechanism=mechanism), SaslHandshakeResponse(), 0)
        for asked, told in messages:
            script.token(0, asked)
            script.token(1, told)
        script.say(ApiVersionsRequest(), ApiVersionsResponse(), 0)


def _alter(kind: Any) -> Message:
    config = kind.AlterableConfig(name="ssl.keystore.password", value=CONFIG)
    resource = kind.AlterConfigsResource(resource_type=4, resource_name="1", configs=[config])
    request: Message = kind(resources=[resource])
    return request


def _administrate(script: Script) -> None:
    script.connect()
    for version in range(3):
        script.say(_alter(AlterConfigsRequest), AlterConfigsResponse(), version)
    for version in range(2):
        request = _alter(IncrementalAlterConfigsRequest)
        script.say(request, IncrementalAlterConfigsResponse(), version)
    kind = AlterUserScramCredentialsRequest
    upsertion = kind.ScramCredentialUpsertion(
        name="alice", mechanism=1, iterations=4096, salt=SALT, salted_password=SALTED
    )
    script.say(kind(upsertions=[upsertion]), AlterUserScramCredentialsResponse(), 0)
    for version in range(4):
        answer = CreateDelegationTokenResponse(token_id="t", hmac=HMAC)
        script.say(CreateDelegationTokenRequest(), answer, version)
    inner = encode_request(44, 1, 9, "admin", _alter(IncrementalAlterConfigsRequest))
    envelope = EnvelopeRequest(
        request_data=bytes(inner)[4:], request_principal=b"p", client_host_address=b"\1\2\3\4"
    )
    script.say(envelope, EnvelopeResponse(response_data=HMAC), 0)


@pytest.fixture(scope="module")
def capture(tmp_path_factory: pytest.TempPathFactory) -> Path:
    script = Script()
    _log_in(script)
    _administrate(script)
    path = tmp_path_factory.mktemp("secrets") / "capture.pcapng"
    path.write_bytes(make_capture(script.sends))
    return path


def found_in(data: bytes) -> set[str]:
    """Which secrets may be read from it, in any spelling and however it is broken into lines."""
    plain = re.sub(rb"\x1b\[[0-9;]*m", b"", data)
    digits = re.sub(rb"[^0-9a-f]", b"", plain.lower())
    return {
        name
        for name, secret in SECRETS.items()
        if any(spelling in plain for spelling in _spellings(secret))
        or any(part.hex().encode() in digits for part in _windows(secret, 8))
        or (name in ("password", "config") and any(p in plain for p in _windows(secret, WINDOW)))
    } | {name for name in _in_base64(plain)}


def _windows(secret: bytes, size: int) -> Iterator[bytes]:
    for at in range(len(secret) - size + 1):
        yield secret[at : at + size]


def _spellings(secret: bytes) -> Iterator[bytes]:
    yield secret
    yield secret.hex().encode()
    yield " ".join(f"{each:02x}" for each in secret).encode()


def _in_base64(plain: bytes) -> set[str]:
    found: set[str] = set()
    for text in set(re.findall(rb"[A-Za-z0-9+/_-]{12,}={0,2}", plain)):
        for start in range(4):
            piece = text[start:].rstrip(b"=").translate(bytes.maketrans(b"-_", b"+/"))
            data = b64decode(piece + b"A" * (-len(piece) % 4))
            found |= {name for name, secret in SECRETS.items() if secret[:12] in data}
    return found


OUTPUTS = {
    **{f"lines at level {level}": ["-" + "v" * level][: level and 1] for level in range(5)},
    "coloured bytes": ["-vvvv", "--color=always"],
    "records": ["-r", "-vvv"],
    "json": ["--json"],
    "json with records": ["--json", "-r"],
    "a capture": ["-q", "--write={to}.pcapng"],
    "tables": ["-q", "--parquet={to}"],
    "a page": ["-q", "--html={to}"],
}


def _output(
    capture: Path, arguments: list[str], to: Path, capsys: pytest.CaptureFixture[str]
) -> bytes:
    """All that it prints and writes, and what compressed parts of that hold."""
    given = [each.format(to=to / "out") for each in arguments]
    assert main(["read", *given, str(capture)]) == 0
    printed = capsys.readouterr()
    files = [path.read_bytes() for path in sorted(to.rglob("*")) if path.is_file()]
    parts = [printed.out.encode(), printed.err.encode(), *files]
    return b"\n".join(parts + [_unpacked(each) for each in files])


def _unpacked(data: bytes) -> bytes:
    if data.startswith(b"PAR1"):
        parquet = pytest.importorskip("pyarrow.parquet", reason=NO_PYARROW)
        from io import BytesIO

        return repr(parquet.read_table(BytesIO(data)).to_pylist()).encode()
    unpacked = []
    for found in re.finditer(rb"\x1f\x8b\x08|[A-Za-z0-9+/]{100,}={0,2}", data):
        piece = found[0]
        try:
            packed = data[found.start() :] if piece[0] == 0x1F else b64decode(piece)
            unpacked.append(gzip.decompress(packed) if packed[:2] == b"\x1f\x8b" else packed)
        except (ValueError, OSError, EOFError, zlib.error):
            continue
    return b"\n".join(unpacked)


@pytest.mark.parametrize("name", OUTPUTS)
def test_no_output_of_read_has_a_secret(
    name: str, capture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if "--parquet={to}" in OUTPUTS[name]:
        pytest.importorskip("pyarrow", reason=NO_PYARROW)
    output = _output(capture, OUTPUTS[name], tmp_path, capsys)
    assert len(output) > 1000
    assert found_in(output) == set()


@pytest.mark.parametrize("name", ["lines at level 4", "json", "a capture"])
def test_all_of_them_are_there_for_who_asks(
    name: str, capture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    output = _output(capture, [*OUTPUTS[name], "--secrets"], tmp_path, capsys)
    assert {"password", "config", "hmac"} <= found_in(output)


@pytest.mark.parametrize("arguments", [["stats"], ["stats", "--json"]])
def test_statistics_have_none(
    arguments: list[str], capture: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*arguments, str(capture)]) == 0
    assert found_in(capsys.readouterr().out.encode()) == set()


def test_differences_have_none(
    capture: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = Script()
    script.connect()
    other = tmp_path / "other.pcapng"
    other.write_bytes(make_capture(script.sends))
    for paths in ([capture, other], [other, capture]):
        main(["diff", *map(str, paths)])
        output = capsys.readouterr().out
        assert "SaslAuthenticate" in output
        assert found_in(output.encode()) == set()


def test_the_page_of_a_server_has_none(capture: Path) -> None:
    store = Store()
    pipeline = Pipeline(Engine(), State(), None, [store])
    for event in read_capture(str(capture)):
        pipeline.feed(event)
    pipeline.close()
    rows = store.rows(0, 10_000)
    details = [page_text(detail_of(row.exchange, None)) for row in rows if row.exchange is not None]
    assert len(details) > 40
    shown = [*(row.json() for row in rows), *map(_text, details)]
    assert found_in("\n".join(shown).encode()) == set()


def _text(data: str | bytes) -> str:
    return data if isinstance(data, str) else data.decode()


def test_the_search_finds_what_it_looks_for() -> None:
    for name, secret in SECRETS.items():
        digits = secret.hex()
        for spelling in (secret, digits.encode(), b64encode(b"xy" + secret)):
            assert name in found_in(b"..." + spelling + b"...")
    assert found_in(b"00000010  51 5a 58 4a 56 4b\n00000018  57 59 51 51 4a 5a") <= {"password"}
    assert found_in(b"nothing of it at all, " * 9) == set()
