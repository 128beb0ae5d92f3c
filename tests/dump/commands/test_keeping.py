"""A command that fails leaves the files of an earlier run as they were, whatever it fails at."""

from __future__ import annotations

import resource
import signal
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from kafkawire.dump.cli import main
from kafkawire.dump.commands.keeping import closing
from kafkawire.protocol.messages.heartbeat_request import HeartbeatRequest
from kafkawire.protocol.messages.heartbeat_response import HeartbeatResponse
from tests.support.dump.captures import capture_of
from tests.support.dump.dialogues import Dialogue
from tests.support.dump.started import started
from tests.support.suite.patience import patient

OLD = b"what an earlier run has written"
ENDING_S = patient(60.0)


@pytest.fixture
def capture(tmp_path: Path) -> str:
    path = tmp_path / "capture.pcapng"
    path.write_bytes(traffic(50))
    return str(path)


def traffic(count: int) -> bytes:
    talk = Dialogue()
    on = talk.connect()
    request, response = HeartbeatRequest(group_id="g" * 100), HeartbeatResponse(error_code=27)
    return capture_of([talk.exchange(on, request, response, 3) for _ in range(count)])


class Outputs:
    """All outputs of files, each with something of an earlier run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.options = ["--write", str(folder / "w.pcapng"), "--html", str(folder / "page")]
        files = ["w.pcapng", "page/index.html", "page/data/meta.js", "page/data/list-0.js"]
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            pass
        else:
            self.options += ["--parquet", str(folder / "tables")]
            files += ["tables/exchanges.parquet", "tables/messages.parquet"]
        self.old = {folder / name: OLD for name in files}
        for path in self.old:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(OLD)

    def found(self) -> dict[Path, bytes]:
        return {each: each.read_bytes() for each in self.folder.rglob("*") if each.is_file()}


@pytest.fixture
def outputs(tmp_path: Path) -> Outputs:
    return Outputs(tmp_path / "outputs")


@pytest.fixture
def taken() -> Iterator[str]:
    """A port of this host that is in use."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"127.0.0.1:{listening.getsockname()[1]}"


FAILING = {
    "the input is missing": ["read", "{missing}"],
    "one of the inputs is missing": ["read", "{capture}", "{missing}"],
    "the input is no capture": ["read", "{notes}"],
    "there is no such detector": ["read", "{capture}", "--detect", "nope=off"],
    "the filter is wrong": ["read", "{capture}", "-f", "~nope ~nope"],
    "the port of the page is in use": ["live", "lo", "--web", "{taken}"],
    "there is no such interface": ["live", "nope0"],
    "the port is in use": ["proxy", "{taken}", "--to", "127.0.0.1:9"],
    "a certificate is missing": ["proxy", "127.0.0.1:0", "--to", "h", "--tls-cert", "{missing}"],
}


