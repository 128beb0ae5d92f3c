"""Show new records of a topic on a web page, as they come.

    pip install 'kafkawire[web]'
    python examples/tail_page.py localhost:9092 orders --port 8000

One consumer reads for all browsers. Each browser has a queue of at most QUEUE records. A browser
that does not keep up misses records, shows how many, and slows neither the others nor the
consumer. The page shows records as text, never as markup.
"""

from __future__ import annotations

import argparse
import json
import signal
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import trio
from hypercorn.config import Config
from hypercorn.trio import serve
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Route

from kafkawire.client import Admin, Consumer, ConsumerRecord, TopicPartition

QUEUE = 1000
ROWS = 500
"""How many records a page shows, the newest first."""
TEXT_MAX = 2000
"""How many characters of a key or value are sent to pages."""

PAGE = """<!doctype html>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>tail</title>
<style>
  body { font: 14px/1.5 system-ui, sans-serif; margin: 1.5rem; color-scheme: light dark }
  h1 { font-size: 1.1rem } #state { opacity: .7 }
  table { border-collapse: collapse; width: 100%; font-family: ui-monospace, monospace }
  th, td { text-align: left; padding: .2rem .8rem .2rem 0; vertical-align: top }
  td { border-top: 1px solid #8884; overflow-wrap: anywhere }
  td:nth-child(1), td:nth-child(2) { white-space: nowrap; opacity: .7 }
</style>
<h1><span id="topic"></span> <span id="state">waiting for records</span></h1>
<table><thead><tr><th>time<th>place<th>key<th>value</thead><tbody></tbody></table>
<script>
  const body = document.querySelector("tbody"), state = document.querySelector("#state")
  const source = new EventSource("records")
  let seen = 0, missed = 0
  source.onopen = () => { state.textContent = "waiting for records" }
  source.onerror = () => { state.textContent = "connection lost, trying again" }
  source.onmessage = event => {
    const record = JSON.parse(event.data)
    seen += 1; missed += record.missed
    document.querySelector("#topic").textContent = record.topic
    state.textContent = `${seen} records` + (missed ? `, ${missed} missed` : "")
    const row = document.createElement("tr")
    const time = new Date(record.timestamp).toLocaleTimeString()
    for (const text of [time, `${record.partition}@${record.offset}`, record.key, record.value])
      row.insertCell().textContent = text ?? "\\u2205"
    body.prepend(row)
    while (body.rows.length > ROWS) body.lastChild.remove()
  }
</script>
""".replace("ROWS", str(ROWS))


class Audience:
    """The browsers that watch: a bounded queue for each."""

    def __init__(self) -> None:
        self._queues: dict[trio.MemorySendChannel[dict[str, Any]], int] = {}

    def tell(self, record: ConsumerRecord[bytes, bytes]) -> None:
        """Put a record into each queue that has room, and count it as missed in the others."""
        row = {
            "topic": record.topic,
            "partition": record.partition,
            "offset": record.offset,
            "timestamp": record.timestamp,
            "key": text_of(record.key),
            "value": text_of(record.value),
        }
        for queue, missed in self._queues.items():
            try:
                queue.send_nowait({**row, "missed": missed})
                self._queues[queue] = 0
            except trio.WouldBlock:
                self._queues[queue] = missed + 1

    async def watch(self) -> AsyncIterator[str]:
        """Server-sent events for one browser, until it goes."""
        send, receive = trio.open_memory_channel[dict[str, Any]](QUEUE)
        self._queues[send] = 0
        try:
            while True:
                yield f"data: {json.dumps(await receive.receive())}\n\n"
        finally:
            del self._queues[send]


def text_of(data: bytes | None) -> str | None:
    """Text for people: what is no UTF-8 is replaced, and what is long is cut."""
    if data is None:
        return None
    text = data[: 4 * TEXT_MAX].decode(errors="replace")
    return text if len(text) <= TEXT_MAX else text[:TEXT_MAX] + " ..."


def made_app(audience: Audience) -> Starlette:
    """The page at / and its records at /records, for browsers on this machine."""

    async def page(request: Request) -> Response:
        return HTMLResponse(PAGE)

    async def records(request: Request) -> Response:
        return StreamingResponse(audience.watch(), media_type="text/event-stream")

    # Other sites must not reach this page through a name that leads to 127.0.0.1.
    hosts = Middleware(TrustedHostMiddleware, allowed_hosts=["127.0.0.1", "localhost"])
    return Starlette(routes=[Route("/", page), Route("/records", records)], middleware=[hosts])


async def read(bootstrap: str, topic: str, audience: Audience) -> None:
    """Read all partitions of the topic from their ends, without a group."""
    async with Admin(bootstrap) as admin:
        described = (await admin.describe_topics([topic])).unwrap()[topic]
    partitions = [TopicPartition(topic, each.partition) for each in described.partitions]
    async with Consumer(bootstrap, auto_offset_reset="latest") as consumer:
        await consumer.assign(partitions)
        async for record in consumer:
            audience.tell(record)


async def until_signal(scope: trio.CancelScope, ended: trio.Event) -> None:
    """End the server and the reader at SIGTERM or Ctrl-C."""
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        await anext(signals)
        ended.set()
        scope.cancel()


async def main(arguments: Sequence[str] | None = None) -> None:
    """Read the command line and serve the page until a signal comes."""
    parser = argparse.ArgumentParser(description="Show new records of a topic on a web page.")
    parser.add_argument("bootstrap", help="addresses of brokers: HOST:PORT[,HOST:PORT]")
    parser.add_argument("topic")
    parser.add_argument("--port", type=int, default=8000, help="the port of the page (8000)")
    chosen = parser.parse_args(arguments)
    audience, ended = Audience(), trio.Event()
    config = Config()
    config.bind = [f"127.0.0.1:{chosen.port}"]
    config.graceful_timeout = 1.0
    wait: Callable[..., Any] = ended.wait
    async with trio.open_nursery() as nursery:
        nursery.start_soon(until_signal, nursery.cancel_scope, ended)
        nursery.start_soon(read, chosen.bootstrap, chosen.topic, audience)
        await serve(made_app(audience), config, shutdown_trigger=wait)  # type: ignore[arg-type]


if __name__ == "__main__":
    trio.run(main)
