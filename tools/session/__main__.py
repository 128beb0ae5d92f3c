"""Record the session and print it, or put it into the README.

    python -m tools.session [--write]

A broker, the proxy and the clients (`stalls`) are processes of their own; all that is shown was
printed by them. Ports that happened to be free are shown as those that the reader would use, and
long lines are folded.
"""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

from kafkawire.testing import LocalBroker
from tools.programs import HOST, free_port, printed, running, wire_dump

ROOT = Path(__file__).resolve().parents[2]
README = ROOT / "README.md"
BEGIN, END = "<!-- session -->", "<!-- /session -->"
LINE_CHARS_MAX = 116
FOLDED_INDENT = 9
OPTIONS = ["-v", "-f", "~api Produce | ~api Fetch"]
LISTEN_PORT, BROKER_PORT = 19092, 9092
LIMIT_S = 60.0


def main(arguments: list[str]) -> int:
    if unknown := set(arguments) - {"--write"}:
        print(f"tools.session: no {' '.join(sorted(unknown))}; there is --write", file=sys.stderr)
        return 2
    text = session()
    if "--write" in arguments:
        before = README.read_text()
        README.write_text(with_session(before, text))
    else:
        print(text)
    return 0


def with_session(readme: str, text: str) -> str:
    """The README with this session. Raises ValueError if it has no place for one."""
    head, begin, rest = readme.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not (begin and end):
        raise ValueError(f"the README has no {BEGIN} and {END}")
    return f"{head}{BEGIN}\n{text}\n{END}{tail}"


def session() -> str:
    """Both terminals, as Markdown."""
    with LocalBroker({"auto.create.topics.enable": "true"}) as broker:
        broker.create_topic("orders", partitions=1)
        shown, printed, ports = _run(broker.bootstrap)
    for found, wanted in ports.items():
        shown = re.sub(rf"\b{found}\b", str(wanted), shown)
    said = "\n".join(folded(line) for line in shown.splitlines() if line.strip())
    command = f"wire-dump proxy 127.0.0.1:{LISTEN_PORT} --to 127.0.0.1:{BROKER_PORT}"
    options = " ".join(f"'{each}'" if " " in each else each for each in OPTIONS)
    client = f"python -m tools.session.stalls 127.0.0.1:{LISTEN_PORT}"
    return (
        f"```console\n$ {command} {options}\n{said}\n```\n\n```console\n$ {client}\n{printed}\n```"
    )


def folded(line: str) -> str:
    """A line that is too long for a page, in several, as a terminal would have it."""
    return textwrap.fill(
        line.rstrip(),
        LINE_CHARS_MAX,
        subsequent_indent=" " * FOLDED_INDENT,
        break_on_hyphens=False,
    )


def _run(bootstrap: str) -> tuple[str, str, dict[int, int]]:
    """What the proxy and the clients printed, and which ports stand for which."""
    port = free_port()
    command = wire_dump("proxy", f"{HOST}:{port}", "--to", bootstrap, *OPTIONS)
    pipe, stdout = subprocess.PIPE, subprocess.STDOUT
    with running(command, cwd=ROOT, stdout=pipe, stderr=stdout) as proxy:
        first = printed(proxy.stdout, "listening").string
        clients = subprocess.run(
            [sys.executable, "-m", "tools.session.stalls", f"{HOST}:{port}"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            timeout=LIMIT_S,
            check=True,
        )
        proxy.send_signal(signal.SIGINT)
        rest, _ = proxy.communicate(timeout=LIMIT_S)
    broker_port = int(bootstrap.rpartition(":")[2])
    ports = {broker_port: BROKER_PORT, port: LISTEN_PORT}
    for node_id, at in re.findall(r"broker (\d+), \S+ is \S+:(\d+) here", rest):
        ports[int(at)] = LISTEN_PORT + 1 + int(node_id)
    return first + rest, clients.stdout.strip(), ports


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
