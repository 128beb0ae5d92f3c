"""Captures of any size, cut by bytes, read by many at once, and exactly as one engine reads them.

A stream is ordered, so what a piece of a capture means depends on all that came before: whose
sequence numbers continue where, which frame is half there, which requests wait. That *state* is
what makes the pieces depend on each other, and it is small. So a capture is read three times, each
time as cheaply as can be:

    scan     every split by itself, vectorised, without looking at payload: where each connection
             simply continues (in step, frame after frame, answer after answer), and which packets
             are anything else (`scanning`)
    stitch   the engine's own state (`carrying`: the very objects of `kafkawire.dump`) goes through
             all splits in order. Where a scan's assumptions hold, it leaps over what simply
             continues; where they do not, and for all that is odd, it is fed the packets
             (`leaping`, `stitching`). At each split's beginning it is put down as bytes
    decode   every split by itself, by the engine from the state at its beginning (`decoding`)

So rows are made by one engine only, and they are those of a single process if the state at each
cut is. That is what leaps are to be judged by, and what the property test compares: a leap is taken
only if the engine's state is proven to be what the scan assumed, and it ends by feeding the last
frames of both directions, so that what is held, waited for and remembered is made by the engine
itself. `plan` has Spark do it, `source` is the format, `stream` follows captures that grow.
"""
