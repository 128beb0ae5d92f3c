"""Messages of SASL mechanisms: what they say, and what of them is masked."""

from __future__ import annotations

from base64 import urlsafe_b64encode
from json import dumps

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kafkawire.dump import sasl_text

NAMES = st.text(st.characters(categories=["L", "N", "P"], exclude_characters="\0,=*"), min_size=1)


def jwt(claims: object) -> bytes:
    parts = [dumps(each).encode() for each in ({"alg": "RS256"}, claims)]
    return b".".join([*(urlsafe_b64encode(each).rstrip(b"=") for each in parts), b"c2lnbmF0dXJl"])


def oauth(token: bytes, authzid: bytes = b"") -> bytes:
    start = b"n,a=" + authzid if authzid else b"n,"
    return start + b",\x01auth=Bearer " + token + b"\x01\x01"


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        (b"\0alice\0pw", b"\0alice\0**"),
        (b"admin\0alice\0p\0w", b"admin\0alice\0***"),
        (b"n,,n=alice,r=abc", b"n,,n=alice,r=abc"),
        (b"n,a=x,n=tok,r=abc,tokenauth=true", b"n,a=x,n=tok,r=abc,tokenauth=true"),
        (b"n,,n=alice,r=abc,pw=x", b"n,,n=alice,r=abc*****"),
        (b"r=abcdef,s=c2FsdA==,i=4096", b"r=abcdef,s=********,i=4096"),
        (b"c=biws,r=abcdef,p=cHJvb2Y=", b"c=biws,r=abcdef,p=********"),
        (b"v=c2ln", b"v=****"),
        (b"e=invalid-proof", b"e=invalid-proof"),
        (b"n,,\x01auth=Bearer opaque\x01\x01", b"n,,\x01auth=Bearer ********"),
        (b'{"version":"2020_10_22"}', b"*" * 24),
        (b"\x60\x82\0\x01\0ticket", b"*" * 11),
        (b"c=\0alice\0secret", b"c=\0alice\0******"),
        (b"n,,n=x,r=\0alice\0secret", b"n,,n=x,r=\0alice\0******"),
        (b"", b""),
    ],
)
def test_secrets_of_each_mechanism_are_masked(text: bytes, masked: bytes) -> None:
    assert sasl_text.mask(text) == masked


@pytest.mark.parametrize(
    ("text", "user"),
    [
        (b"\0alice\0pw", "alice"),
        (b"n,,n=a=2Cb=3Dc,r=x", "a,b=c"),
        (b"c=biws,r=abcdef,p=cHJvb2Y=", ""),
        (oauth(jwt({"sub": "alice"})), "alice"),
        (oauth(jwt({"sub": "alice"}), b"bob"), "bob"),
        (oauth(jwt({"sub": 7})), ""),
        (oauth(jwt([])), ""),
        (oauth(b"a.!.c"), ""),
        (oauth(b"opaque"), ""),
    ],
)
def test_the_user_is_read_and_survives_the_mask(text: bytes, user: str) -> None:
    assert sasl_text.read(text).user == user
    assert sasl_text.read(sasl_text.mask(text)).user == user


@pytest.mark.slow
@given(NAMES, st.binary(min_size=1))
def test_no_password_is_left(user: str, password: bytes) -> None:
    text = b"\0" + user.encode() + b"\0" + password
    assert sasl_text.mask(text) == b"\0" + user.encode() + b"\0" + b"*" * len(password)


@given(NAMES)
def test_of_a_token_only_its_subject_is_left(user: str) -> None:
    text = oauth(jwt({"iss": "here", "sub": user}))
    masked = sasl_text.mask(text)
    assert len(masked) == len(text)
    assert sasl_text.read(masked).user == user
    assert masked.split(b"Bearer ")[1].rstrip(b"*") == b"sub=" + user.encode()


@given(st.binary(max_size=40))
def test_masking_keeps_the_length_and_changes_nothing_when_done_again(text: bytes) -> None:
    masked = sasl_text.mask(text)
    assert len(masked) == len(text)
    assert sasl_text.mask(masked) == masked
