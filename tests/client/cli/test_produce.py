"""`kafkawire produce` against a broker. client O.2, N 140."""

from __future__ import annotations

import subprocess

import pytest

from kafkawire.testing import LocalBroker
from tests.client.support.commands import command
from tests.support.requests.served import Running, serving
from tests.support.suite.patience import patient
from tools.programs import kafkawire

ALL = ("consume", "t", "-o", "start", "-e")


async def values(broker: Running) -> list[str]:
    return sorted((await command(broker, *ALL)).out.splitlines())


async def test_lines_are_values() -> None:
    async with serving() as broker:
        sent = await command(broker, "produce", "t", stdin=[b"a\nb", b"c\n\nd"])
        assert sent == (0, "", "")
        assert await values(broker) == ["", "a", "bc", "d"]


async def test_keys_headers_and_a_partition_are_given_for_all() -> None:
    async with serving() as broker:
        words = ["--key", "k", "--header", "a=b", "--header", "a=c", "--partition", "1", "-v"]
        sent = await command(broker, "produce", "t", *words, stdin=[b"x\ny\n"])
        assert (sent.code, sent.out) == (0, "t-1 @0\nt-1 @1\n")
        first, _ = (await command(broker, *ALL, "--json")).objects
        assert first["key"] == "k"
        assert first["headers"] == [["a", "b"], ["a", "c"]]


@pytest.mark.slow
async def test_a_format_has_keys_and_bytes() -> None:
    """client O-3."""
    async with serving() as broker:
        data = b"\0\0\0\1k\0\0\0\3a\nb\xff\xff\xff\xff\0\0\0\0"
        form = "%K{big4}%k%V{big4}%v"
        sent = await command(broker, "produce", "t", "--partition", "0", "-f", form, stdin=[data])
        assert sent.code == 0
        told = (await command(broker, *ALL, "-p", "0", "--json")).objects
        assert [(each["key"], each["value"]) for each in told] == [("k", "a\nb"), (None, "")]
        back = await command(broker, *ALL, "-p", "0", "-f", form)
        assert back.out.encode(errors="surrogateescape") == data


@pytest.mark.slow
async def test_what_consume_prints_as_json_is_produced_again() -> None:
    async with serving() as broker:
        await command(broker, "topics", "create", "copy", "-p", "2")
        line = b'{"key": null, "value": {"base64": "/w=="}, "headers": [["h", null]]}\n'
        await command(broker, "produce", "t", "--json", "--partition", "1", stdin=[line])
        printed = (await command(broker, *ALL, "--json")).out
        copied = await command(
            broker, "produce", "copy", "--json", "-v", "-z", "lz4", stdin=[printed.encode()]
        )
        (where,) = copied.objects
        assert (where["topic"], where["partition"], where["offset"]) == ("copy", 1, 0)
        (again,) = (await command(broker, "consume", "copy", "-o", "start", "-e", "--json")).objects
        assert {**again, "topic": "t"} == (await command(broker, *ALL, "--json")).objects[0]


@pytest.mark.slow
async def test_a_topic_may_stand_in_the_input() -> None:
    async with serving() as broker:
        sent = await command(broker, "produce", "-f", r"%t %v\n", stdin=[b"t a\nt b\n"])
        assert sent.code == 0
        assert await values(broker) == ["a", "b"]


async def test_input_that_is_not_in_the_format_ends_it_after_what_was_before() -> None:
    async with serving() as broker:
        sent = await command(broker, "produce", "t", "-f", r"%p %v\n", stdin=[b"0 a\nx b\n0 c\n"])
        assert sent.code == 1
        assert "record 2 of the input: a number was expected where b'x b" in sent.err
        assert "1 before it were sent" in sent.err
        assert await values(broker) == ["a"]


async def test_each_record_that_fails_has_its_line_up_to_ten() -> None:
    async with serving() as broker:
        await command(broker, "configs", "set", "topic/t", "cleanup.policy=compact")
        lines = b"".join(b"%d\n" % number for number in range(12))
        sent = await command(broker, "produce", "t", "--partition", "0", stdin=[lines])
        assert sent.code == 1
        told = sent.err.splitlines()
        assert len(told) == 11
        assert "a record for t-0 failed: " in told[0]
        assert told[-1] == "kafkawire produce: 12 records failed in all"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ([], "give a TOPIC, or a format with %t"),
        (["t", "--json", "-f", "%v"], "--json and -f are two formats"),
        (["t", "-z", "rar"], "compression_type needs one of 'none', 'gzip'"),
        (["t", "--acks", "2"], "acks needs all, -1, 0 or 1"),
    ],
)
async def test_a_wrong_command_line_is_refused(words: list[str], why: str) -> None:
    async with serving() as broker:
        refused = await command(broker, "produce", *words)
        assert (refused.code, refused.out) == (2, "")
        assert why in refused.err


@pytest.mark.process
def test_records_go_through_a_pipe() -> None:
    """From one process to another: produce, consume, produce, consume."""
    with LocalBroker() as broker:
        for name in ("first", "second"):
            broker.create_topic(name, partitions=1)

        def run(words: str, data: bytes = b"") -> bytes:
            command = kafkawire(*words.split(), "-b", broker.bootstrap)
            limit = patient(60)
            done = subprocess.run(
                command, input=data, capture_output=True, timeout=limit, check=True
            )
            assert done.stderr == b""
            return done.stdout

        lines = b"".join(b"value %d\n" % number for number in range(2000))
        run("produce first", lines)
        printed = run("consume first -o start -e --json")
        assert run("produce second --json", printed) == b""
        assert run("consume second -o start -e") == lines
