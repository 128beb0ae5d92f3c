"""A proxy between Kafka's clients and brokers that shows what both say, and stays out of the way.

    client --> listener of a broker --> relay --> the broker
                                          |
                                          +--> inspection (bounded, in a thread of its own)

Requests pass as they are. Responses pass as they are too, chunk by chunk, but for those that carry
addresses of brokers: these are read, each broker that is met gets a listener here, and its address
is replaced by that listener's, so that a client never leaves the proxy. Whatever is not understood
(an unknown API, a version newer than ours, bytes that are no Kafka) passes byte for byte.

`addresses` knows which responses carry addresses and `wire` finds them in the streams; both are
free of I/O. `listeners` keeps who stands for whom, `relay` moves the bytes of one connection over
two `streams`, `inspection` takes copies, and `server` holds all of it together.
"""
