"""What stock clients and a broker say, recorded on its way: a tap between them, and tcpdump.

    recorder = Recorder(file)
    with recorder.broker(monkeypatch, emulate="2.8") as broker:
        ...                                # clients at broker.bootstrap go through the tap
    recorder.close()

The broker tells clients the tap's address, so that all their connections pass it. The tap changes
nothing; it writes what passes with our own writer of captures. `Tcpdump` sees the same from below,
and so do tests of live capture, where this process `may_listen`. `proxied` has wire-dump's own
proxy in the tap's place, `tapping` listens to the clients and the broker of a harness.
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, Self

import pytest

from kafkawire.dump.inputs.live import LiveError, opened_socket
from kafkawire.dump.inputs.pcapng_writer import PcapngWriter
from kafkawire.dump.transport import Data, Endpoint, StreamClosed, StreamOpened, TransportEvent
from kafkawire.server.address import Address, bound_address
from kafkawire.testing import LocalBroker, local
from tests.support.requests.loopback import wait_until
from tests.support.rings.skips import skip_without
from tests.support.suite.patience import patient
from tools.programs import NotUp, end, printed

STOP_S = patient(20.0)


class Recorder:
    """A relay on a free port that writes down what it relays."""

    def __init__(self, file: BinaryIO) -> None:
        self._write = PcapngWriter(file).event
        self._lock = threading.Lock()
        self._listening = socket.create_server(("127.0.0.1", 0))
        self._threads: list[threading.Thread] = []
        self._sockets: list[socket.socket] = []
        self._target: tuple[str, int] | None = None
        self._streams = 0
        self._start(self._accept)

    @property
    def port(self) -> int:
        """Where clients connect."""
        found: int = self._listening.getsockname()[1]
        return found

    def broker(self, monkeypatch: pytest.MonkeyPatch, **options: str) -> LocalBroker:
        """A broker that is reached through the tap alone."""

        def bound_to_tap(sock: socket.socket) -> Address:
            real = bound_address(sock)
            self._target = (real.host, real.port)
            return Address(real.host, self.port)

        monkeypatch.setattr(local, "bound_address", bound_to_tap)
        return LocalBroker(**options)  # type: ignore[arg-type]

    def close(self) -> None:
        """Relay nothing more, and wait until all is written."""
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()
        for sock in self._sockets:
            with_shutdown(sock)
        for thread in self._threads:
            thread.join(STOP_S)
            assert not thread.is_alive()

    def _start(self, work: Callable[..., None], *arguments: object) -> None:
        thread = threading.Thread(target=work, args=arguments, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                client, address = self._listening.accept()
            except OSError:
                return
            try:
                broker = socket.create_connection(self._target or ("127.0.0.1", 1), STOP_S)
            except OSError:
                client.close()
                continue
            for sock in (client, broker):
                sock.settimeout(None)
                sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._sockets += [client, broker]
            ends = Endpoint(address[0], address[1]), Endpoint("127.0.0.1", self.port)
            stream, self._streams = self._streams, self._streams + 1
            self._tell(StreamOpened(stream, ends, 0, time.time_ns()))
            closing = threading.Barrier(2)
            self._start(self._pump, stream, 0, client, broker, closing)
            self._start(self._pump, stream, 1, broker, client, closing)

    def _pump(
        self,
        stream: int,
        end: int,
        source: socket.socket,
        target: socket.socket,
        closing: threading.Barrier,
    ) -> None:
        try:
            while data := source.recv(1 << 16):
                self._tell(Data(stream, end, data, time.time_ns(), 0))
                target.sendall(data)
        except OSError:
            pass
        with_shutdown(source)
        with_shutdown(target)
        if closing.wait(STOP_S) == 0:
            self._tell(StreamClosed(stream, "FIN", time.time_ns()))
            source.close()
            target.close()

    def _tell(self, event: TransportEvent) -> None:
        with self._lock:
            self._write(event)


def with_shutdown(sock: socket.socket) -> None:
    """Wake the reader."""
    try:
        sock.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass  # it is closed already


class Tcpdump:
    """tcpdump on the loopback interface, of some ports; `skip_without` where it may not run."""

    def __init__(self, path: Path, *ports: int) -> None:
        command = ["tcpdump", "-i", "lo", "-U", "--immediate-mode", "-n", "-B", "65536"]
        # It gives up the rights to write files where a test may, so the file is opened here.
        command += ["-w", "-", " or ".join(f"port {port}" for port in ports)]
        with path.open("wb") as file:
            self._process = subprocess.Popen(
                command, stdout=file, stderr=subprocess.PIPE, text=True
            )
        self._path = path
        try:
            printed(self._process.stderr, "listening on")
        except NotUp as why:
            self.__exit__()
            skip_without("tcpdump may not run", f"its captures are not made ({why})")

    @staticmethod
    def skip_without() -> None:
        """Skip the test if there is no tcpdump."""
        if shutil.which("tcpdump") is None:
            skip_without("tcpdump is not installed", "its captures are not made")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        end(self._process, STOP_S)
        if self._process.stderr is not None:
            self._process.stderr.close()

    def capture_when(self, is_enough: Callable[[bytes], bool]) -> bytes:
        """What it has written, once that is enough."""
        wait_until(lambda: is_enough(self._path.read_bytes()), "tcpdump saw all packets")
        return self._path.read_bytes()


def no_packets(error: LiveError) -> str:
    """Return the reason to skip a test of live capture."""
    return f"this process gets no packets of an interface ({error}): live captures are not made"


def why_not_live() -> str:
    """Return the reason to skip tests of live capture, or nothing if this process may listen."""
    try:
        opened_socket("lo", ()).close()
    except LiveError as error:
        return no_packets(error)
    return ""


_WHY_NOT_LIVE = why_not_live()
may_listen = pytest.mark.skipif(bool(_WHY_NOT_LIVE), reason=_WHY_NOT_LIVE or "-")
"""For tests of live capture."""
