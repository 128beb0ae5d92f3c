"""Random walks over the fetch and produce path: planned from a seed, compared request by request.

A walk is a plan (`planner`): the topics that it starts with and some dozens of moves, all drawn
from one seed before the first request is sent. What a broker chooses (topic ids, session ids) is
filled in when a move is made (`ground`), so both sides make the same moves, and any move can be
taken out of a plan: that is how a walk that shows a difference is shrunk (`shrinking`).

    batches     record data, good and broken
    producing   Produce, at all versions, of message sets too
    fetching    Fetch, within sessions and without
    asking      ListOffsets, DeleteRecords, OffsetForLeaderEpoch
    changing    topics that come, go, come again and grow
    wires       several requests under way, long polls, lost connections, malformed frames
    walker      walks on two sides, many in a row
"""
