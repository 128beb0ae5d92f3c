"""A schema registry over HTTP, asked only if the user gave its address.

An answer has a bound and a time limit; after some failures in a row the registry is asked no more,
so that one that is down does not hold up a capture. Passwords of the address go into a header only.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import quote, unquote, urlsplit, urlunsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

from kafkawire.dump.records.registry import Reference
from kafkawire.dump.records.views import json_value

ANSWER_BYTES_MAX = 4 << 20
ANSWER_SECONDS_MAX = 5.0
FAILURES_MAX = 3
"""So many failures in a row, and the registry is not asked any more."""
CONTENT_TYPE = "application/vnd.schemaregistry.v1+json, application/json"

Fetch = Callable[[str, dict[str, str]], bytes]
"""What is at an address, with these headers. Raises OSError or HTTPException."""


class _NoRedirect(HTTPRedirectHandler):
    """Follows no redirection: it would take the password along."""

    def redirect_request(self, *_: object) -> None:
        return None


def http_get(address: str, headers: dict[str, str]) -> bytes:
    """The body at an address. Raises OSError or HTTPException."""
    request = Request(address, headers=headers)
    with build_opener(_NoRedirect).open(request, timeout=ANSWER_SECONDS_MAX) as answer:
        body: bytes = answer.read(ANSWER_BYTES_MAX + 1)
    return body


class Registry:
    """A schema registry at an http or https address. Raises ValueError for any other."""

    def __init__(self, address: str, fetch: Fetch = http_get) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"a registry has an address such as http://host:8081, not {address!r}")
        self._headers = {"Accept": CONTENT_TYPE}
        user, password = parts.username, parts.password
        if user is not None:
            secret = f"{unquote(user)}:{unquote(password or '')}".encode()
            self._headers["Authorization"] = "Basic " + b64encode(secret).decode()
        self._place = parts.netloc.rpartition("@")[2]
        self._base = urlunsplit((parts.scheme, self._place, parts.path.rstrip("/"), "", ""))
        self._fetch = fetch
        self._failures = 0

    def schema(self, schema_id: int) -> dict[str, object]:
        """What the registry says of an id. Raises ValueError."""
        return self._get(f"/schemas/ids/{schema_id}", f"schema {schema_id}")

    def version(self, reference: Reference, form: str = "") -> dict[str, object]:
        """What it says of a version of a subject. Raises ValueError."""
        path = f"/subjects/{quote(reference.subject, safe='')}/versions/{reference.version}"
        return self._get(path + form, f"schema {reference.subject} {reference.version}")

    def serialized(self, schema_id: int) -> dict[str, object]:
        """A protobuf schema as a descriptor. Raises ValueError."""
        return self._get(f"/schemas/ids/{schema_id}?format=serialized", f"schema {schema_id}")

    def _get(self, path: str, what: str) -> dict[str, object]:
        if self._failures >= FAILURES_MAX:
            raise ValueError(f"{what}: the registry {self._place} did not answer before")
        try:
            body = self._fetch(self._base + path, self._headers)
            self._failures = 0
        except HTTPError as error:
            error.close()
            self._failures = self._failures + 1 if error.code >= 500 else 0
            raise ValueError(f"{what}: the registry answers {error.code}") from None
        except (OSError, HTTPException) as error:
            self._failures += 1
            raise ValueError(f"{what}: no answer from {self._place}: {error}") from None
        if len(body) > ANSWER_BYTES_MAX:
            raise ValueError(f"{what}: the registry's answer is above {ANSWER_BYTES_MAX:,} bytes")
        found = json_value(body)
        if not isinstance(found, dict) or not isinstance(found.get("schema"), str):
            raise ValueError(f"{what}: the registry answers without a schema")
        return found
