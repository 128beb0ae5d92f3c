"""The APIs that this broker serves: one module each, found by its file name.

`kafkawire/broker/api/create_topics.py` serves `ApiKey.CREATE_TOPICS`. There is no registry: a file
is served and advertised because it is there. A module has

    VERSIONS: Versions                       what it serves, both ends included
    handle(broker, request, context)         -> response, Delayed, or None for "no answer"
    error_response(request, context, error)  optional: the answer when `handle` raises ApiError

It is imported when its API is first asked for, so that a start does not pay for all of them.
"""

from kafkawire.broker.served_api import Api, load, served

__all__ = ["Api", "load", "served"]
