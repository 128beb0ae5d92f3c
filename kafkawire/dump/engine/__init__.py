"""From the bytes of two directions to Kafka's messages, in requests with their responses.

The engine is pure and incremental: it is fed transport events (`kafkawire.dump.transport`) and
gives back engine events (`kafkawire.dump.model`); it reads no clock, opens nothing and keeps only
what is not complete yet. A stream goes through three stages:

    detecting   whose bytes are held until it is clear whether they are Kafka's and who the client
                is: the end that connected, or, if that was not seen, the one that sends requests
    linking     a connection of Kafka's: each direction is cut into frames (`framing`), frames
                become messages, and responses find their requests (`pairing`)
    ignored     everything else: counted, and no byte of it kept

What is lost stays lost, and nothing else: a gap inside a frame costs that frame, since its length
says where the next one begins; a gap over a length, or a length that cannot be right, costs what
lies before the next place that is surely a frame's beginning (`searching`, `judging`).
"""

from kafkawire.dump.engine.core import Counts, Engine

__all__ = ["Counts", "Engine"]
