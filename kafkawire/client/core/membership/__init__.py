"""A consumer's membership in a group. The core decides; a shell waits, and runs the hooks.

    coordinator          which broker coordinates the group
    consumer             a member where the broker assigns (KIP-848); `consumer_states` is its table
    reconciliation, consumer_heartbeats, member_id
                         parts of it
    classic              a member where the leader assigns; `classic_states` is its table
    classic_round, classic_leader, classic_ownership
                         JoinGroup and SyncGroup; what a leader does; what the member owns
    classic_heartbeats, classic_leave, classic_errors, classic_requests
                         other parts of it
    heartbeat_sender     when heartbeats are sent, for both kinds of members
    poll_interval        how long records may be held
    topic_selection      what is subscribed to
    subscription         what members of a classic group write for each other
    assignors            partitions for members, where the leader of a classic group decides
    handover             how partitions come and go: wishes towards the shell
    common, losses       options, and the reasons for which partitions are lost

# The protocol between core and shell

After each door, each settled network and each run of timers, the shell takes the member's wishes
(`handover.take`) and performs them **in order, one after another**:

    Release(number, partitions, deadline_ms)
        Stop fetching these partitions and hide what is buffered; their positions stay. Wait until
        the application holds no record of them: at its next poll, or, with `serve`, when the
        handlers have returned. Then `handover.done(number)`, in short `done(number)`. A later wish
        ends this one at once, unfinished.
    Interrupt(number, partitions)
        The deadline of that Release has come, with `handover.interrupts` set: cancel the handlers
        of these partitions. Once they have ended `done(number)` follows, as for the Release; what
        they did is committed, and the hook `revoked` runs, in a time of grace.
    Revoked(number, partitions, deadline_ms)
        What was done is committed. Run the hook `revoked`, cancelled at the deadline; drop the
        state of these partitions; then `done(number)`.
    Lost(number, partitions, why, budget_ms)
        Drop the state of these partitions at once and end their streams: they may be another
        member's. Run the hook `lost`, cancelled after `budget_ms`; then `done(number)`. Committing
        records of them that the application still holds raises `why`.
    Assigned(number, partitions, budget_ms)
        Prepare these partitions, of which there may be none. Run the hook `assigned`, cancelled
        after `budget_ms`; look up positions that the hook did not seek; fetch; `done(number)`.
    Raise(error)    raise the error from the next ask, once
    Failed(error)   raise the error from each ask until the application subscribes again
    Left()          the membership that `unsubscribe` ended is over
    Stalled(late_ms)
                    log that something kept the program from sending heartbeats

In the single loop hooks run only while the application waits in its ask. `done` of a step that
something else took the place of changes nothing, so the shell calls it in any case. What a hook
raises is the shell's: the step is done all the same.

The doors of a member, besides `handover.done`:

    subscribe(selection), unsubscribe(leave=..., budget_ms=...)
                         closing is unsubscribing with what is left of the budget
    asked()              the application asks for records, so it holds none. A member that left
                         since records were held too long joins again
    poll_interval.holding(since_ms)
                         since when the application holds the eldest record in its hands; None when
                         that is over. `asked` implies None
    poll_interval.hook_runs(since_ms)
                         since when a hook runs; None when that is over
    poll_interval.still_working()
                         begin the poll interval anew
    enforce_rebalance(reason)
                         classic members only: have the group rebalance
    handover.interrupts  set while the application is in `serve`, whose handlers may be cancelled.
                         Otherwise what is held at the end of a revocation's budget is lost

Offsets (`kafkawire.client.core.offsets`) know what is done. They commit it between Release and
Revoked, so the shell calls `Offsets.done` before `done(number)`.
"""
