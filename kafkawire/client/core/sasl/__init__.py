"""Logins of the client, without I/O: conversations of connections, and when tokens are replaced.

authentication   `kafkawire.sasl` for connections, with the client's errors
refreshing       the token that new connections send, and its replacement
"""
