"""Contexts of TLS for both ends of a connection."""

from __future__ import annotations

import ssl

import trustme


def contexts() -> tuple[ssl.SSLContext, ssl.SSLContext]:
    """Of a server that is `localhost`, and of a client that trusts its authority."""
    authority = trustme.CA()
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert("localhost").configure_cert(server)
    client = ssl.create_default_context()
    authority.configure_trust(client)
    return server, client
