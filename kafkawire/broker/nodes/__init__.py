"""Requests of this node to other nodes of its cluster, without I/O.

    purposes            the channels of a node: names, settings and time limits of each
    channels            one connection for each node and purpose
    controller_channel  calls to the active controller, which outlive a change of controller
    principal           a client's principal as bytes
    envelopes           the controller's side of a forwarded request
    forwarding          the broker's side of a forwarded request

The connections are those of `kafkawire.client.core`. A shell moves the bytes, see `Channels`.
"""
