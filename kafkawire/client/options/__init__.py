"""Options of clients: Kafka's options by name, with the defaults of Kafka 4.4.

    ConsumerOptions, ProducerOptions, AdminOptions      keywords of the clients, as types
    ConsumerSettings, ProducerSettings, AdminSettings   what the options say, checked and complete
    settings(ConsumerSettings, options)                 from the one to the other
    properties(path)                                    options from a file of Java's format

A field of the settings is the only place that names an option: its name, its default and what its
values may be. Milliseconds are ints. Names may have dots or underscores, values may be strings.
"""

from kafkawire.client.options.admin import AdminOptions, AdminSettings
from kafkawire.client.options.common import CommonOptions, CommonSettings
from kafkawire.client.options.consumer import ConsumerOptions, ConsumerSettings, OffsetReset
from kafkawire.client.options.producer import ProducerOptions, ProducerSettings
from kafkawire.client.options.properties import properties
from kafkawire.client.options.reading import settings

__all__ = [
    "AdminOptions",
    "AdminSettings",
    "CommonOptions",
    "CommonSettings",
    "ConsumerOptions",
    "ConsumerSettings",
    "OffsetReset",
    "ProducerOptions",
    "ProducerSettings",
    "properties",
    "settings",
]
