"""client O-3: formats show records."""

from __future__ import annotations

import pytest

from kafkawire.client.cli.formats import render, tokens_of
from kafkawire.client.cli.output import UsageError
from kafkawire.client.record import ConsumerRecord
from kafkawire.client.values import TopicPartition

RECORD: ConsumerRecord[bytes, bytes] = ConsumerRecord(
    TopicPartition("orders", 2),
    344,
    b"k\xff",
    "vä".encode(),
    timestamp=1_761_955_200_001,
    headers=[("a", b"1"), ("a", None)],
    leader_epoch=7,
)
NULLS: ConsumerRecord[bytes, bytes] = ConsumerRecord(TopicPartition("t", 0), 0)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"%t-%p %o %e %i\n", b"orders-2 344 7 5\n"),
        ("%T", b"1761955200001"),
        ("%T{iso}", b"2025-11-01T00:00:00.001Z"),
        (r"%k\t%v", b"k\xff\tv\xc3\xa4"),
        ("%K %V %H", b"2 3 2"),
        ("%h", b"a=1;a=;"),
        ("%h{[%k:%V:%v{json}]}", b'[a:1:"1"][a:-1:null]'),
        ("%k{hex} %k{base64} %k{json}", b'6bff a/8= {"base64": "a/8="}'),
        ("%v{json}", b'"v\\u00e4"'),
        ("%o{hex} %p{big4}%V{big1}", b"158 \0\0\0\2\3"),
        (r"100%% \x00\0\\\r", b"100% \0\0\\\r"),
    ],
)
def test_a_record_is_shown(text: str, shown: bytes) -> None:
    assert render(tokens_of(text), RECORD, 5) == shown


def test_what_is_null_has_no_bytes_and_the_length_minus_one() -> None:
    text = "%k|%v{hex}|%v{json}|%K|%V|%T|%T{iso}|%e|%h"
    assert render(tokens_of(text), NULLS) == b"||null|-1|-1|-1|-1|-1|"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("%x", "no %x here; there are %H %K"),
        ("%h{%p}", "no %p here; there are %K %V %k %v"),
        ("%v{octal}", r"%v has no {octal}; it has {hex} {base64} {json}"),
        ("%p{iso}", r"%p has no {iso}"),
        ("%v{hex", "brace"),
        ("50%", "in the middle"),
        ("\\", "in the middle"),
        (r"\q", r"no \\q; there are"),
    ],
)
def test_what_is_no_format_is_refused(text: str, why: str) -> None:
    with pytest.raises(UsageError, match=why):
        tokens_of(text)


def test_a_number_that_does_not_fit_is_refused() -> None:
    with pytest.raises(UsageError, match=r"344 does not fit {big1}"):
        render(tokens_of("%o{big1}"), RECORD)
