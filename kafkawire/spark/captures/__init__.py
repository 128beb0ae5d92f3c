"""Captures of any size, cut by bytes, read by many at once, and exactly as one engine reads them.

A stream is ordered, so what a piece of a capture means depends on all that came before: whose
sequence numbers continue where, which frame is half there, which requests wait. That *state* is
what makes the pieces depend on each other, and it is small. So a capture is gone through in three
steps, each as cheap as can be:

    scan     every split by itself, vectorised, of payload no more than the beginnings of frames:
             where each connection simply continues (in step, frame after frame, answer after
             answer), and which packets are anything else (`scanning`)
    stitch   the engine's own state (`carrying`: the very objects of `kafkawire.dump`) goes through
             all splits in order. Where a scan's assumptions hold, it leaps over what simply
             continues; where they do not, and for all that is odd, it is fed the packets
             (`leaping`, `stitching`), the only ones that are read again. At each split's
             beginning it is put down as bytes
    decode   every split by itself, by the engine from the state at its beginning (`decoding`)

So rows are made by one engine, and they are those of a single process if the state at each cut is.
That is what leaps are to be judged by, and what the property test compares: a leap is taken only if
the engine's state is proven to be what the scan assumed, and it ends by feeding the last frames of
both directions, so that what is held, waited for and remembered is made by the engine itself. Only
where `plan.read` is asked for all frames are rows made of what scans have found (`leapt`), beside
those of the engine, and nothing is decoded: a property test of its own compares these. `plan` has
Spark do it, `source` is the format, `stream` follows captures that grow.
"""