@pytest.mark.parametrize("why", FAILING)
def test_what_fails_before_it_has_read_anything_changes_no_file(
    why: str,
    capture: str,
    outputs: Outputs,
    taken: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("no capture at all, but long enough to be one\n")
    known = {"missing": tmp_path / "missing", "capture": capture, "notes": notes, "taken": taken}
    given = [each.format(**known) for each in FAILING[why]]

    assert main([*given, "-q", *outputs.options]) == 2

    assert outputs.found() == outputs.old
    assert "partial" not in capsys.readouterr().err


def test_an_output_that_cannot_be_made_leaves_the_others_as_they_were(
    capture: str, outputs: Outputs, capsys: pytest.CaptureFixture[str]
) -> None:
    (outputs.folder / "page" / "data" / "mine.txt").write_bytes(OLD)
    outputs.old[outputs.folder / "page" / "data" / "mine.txt"] = OLD

    assert main(["read", "-q", *outputs.options, capture]) == 2

    assert outputs.found() == outputs.old
    assert "it has files of something else" in capsys.readouterr().err


def test_what_is_finished_replaces_all_of_them(capture: str, outputs: Outputs) -> None:
    assert main(["read", "-q", *outputs.options, capture]) == 0

    found = outputs.found()
    assert outputs.old.keys() <= found.keys()
    assert OLD not in found.values()
    assert not [path for path in outputs.folder.rglob("*") if path.suffix in (".partial", ".old")]


def small_disk() -> None:
    """Let no file grow beyond a few kilobytes, as a full disk does."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))


@pytest.mark.process
def test_a_full_disk_replaces_nothing_and_what_was_written_is_kept(
    tmp_path: Path, outputs: Outputs
) -> None:
    path = tmp_path / "large.pcapng"
    path.write_bytes(traffic(2000))
    written = outputs.folder / "w.pcapng"

    process = started("read", "-q", "--write", str(written), str(path), prepare=small_disk)
    _, errors = process.communicate(timeout=ENDING_S)

    assert process.returncode == 2
    assert b"nothing more can be written: File too large" in errors
    assert b"w.pcapng.partial has what there was until then; no file was replaced" in errors
    assert written.read_bytes() == OLD
    assert main(["stats", str(written) + ".partial"]) == 1


def stopped_within(process: subprocess.Popen[bytes], data: bytes, number: int) -> bytes:
    """Give it data, wait until it has shown some of that, and send it a signal."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(data)
    process.stdin.flush()
    assert process.stdout.readline()
    process.send_signal(number)
    return process.communicate(timeout=ENDING_S)[1]


@pytest.mark.process
def test_a_killed_process_replaces_nothing(outputs: Outputs) -> None:
    process = started("read", "--json", *outputs.options, "-")

    stopped_within(process, traffic(50), signal.SIGKILL)

    found = outputs.found()
    assert {path: found[path] for path in outputs.old} == outputs.old


@pytest.mark.process
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_input_without_end_is_whole_when_it_is_interrupted(
    number: int, outputs: Outputs
) -> None:
    process = started("read", "--json", *outputs.options, "-")

    errors = stopped_within(process, traffic(50), number)

    assert (process.returncode, errors) == (130, b"")
    assert OLD not in outputs.found().values()


class Recorder:
    """A pipeline of which only the end matters."""

    def __init__(self, failure: BaseException | None = None) -> None:
        self.ends: list[str] = []
        self._failure = failure

    def close(self) -> None:
        self.ends.append("closed")
        if self._failure is not None:
            raise self._failure

    def abandon(self) -> list[str]:
        self.ends.append("abandoned")
        return ["out.partial"]


@pytest.mark.parametrize(
    ("error", "ends_by_interrupt", "ends"),
    [
        (None, False, ["closed"]),
        (KeyboardInterrupt(), True, ["closed"]),
        (KeyboardInterrupt(), False, ["abandoned"]),
        (OSError("full"), True, ["abandoned"]),
    ],
)
def test_how_a_pipeline_ends(
    error: BaseException | None,
    ends_by_interrupt: bool,
    ends: list[str],
    capsys: pytest.CaptureFixture[str],
) -> None:
    pipeline = Recorder()

    def run() -> None:
        with closing(pipeline, ends_by_interrupt=ends_by_interrupt):  # type: ignore[arg-type]
            if error is not None:
                raise error

    if error is None:
        run()
    else:
        with pytest.raises(type(error)):
            run()

    assert pipeline.ends == ends
    said = capsys.readouterr().err
    assert ("out.partial has what there was until then" in said) == (ends == ["abandoned"])


def test_an_output_that_fails_at_its_end_is_abandoned() -> None:
    pipeline = Recorder(OSError("full"))
    with (
        pytest.raises(OSError, match="full"),
        closing(pipeline, ends_by_interrupt=True),  # type: ignore[arg-type]
    ):
        pass
    assert pipeline.ends == ["closed", "abandoned"]
