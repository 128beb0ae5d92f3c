"""Options of Kafka's clients that mean nothing here: accepted, with a line in the log.

They name Java classes, parts of the JVM or of its Kerberos, or belong to consumers of share groups.
"""

from __future__ import annotations

IGNORED = {
    "buffer_memory_allocation_strategy": "",
    "config_providers": "",
    "key_deserializer": "give codecs=",
    "key_serializer": "give codecs=",
    "metric_reporters": "",
    "partitioner_class": "give partitioner=",
    "sasl_client_callback_handler_class": "",
    "sasl_login_callback_handler_class": "give sasl_token=",
    "sasl_login_class": "",
    "sasl_login_connect_timeout_ms": "",
    "sasl_login_read_timeout_ms": "",
    "security_providers": "",
    "ssl_cipher_suites": "give ssl_context=",
    "ssl_engine_factory_class": "give ssl_context=",
    "ssl_keymanager_algorithm": "",
    "ssl_provider": "",
    "ssl_secure_random_implementation": "",
    "ssl_trustmanager_algorithm": "",
    "value_deserializer": "give codecs=",
    "value_serializer": "give codecs=",
}
"""Replacements of options that have no effect, by name."""
PREFIXES = ("internal_", "sasl_kerberos_", "sasl_oauthbearer_", "share_")

WITHOUT_EFFECT = {
    "metrics_recording_level": "all metrics of clients are of the level INFO, as in Kafka",
}
"""Options that are checked and change nothing, and why."""
REFUSED = {
    "bootstrap_controllers": "only admin clients talk to controllers; give bootstrap.servers",
}
"""Options of other kinds of clients that would mislead if they were passed over, and why."""


def advice(name: str) -> str | None:
    """Return what to do instead of giving an option, perhaps nothing; None if it has an effect."""
    found = IGNORED.get(name)
    return "" if found is None and name.startswith(PREFIXES) else found
