"""The keywords of clients as types."""

from __future__ import annotations

import inspect

from kafkawire.client.arguments import ConsumerArguments, ProducerArguments
from kafkawire.client.consumer import Consumer
from kafkawire.client.options import ConsumerOptions, ProducerOptions
from kafkawire.client.producer import Producer


def test_each_argument_of_a_constructor_is_a_keyword() -> None:
    for client, arguments, options in (
        (Consumer, ConsumerArguments, ConsumerOptions),
        (Producer, ProducerArguments, ProducerOptions),
    ):
        own = set(inspect.signature(client).parameters) - {"options"}
        assert own == arguments.__annotations__.keys() - options.__annotations__.keys()
