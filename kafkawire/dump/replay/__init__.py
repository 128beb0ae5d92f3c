"""Requests of a recording against a broker, and what it answers next to what was answered then.

    script      what is to be sent: requests by connection, each with what its client had seen
                before it, and what cannot be sent again (masked secrets, proofs that are used up)
    ids         ids that brokers give, from recorded to new: sessions, members, generations,
                producers, topics
    player      sends the script at the recorded pace or as fast as the answers allow
    verdict     compares each answer with the recorded one (`kafkawire.dump.diff`)

Frames go out as they were recorded, correlation ids included, but for ids; so a message that we
cannot decode is replayed as well.
"""
