"""A trace of a client's own traffic, against a broker in the same run of trio."""

from __future__ import annotations

import io
import logging
import subprocess
import sys
from pathlib import Path

import pytest

from kafkawire.client.admin import Admin
from kafkawire.client.errors import ConfigurationError
from kafkawire.client.producer import Producer
from tests.support.requests.served import serving


class Full(io.StringIO):
    """A file that takes some lines, and no more."""

    def write(self, text: str) -> int:
        if len(self.getvalue()) > 300:
            raise OSError(28, "No space left on device")
        return super().write(text)


async def test_a_trace_has_a_line_for_each_exchange(tmp_path: Path) -> None:
    """client K-31: into a file that the client opens, and into one that the application has."""
    file, own = tmp_path / "trace.txt", io.StringIO()
    async with serving() as broker:
        host, port = broker.server.address
        bootstrap = f"{host}:{port}"
        async with Producer(bootstrap, client_id="me", trace=file) as producer:
            await (await producer.send("t", b"value"))
        async with Admin(bootstrap, client_id="other", trace=own) as admin:
            await admin.describe_cluster()
    text = file.read_text(encoding="utf-8")
    for api in ("ApiVersions", "Metadata", "Produce"):
        assert api in text
    assert f"-> {bootstrap}" in text
    assert "me" in text
    assert "DescribeCluster" in own.getvalue()
    assert "Produce" not in own.getvalue()
    assert not own.closed, "it is the application's"


async def test_the_standard_error_is_a_target(capsys: pytest.CaptureFixture[str]) -> None:
    """client K-31."""
    async with serving() as broker:
        host, port = broker.server.address
        async with Admin(f"{host}:{port}", trace="stderr"):
            pass
    assert "Metadata" in capsys.readouterr().err


async def test_a_trace_that_cannot_be_written_does_not_end_the_client(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """client K-31."""
    async with serving() as broker:
        host, port = broker.server.address
        with caplog.at_level(logging.WARNING, "kafkawire.client.trace"):
            async with Producer(f"{host}:{port}", trace=Full()) as producer:
                assert (await (await producer.send("t", b"value"))).topic == "t"
    (told,) = caplog.messages
    assert "No space left" in told


async def test_a_file_that_cannot_be_opened_is_a_wrong_option(tmp_path: Path) -> None:
    """client K-31: told on entering, and no connection is made."""
    client = Producer("127.0.0.1:1", trace=tmp_path / "none" / "trace.txt")
    with pytest.raises(ConfigurationError, match=r"trace: cannot write .*No such file"):
        await client.__aenter__()


def test_a_target_is_checked_at_once() -> None:
    with pytest.raises(ConfigurationError, match=r"trace needs stderr, a path"):
        Producer("a:1", trace=7)  # type: ignore[arg-type]  # that is what is tested


@pytest.mark.process
def test_without_a_trace_wire_dump_is_not_imported() -> None:
    """client O-5: a start stays cheap."""
    code = "import sys, kafkawire.client.producer; print([n for n in sys.modules if '.dump' in n])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
