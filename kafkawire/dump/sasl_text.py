"""What a message of a SASL mechanism says, and which of its bytes nobody should see.

The frame does not name the mechanism (the handshake did, perhaps unseen), so the text itself has
to: messages of PLAIN (RFC 4616), SCRAM (RFC 5802) and OAUTHBEARER (RFC 7628) have forms that no
two of them share. Whatever has none of these forms is secret as a whole: a Kerberos token, another
mechanism's JSON, half a message.

    PLAIN         authzid NUL user NUL password                      the password
    SCRAM         n,,n=user,r=nonce                                  nothing
                  r=nonce,s=salt,i=iterations                        the salt
                  c=binding,r=nonce,p=proof                          the proof
                  v=signature                                        the signature
    OAUTHBEARER   n,a=authzid, SOH auth=Bearer token SOH ... SOH     the token

A token that is a JWT names its user only within. When it is masked, its subject is left to be read
in its place, as `sub=alice`.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode
from json import loads
from typing import NamedTuple

MASK = b"*"

_SUBJECT = b"sub="

_PLAIN = re.compile(rb"(?P<authzid>[^\0]*)\0(?P<user>[^\0]+)\0(?P<secret>.*)", re.DOTALL)
_SCRAM_FIRST = re.compile(
    rb"(?:[ny]|p=[^,\0]*),(?:a=[^,\0]*)?,n=(?P<user>[^,\0]+),r=[^,\0]+(?:,tokenauth=true)?"
    rb"(?P<secret>(?:,.*)?)",
    re.DOTALL,
)
_SCRAM_SERVER_FIRST = re.compile(rb"r=[^,\0]+,s=(?P<secret>[^,]*),i=[0-9]+")
_SCRAM_FINAL = re.compile(rb"c=[^,\0]*,r=[^,\0]+,p=(?P<secret>.*)", re.DOTALL)
_SCRAM_SERVER_FINAL = re.compile(rb"v=(?P<secret>.*)", re.DOTALL)
_SCRAM_ERROR = re.compile(rb"e=[a-z-]+(?P<secret>)")
_OAUTHBEARER = re.compile(
    rb"[ny],(?:a=(?P<user>[^,]*))?,\x01auth=Bearer (?P<secret>.*)", re.DOTALL | re.IGNORECASE
)
_FORMS = (
    ("SCRAM", _SCRAM_FIRST),
    ("SCRAM", _SCRAM_SERVER_FIRST),
    ("SCRAM", _SCRAM_FINAL),
    ("SCRAM", _SCRAM_SERVER_FINAL),
    ("SCRAM", _SCRAM_ERROR),
    ("OAUTHBEARER", _OAUTHBEARER),
    ("PLAIN", _PLAIN),
)


class SaslText(NamedTuple):
    """What is known of a message: `mechanism` is empty if it has none of the known forms."""

    mechanism: str
    """PLAIN, OAUTHBEARER, or SCRAM, whose hash the messages do not name."""
    user: str
    """Who the client says it is; empty if this message does not say."""
    start: int
    """Where its secret begins."""
    end: int


def read(data: bytes) -> SaslText:
    """What a message says; all of it is secret if it has no known form."""
    for mechanism, form in _FORMS:
        found = form.fullmatch(data)
        if found is not None and (mechanism != "PLAIN" or _is_text(data[: found.start("secret")])):
            start, end = found.span("secret")
            return SaslText(mechanism, _user(mechanism, found), start, end)
    return SaslText("", "", 0, len(data))


def mask(data: bytes) -> bytes:
    """The message at its length, with `*` for every secret byte."""
    text = read(data)
    secret = data[text.start : text.end]
    shown = b""
    if text.mechanism == "OAUTHBEARER":
        subject = _subject(secret)
        shown = _SUBJECT + subject.encode() if subject else b""
    return data[: text.start] + shown.ljust(len(secret), MASK)[: len(secret)] + data[text.end :]


def _user(mechanism: str, found: re.Match[bytes]) -> str:
    user = (found.groupdict().get("user") or b"").decode("utf-8", "replace")
    if mechanism == "SCRAM":
        return user.replace("=2C", ",").replace("=3D", "=")
    return user or _subject(found["secret"]) if mechanism == "OAUTHBEARER" else user


def _subject(secret: bytes) -> str:
    """Whom a token is about, from its claims or from what the mask left of them."""
    if secret.startswith(_SUBJECT):
        return secret[len(_SUBJECT) :].rstrip(MASK).decode("utf-8", "replace")
    parts = secret.split(b"\x01")[0].split(b".")
    if len(parts) != 3:
        return ""
    try:
        claims = loads(urlsafe_b64decode(parts[1] + b"=" * (-len(parts[1]) % 4)))
    except (ValueError, RecursionError):
        return ""
    subject = claims.get("sub") if isinstance(claims, dict) else None
    return subject if isinstance(subject, str) and subject.isprintable() else ""


def _is_text(data: bytes) -> bool:
    """Whether it may be the names of a PLAIN message rather than some binary token."""
    try:
        return data.replace(b"\0", b"").decode().isprintable()
    except UnicodeDecodeError:
        return False
